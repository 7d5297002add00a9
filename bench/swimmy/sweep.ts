// One sweep of 100 runs on the given number of threads, in a process of its own: what earlier measurements left in memory or in the
// compiler must not slow one thread count more than the other. Prints the fastest elapsed time in milliseconds.
// Run as `sweep.ts CANDLES THREADS REPORTS`.
import { dirname } from 'node:path';
import { requestSchema } from '@zorivest/engine';
import { backtestMessage, createCandleCache, createExecutor, createPool } from 'swimmy-mcp';

const [file = '', threads = '1', reportsDir = '.'] = process.argv.slice(2);
const message = backtestMessage({
  ...requestSchema.parse({
    strategy: { name: 'sweep', sma_short: 10, sma_long: 100, sl: 0.15, tp: 0.3, volume: 1 },
    candles_file: file,
    mode: { sweep: { sma_short: { from: 5, to: 50, step: 5 }, sma_long: { from: 100, to: 190, step: 10 } } },
  }),
  request_id: 'sweep',
});
const pool = createPool(Number(threads));
const { execute } = createExecutor({
  pool,
  candles: createCandleCache(pool, 1e9),
  reportsDir,
  tablesDir: reportsDir,
  movingBlocks: false,
  csvOverride: undefined,
  paths: { folder: dirname(file), also: [] },
});
let best = Infinity;
for (let n = 0; n < 4; n++) {
  const started = performance.now();
  await execute(message, { signal: new AbortController().signal, onProgress: () => undefined });
  best = Math.min(best, performance.now() - started);
}
await pool.close();
console.log(best);
