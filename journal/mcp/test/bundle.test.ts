/**
 * How others get the server: the bundle a person installs with a click, unpacked somewhere else and started as its
 * manifest says, and the registry's server.json.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import pkg from '../package.json' with { type: 'json' };
import registered from '../server.json' with { type: 'json' };
import { openBench, type Bench } from './fixture-service.ts';

interface Manifest {
  readonly version: string;
  readonly server: {
    readonly entry_point: string;
    readonly mcp_config: {
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    };
  };
  readonly tools: readonly { readonly name: string; readonly description: string }[];
  readonly user_config: Readonly<Record<string, { readonly sensitive?: boolean; readonly required: boolean }>>;
}

const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'zorivest-bundle-'));
let bench: Bench;
let manifest: Manifest;
let names: string[];

beforeAll(async () => {
  bench = await openBench();
  const file = join(folder, 'zorivest.mcpb');
  execFileSync(process.execPath, ['--conditions=source', 'scripts/release/mcpb.ts', file], { cwd: root });
  const files = unzipSync(readFileSync(file));
  names = Object.keys(files);
  for (const [name, data] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), data);
  }
  manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;
});
afterAll(async () => {
  await bench.close();
  rmSync(folder, { recursive: true });
});

it('says its version, its tools and what the person must give', () => {
  expect(manifest.version).toBe(pkg.version);
  for (const { description } of manifest.tools) expect(description).not.toMatch(/\{[a-z_]+\}/);
  expect(manifest.user_config.api_key).toMatchObject({ sensitive: true, required: true });
  expect(names).toContain(manifest.server.entry_point);
});

it('works where it is unpacked, with nothing else installed', async () => {
  const { args, env } = manifest.server.mcp_config;
  const bundleEnv: Record<string, string> = {
    __dirname: folder,
    'user_config.api_key': bench.apiKey,
    'user_config.api_url': bench.service.url,
  };
  const fillIn = (text: string) => text.replaceAll(/\$\{([^}]+)\}/g, (_, name: string) => bundleEnv[name] ?? '');
  const client = new Client({ name: 'claude-ai', version: '1' }, { versionNegotiation: { mode: 'legacy' } });
  await client.connect(
    new StdioClientTransport({
      // The client brings its own Node; here it is the one the tests run on.
      command: process.execPath,
      args: args.map(fillIn),
      env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fillIn(value)])),
      cwd: folder,
      stderr: 'ignore',
    }),
  );
  const { tools } = await client.listTools();
  const result = await client.callTool({ name: 'get_settings', arguments: { key: 'ui.theme' } });
  await client.close();
  expect(tools.map(({ name }) => name)).toEqual(manifest.tools.map(({ name }) => name));
  expect(JSON.stringify(result.content)).toContain('system');
});

it('is registered within what the registry takes', () => {
  expect(registered.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  expect(registered.description.length).toBeLessThanOrEqual(100);
});
