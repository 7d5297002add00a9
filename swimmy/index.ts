export { parseCsv } from './candles/file.ts';
export { generateCsv } from './candles/generate.ts';
export { runCompatible } from './engine/compatible/run.ts';
export { requestSchema } from './request/schema.ts';
