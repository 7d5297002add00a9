// A sweep over NATS with 1, 2 and 3 workers of one thread each, and a million runs while a worker, the queue and the
// gateway are killed: what docs/swimmy-scale.md tells. Run as `npm run build && node --conditions=source
// bench/swimmy/scale.ts [--runs 1000000] [--small 100000]`; it needs nats-server and takes minutes.
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generateCsv } from '@zorivest/engine';
import {
  newTestHome,
  runCommand,
  startGatewayProcess,
  startQueue,
  startWorkerProcess,
  until,
  type GatewayProcess,
  type Running,
  type TestHome,
} from 'swimmy-mcp/test/support';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '1000000' }, small: { type: 'string', default: '100000' } },
});
const BARS = 2000;
const MEGABYTE = 1024 * 1024;

interface Answer {
  readonly status: string;
  readonly reason: string | null;
  readonly progress: number | null;
  readonly pieces?: { readonly total: number; readonly done: number; readonly failed: number };
  readonly sweep?: { readonly rate: number | null; readonly workers: number; readonly eta_seconds: number | null };
  readonly workers?: readonly {
    readonly worker: string;
    readonly pieces: number;
    readonly runs: number;
    readonly cpu_ms: number;
  }[];
  readonly runs?: { readonly total: number };
}

/** Crosses of two averages with stops and targets, in the given number of combinations. */
function request(runs: number) {
  const distances = Math.round(Math.sqrt(runs / 100));
  const range = { from: 0.01, to: Number((0.01 * distances).toFixed(2)), step: 0.01 };
  return {
    strategy: { name: 'scale', sma_short: 5, sma_long: 20, volume: 1 },
    candles_file: 'candles.csv',
    mode: {
      fill: 'intrabar',
      sweep: { sma_short: { from: 2, to: 11, step: 1 }, sma_long: { from: 15, to: 24, step: 1 }, sl: range, tp: range },
    },
  };
}

/** Memory that a process and its children hold, in bytes. */
function memoryOf(pid: number | undefined): number {
  const readMemory = (each: string | number | undefined) => {
    try {
      return Number(readFileSync(`/proc/${each}/statm`, 'latin1').split(' ')[1]) * 4096;
    } catch {
      return 0; // it ended while it was looked at
    }
  };
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean);
    return [pid, ...children].reduce<number>((sum, each) => sum + readMemory(each), 0);
  } catch {
    return 0;
  }
}

interface Stage extends AsyncDisposable {
  readonly home: TestHome;
  readonly queue: Awaited<ReturnType<typeof startQueue>>;
  readonly workers: Running[];
  gateway: GatewayProcess;
  addWorker(): Promise<void>;
}

async function setStage(count: number): Promise<Stage> {
  const home = await newTestHome();
  writeFileSync(join(home.home, 'candles.csv'), [...generateCsv(BARS, 42)].join(''));
  const queue = await startQueue(home);
  const workers: Running[] = [];
  // Each in a folder of its own, as on a machine of its own; only the first has the candles.
  const addWorker = async (): Promise<void> => {
    const folder = workers.length === 0 ? home.home : join(home.home, `worker-${workers.length}`);
    await mkdir(folder, { recursive: true });
    const env = { ...home.env, SWIMMY_HOME: folder, SWIMMY_BACKTEST_WORKERS: '1' };
    workers.push(await startWorkerProcess({ ...home, home: folder, env }, ['--queue', queue.url]));
  };
  for (let n = 0; n < count; n++) await addWorker();
  const gateway = startGatewayProcess(home, { SWIMMY_QUEUE: queue.url });
  return {
    home,
    queue,
    workers,
    gateway,
    addWorker,
    [Symbol.asyncDispose]: async () => {
      for (const worker of workers) await worker.stop('SIGKILL');
      await queue.kill();
      await home[Symbol.asyncDispose]();
    },
  };
}

const statusOf = async (gateway: GatewayProcess) =>
  (await gateway.call('backtest.status', { request_id: 'scale' })).result as unknown as Answer;

/** Elapsed seconds of one sweep, from the submit to its result. */
async function timeSweep(workers: number, runs: number): Promise<number> {
  await using stage = await setStage(workers);
  const { gateway } = stage;
  // The first sweep warms processes and caches up.
  await gateway.call('backtest.submit', { ...request(1600), request_id: 'warm' });
  await gateway.call('backtest.result', { request_id: 'warm', wait_seconds: 300 });
  const started = performance.now();
  await gateway.call('backtest.submit', { ...request(runs), request_id: 'scale' });
  const { result } = await gateway.call('backtest.result', { request_id: 'scale', wait_seconds: 1500 });
  const seconds = (performance.now() - started) / 1000;
  const answer = result as unknown as Answer;
  if (answer.status !== 'done') throw new Error(`the sweep is ${answer.status}: ${answer.reason}`);
  const shares = (answer.workers ?? []).map(
    ({ pieces, cpu_ms }) => `${pieces} pieces ${(cpu_ms / 1000).toFixed(1)} s cpu`,
  );
  console.log(
    `| ${workers} | ${runs} | ${seconds.toFixed(1)} | ${(runs / seconds).toFixed(0)} | ${shares.join('; ')} |`,
  );
  await gateway.stop();
  return seconds;
}

async function million(runs: number): Promise<void> {
  await using stage = await setStage(3);
  const { queue, workers, home } = stage;
  let { gateway } = stage;
  const most = { worker: 0, gateway: 0 };
  const look = setInterval(() => {
    for (const { process: child } of workers)
      if (child.exitCode === null && child.signalCode === null)
        most.worker = Math.max(most.worker, memoryOf(child.pid));
    most.gateway = Math.max(most.gateway, memoryOf(gateway.process.pid));
  }, 1000);
  const started = performance.now();
  const say = (text: string) =>
    console.log(`${((performance.now() - started) / 1000).toFixed(0).padStart(5)} s  ${text}`);
  const at = async (share: number): Promise<void> => {
    const { progress, pieces, sweep } = await until(
      `${share}`,
      async () => {
        const status = await statusOf(gateway);
        if (status.status === 'failed' || status.status === 'lost')
          throw new Error(`${status.status}: ${status.reason}`);
        return ((status.progress ?? 0) >= share || status.status === 'done') && status;
      },
      3_600_000,
    );
    say(
      `${((progress ?? 0) * 100).toFixed(0)} %, pieces ${pieces?.done} of ${pieces?.total}, ${sweep?.rate} runs/s, ${sweep?.workers} workers, eta ${sweep?.eta_seconds} s`,
    );
  };
  const { result, error } = await gateway.call('backtest.submit', { ...request(runs), request_id: 'scale' });
  if (error) throw new Error(error.message);
  say(`accepted: ${JSON.stringify(result)}`);
  await at(0.15);
  await workers[0]?.stop('SIGKILL');
  say('killed the worker that held the ports and led');
  await at(0.35);
  await queue.kill();
  say('killed NATS');
  await new Promise((resolve) => setTimeout(resolve, 5000));
  await queue.start();
  say('NATS is back');
  await at(0.55);
  await gateway.stop('SIGKILL');
  gateway = startGatewayProcess(home, { SWIMMY_QUEUE: queue.url });
  say('killed the gateway and started another');
  await stage.addWorker();
  say('a third worker joins again');
  await at(0.8);
  const answer = (await gateway.call('backtest.result', { request_id: 'scale', wait_seconds: 1500 }))
    .result as unknown as Answer;
  const seconds = (performance.now() - started) / 1000;
  say(`${answer.status}: pieces ${JSON.stringify(answer.pieces)}, workers ${JSON.stringify(answer.workers)}`);

  const pages: number[] = [];
  for (let n = 0; n < 25; n++) {
    const page = 1 + Math.floor((n / 25) * (runs / 20));
    const before = performance.now();
    await gateway.call('backtest.result', { request_id: 'scale', page });
    pages.push(performance.now() - before);
  }
  pages.sort((a, b) => a - b);
  clearInterval(look);

  const shell = { SWIMMY_QUEUE: queue.url };
  const pieces = JSON.parse((await runCommand(home, ['pieces', 'scale', '--json'], shell)).out) as {
    piece: number;
    runs: number;
    begun: number;
  }[];
  const once =
    pieces.every(({ piece }, i) => piece === i) && pieces.reduce((sum, piece) => sum + piece.runs, 0) === runs;
  const [csv, parquet] = [join(home.home, 'runs.csv'), join(home.home, 'runs.parquet')];
  const exported: string[] = [];
  for (const [flag, file] of [
    ['--csv', csv],
    ['--parquet', parquet],
  ] as const) {
    const before = performance.now();
    const { out, err } = await runCommand(home, ['result', 'scale', flag, file], shell);
    exported.push(`${flag} ${out.trim() || err.trim()} in ${((performance.now() - before) / 1000).toFixed(1)} s`);
  }
  const first = readFileSync(csv, 'utf8').split('\n');
  console.log(`
wall ${seconds.toFixed(0)} s, ${(runs / seconds).toFixed(0)} runs/s with everything that was killed
pieces ${pieces.length}, each once: ${once}; begun more than once: ${pieces.filter(({ begun }) => begun > 1).length}
rows of the CSV: ${first.length - 2}; distinct combinations: ${new Set(first.slice(1, -1).map((row) => row.split(',').slice(0, 4).join())).size}
${exported.join('\n')}
page of 20: median ${pages[12]?.toFixed(1)} ms, worst ${pages.at(-1)?.toFixed(1)} ms
memory: a worker with its processes ${(most.worker / MEGABYTE).toFixed(0)} MB, the gateway ${(most.gateway / MEGABYTE).toFixed(0)} MB
load of the machine: ${loadavg()
    .map((value) => value.toFixed(1))
    .join(' ')}`);
  await gateway.stop();
}

console.log('| workers | runs | s | runs/s | of each |\n| --: | --: | --: | --: | --- |');
const small = Number(values.small);
const times: number[] = [];
if (small > 0) for (const workers of [1, 2, 3]) times.push(await timeSweep(workers, small));
if (times.length > 0)
  console.log(
    `two workers take ${((times[1] ?? 0) / (times[0] ?? 1)).toFixed(2)} of the time of one, three ${((times[2] ?? 0) / (times[0] ?? 1)).toFixed(2)}; load ${loadavg()[0]?.toFixed(1)}\n`,
  );
if (Number(values.runs) > 0) await million(Number(values.runs));
