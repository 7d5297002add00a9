import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resultFromTaskOutcome } from '@modelcontextprotocol/ext-tasks/client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Era } from './clients.ts';
import { startTaskClient, taskServer, type TaskClient, type TaskWire } from './task-clients.ts';

let folder: string;
const open: TaskClient[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tasks-'));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close().catch(() => {})));
  rmSync(folder, { recursive: true, force: true });
});

const start = async (wire: TaskWire, era: Era): Promise<TaskClient> => {
  const client = await startTaskClient(taskServer(folder), wire, era);
  open.push(client);
  return client;
};
const finishJob = (job: string) => writeFileSync(join(folder, `${job}.done`), `${job} is done`);
const timesBegun = (job: string) => readFileSync(join(folder, `${job}.begun`), 'utf8').length;
const begin = async ({ session, declarations }: TaskClient, tool: string, job: string) => {
  const declaration = declarations.get(tool);
  const execution = await session.callTool(
    tool,
    { job },
    { ...(declaration && { declaration }), task: { preference: 'require' } },
  );
  if (execution.kind !== 'task') return expect.fail('no task was created');
  return execution;
};
const answer = (result: unknown) => (result as { readonly structuredContent?: unknown }).structuredContent;

describe.each<[TaskWire, Era]>([
  ['stdio', 'legacy'],
  ['stdio', 'modern'],
  ['HTTP', 'legacy'],
  ['HTTP', 'modern'],
])('over %s, in the %s era', (wire, era) => {
  test('a task outlives kill -9: the same handle gives the result when the server is there again', async () => {
    const first = await start(wire, era);
    const execution = await begin(first, 'work_elsewhere', 'long');
    const reference = execution.serializeReference();
    await expect.poll(() => timesBegun('long')).toBe(1);
    await first.kill();
    expect(statSync(join(folder, 'tasks.db')).mode & 0o777).toBe(0o600);

    const second = await start(wire, era);
    const resumed = await second.session.resumeTask(reference);
    finishJob('long');
    const { outcome } = await resumed.settle();
    expect(answer(resultFromTaskOutcome(outcome))).toEqual({ job: 'long', result: 'long is done' });
    expect(timesBegun('long')).toBe(1);
  });
});

describe('what a restart does to running work', () => {
  test('is run again where the tool says it may be, and has failed as interrupted where it does not', async () => {
    const first = await start('stdio', 'modern');
    const again = await begin(first, 'work_again', 'again');
    const here = await begin(first, 'work_here', 'here');
    await expect.poll(() => timesBegun('again') + timesBegun('here')).toBe(2);
    await first.kill();

    const { raw } = await start('stdio', 'modern');
    const get = async (taskId: string) => (await raw('tasks/get', { taskId })).result;
    expect(await get(here.handle.taskId)).toMatchObject({
      status: 'failed',
      error: { code: -32603, data: { code: 'interrupted' } },
    });
    // The official client starts a server twice, once to ask which revision it speaks.
    await expect.poll(() => timesBegun('again')).toBeGreaterThan(1);
    finishJob('again');
    await expect
      .poll(() => get(again.handle.taskId))
      .toMatchObject({
        status: 'completed',
        result: { structuredContent: { job: 'again', result: 'again is done' } },
      });
  });
});

describe.each<[Era]>([['legacy'], ['modern']])('a task that asks, in the %s era', (era) => {
  test('waits for its answer in input_required, across a restart', async () => {
    const first = await start('stdio', era);
    const task = await first.raw('tools/call', { name: 'work_and_ask', arguments: { job: 'ask' }, task: {} });
    const { taskId, task: nested } = task.result as { taskId?: string; task?: { taskId: string } };
    const id = taskId ?? nested?.taskId ?? expect.fail('no task was created');
    const status = async ({ raw }: TaskClient) =>
      ((await raw('tasks/get', { taskId: id })).result as { readonly status: string }).status;
    await expect.poll(() => status(first)).toBe('input_required');
    await first.kill();

    const second = await start('stdio', era);
    await expect.poll(() => status(second)).toBe('input_required');
    finishJob('ask');
    if (era === 'modern') {
      await second.raw('tasks/update', {
        taskId: id,
        inputResponses: { name: { action: 'accept', content: { name: 'Ada' } }, other: { action: 'accept' } },
      });
      await expect.poll(() => status(second)).toBe('completed');
    } else {
      const { result } = await second.raw('tasks/result', { taskId: id });
      expect(result).toMatchObject({
        structuredContent: { job: 'ask', result: 'Ada' },
        _meta: { 'io.modelcontextprotocol/related-task': { taskId: id } },
      });
      const asked = second.heard.find((message) => 'method' in message && message.method === 'elicitation/create');
      expect(asked).toMatchObject({
        params: { _meta: { 'io.modelcontextprotocol/related-task': { taskId: id } } },
      });
    }
  });
});

test('a subscription hears how its tasks go on, over both wires', async () => {
  for (const wire of ['stdio', 'HTTP'] as const) {
    const client = await start(wire, 'modern');
    const { result } = await client.raw('tools/call', { name: 'work_here', arguments: { job: `heard-${wire}` } });
    const { taskId } = result as { readonly taskId: string };
    void client.raw('subscriptions/listen', { notifications: { taskIds: [taskId, 'unknown-task'] } });
    const notificationsOf = (method: string) =>
      client.heard.filter((message) => 'method' in message && message.method === method);
    await expect
      .poll(() => notificationsOf('notifications/subscriptions/acknowledged'))
      .toMatchObject([{ params: { notifications: { taskIds: [taskId] } } }]);
    finishJob(`heard-${wire}`);
    await expect
      .poll(() => notificationsOf('notifications/tasks').at(-1))
      .toMatchObject({
        params: { taskId, status: 'completed', result: { structuredContent: { job: `heard-${wire}` } } },
      });
  }
});
