// How fast backtests are run, read, swept and accepted, beside peers on the same data in the same run.
// `--small` shrinks what takes minutes (grademark's bars, the fresh processes).
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCandleCache, createPool, generateCsv, parseCsv, type Series } from 'swimmy-mcp';
import { freshProcesses, throughput } from './swimmy/gateway.ts';
import { grademark, ours, pandas, plainLoop } from './swimmy/engine.ts';

const small = process.argv.includes('--small');
const BARS = 1_000_000;
const home = mkdtempSync(join(tmpdir(), 'swimmy-bench-'));
const file = join(home, 'candles.csv');
writeFileSync(file, [...generateCsv(BARS, 42)].join(''));
const bytes = readFileSync(file);
const { series } = parseCsv(bytes);
const row = (name: string, ms: number, ratio: string) => console.log(`| ${name} | ${ms.toFixed(1)} | ${ratio} |`);
/** Processor time of the fastest run, after the compiler has done its work. */
const timed = (run: () => unknown, repeats: number): number => {
  let best = Infinity;
  for (let i = 0; i < repeats; i++) {
    const start = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
};
const wall = async (run: () => Promise<unknown>, repeats: number): Promise<number> => {
  let best = Infinity;
  for (let i = 0; i < repeats; i++) {
    const started = performance.now();
    await run();
    best = Math.min(best, performance.now() - started);
  }
  return best;
};

console.log(
  `SMA 50/200 over ${BARS.toLocaleString('en-US')} one-minute candles, run only; processor time, best of several.\n`,
);
console.log('| engine | ms | ours against it |');
console.log('|---|---:|---|');
const mine = timed(() => ours(series), 25);
row('swimmy (compatible mode)', mine, '');
const loop = timed(() => plainLoop(series, false), 25);
row('plain typed-array loop (ties not exact)', loop, `${(mine / loop).toFixed(2)}x its time (limit 4)`);
const exact = plainLoop(series, true);
const result = ours(series);
const same =
  JSON.stringify(result.trades.pnl) === JSON.stringify(exact.pnl) &&
  JSON.stringify(result.trades.exitTime) === JSON.stringify(exact.exitTime);
row(
  'straight sums (the exact reference)',
  timed(() => plainLoop(series, true), 1),
  same ? 'bit-equal trades' : 'DIFFERENT trades',
);
const python = pandas(file);
if (python === undefined) console.log('| numpy/pandas | – | absent: install python3-pandas to compare |');
else row('numpy/pandas, vectorised', python, `${(python / mine).toFixed(1)}x faster (limit 4)`);
const share = small ? 20_000 : 200_000;
const part: Series = {
  ...series,
  length: share,
  t: series.t.slice(0, share),
  o: series.o.slice(0, share),
  h: series.h.slice(0, share),
  l: series.l.slice(0, share),
  c: series.c.slice(0, share),
  v: series.v.slice(0, share),
};
const peer = timed(grademark(part), 1) * (BARS / share);
row(
  `grademark (measured on ${share.toLocaleString('en-US')} bars)`,
  peer,
  `${(peer / mine).toFixed(0)}x faster (limit 50)`,
);

console.log(
  `\nCSV of ${BARS.toLocaleString('en-US')} rows (${(bytes.length / 1e6).toFixed(0)} MB); elapsed time, best of several.\n`,
);
console.log('| reader | ms | against the floor |');
console.log('|---|---:|---|');
const floor = await wall(async () => {
  const read = readFileSync(file);
  let lines = 0;
  for (let at = read.indexOf(10); at >= 0; at = read.indexOf(10, at + 1)) lines++;
  return lines;
}, 7);
row('floor: read the bytes, find the newlines', floor, '');
for (const [threads, limit] of [
  [1, 5],
  [2, 3],
] as const) {
  const pool = createPool(threads);
  // A cache of its own each time: what is measured is the reading.
  const ms = await wall(() => createCandleCache(pool, 1).load(file), 7);
  row(`swimmy, ${threads} thread${threads > 1 ? 's' : ''}`, ms, `${(ms / floor).toFixed(2)}x (limit ${limit})`);
  await pool.close();
}

console.log('\nA sweep of 100 runs over the same candles; elapsed time.\n');
console.log('| threads | ms | |');
console.log('|---|---:|---|');
const sweepOn = (threads: number): number => {
  const script = join(import.meta.dirname, 'swimmy', 'sweep.ts');
  const args = [...process.execArgv, script, file, String(threads), home];
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }));
};
const single = sweepOn(1);
const double = sweepOn(2);
row('1', single, '');
row('2', double, `${(single / double).toFixed(2)}x faster (limit 1.7; ${availableParallelism()} cores here)`);

console.log('\nGateway before a real ZeroMQ subscriber, journal synced to disk.\n');
const flood = await throughput(small ? 2000 : 20_000);
console.log(
  `${flood.perSecond.toFixed(0)} submits a second (limit 2,000); ${flood.accepted} accepted, ${flood.arrived} arrived.`,
);
const fresh = await freshProcesses(small ? 50 : 3000, availableParallelism());
console.log(
  `${fresh.accepted} fresh processes accepted one submit each, ${fresh.arrived} arrived; ${fresh.seconds.toFixed(0)} s.`,
);
if (flood.accepted !== flood.arrived || fresh.accepted !== fresh.arrived || !same) process.exitCode = 1;
