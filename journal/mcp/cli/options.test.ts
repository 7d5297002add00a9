import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createJournalServer } from '../server.ts';
import { readOptions } from './options.ts';

const folder = mkdtempSync(join(tmpdir(), 'options-'));
afterAll(() => rmSync(folder, { recursive: true }));

function config(content: unknown): { readonly ZORIVEST_TOOLSET_CONFIG: string } {
  const file = join(folder, `${Math.random()}.json`);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return { ZORIVEST_TOOLSET_CONFIG: file };
}

/** What a client would be shown by a server started like this. */
async function listTools(
  client: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<string[]> {
  const { apiUrl, operator } = await readOptions(args, env);
  const surface = createJournalServer({ apiUrl, operator }).surface(
    client === 'modern' ? { era: 'modern' } : { client: { name: client, version: '1' } },
  );
  return surface.tools.map(({ name }) => name);
}

describe('toolsets', () => {
  const env = config({
    defaultToolsets: ['scheduling'],
    clientOverrides: { cursor: ['market-data'], 'claude-code': ['all'] },
  });

  it('come from the file by default, or by client', async () => {
    expect(await listTools('zed', [], env)).toContain('run_pipeline');
    expect(await listTools('zed', [], env)).not.toContain('list_trades');
    expect(await listTools('cursor-vscode', [], env)).toContain('get_stock_quote');
    expect(await listTools('cursor-vscode', [], env)).not.toContain('run_pipeline');
  });

  it('of a flag replace the defaults and the file, but for those that are always there', async () => {
    const names = await listTools('cursor', ['--toolsets', 'trade-planning'], env);
    expect(names).toContain('create_trade_plan');
    expect(names).toContain('create_trade');
    expect(names).toContain('get_settings');
    expect(names).not.toContain('get_stock_quote');
    expect(names).not.toContain('list_trades');
  });

  it('are all listed to a client that defers, whatever was chosen', async () => {
    const all = await listTools('claude-code');
    expect(await listTools('claude-code', ['--toolsets', 'tax'])).toEqual(all);
    expect(await listTools('cursor', [], { ZORIVEST_CLIENT_MODE: 'anthropic' })).toEqual(all);
    expect((await listTools('modern', ['--toolsets', 'tax'])).length).toBeLessThan(all.length);
  });
});

it('a read-only server offers no writing tool except three and the way to pending calls', async () => {
  const { apiUrl, operator } = await readOptions(['--read-only'], {});
  const { tools } = createJournalServer({ apiUrl, operator }).surface({ era: 'modern' });
  expect(tools.filter(({ annotations }) => !annotations.readOnlyHint).map(({ name }) => name)).toEqual([
    'zorivest_emergency_stop',
    'zorivest_emergency_unlock',
    'zorivest_launch_gui',
    'get_task',
  ]);
});

it('an exposed server says where it is, whose tokens it takes and through which key', async () => {
  const exposed = ['--http', '--public-url', 'https://a.example/mcp', '--issuer', 'https://login.example'];
  expect((await readOptions(exposed, { ZORIVEST_API_KEY: 'zrv_sk_x' })).auth).toEqual({
    resource: 'https://a.example/mcp',
    issuer: 'https://login.example',
  });
  await expect(readOptions(exposed, {})).rejects.toThrow('ZORIVEST_API_KEY');
  await expect(readOptions(['--http', '--issuer', 'https://login.example'], {})).rejects.toThrow('--public-url');
  await expect(readOptions(['--public-url', 'https://a.example/mcp'], {})).rejects.toThrow('--http');
  expect((await readOptions([], {})).auth).toBeUndefined();
});

it('flags beat the environment', async () => {
  const env = { ZORIVEST_API_URL: 'http://127.0.0.1:1', ZORIVEST_MCP_PORT: '2' };
  expect(await readOptions([], env)).toMatchObject({ apiUrl: 'http://127.0.0.1:1', port: 2, transport: 'stdio' });
  expect(await readOptions(['--http', '--port', '3', '--api-url', 'http://127.0.0.1:4'], env)).toMatchObject({
    apiUrl: 'http://127.0.0.1:4',
    port: 3,
    transport: 'http',
  });
});

describe('what makes no sense is refused in words:', () => {
  it.each([
    ['an unknown layout', ['--layout', 'flat'], {}, 'discrete, composite, dispatch, auto'],
    ['an unknown flag', ['--tools'], {}, '--help'],
    ['no toolset at all', ['--toolsets', ','], {}, 'at least one name'],
    ['an unknown mode', [], { ZORIVEST_CLIENT_MODE: 'fast' }, 'anthropic, dynamic, static'],
    ['an unknown confirmation', [], { ZORIVEST_CONFIRM: 'maybe' }, 'person, app, token, block'],
    ['an address that is none', ['--api-url', 'localhost'], {}, 'not an address'],
    ['a port that is none', ['--http', '--port', 'x'], {}, 'not a port'],
    ['a configuration that is not there', [], { ZORIVEST_TOOLSET_CONFIG: '/no/such.json' }, 'cannot be read'],
    ['a configuration that is not JSON', [], config('{'), 'not valid JSON'],
    ['a configuration with a misspelt field', [], config({ toolsets: [] }), 'toolsets'],
  ])('%s', async (_, args, env, message) => {
    await expect(readOptions(args, env as Record<string, string>)).rejects.toThrow(message);
  });
});
