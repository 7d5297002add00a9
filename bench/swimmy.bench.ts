// How fast backtests are run, read, swept and accepted, compared with peers on the same data in the same run.
// `--small` shrinks what takes minutes (grademark's bars, the fresh processes).
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { bootstrap, generateCsv, parseCsv, type Series } from '@zorivest/engine';
import { createCandleCache, createPool } from 'swimmy-mcp';
import { freshProcesses, throughput } from './swimmy/gateway.ts';
import { compatible, grademark, plainLoop } from './swimmy/engine.ts';
import { floor } from './swimmy/floor.ts';
import { portfolioRuns } from './swimmy/portfolio.ts';
import { expression, LONG, runByType, numpy, SHORT, SPREAD, START } from './swimmy/marked.ts';

const small = process.argv.includes('--small');
const BARS = 1_000_000;
const home = mkdtempSync(join(tmpdir(), 'swimmy-bench-'));
const file = join(home, 'candles.csv');
writeFileSync(file, [...generateCsv(BARS, 42)].join(''));
const bytes = readFileSync(file);
const { series } = parseCsv(bytes);
const row = (name: string, ms: number, ratio: string) => console.log(`| ${name} | ${ms.toFixed(1)} | ${ratio} |`);
/** Processor time of the fastest run, after the compiler has done its work. */
const timeBest = (run: () => unknown, repeats: number): number => {
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

const share = small ? 20_000 : 200_000;
const cut = (column: Float64Array) => column.slice(0, share);
const part: Series = {
  length: share,
  t: cut(series.t),
  o: cut(series.o),
  h: cut(series.h),
  l: cut(series.l),
  c: cut(series.c),
  v: cut(series.v),
};
const peer = timeBest(grademark(part), 1) * (BARS / share);
const grademarkRow = (mine: number) =>
  row(
    `grademark (measured on ${share.toLocaleString('en-US')} bars)`,
    peer,
    `${(peer / mine).toFixed(0)}x faster (limit 50)`,
  );

console.log(
  `SMA 50/200 over ${BARS.toLocaleString('en-US')} one-minute candles, marked to market; processor time, best of 15.\n`,
);
console.log('| engine | ms | ours against it |');
console.log('|---|---:|---|');
const lowest = { floor: Infinity, marked: Infinity, expression: Infinity };
// In turn, so that what the machine does meanwhile falls on all of them.
for (let round = 0; round < 15; round++) {
  lowest.floor = Math.min(
    lowest.floor,
    timeBest(() => floor(series, SHORT, LONG, SPREAD, START), 1),
  );
  lowest.marked = Math.min(
    lowest.marked,
    timeBest(() => runByType(series), 1),
  );
  lowest.expression = Math.min(
    lowest.expression,
    timeBest(() => expression(series), 1),
  );
}
row('swimmy', lowest.marked, '');
row(
  'floor: three plain loops over typed arrays',
  lowest.floor,
  `${(lowest.marked / lowest.floor).toFixed(2)}x its time (limit 2)`,
);
row(
  'swimmy, as an expression',
  lowest.expression,
  `${(lowest.expression / lowest.marked).toFixed(2)}x the built-in (limit 2)`,
);
const python = numpy(series, home);
if (python === undefined) console.log('| numpy | – | absent: install python3-numpy to compare |');
else row('numpy, vectorised', python.ms, `${(python.ms / lowest.marked).toFixed(1)}x faster (limit 2.5)`);
grademarkRow(lowest.marked);
const result = runByType(series).result;
const least = floor(series, SHORT, LONG, SPREAD, START);
const written = expression(series).result;
const sameFills = result.trades === least.trades && Math.abs(least.drawdown - result.max_drawdown) < 1e-9;
console.log(
  `\n${result.trades} trades, drawdown ${result.max_drawdown.toFixed(9)}; the floor's are ${sameFills ? 'the same' : 'DIFFERENT'}. Where the two means are equal, rolling sums decide by their rounding: expression ${written.trades} trades, numpy ${python?.trades ?? 'absent'}.`,
);
const returns = Float64Array.from({ length: 700 }, (_, i) => Math.sin(i) / 100);
const draws = { samples: small ? 500 : 5000, seed: 1, blockDays: 1 };
const drawn = timeBest(() => bootstrap(returns, { periodsPerYear: 252, sampleDeviation: true }, draws), 7);
console.log(
  `Bootstrap: ${((drawn * 1e6) / (draws.samples * returns.length)).toFixed(1)} ns a draw, Sharpe and drawdown taken from it (limit 20).`,
);

console.log('\nOne hundred symbols, ten years of days, one account, with all figures; processor time, best of 15.\n');
console.log('| decided by | ms | |');
console.log('|---|---:|---|');
for (const [name, run] of portfolioRuns()) row(name, timeBest(run, 15), 'limit 150');

console.log(
  '\nThe same by the rules of the downstream engine, with stop and target; processor time, best of several.\n',
);
console.log('| engine | ms | ours against it |');
console.log('|---|---:|---|');
const mine = timeBest(() => compatible(series), 25);
row('swimmy (compatible mode)', mine, '');
const loop = timeBest(() => plainLoop(series, false), 25);
row('plain typed-array loop (ties not exact)', loop, `${(mine / loop).toFixed(2)}x its time (limit 4)`);
const exact = plainLoop(series, true);
const ran = compatible(series);
const same =
  JSON.stringify(ran.trades.pnl) === JSON.stringify(exact.pnl) &&
  JSON.stringify(ran.trades.exitTime) === JSON.stringify(exact.exitTime);
row(
  'straight sums (the exact reference)',
  timeBest(() => plainLoop(series, true), 1),
  same ? 'bit-equal trades' : 'DIFFERENT trades',
);
grademarkRow(mine);

console.log(
  `\nCSV of ${BARS.toLocaleString('en-US')} rows (${(bytes.length / 1e6).toFixed(0)} MB); elapsed time, best of several.\n`,
);
console.log('| reader | ms | against the floor |');
console.log('|---|---:|---|');
const newlines = await wall(async () => {
  const read = readFileSync(file);
  let lines = 0;
  for (let at = read.indexOf(10); at >= 0; at = read.indexOf(10, at + 1)) lines++;
  return lines;
}, 7);
row('floor: read the bytes, find the newlines', newlines, '');
for (const [threads, limit] of [
  [1, 5],
  [2, 3],
] as const) {
  const pool = createPool(threads);
  // A cache of its own each time: what is measured is the reading.
  const ms = await wall(() => createCandleCache(pool, 1).load(file), 7);
  row(`swimmy, ${threads} thread${threads > 1 ? 's' : ''}`, ms, `${(ms / newlines).toFixed(2)}x (limit ${limit})`);
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
if (flood.accepted !== flood.arrived || fresh.accepted !== fresh.arrived || !same || !sameFills) process.exitCode = 1;
