import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command, root, startHttp, type RunningHttp } from './example.ts';

const execute = promisify(execFile);
const bin = (name: string) => join(root, 'node_modules/.bin', name);

describe('the official conformance suite', () => {
  let example: RunningHttp;
  beforeAll(async () => {
    example = await startHttp();
  });
  afterAll(() => example.stop());

  const folder = join(root, 'kernel/conformance');
  const expectedFailures = (revision: string) =>
    [`expected-failures-${revision}.yml`, 'expected-failures.yml']
      .map((name) => join(folder, name))
      .filter((file) => existsSync(file))
      .slice(0, 1);

  test.each(['2025-11-25', '2026-07-28'])('passes for what %s requires', async (revision) => {
    const { stdout } = await execute(
      bin('conformance'),
      [
        ['server', '--url', example.url, '--requirements', revision],
        expectedFailures(revision).flatMap((file) => ['--expected-failures', file]),
      ].flat(),
      { cwd: mkdtempSync(join(tmpdir(), 'conformance-')), maxBuffer: 64 * 1024 * 1024 },
    );
    expect(stdout).toContain('tools-call-simple-text: 2 passed, 0 failed');
    // Extensions are run but not scored: that they pass is demanded here.
    const tasks = stdout.match(/^\S tasks-\S+: \d+ passed, \d+ failed/gm) ?? [];
    expect(tasks).toHaveLength(revision === '2026-07-28' ? 10 : 0);
    for (const line of tasks) expect(line).toMatch(/, 0 failed$/);
  });

  test('excuses at most five failures, each with a reason on its line', () => {
    const excused = readFileSync(join(folder, 'expected-failures.yml'), 'utf8')
      .split('\n')
      .filter((line) => /^\s*- /.test(line));
    expect(excused.length).toBeLessThanOrEqual(5);
    for (const line of excused) expect(line).toMatch(/# \S+/);
  });
});

describe("the Inspector's command line", () => {
  const inspect = async (...args: string[]) => {
    const { stdout } = await execute(
      bin('mcp-inspector'),
      [['--cli', command.command, ...command.args, '--stdio', '--format', 'json'], args].flat(),
    );
    return JSON.parse(stdout) as { result: Record<string, unknown> };
  };

  test('lists the tools', async () => {
    const { result } = await inspect('--method', 'tools/list');
    expect((result.tools as { name: string }[]).map(({ name }) => name)).toContain('echo');
  });

  test('calls one', async () => {
    const call = ['--method', 'tools/call', '--tool-name', 'echo', '--tool-args-json', '{"message":"hi"}'];
    expect((await inspect(...call)).result).toMatchObject({ content: [{ text: '{"message":"hi"}' }] });
  });
});

test('the example runs as one npm command, with nothing but protocol on its output', async () => {
  const child = execute('npm', ['run', '-s', '-w', 'kernel', 'example', '--', '--stdio'], { cwd: root });
  child.child.stdin?.end('{"jsonrpc":"2.0","id":1,"method":"echo","params":{"message":"hi"}}\n');
  expect((await child).stdout).toBe('{"jsonrpc":"2.0","id":1,"result":{"message":"hi"}}\n');
});
