/** Calls that go on as tasks: the server and the service are killed, and each write is done once all the same. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initBook } from '@zorivest/api';
import { quickKdf } from '@zorivest/api/test/quick-kdf';
import { createClient, type JournalClient } from '@zorivest/contract';
import { startTaskClient, type TaskClient, type TaskWire } from '@zorivest/kernel/test/task-clients';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BIN } from './process.ts';

const passphrase = 'correct horse battery staple';

let home: string;
let folder: string;
let service: { readonly child: ChildProcess; readonly url: string };
let api: JournalClient;
let person: JournalClient;
let apiKey: string;
let askingKey: string;
const open: TaskClient[] = [];

async function startHeld(port: string): Promise<typeof service> {
  const script = join(import.meta.dirname, 'held-service.ts');
  const child = spawn(process.execPath, ['--conditions=source', script, home, port, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, url: line.toString().trim() };
}

async function killService(): Promise<void> {
  const ended = once(service.child, 'exit');
  service.child.kill('SIGKILL');
  await ended;
}

async function restartService(): Promise<void> {
  service = await startHeld(new URL(service.url).port);
}

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'zorivest-tasks-'));
  folder = mkdtempSync(join(tmpdir(), 'zorivest-broker-'));
  ({ api_key: apiKey } = await initBook(home, passphrase, quickKdf));
  service = await startHeld('0');
  api = createClient({ baseUrl: service.url, auth: { kind: 'key', apiKey } });
  person = createClient({ baseUrl: service.url, auth: { kind: 'passphrase', passphrase } });
  await api.accounts.create({ body: { account_id: 'main', name: 'Main', account_type: 'broker' } });
  await person.brokers.configure({
    params: { broker_id: 'alpaca_paper' },
    body: { account_id: 'main', credentials: { key_id: 'AK', secret_key: 'SK' } },
  });
  const made = await api.auth.createKey({ body: { name: 'asks', role: 'read-write' } });
  askingKey = made.raw_key;
  await person.auth.setMode({ params: { key_id: made.key_id }, body: { mode: 'ask' } });
});
beforeEach(() => {
  for (const name of ['asked', 'answer']) rmSync(join(folder, name), { force: true });
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close().catch(() => {})));
});
afterAll(async () => {
  await killService();
  for (const one of [home, folder]) rmSync(one, { recursive: true, force: true });
});

async function start(wire: TaskWire, era: 'legacy' | 'modern', key: string): Promise<TaskClient> {
  const at = ['--api-url', service.url];
  const client = await startTaskClient(
    (over) =>
      over === 'stdio'
        ? { args: [BIN, ...at], env: { ZORIVEST_API_KEY: key } }
        : { args: [BIN, '--http', '--port', '0', ...at], headers: { authorization: `Bearer ${key}` } },
    wire,
    era,
  );
  open.push(client);
  return client;
}

/** Calls a tool as a client of its era asks for a task, answers what is asked before it begins, and gives the task's id. */
async function begin(client: TaskClient, name: string, args: Record<string, unknown>, more = {}): Promise<string> {
  const answer = await client.raw('tools/call', { name, arguments: args, task: {}, ...more });
  const { taskId, task, inputRequests, requestState } = (answer.result ?? {}) as {
    taskId?: string;
    task?: { taskId: string };
    inputRequests?: object;
    requestState?: string;
  };
  if (inputRequests !== undefined) {
    const yes = Object.keys(inputRequests).map((key) => [key, { action: 'accept', content: { confirm: true } }]);
    return begin(client, name, args, { inputResponses: Object.fromEntries(yes), requestState });
  }
  return taskId ?? task?.taskId ?? expect.fail(`no task was made: ${JSON.stringify(answer)}`);
}

interface State {
  readonly status: string;
  readonly statusMessage?: string;
  readonly result?: { readonly structuredContent?: unknown; readonly isError?: boolean };
  readonly error?: { readonly data?: unknown };
}

const look = async ({ raw }: TaskClient, taskId: string) => (await raw('tasks/get', { taskId })).result as State;

const timesAsked = () => {
  try {
    return readFileSync(join(folder, 'asked'), 'utf8').length;
  } catch {
    return 0;
  }
};
const letBrokerAnswer = () => writeFileSync(join(folder, 'answer'), '');
const count = async (instrument: string) =>
  (await api.trades.list({ query: { limit: 1000 } })).items.filter((one) => one.instrument === instrument).length;

async function waitingId(): Promise<string> {
  const waiting = async () => (await person.approvals.list({ query: { status: 'waiting' } })).items;
  await expect.poll(async () => (await waiting()).length).toBe(1);
  return (await waiting())[0]?.id ?? '';
}
const approve = (id: string) => person.approvals.decide({ params: { id }, body: { decision: 'approve' } });

const trade = (instrument: string) => ({
  exec_id: `T-${instrument}`,
  instrument,
  action: 'BOT',
  quantity: 1,
  price: 10,
  account_id: 'main',
});

describe('the MCP server is killed', () => {
  it('while a broker is asked: the service continues, and the next server has its answer', async () => {
    const first = await start('stdio', 'modern', apiKey);
    const id = await begin(first, 'sync_broker', { broker_id: 'alpaca_paper' });
    await expect.poll(timesAsked).toBe(1);
    await first.kill();
    const second = await start('stdio', 'modern', apiKey);
    expect((await look(second, id)).status).toBe('working');
    letBrokerAnswer();
    await expect.poll(() => look(second, id)).toMatchObject({ status: 'completed' });
    expect((await look(second, id)).result).toMatchObject({ structuredContent: { broker_id: 'alpaca_paper' } });
    expect(timesAsked()).toBe(1);
    expect(await count('MSFT')).toBe(1);
  });

  it.each([
    ['stdio', 'modern'],
    ['HTTP', 'legacy'],
  ] as const)('while a write waits for the person, over %s in the %s era: their yes counts', async (wire, era) => {
    const instrument = era === 'modern' ? 'AAA' : 'BBB';
    const first = await start(wire, era, askingKey);
    const id = await begin(first, 'create_trade', trade(instrument));
    const asked = await waitingId();
    await first.kill();
    await approve(asked);
    const second = await start(wire, era, askingKey);
    await expect.poll(async () => (await look(second, id)).status).toBe('completed');
    const given = era === 'modern' ? await look(second, id) : await second.raw('tasks/result', { taskId: id });
    expect(given.result).toMatchObject({ structuredContent: { exec_id: `T-${instrument}` } });
    expect(await count(instrument)).toBe(1);
    // Another key sees no such task.
    const other = await start('stdio', 'modern', apiKey);
    expect(await other.raw('tasks/get', { taskId: id })).toMatchObject({ error: { code: -32602 } });
  });
});

describe('the service is killed', () => {
  it('while a broker is asked: the work died, and the task says so', async () => {
    const client = await start('stdio', 'modern', apiKey);
    const id = await begin(client, 'sync_broker', { broker_id: 'alpaca_paper' });
    await expect.poll(timesAsked).toBe(1);
    await killService();
    await restartService();
    await expect
      .poll(() => look(client, id), { timeout: 15_000 })
      .toMatchObject({ status: 'failed', error: { data: { code: 'interrupted' } } });
    expect(timesAsked()).toBe(1);
  });

  it('while a write waits for the person: they are still asked, and the task continues', async () => {
    const client = await start('stdio', 'modern', askingKey);
    const id = await begin(client, 'create_trade', trade('CCC'));
    await waitingId();
    await killService();
    await restartService();
    await approve(await waitingId());
    await expect
      .poll(() => look(client, id), { timeout: 15_000 })
      .toMatchObject({ status: 'completed', result: { structuredContent: { exec_id: 'T-CCC' } } });
    expect(await count('CCC')).toBe(1);
  });
});

describe('the id of an approval', () => {
  const ask = async ({ raw }: TaskClient, args: Record<string, unknown>) =>
    (await raw('tools/call', { name: 'get_task', arguments: args })).result as State['result'];

  it('is the id of a task: fetched, also after kill -9', async () => {
    const first = await start('stdio', 'modern', askingKey);
    void begin(first, 'create_trade', trade('DDD'));
    const id = await waitingId();
    expect(await ask(first, { id, wait_seconds: 0 })).toMatchObject({
      structuredContent: { id, tool: 'create_trade', status: 'working' },
    });
    await first.kill();
    await approve(id);
    const second = await start('stdio', 'modern', askingKey);
    expect(await ask(second, { id })).toMatchObject({ structuredContent: { exec_id: 'T-DDD' } });
  });

  it('cancels it, and nothing was done', async () => {
    const client = await start('stdio', 'modern', askingKey);
    const task = await begin(client, 'create_trade', trade('EEE'));
    const id = await waitingId();
    expect(await ask(client, { id, cancel: true })).toMatchObject({ structuredContent: { status: 'cancelled' } });
    await expect.poll(async () => (await look(client, task)).status).toBe('completed');
    expect(JSON.stringify(await look(client, task))).toContain('confirmation_declined');
    await expect(approve(id)).rejects.toMatchObject({ status: 409 });
    expect(await count('EEE')).toBe(0);
  });
});
