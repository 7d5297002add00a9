// `npm run release:fixture [VERSION]`: one small book, its backup and its export, a snapshot store and a ledger, all made by the
// programs as they are packed today under an earlier version's name (0.0.9), in release/fixtures/VERSION. Once they
// are committed, every later version must open them: a new column then brings a migration of its own.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, globSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createClient } from '@zorivest/contract';
import { stepsOfToday } from '../schema.ts';
import { figuresOf } from './fixture-figures.ts';
import { stage } from './packing.ts';
import { published } from './published.ts';
import { RELEASED } from '../released-migrations.ts';

const root = join(import.meta.dirname, '../..');
const version = process.argv[2] ?? '0.0.9';
const fixtureFolder = join(root, 'release/fixtures', version);
// Made in a temporary folder: what is written contains the names of its folders, and those of one machine mean nothing on another.
const out = join(tmpdir(), `zorivest-${version}`);
// Inside of this folder: the packages that stay packages are found above it.
const work = join(root, 'dist/fixture');
const passphrase = 'a passphrase of the fixture';
const MOST_BYTES = 2_000_000;

/** Invented: two trades that ended, and one that is open. */
const statement = `Name,Symbol,Side,Status,Filled,Total Qty,Price,Avg Price,Time-in-Force,Placed Time,Filled Time
Apple,AAPL,Buy,Filled,10,10,@185.00,184.95,DAY,01/02/2026 09:30:00 EST,01/02/2026 09:30:05 EST
Apple,AAPL,Sell,Filled,10,10,@190.00,190.05,DAY,01/06/2026 10:30:00 EST,01/06/2026 10:30:05 EST
Microsoft,MSFT,Buy,Filled,5,5,@410.00,410.00,DAY,02/02/2026 09:30:00 EST,02/02/2026 09:30:05 EST
Microsoft,MSFT,Sell,Filled,5,5,@400.00,400.00,DAY,02/09/2026 09:30:00 EST,02/09/2026 09:30:05 EST
Coca-Cola,KO,Buy,Filled,20,20,@70.00,70.00,DAY,02/10/2026 09:30:00 EST,02/10/2026 09:30:05 EST
`;

const program = (name: string, file: string) => join(work, name, 'bin', `${file}.js`);

function run(file: string, args: readonly string[], env: Record<string, string>, input = ''): string {
  return execFileSync(process.execPath, [file, ...args], {
    cwd: root,
    env: { ...process.env, HOME: work, ...env },
    input,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

async function makeBook(): Promise<Record<string, unknown>> {
  const home = join(out, 'home');
  const env = { ZORIVEST_HOME: home };
  const zorivest = (...args: string[]) => run(program('zorivest', 'zorivest'), args, env, passphrase);
  zorivest('init', '--json');
  const file = join(work, 'statement.csv');
  writeFileSync(file, statement);
  zorivest('import', file, '--account', 'main', '--yes', '--json');
  const up = spawn(
    process.execPath,
    [program('zorivest', 'zorivest'), 'up', '--json', '--api-port', '0', '--mcp-port', '0'],
    { env: { ...process.env, HOME: work, ...env }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  try {
    const [line] = (await once(up.stdout, 'data')) as [Buffer];
    const { api } = JSON.parse(line.toString()) as { api: string };
    const person = createClient({ baseUrl: api, auth: { kind: 'passphrase', passphrase } });
    const { items } = await person.trades.list({ query: { instrument: 'AAPL' } });
    await person.tags.apply({ body: { exec_ids: items.map(({ exec_id }) => exec_id), add: ['breakout'] } });
    await person.plans.create({
      body: { ticker: 'KO', strategy_name: 'pullback', entry: 70, stop: 66, target: 80, conditions: 'holds 69' },
    });
    await person.journal.create({ body: { title: 'The first week', body: 'Sold too early.' } });
    await person.auth.createKey({ body: { name: 'assistant', role: 'read-write' } });
    return await figuresOf(person);
  } finally {
    const ended = once(up, 'exit');
    up.kill('SIGTERM');
    await ended;
  }
}

function keepCopies(): void {
  const home = join(out, 'home');
  const zorivest = (...args: string[]) =>
    run(program('zorivest', 'zorivest'), args, { ZORIVEST_HOME: home }, passphrase);
  zorivest('backup', '--json');
  zorivest('export', join(out, 'export.zip'), '--json');
  const [backup = ''] = globSync('backups/*.zvbak', { cwd: home });
  copyFileSync(join(home, backup), join(out, 'book.zvbak'));
  for (const folder of ['backups', 'logs', 'uploads', 'approvals'])
    rmSync(join(home, folder), { recursive: true, force: true });
  for (const file of globSync('{service.*,local.secret,*.sock,first-run.json,stop.*,*-wal,*-shm}', { cwd: home }))
    rmSync(join(home, file), { force: true });
}

function makeSnapshots(): unknown {
  const env = { MCP_PERF_HOME: join(out, 'perf') };
  const perf = (...args: string[]) => run(program('mcp-perf-server', 'mcp-perf-server'), [...args, '--json'], env);
  // Without its profiles, which would be most of the fixture.
  const logs = globSync('perf/examples/n_plus_one/{access,slow}*', { cwd: root }).map((file) => {
    const copy = join(out, basename(file));
    copyFileSync(join(root, file), copy);
    return copy;
  });
  perf('ingest', ...logs.toSorted());
  for (const log of logs) rmSync(log);
  return findingsOf(perf('analyze'));
}

/** What an analysis found, by kind. */
function findingsOf(printed: string): unknown {
  const { findings } = JSON.parse(printed) as { findings: readonly { readonly type: string }[] };
  return findings.map(({ type }) => type);
}

async function makeLedger(): Promise<unknown> {
  const env = {
    SWIMMY_HOME: join(out, 'swimmy'),
    SWIMMY_PORT_EXTERNAL: '25559',
    SWIMMY_PORT_BACKTEST_REQ: '25580',
    SWIMMY_PORT_BACKTEST_RES: '25581',
    SWIMMY_CONTROL_SOCKET: join(out, 'control.sock'),
  };
  mkdirSync(env.SWIMMY_HOME, { recursive: true });
  const worker = spawn(process.execPath, [program('swimmy-mcp', 'swimmy-worker')], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  try {
    const swimmy = (...args: string[]) => run(program('swimmy-mcp', 'swimmy-mcp'), args, env);
    swimmy('submit', 'swimmy/examples/golden-cross.json', '--watch', '--json');
    rmSync(join(env.SWIMMY_HOME, 'reports'), { recursive: true, force: true });
    return JSON.parse(swimmy('list', '--json')) as unknown;
  } finally {
    const ended = once(worker, 'exit');
    worker.kill('SIGTERM');
    await ended;
    dropFreePages(join(env.SWIMMY_HOME, 'state/requests.db'));
  }
}

/** Pages that hold nothing are half of a small ledger. */
function dropFreePages(path: string): void {
  const ledger = new DatabaseSync(path);
  ledger.exec('vacuum');
  ledger.close();
}

rmSync(out, { recursive: true, force: true });
rmSync(work, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
for (const pkg of published) {
  mkdirSync(join(work, pkg.name), { recursive: true });
  await stage(pkg, join(work, pkg.name), version);
}
const figures = await makeBook();
keepCopies();
const perf = makeSnapshots();
const swimmy = await makeLedger();
writeFileSync(join(out, RELEASED), `${JSON.stringify(await stepsOfToday(), null, 2)}\n`);
writeFileSync(
  join(out, 'expected.json'),
  `${JSON.stringify({ passphrase, figures: { ...figures, perf, swimmy } }, null, 2)}\n`,
);
rmSync(work, { recursive: true, force: true });
rmSync(join(out, 'control.sock'), { force: true });
const bytes = globSync('**', { cwd: out })
  .map((name) => statSync(join(out, name)))
  .reduce((sum, stats) => sum + (stats.isFile() ? stats.size : 0), 0);
console.log(`release/fixtures/${version}: ${(bytes / 1024).toFixed(0)} KiB`);
if (bytes > MOST_BYTES) {
  console.error('It is larger than 2 MB: make it smaller before it is committed.');
  process.exit(1);
}
rmSync(fixtureFolder, { recursive: true, force: true });
cpSync(out, fixtureFolder, { recursive: true });
rmSync(out, { recursive: true });
