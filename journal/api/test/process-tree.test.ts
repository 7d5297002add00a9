// All processes of the service together, with real ones that take memory.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { type Member, processTree, toEnd, watchProcessTree, workedMs } from '@zorivest/store';

const started: ChildProcess[] = [];
const stops: (() => void)[] = [];

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

const holdingScript = (megabytes: number) =>
  `const held = Buffer.alloc(${megabytes} * 1048576, 1); console.log(held.length); setInterval(() => {}, 1000)`;

/** Runs until it is ended; has written its first line. */
async function running(script: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  started.push(child);
  if (child.stdout !== null) await once(child.stdout, 'data');
  return child;
}

/** A process that holds so much, and says so. */
const holding = (megabytes: number) => running(holdingScript(megabytes));

/** One that started others, each of which holds so much, and is then too busy to notice their ends, as the writer in an import. */
const busyOver = (megabytes: readonly number[]) =>
  running(`
    const { spawn } = require('node:child_process');
    const others = ${JSON.stringify(megabytes.map(holdingScript))}.map((script) => {
      const { stdout } = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
      return new Promise((resolve) => stdout.once('data', resolve));
    });
    Promise.all(others).then(() => {
      require('node:fs').writeSync(1, 'ready');
      for (;;);
    });
  `);

const memoryOfAll = () => processTree(process.pid).reduce((sum, { megabytes }) => sum + megabytes, 0);

it.runIf(process.platform === 'linux')(
  'the largest process that does not hold the book is ended when all together take too much, and only that one',
  async () => {
    const service = await holding(150);
    const small = await holding(20);
    const large = await holding(100);
    const ended: Member[] = [];
    const over = once(large, 'exit');
    // With the large one gone there is room again.
    const mostMb = memoryOfAll() - 50;
    stops.push(
      watchProcessTree({ book: () => [service.pid], ended: (member) => ended.push(member), mostMb: () => mostMb }),
    );
    expect(await over).toEqual([null, 'SIGUSR2']);
    await expect.poll(memoryOfAll).toBeLessThan(mostMb);
    expect(ended).toMatchObject([{ pid: large.pid }]);
    expect([service.exitCode, service.signalCode, small.exitCode, small.signalCode]).toEqual([null, null, null, null]);
  },
);

it.runIf(process.platform === 'linux')(
  'one that has ended is not waited for, although what started it has no time to notice',
  async () => {
    const busy = await busyOver([100, 80]);
    const ended: Member[] = [];
    // Both have to go.
    const mostMb = memoryOfAll() - 200;
    stops.push(
      watchProcessTree({ book: () => [busy.pid], ended: (member) => ended.push(member), mostMb: () => mostMb }),
    );
    await expect.poll(memoryOfAll).toBeLessThan(mostMb);
    expect(ended).toHaveLength(2);
    expect(busy.signalCode).toBeNull();
  },
);

it('one that is being ended is waited for before another is', async () => {
  const tree = [
    { pid: 1, megabytes: 200 },
    { pid: 999_999_991, megabytes: 500 },
    { pid: 999_999_992, megabytes: 400 },
  ];
  const ended: number[] = [];
  let looks = 0;
  const members = () => {
    looks += 1;
    return tree;
  };
  stops.push(watchProcessTree({ book: () => [], ended: ({ pid }) => ended.push(pid), mostMb: () => 1000, members }));
  await expect.poll(() => looks).toBeGreaterThan(3);
  expect(ended).toEqual([999_999_991]);
});

it('the service itself is never ended, and those that hold the book only where nothing else is left', () => {
  const tree = [
    { pid: 1, megabytes: 900 },
    { pid: 2, megabytes: 300 },
    { pid: 3, megabytes: 200 },
    { pid: 4, megabytes: 60 },
  ];
  expect(toEnd(tree, [2, 3])?.pid).toBe(4);
  expect(toEnd(tree.slice(0, 3), [2, 3])?.pid).toBe(2);
  expect(toEnd(tree.slice(0, 1), [2, 3])).toBeUndefined();
  expect(toEnd([], [])).toBeUndefined();
});

it.runIf(process.platform === 'linux')(
  'what a process has worked is distinguished from what it has waited',
  async () => {
    const idle = await holding(1);
    const before = [workedMs(idle.pid ?? 0) ?? 0, workedMs(process.pid) ?? 0] as const;
    const from = process.cpuUsage();
    while (process.cpuUsage(from).user < 300_000);
    expect((workedMs(process.pid) ?? 0) - before[1]).toBeGreaterThan(200);
    expect((workedMs(idle.pid ?? 0) ?? 0) - before[0]).toBeLessThan(200);
    expect(workedMs(2 ** 22 + 1)).toBeNull();
  },
);
