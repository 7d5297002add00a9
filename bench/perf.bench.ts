// How fast logs and profiles are read, and in how much memory, compared with pt-query-digest, mysqldumpslow and pgBadger.
// `--small`: a tenth of the size. `--full`: pt-query-digest reads the whole log too (minutes), not only its beginning.
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { measure, type Measurement, onPath } from './perf/measure.ts';
import { sourceRecords, writeSlowLog, writeSpx } from './perf/generate.ts';
import { writePostgresCsv } from './perf/postgres-log.ts';
import { writeAccessLog } from './perf/access-log.ts';
import { profiles } from './perf/profiles.ts';

const MIB = 1_048_576;
const program = join(import.meta.dirname, '../perf/bin/mcp-perf-server.js');
const small = process.argv.includes('--small');
const full = process.argv.includes('--full');
const LARGE = (small ? 102 : 1024) * MIB;
const MIDDLE = (small ? 20 : 200) * MIB;
const SLICE = (small ? 10 : 64) * MIB;
const POSTGRES = (small ? 50 : 512) * MIB;
const BADGER_SLICE = (small ? 5 : 32) * MIB;
const ACCESS = (small ? 50 : 500) * MIB;
const CPUPROFILE = (small ? 5 : 50) * 1_000_000;

const folder = mkdtempSync(join(tmpdir(), 'perf-bench-'));
const home = join(folder, 'home');
const ours = (args: readonly string[]) =>
  measure(process.execPath, [program, ...args, '--json'], { MCP_PERF_HOME: home });

try {
  const large = join(folder, 'large.log');
  const middle = join(folder, 'middle.log');
  writeSlowLog(large, LARGE);
  writeSlowLog(middle, MIDDLE);
  console.log(
    `Slow logs varied from ${sourceRecords().from}; processor seconds of the whole program, its start and the SHA-256 included.\n`,
  );
  console.log(
    '| reader | MiB | wall s | processor s | MiB per processor s | peak MB | times our processor time per MiB |',
  );
  console.log('|---|---:|---:|---:|---:|---:|---:|');
  const atMiddle = await ours(['ingest', middle]);
  const digested = full ? large : beginning(large, SLICE);
  const [atLarge, dumpslow, digest] = await inTurns(
    () => ours(['ingest', large]),
    onPath('mysqldumpslow') ? () => measure('mysqldumpslow', ['-s', 't', large]) : null,
    onPath('pt-query-digest') ? () => measure('pt-query-digest', ['--output', 'json', digested]) : null,
  );
  const snapshot = (JSON.parse(atLarge.out) as { normalized_snapshot_id: string }).normalized_snapshot_id;
  const perMib = atLarge.cpu / size(large);
  row('mcp-perf-server', middle, atMiddle, perMib);
  row('mcp-perf-server', large, atLarge, perMib);
  if (dumpslow) row('mysqldumpslow -s t', large, dumpslow, perMib);
  else console.log('| mysqldumpslow | | | | | | not installed (Debian: mariadb-client) |');
  if (digest) row('pt-query-digest', digested, digest, perMib);
  else console.log('| pt-query-digest | | | | | | not installed (Debian: percona-toolkit) |');
  console.log(
    `\nPeak memory at ${Math.round(size(large))} MiB is ${((100 * atLarge.peakMb) / atMiddle.peakMb).toFixed(0)} % of that at ${Math.round(size(middle))} MiB (limit 120 %, 200 MB).`,
  );
  console.log(
    `\`analysis.run\` on the snapshot of ${Math.round(size(large))} MiB answered in ${(await answerTime(snapshot)).toFixed(0)} ms (limit 200); the snapshot has ${Math.round(statSync(join(home, `snapshots/snapshot_${snapshot}/snapshot.json`)).size / 1024)} KiB.\n`,
  );

  await postgresLogs();
  await accessLogs();
  await profiles(CPUPROFILE);

  console.log('| SPX report | calls | ingest and analysis, processor s (limit 2) | peak MB (limit 300) |');
  console.log('|---|---:|---:|---:|');
  for (const calls of small ? [44_000] : [300_000, 440_000]) {
    const ingested = await ours(['ingest', ...writeSpx(folder, calls)]);
    const analysed = await ours(['analyze']);
    console.log(
      `| generated | ${calls} | ${(ingested.cpu + analysed.cpu).toFixed(2)} | ${Math.max(ingested.peakMb, analysed.peakMb).toFixed(0)} |`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** CSV logs compared with pgBadger, which reads a smaller one: it takes minutes for what we read in seconds. */
async function postgresLogs(): Promise<void> {
  const log = join(folder, 'postgresql.csv');
  writePostgresCsv(log, POSTGRES);
  console.log('PostgreSQL CSV logs of our own making (limits: 45 times pgBadger, 200 MB).\n');
  console.log(
    '| reader | MiB | wall s | processor s | MiB per processor s | peak MB | times our processor time per MiB |',
  );
  console.log('|---|---:|---:|---:|---:|---:|---:|');
  const slice = join(folder, 'slice.csv');
  writePostgresCsv(slice, BADGER_SLICE);
  const out = join(folder, 'badger.txt');
  const [own, badger] = await inTurns(
    () => ours(['ingest', log]),
    onPath('pgbadger')
      ? () => measure('pgbadger', ['-q', '-j', '1', '-f', 'csv', '-x', 'text', '-o', out, slice])
      : null,
  );
  const perMib = own.cpu / size(log);
  row('mcp-perf-server', log, own, perMib);
  if (badger) row('pgbadger -j 1', slice, badger, perMib);
  else console.log('| pgbadger | | | | | | not installed (Debian: pgbadger) |');
  console.log('');
}

/** No other tool reads an access log into endpoints as we do: what counts is that its size does not. */
async function accessLogs(): Promise<void> {
  const log = join(folder, 'access.log');
  writeAccessLog(log, ACCESS);
  const own = await ours(['ingest', log]);
  console.log('| access log | MiB | wall s | processor s | MiB per processor s | peak MB (limit 300) |');
  console.log('|---|---:|---:|---:|---:|---:|');
  console.log(
    `| nginx, combined with $request_time | ${size(log).toFixed(0)} | ${own.wall.toFixed(1)} | ${own.cpu.toFixed(1)} | ${(size(log) / own.cpu).toFixed(1)} | ${own.peakMb.toFixed(0)} |\n`,
  );
  rmSync(log);
}

/**
 * The speed of a shared machine drifts by a third within minutes: all run twice, in turns, and the run that was disturbed least
 * counts.
 */
async function inTurns<const Peers extends readonly ((() => Promise<Measurement>) | null)[]>(
  own: () => Promise<Measurement>,
  ...peers: Peers
): Promise<[own: Measurement, ...{ [Peer in keyof Peers]: Measurement | null }]> {
  const least: (Measurement | null)[] = [];
  for (const _ of ['first', 'second']) {
    for (const [i, run] of [own, ...peers].entries()) {
      const measured = (await run?.()) ?? null;
      const before = least[i] ?? null;
      least[i] = before !== null && measured !== null && before.cpu < measured.cpu ? before : measured;
    }
  }
  // One for each that was asked, in their order.
  return least as [Measurement, ...{ [Peer in keyof Peers]: Measurement | null }];
}

function size(path: string): number {
  return statSync(path).size / MIB;
}

function row(name: string, path: string, { wall, cpu, peakMb }: Measurement, perMib: number): void {
  const mib = size(path);
  console.log(
    `| ${name} | ${mib.toFixed(0)} | ${wall.toFixed(1)} | ${cpu.toFixed(1)} | ${(mib / cpu).toFixed(1)} | ${peakMb.toFixed(0)} | ${(cpu / mib / perMib).toFixed(1)} |`,
  );
}

/** The first bytes of a log, up to the end of a record. */
function beginning(path: string, bytes: number): string {
  const piece = Buffer.alloc(bytes);
  const file = openSync(path, 'r');
  readSync(file, piece, 0, bytes, 0);
  closeSync(file);
  const target = join(folder, 'slice.log');
  writeFileSync(target, piece.subarray(0, piece.lastIndexOf(';\n# User@Host:') + 2));
  return target;
}

/** From request to answer in a server that is already running. */
async function answerTime(snapshot: string): Promise<number> {
  const child = spawn(process.execPath, [program], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, MCP_PERF_HOME: home },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (method: string, params: object) => {
    const started = performance.now();
    child.stdin.write(`${JSON.stringify({ id: 1, method, params })}\n`);
    await lines.next();
    return performance.now() - started;
  };
  await ask('health.check', {});
  const ms = await ask('analysis.run', { snapshot_id: snapshot });
  child.stdin.end();
  return ms;
}
