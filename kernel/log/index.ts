export { createLogger, levels, silentLogger } from './logger.ts';
export type { Fields, Level, Logger, LoggerOptions, Sink } from './logger.ts';
export { redact, redactText } from './redact.ts';
export { rotatingFile } from './rotating-file.ts';
export type { RotatingFileOptions } from './rotating-file.ts';
export { stderrSink } from './stderr.ts';
