export { backtestMessage } from './request/message.ts';
export { createCandleCache } from './worker/candle-cache.ts';
export { createExecutor } from './worker/execute.ts';
export { createPool } from './worker/pool.ts';
