// One log file per feature, each with its own level. Levels and rotation are settings, known once the vault is open.
import { join } from 'node:path';
import type { logFeatures } from '@zorivest/contract';
import { createLogger, rotatingFile, type Level, type Logger } from '@zorivest/kernel/log';

export type LogFeature = (typeof logFeatures)[number];

/** The settings' words for levels, in the logger's. */
export const levelOf: Readonly<Record<string, Level>> = {
  DEBUG: 'debug',
  INFO: 'info',
  WARNING: 'warn',
  ERROR: 'error',
  CRITICAL: 'error',
};

export interface Logs {
  feature(name: LogFeature): Logger;
  /** A line that another process of the service has written. */
  line(name: LogFeature, line: string): void;
  setLevel(name: LogFeature, level: string): void;
  setRotation(rotation: { maxBytes: number; keep: number }): void;
  /** False when a user interface has written too much this minute: a page in a loop must not fill the disk. */
  hasRoomForPages(): boolean;
  close(): void;
}

export const PAGE_LINES_PER_MINUTE = 600;

interface OpenLog {
  readonly logger: Logger;
  readonly file: ReturnType<typeof rotatingFile>;
}

export function createLogs(folder: string, clock: () => Date, echo?: (line: string) => void): Logs {
  let rotation = { maxBytes: 10 * 1024 * 1024, keep: 5 };
  const levels = new Map<LogFeature, Level>();
  const open = new Map<LogFeature, OpenLog>();

  let minute = 0;
  let pageLines = 0;

  const closeFiles = () => {
    for (const { file } of open.values()) file.close();
    open.clear();
  };

  return {
    feature(name) {
      let log = open.get(name);
      if (!log) {
        const file = rotatingFile(join(folder, `${name}.jsonl`), rotation);
        const sink = (line: string) => {
          file(line);
          echo?.(line);
        };
        const logger = createLogger({ sink, clock, level: levels.get(name) ?? 'info', fields: { feature: name } });
        log = { logger, file };
        open.set(name, log);
      }
      return log.logger;
    },
    line(name, line) {
      this.feature(name);
      open.get(name)?.file(line);
      echo?.(line);
    },
    setLevel(name, level) {
      const known = levelOf[level] ?? 'info';
      levels.set(name, known);
      open.get(name)?.logger.setLevel(known);
    },
    setRotation(next) {
      if (next.maxBytes === rotation.maxBytes && next.keep === rotation.keep) return;
      rotation = next;
      closeFiles();
    },
    hasRoomForPages() {
      const current = Math.floor(clock().getTime() / 60_000);
      if (current !== minute) [minute, pageLines] = [current, 0];
      pageLines += 1;
      return pageLines <= PAGE_LINES_PER_MINUTE;
    },
    close: closeFiles,
  };
}
