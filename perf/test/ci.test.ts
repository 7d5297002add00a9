// The action for GitHub and the template for GitLab: their own steps are run, as the build server would run them.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { newFolder, nodeArgs } from './program.ts';
import { runHere } from './shell-here.ts';

const ci = join(import.meta.dirname, '../ci');

function timings(folder: string, name: string, ms: number): string {
  const path = join(folder, name);
  const requests = Array.from({ length: 10 }, (_, i) => ({ route: '/shop', status: 200, wall_ms: ms + (i % 3) }));
  writeFileSync(path, JSON.stringify({ format: 'ttfb_timings', version: 'collector-v1', requests }));
  return path;
}

/** A folder with the program on the path, a baseline pinned as main, and recordings as fast and slower. */
async function place() {
  const folder = newFolder();
  const home = join(folder, 'home');
  mkdirSync(join(folder, 'bin'));
  symlinkSync(nodeArgs[0]!, join(folder, 'bin', 'mcp-perf-server'));
  await runHere(['ingest', timings(folder, 'base.json', 100)], { home });
  await runHere(['pin', 'main'], { home });
  return { folder, home, same: timings(folder, 'same.json', 101), slower: timings(folder, 'slower.json', 300) };
}

function shell(script: string, cwd: string, env: Record<string, string>): Promise<{ code: number; out: string }> {
  return new Promise((resolve) => {
    execFile('bash', ['-e', '-c', script], { cwd, env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out: stdout + stderr }),
    );
  });
}

interface Step {
  readonly name: string;
  readonly run: string;
  readonly env?: Readonly<Record<string, string>>;
}

const action = parse(readFileSync(join(ci, 'github/action.yml'), 'utf8')) as {
  inputs: Record<string, { default?: string; required?: boolean }>;
  runs: { using: string; steps: Step[] };
};

/** Runs the action's steps one after another until one fails, with its expressions filled in as GitHub does. */
async function runAction(at: Awaited<ReturnType<typeof place>>, inputs: Record<string, string>, more = {}) {
  const output = join(at.folder, 'output');
  const summary = join(at.folder, 'summary');
  writeFileSync(output, '');
  writeFileSync(summary, '');
  const given: Record<string, string | undefined> = Object.fromEntries(
    Object.entries(action.inputs).map(([name, { default: value }]) => [name, inputs[name] ?? value]),
  );
  const fill = (text: string) =>
    text
      .replaceAll(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name: string) => given[name] ?? '')
      .replaceAll('${{ steps.compare.outputs.verdict }}', /verdict=(\d)/.exec(readFileSync(output, 'utf8'))?.[1] ?? '')
      .replaceAll('${{ github.event.pull_request.number }}', '7');
  const log: string[] = [];
  for (const step of action.runs.steps) {
    if (step.name === 'Comment' && given.comment !== 'true') continue;
    const env = Object.fromEntries(Object.entries(step.env ?? {}).map(([key, value]) => [key, fill(value)]));
    const { code, out } = await shell(step.run, at.folder, {
      PATH: `${join(at.folder, 'bin')}:${join(process.execPath, '..')}:${process.env.PATH}`,
      MCP_PERF_HOME: at.home,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_ACTION_PATH: join(ci, 'github'),
      GITHUB_REPOSITORY: 'acme/shop',
      ...env,
      ...more,
    });
    log.push(out);
    if (code !== 0) return { failed: step.name, code, log: log.join(''), summary: readFileSync(summary, 'utf8') };
  }
  return { failed: null, code: 0, log: log.join(''), summary: readFileSync(summary, 'utf8') };
}

test('the action passes unchanged code, fails slower code, and updates one comment', async () => {
  const at = await place();
  const github = await startGithub();
  const inputs = { baseline: 'main', comment: 'true', token: 't' };
  const api = { GITHUB_API_URL: github.url };
  const passed = await runAction(at, { ...inputs, files: at.same }, api);
  expect(passed).toMatchObject({ failed: null, summary: expect.stringContaining('✅ Passed') });
  const slower = await runAction(at, { ...inputs, files: at.slower }, api);
  github.server.close();
  expect(slower).toMatchObject({ failed: 'Verdict', code: 1, summary: expect.stringContaining('❌ Failed') });
  expect(slower.log).toContain('::error title=/shop%3A wall_ms_p50::/shop: 101 ms → 301 ms median');
  expect(JSON.parse(readFileSync(join(at.folder, 'mcp-perf.sarif'), 'utf8'))).toMatchObject({ version: '2.1.0' });
  expect(github.calls.filter((call) => !call.startsWith('GET'))).toEqual([
    'POST /repos/acme/shop/issues/7/comments',
    'PATCH /repos/acme/shop/issues/comments/2',
  ]);
  expect(github.comments).toHaveLength(2);
  expect(github.comments[1]!.body).toContain('❌ Failed');
});

test('without a baseline the action fails with the reason, and leaves the comments of others alone', async () => {
  const at = await place();
  const github = await startGithub();
  const inputs = { baseline: 'unknown', comment: 'true', token: 't', files: at.same };
  const result = await runAction(at, inputs, { GITHUB_API_URL: github.url });
  expect(result).toMatchObject({ failed: 'Verdict', code: 2, summary: expect.stringContaining('❓ Could not judge') });
  expect(github.comments.map(({ body }) => body)).toEqual([
    'looks good',
    expect.stringMatching(/^<!-- mcp-perf-server -->\n## ❓ Could not judge.*\n\n.*snapshot/),
  ]);
  writeFileSync(join(at.folder, 'empty.md'), '');
  const empty = await shell(`node ${join(ci, 'github/comment.mjs')} empty.md`, at.folder, {
    PATH: `${join(process.execPath, '..')}:${process.env.PATH}`,
    GITHUB_API_URL: github.url,
  });
  github.server.close();
  expect(empty.code).toBe(1);
  expect(github.comments[0]!.body).toBe('looks good');
});

/** The part of GitHub's API that manages comments; a comment of another user already exists. */
async function startGithub() {
  const comments: { id: number; body: string }[] = [{ id: 1, body: 'looks good' }];
  const calls: string[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      calls.push(`${request.method} ${request.url?.split('?')[0]}`);
      const id = Number(/comments\/(\d+)$/.exec(request.url ?? '')?.[1] ?? comments.length + 1);
      if (request.method === 'POST') comments.push({ id, ...(JSON.parse(text) as { body: string }) });
      if (request.method === 'PATCH') comments.find((one) => one.id === id)!.body = JSON.parse(text).body;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(request.method === 'GET' ? comments : {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, comments, calls, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test("GitLab's template writes its reports and fails the job on a regression", async () => {
  const at = await place();
  const template = parse(readFileSync(join(ci, 'gitlab.yml'), 'utf8')) as {
    performance: {
      script: string[];
      variables: Record<string, string>;
      artifacts: { reports: Record<string, string> };
    };
  };
  const { script, variables, artifacts } = template.performance;
  const runJob = (files: string) =>
    shell(script.join('\n'), at.folder, {
      PATH: `${join(at.folder, 'bin')}:${join(process.execPath, '..')}:${process.env.PATH}`,
      MCP_PERF_HOME: at.home,
      ...variables,
      PERF_FILES: files,
      PERF_BASELINE: 'main',
    });
  expect((await runJob(at.same)).code).toBe(0);
  expect((await runJob(at.slower)).code).toBe(1);
  const issues = JSON.parse(readFileSync(join(at.folder, artifacts.reports.codequality!), 'utf8')) as object[];
  expect(issues).toMatchObject([{ check_name: 'wall_ms_p50', severity: 'major' }]);
  expect(readFileSync(join(at.folder, artifacts.reports.junit!), 'utf8')).toContain('failures="1"');
});
