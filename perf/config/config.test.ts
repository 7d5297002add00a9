import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { configPaths, loadConfig, variableOf } from './config.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'perf-config-'));

test('without file or environment the defaults hold, and the state lies under the working directory', () => {
  const cwd = folder();
  expect(loadConfig({}, cwd)).toMatchObject({
    home: join(cwd, 'var/mcp'),
    retention: { keep_last_n: 50, ttl_days: null },
    collector: { max_files_per_spx_dir: 500, copy_max_bytes: 10_485_760 },
    spx: { text_gz_max_decompressed_bytes: 1_073_741_824 },
  });
});

test('the environment overrides the file', () => {
  const cwd = folder();
  writeFileSync(join(cwd, 'mcp-perf.yaml'), 'collector:\n  copy_max_bytes: 5\nretention:\n  ttl_days: 7\n');
  const config = loadConfig({ MCP_PERF_COLLECTOR_COPY_MAX_BYTES: '9', MCP_PERF_HOME: '/srv/perf' }, cwd);
  expect(config).toMatchObject({ home: '/srv/perf', collector: { copy_max_bytes: 9 }, retention: { ttl_days: 7 } });
});

test('a misspelt setting and a value out of range are both reported', () => {
  const cwd = folder();
  writeFileSync(join(cwd, 'mcp-perf.yaml'), 'colector: {}\nretention:\n  keep_last_n: -1\n');
  expect(() => loadConfig({}, cwd)).toThrow(/keep_last_n.*colector|colector.*keep_last_n/s);
});

test('every setting has its own variable', () => {
  const variables = configPaths().map(({ path }) => variableOf(path));
  expect(new Set(variables).size).toBe(variables.length);
});

test('the README lists every setting with its default, and the name of its variable', () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8').replaceAll(/ +/g, ' ');
  expect(readme).toContain('such as `MCP_PERF_RETENTION_KEEP_LAST_N`');
  for (const { path, description, fallback } of configPaths()) {
    expect(variableOf(path)).toBe(`MCP_PERF_${path.join('_').toUpperCase()}`);
    expect(readme).toContain(`| \`${path.join('.')}\` | \`${String(fallback)}\` | ${description} |`);
  }
});
