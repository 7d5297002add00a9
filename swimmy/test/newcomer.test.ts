// The README's first page, run as it stands: a worker, a submit that is watched, a report that opens. And the units.
import { requestSchema } from '@zorivest/engine';
import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newTestHome, startGatewayProcess, startWorkerProcess } from './support.ts';

const PACKAGE = join(import.meta.dirname, '..');

function command(
  bin: string,
  args: readonly string[],
  env: Record<string, string>,
  cwd: string,
): Promise<{ code: number | null; out: string; err: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(PACKAGE, 'bin', bin), ...args], {
      env,
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk) => (out += String(chunk)));
    child.stderr.on('data', (chunk) => (err += String(chunk)));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, out, err }));
  });
}

test('a newcomer runs the sample strategy, watches it and finds its report', async () => {
  await using home = await newTestHome();
  await cp(join(PACKAGE, 'examples'), join(home.home, 'swimmy/examples'), { recursive: true });
  // No key is needed for one's own commands; only a served gateway asks for one.
  const { SWIMMY_MCP_API_KEY: _key, ...env } = home.env;
  await using _worker = await startWorkerProcess(home);
  const inShell = (...args: string[]) => command('swimmy-mcp.js', args, env, home.home);
  const data = await inShell('data', 'swimmy/examples');
  expect(data.out).toMatch(/usdjpy +2020-01-01 00:00 .* 3000 +15 min +0 +swimmy\/examples\/usdjpy-m15\.csv/);
  const checked = await inShell('validate', 'swimmy/examples/golden-cross.json');
  expect(checked).toMatchObject({ code: 0, out: expect.stringMatching(/can be run\n[\s\S]*3000 bars[\s\S]*9 runs/) });
  const submitted = await command(
    'swimmy-mcp.js',
    ['submit', 'swimmy/examples/golden-cross.json', '--watch'],
    env,
    home.home,
  );
  expect(submitted.err + submitted.out).toMatch(/accepted: .*\n[\s\S]*done[\s\S]*Sharpe[\s\S]*report \//);
  expect(submitted.code).toBe(0);
  const report = await command('swimmy-mcp.js', ['report', '--json'], env, home.home);
  const { report_file } = JSON.parse(report.out) as { report_file: string };
  expect(await readFile(report_file, 'utf8')).toContain('<svg');
});

test.each(['golden-cross.json', 'trend-by-day.json'])('%s is a request the gateway takes', async (name) => {
  const text = await readFile(join(PACKAGE, 'examples', name), 'utf8');
  expect(requestSchema.safeParse(JSON.parse(text)).error?.issues).toBeUndefined();
});

test('commands that cannot work say what to do', async () => {
  await using home = await newTestHome();
  const bad = join(home.home, 'bad.json');
  await cp(join(PACKAGE, 'package.json'), bad);
  expect((await command('swimmy-mcp.js', ['submit', bad], home.env, home.home)).err).toMatch(
    /strategy: .*required|strategy: /,
  );
  const refused = await command('swimmy-mcp.js', ['validate', bad], home.env, home.home);
  expect(refused).toMatchObject({ code: 1, out: expect.stringMatching(/cannot be run:\n[\s\S]*strategy/) });
  expect((await command('swimmy-mcp.js', ['dance'], home.env, home.home)).err).toMatch(/--help/);
  expect((await command('swimmy-mcp.js', ['report'], home.env, home.home)).err).toMatch(/"report": true/);
  expect((await command('swimmy-worker.js', ['--help'], home.env, home.home)).out).toMatch(/usage/);
});

/** The command and environment of a unit, with the installation's paths put in. */
async function unit(name: string): Promise<{ readonly exec: string[]; readonly env: Record<string, string> }> {
  const text = await readFile(join(PACKAGE, 'deploy', name), 'utf8');
  const exec = /^ExecStart=(.+)$/m.exec(text)?.[1]?.split(/\s+/) ?? [];
  const env = Object.fromEntries(
    [...text.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, key = '', value = '']) => [key, value]),
  );
  return { exec, env };
}

test('the systemd units start what they name', async () => {
  const worker = await unit('swimmy-worker.service');
  expect(worker.exec).toEqual(['/usr/bin/env', 'swimmy-worker']);
  const gateway = await unit('swimmy-mcp@.service');
  expect(gateway.exec).toEqual(['/usr/bin/env', 'swimmy-mcp']);
  const bins = JSON.parse(await readFile(join(PACKAGE, 'package.json'), 'utf8')) as { bin: Record<string, string> };
  expect(Object.keys(bins.bin)).toEqual(expect.arrayContaining(['swimmy-worker', 'swimmy-mcp']));

  await using testHome = await newTestHome();
  const home = await mkdtemp(join(tmpdir(), 'swimmy-unit-'));
  try {
    await using _worker = await startWorkerProcess(testHome, worker.exec.slice(2), {
      ...worker.env,
      SWIMMY_HOME: home,
    });
    await using served = startGatewayProcess(testHome, { ...gateway.env, SWIMMY_HOME: home });
    expect((await served.call('health.ping')).result).toEqual({ status: 'ok' });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
});
