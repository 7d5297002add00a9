export { parseCsv } from './candles/file.ts';
export { generateCsv } from './candles/generate.ts';
export type { Series } from './candles/series.ts';
export { runCompatible } from './engine/compatible/run.ts';
export { backtestMessage } from './request/message.ts';
export { requestSchema } from './request/schema.ts';
export { createCandleCache } from './worker/candle-cache.ts';
export { createExecutor } from './worker/execute.ts';
export { createPool } from './worker/pool.ts';
