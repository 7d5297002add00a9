/**
 * The bundles a person installs with a click: unpacked by the format's own tool in an empty folder, started as their manifest
 * says with whatever `node` the machine has, and used for a first hour. Nothing of this repository is in reach.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createClient } from '@zorivest/contract';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { published } from '../release/published.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
const mcpbTool = join(root, 'node_modules/@anthropic-ai/mcpb/dist/cli/cli.js');

interface Manifest {
  readonly icon: string;
  readonly server: {
    readonly entry_point: string;
    readonly mcp_config: { readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> };
  };
  readonly tools: readonly { readonly name: string; readonly description: string }[];
  readonly user_config: Readonly<Record<string, { readonly required: boolean }>>;
}

/** The oldest Node there is: a client brings its own, which need not be ours. */
const clientNode =
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((place) => join(place, 'node'))
    .filter((node) => !node.includes('node_modules'))
    .find((node) => spawnSync(node, ['--version']).status === 0) ?? process.execPath;

const folderOf = (name: string) => join(folder, name);
const manifestOf = (name: string) =>
  JSON.parse(readFileSync(join(folderOf(name), 'manifest.json'), 'utf8')) as Manifest;

let client: Client | undefined;
afterEach(async () => {
  await client?.close();
  client = undefined;
});

/** As a desktop client does it; what a person left empty stays the variable's own text. */
async function install(name: string, env: Record<string, string> = {}): Promise<Client> {
  const { args, env: wanted } = manifestOf(name).server.mcp_config;
  client = new Client({ name: 'claude-ai', version: '1' }, { versionNegotiation: { mode: 'legacy' } });
  await client.connect(
    new StdioClientTransport({
      command: clientNode,
      args: args.map((arg) => arg.replaceAll('${__dirname}', folderOf(name))),
      env: { ...wanted, HOME: folder, PATH: join(folder, 'bin'), ...env },
      cwd: folder,
      stderr: 'ignore',
    }),
  );
  return client;
}

/** The JSON of a tool's answer; throws what a refusal says. */
async function ask(name: string, args: Record<string, unknown> = {}): Promise<unknown> {
  const answer = await client?.callTool({ name, arguments: args });
  const [{ text } = { text: '' }] = (answer?.content ?? []) as { text: string }[];
  if (answer?.isError === true) throw new Error(text);
  return JSON.parse(text) as unknown;
}

beforeAll(() => {
  execFileSync('npm', ['run', '-s', 'bundle'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  for (const { name } of published) {
    const file = join(root, 'dist/mcpb', `${name}-${process.platform}-${process.arch}.mcpb`);
    execFileSync(process.execPath, [mcpbTool, 'unpack', file, folderOf(name)]);
    execFileSync(process.execPath, [mcpbTool, 'validate', folderOf(name)]);
  }
  mkdirSync(join(folder, 'bin'));
  const opened = join(folder, 'opened');
  writeFileSync(join(folder, 'bin/xdg-open'), `#!/bin/sh\nprintf %s "$1" > ${opened}\n`);
  chmodSync(join(folder, 'bin/xdg-open'), 0o755);
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(published)('$name says its tools and its icon, and requires nothing of a person', ({ name }) => {
  const { tools, icon, server, user_config } = manifestOf(name);
  expect(tools.length).toBeGreaterThan(5);
  for (const { description } of tools) expect(description).not.toMatch(/\{[a-z_]+\}/);
  expect(Object.values(user_config).some(({ required }) => required)).toBe(false);
  expect(existsSync(join(folderOf(name), server.entry_point))).toBe(true);
  const png = readFileSync(join(folderOf(name), icon));
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([512, 512]);
});

it('the journal: a double click, a passphrase, an Allow, and the first statement can be queried', async () => {
  await install('zorivest');
  const listed = (await client?.listTools())?.tools.map(({ name }) => name);
  expect(listed).toEqual(manifestOf('zorivest').tools.map(({ name }) => name));
  await expect.poll(() => existsSync(join(folder, 'opened')), { timeout: 30_000 }).toBe(true);
  const { origin, hash } = new URL(readFileSync(join(folder, 'opened'), 'utf8'));
  const passphrase = 'a passphrase of the first hour';
  const made = await fetch(`${origin}/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ticket: hash.slice(1), passphrase }),
  });
  expect(made.status).toBe(201);
  const person = createClient({ baseUrl: origin, auth: { kind: 'passphrase', passphrase } });
  const waiting = () =>
    person.pairings.list().then(
      ({ items }) => items,
      () => [],
    );
  await expect.poll(waiting, { timeout: 30_000 }).toMatchObject([{ client: 'Claude Desktop' }]);
  const [card] = await waiting();
  await person.pairings.decide({ params: { id: card?.id ?? '' }, body: { decision: 'allow', mode: 'write' } });
  await person.accounts.create({ body: { account_id: 'main', name: 'main', account_type: 'broker' } });
  const statement = join(folder, 'webull.csv');
  writeFileSync(
    statement,
    `Name,Symbol,Side,Status,Filled,Total Qty,Price,Avg Price,Time-in-Force,Placed Time,Filled Time
Apple,AAPL,Buy,Filled,10,10,@185.00,184.95,DAY,01/02/2026 09:30:00 EST,01/02/2026 09:30:05 EST
Apple,AAPL,Sell,Filled,10,10,@190.00,190.05,DAY,01/06/2026 10:30:00 EST,01/06/2026 10:30:05 EST
`,
  );
  await ask('import_broker_csv', { file_path: statement, account_id: 'main' });
  expect(await ask('get_expectancy_metrics', { period: 'all' })).toMatchObject({ trade_count: 1, total_pnl: 51 });
});

it('the performance analyst: its examples are read, and their fault is found', async () => {
  await install('mcp-perf-server');
  const examples = join(folderOf('mcp-perf-server'), 'server/examples/n_plus_one');
  const artifacts = ['slow.log.gz', 'access.log', 'timings.json'].map((name) => ({ path: join(examples, name) }));
  const { normalized_snapshot_id } = (await ask('artifacts_ingest', { artifacts })) as Record<string, unknown>;
  expect(JSON.stringify(await ask('analysis_run', { normalized_snapshot_id }))).toContain('n_plus_one');
  expect(existsSync(join(folder, '.local/share/mcp-perf-server'))).toBe(true);
});

it('the backtest gateway: a strategy is run by the bundled worker, without any key', async () => {
  await install('swimmy-mcp', {
    SWIMMY_PORT_EXTERNAL: '35559',
    SWIMMY_PORT_BACKTEST_REQ: '35580',
    SWIMMY_PORT_BACKTEST_RES: '35581',
  });
  const strategy = { name: 'cross', indicator_type: 'ema', sma_short: 20, sma_long: 100, sl: 0.25, tp: 0.5, volume: 1 };
  const candles_file = join(folderOf('swimmy-mcp'), 'server/examples/usdjpy-m15.csv');
  const submit = () =>
    ask('backtest_submit', { strategy, symbol: 'USDJPY', candles_file }).then(
      (answer) => (answer as { readonly request_id: string }).request_id,
      () => null,
    );
  // The worker is a process of its own: it listens a moment later.
  let request_id: string | null = null;
  await expect.poll(async () => (request_id = await submit())).not.toBeNull();
  expect(JSON.stringify(await ask('backtest_result', { request_id, wait_seconds: 60 }))).toContain('trades');
});

it('without any real Node it says in one sentence what to install', async () => {
  rmSync(join(folderOf('swimmy-mcp'), 'node'), { recursive: true });
  const { status } = spawnSync(clientNode, ['-p', 'process.exit(require("node:crypto").argon2 ? 1 : 0)']);
  if (status !== 0 || existsSync('/usr/local/bin/node')) return;
  await expect(install('swimmy-mcp')).rejects.toThrow('install it from https://nodejs.org');
});

it('of another platform, it says which one to install instead', async () => {
  const file = join(folderOf('swimmy-mcp'), 'start/program.json');
  const program = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  writeFileSync(file, JSON.stringify({ ...program, platform: 'win32-x64' }));
  await expect(install('swimmy-mcp')).rejects.toThrow(
    `for win32-x64, and this machine is ${process.platform}-${process.arch}: install swimmy-mcp-${process.platform}-${process.arch}.mcpb`,
  );
});
