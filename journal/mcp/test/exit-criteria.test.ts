/** The exit criteria of the server's specification, in its words and order, each with a check that runs. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createJournalServer } from '../index.ts';
import { openBench, type Assistant, type Bench } from './fixture-service.ts';

const DOWN = { apiUrl: 'http://127.0.0.1:1' };
const { catalogue, surface } = createJournalServer(DOWN);
const surfaceOf = (name: string) => surface({ client: { name, version: '1.0.0' } });

let bench: Bench;
let claude: Assistant;
let cursor: Assistant;
let cline: Assistant;

beforeAll(async () => {
  bench = await openBench();
  const { wire } = await bench.serve({ host: { env: { ZORIVEST_HOME: bench.home } } });
  [claude, cursor, cline] = (await Promise.all(
    ['claude-code', 'cursor', 'Cline'].map((name) => bench.connect(name, { url: wire.url })),
  )) as [Assistant, Assistant, Assistant];
});
afterAll(() => bench.close());

it('tool schemas validate input and output correctly', async () => {
  const { tools } = await claude.client.listTools();
  expect(tools.filter(({ inputSchema }) => inputSchema.type !== 'object')).toEqual([]);
  expect((await claude.call('get_settings', { key: 7 })).data.code).toBe('invalid_arguments');
  // Where a list has output schemas, the client checks what it is given against them, and throws.
  expect((await claude.call('get_settings', { key: 'ui.theme' })).structured).toMatchObject({ value: 'system' });
});

it('guard middleware blocks and allows tools based on the state of the guard', async () => {
  await bench.api.guard.lock({ body: { reason: 'test' } });
  expect((await claude.call('list_trades')).data.code).toBe('guard_locked');
  await bench.api.guard.unlock();
  expect((await claude.call('list_trades')).isError).toBe(false);
});

describe('zorivest_diagnose', () => {
  it('returns a valid report when the backend is up and when it is down', async () => {
    expect((await claude.call('zorivest_diagnose')).data).toMatchObject({ backend: { reachable: true } });
    const alone = await bench.connect('claude-code', { server: DOWN });
    const report = await alone.call('zorivest_diagnose');
    expect(report).toMatchObject({ isError: false, data: { backend: { reachable: false } } });
  });

  it('never reveals API keys in its output', async () => {
    const secret = 'polygon-key-0123456789';
    await bench.person.market.configureProvider({ params: { name: 'polygon' }, body: { api_key: secret } });
    const report = JSON.stringify(await claude.call('zorivest_diagnose', { verbose: true }));
    expect(report).toContain('"has_key":true');
    for (const key of [secret, bench.apiKey]) expect(report).not.toContain(key);
  });
});

describe('zorivest_launch_gui', () => {
  it("opens the service's own page in the browser, without a secret in its address", async () => {
    const folder = mkdtempSync(join(tmpdir(), 'exit-browser-'));
    const opened = join(folder, 'opened');
    writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\necho "$1" > "${opened}"\n`);
    chmodSync(join(folder, 'xdg-open'), 0o755);
    const { PATH = '' } = process.env;
    process.env.PATH = `${folder}:${PATH}`;
    const host = { env: { PATH: '/nowhere', DISPLAY: ':0' }, serverDir: '/', platform: 'linux' as const };
    const { data } = await (await bench.connect('claude-code', { server: { host } })).call('zorivest_launch_gui');
    process.env.PATH = PATH;
    expect(data).toMatchObject({ gui_found: true, method: 'page' });
    await expect.poll(() => readFileSync(opened, { encoding: 'utf8', flag: 'a+' })).toBe(`${String(data.url)}\n`);
    expect(data.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    rmSync(folder, { recursive: true });
  });
});

it('metrics compose correctly with the guard: a refused call is counted as a failed one', async () => {
  const who = await bench.connect('claude-code');
  await who.call('list_trades');
  await bench.api.guard.lock({ body: { reason: 'test' } });
  await who.call('list_trades');
  await bench.api.guard.unlock();
  const { metrics } = (await who.call('zorivest_diagnose', { verbose: true })).data;
  expect(metrics).toMatchObject({ per_tool: { list_trades: { call_count: 2, error_count: 1 } } });
});

describe('the service tools', () => {
  it('status returns health and process metrics when the backend is up', async () => {
    const { data } = await claude.call('zorivest_service_status');
    expect(data).toMatchObject({ backend: 'running', pid: process.pid, memory_mb: expect.any(Number) as number });
  });

  it('restart triggers a graceful shutdown and polls for recovery', async () => {
    const before = bench.service;
    expect((await claude.call('zorivest_service_restart', { confirm: 'RESTART' })).data.status).toBe('restarted');
    expect(bench.service).not.toBe(before);
    expect((await claude.call('list_trades')).isError).toBe(false);
  });

  it('logs returns the log directory and the files in it', async () => {
    const { data } = await claude.call('zorivest_service_logs');
    expect(data.log_directory).toBe(join(bench.home, 'logs'));
    expect(data.log_files).not.toEqual([]);
  });
});

it('all tools have the annotation block', async () => {
  const { tools } = await claude.client.listTools();
  const bare = tools.filter(({ annotations: hints }) =>
    [hints?.readOnlyHint, hints?.destructiveHint, hints?.idempotentHint].includes(undefined),
  );
  expect(bare.map(({ name }) => name)).toEqual([]);
});

it('--toolsets filters the tools, and the default is at most 40', async () => {
  expect(surfaceOf('cursor').tools.length).toBeLessThanOrEqual(40);
  const tax = await bench.connect('cursor', { server: { operator: { toolsets: ['tax'] } } });
  const names = await tax.names();
  expect(names).toContain('get_tax_lots');
  expect(names).not.toContain('list_trades');
});

it.each([
  ['claude-code', 'anthropic'],
  ['Cline', 'dynamic'],
  ['cursor', 'static'],
])('client detection puts %s in the mode %s', (name, mode) => {
  expect(surfaceOf(name).mode).toBe(mode);
});

it('meta-tools return accurate state', async () => {
  const sizes = catalogue.toolsets.map(({ name }) => ({ name, tool_count: catalogue.members(name)?.length }));
  const { data } = await cursor.call('list_available_toolsets');
  expect(data.toolsets).toMatchObject(sizes);
  const tax = await cursor.call('describe_toolset', { toolset_name: 'tax' });
  expect((tax.data.tools as unknown[]).length).toBe(8);
  expect(tax.data.loaded).toBe(false);
});

it('get_confirmation_token issues valid 60 s tokens for destructive operations, and for no others', async () => {
  const params = { provider_name: 'polygon', confirm_destructive: true };
  const who = await bench.connect('cursor', { server: { operator: { toolsets: ['market-data', 'discovery'] } } });
  const { data } = await who.call('get_confirmation_token', { action: 'disconnect_market_provider', params });
  expect(data.expires_in_seconds).toBe(60);
  const done = await who.call('disconnect_market_provider', { ...params, confirmation_token: data.token });
  expect(done.data.status).toBe('removed');
  expect((await who.call('get_confirmation_token', { action: 'list_trades', params: {} })).isError).toBe(true);
});

describe('enable_toolset', () => {
  it('sends notifications/tools/list_changed on dynamic clients', async () => {
    let changes = 0;
    cline.client.setNotificationHandler('notifications/tools/list_changed', () => {
      changes += 1;
    });
    expect((await cline.call('enable_toolset', { toolset_name: 'tax' })).data.status).toBe('enabled');
    await expect.poll(() => changes).toBe(1);
    expect(await cline.names()).toContain('get_tax_lots');
  });

  it('returns guidance on static clients', async () => {
    const { data } = await cursor.call('enable_toolset', { toolset_name: 'tax' });
    expect(JSON.stringify(data)).toContain('--toolsets');
  });
});

/** Criteria with a test of their own elsewhere; renaming or removing that test is noticed here. */
it.each([
  ['MCP Inspector shows correct tool registration', 'test/conformance.test.ts', 'lists the tools over HTTP'],
  [
    'expansion tools delegate correctly to REST endpoints',
    'test/every-tool.test.ts',
    'every tool has its cases, and every case its tool',
  ],
  [
    'MetricsCollector accurately computes latency percentiles and error rates',
    '../../kernel/call/metrics.test.ts',
    'percentiles are those of the recorded latencies',
  ],
])('%s', (_, file, test) => {
  expect(readFileSync(join(import.meta.dirname, '..', file), 'utf8')).toContain(`'${test}'`);
});
