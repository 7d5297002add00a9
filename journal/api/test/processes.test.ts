// The built service with its processes, met the way it was attacked: what must be answered immediately is, whatever the book
// is busy with, and whatever ends in the middle of something comes back.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { ApiError, createClient, type JournalClient } from '@zorivest/contract';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { serviceActor, workedMs, writeAs } from '@zorivest/store';
import { insertTrades, tradeRow } from '@zorivest/records';
import { copyOfHome, fill, openTestService, passphrase, withAccount, type TestService } from './test-service.ts';
import { childrenOf, endProcess, lives, serve } from './process.ts';

let home: string;
let apiKey: string;
let running: Awaited<ReturnType<typeof serve>>;
let person: JournalClient;

const INSTRUMENTS = 50;

/** Enough that matching it takes a while; every second fill closes the one before it. */
async function fillBook(service: TestService, executions: number): Promise<void> {
  await withAccount(service.client);
  if (executions === 0) return;
  const begin = Date.UTC(2025, 0, 2, 15);
  const rows = Array.from({ length: executions }, (_, n) =>
    tradeRow(
      {
        exec_id: `B${n}`,
        time: new Date(begin + n * 20_000).toISOString(),
        instrument: `SYM${Math.floor(n / 2) % INSTRUMENTS}`,
        action: n % 2 === 0 ? 'BOT' : 'SLD',
        quantity: 100,
        price: 50 + (n % 700) / 100,
        account_id: 'U1',
        commission: 0.35,
        realized_pnl: 0,
      },
      { currency: 'USD', now: new Date(begin) },
    ),
  );
  await writeAs(service.service.app, { actor: serviceActor, requestId: null, label: 'test.fill' }, (scope) =>
    insertTrades(scope, rows),
  );
}

const made = new Map<number, TestService>();

/** A book of this many executions is made once; each test has a copy of its home. */
async function serviceWith(executions: number): Promise<TestService> {
  const known = made.get(executions);
  if (known !== undefined) return known;
  const service = await openTestService();
  made.set(executions, service);
  await fillBook(service, executions);
  await service.service.stop();
  return service;
}

async function start(executions: number): Promise<void> {
  const service = await serviceWith(executions);
  home = copyOfHome(service);
  apiKey = service.apiKey;
  running = await serve(home, apiKey);
  person = createClient({ baseUrl: running.url, auth: { kind: 'passphrase', passphrase } });
}

afterEach(async () => {
  await endProcess(running.child, 'SIGKILL');
  rmSync(home, { recursive: true, force: true, maxRetries: 10 });
});
afterAll(() => {
  for (const service of made.values()) rmSync(service.home, { recursive: true, force: true });
});

const processes = () => childrenOf(running.child.pid ?? 0, 'book-process');
const reader = () => childrenOf(running.child.pid ?? 0, 'book-process.js reader')[0] ?? 0;
const writer = () => childrenOf(running.child.pid ?? 0, 'book-process.js writer')[0] ?? 0;

/** Writes down when each of several answers came, without waiting. */
function inOrder() {
  const order: string[] = [];
  const note = <T>(name: string, answer: Promise<T>): Promise<T> =>
    answer.finally(() => {
      order.push(name);
    });
  return { order, note };
}

describe('at the end of the service', () => {
  it('a writer that is deep in something is waited for: its log is in the database, and no other file remains', async () => {
    await start(0);
    await person.system.status();
    const pid = writer();
    // A signal to 0 would reach the process that runs the tests.
    expect(pid).toBeGreaterThan(0);
    expect(existsSync(`${home}/zorivest.db-wal`)).toBe(true);
    process.kill(pid, 'SIGSTOP');
    const ended = endProcess(running.child, 'SIGTERM');
    // Longer than a lock would wait.
    setTimeout(() => process.kill(pid, 'SIGCONT'), 1000);
    await ended;
    expect(['-wal', '-shm'].filter((end) => existsSync(`${home}/zorivest.db${end}`))).toEqual([]);
  });
});

describe('while the tax lots of a large book are computed', () => {
  it('health, the guard and tokens are answered first, and a stop stops', async () => {
    await start(40_000);
    await person.system.status();
    const { order, note } = inOrder();
    const lots = note('lots', person.tax.lots({ query: { with_prices: false } }));
    await Promise.all([
      note('health', running.client.system.health()),
      note('check', running.client.guard.check()),
      note('token', running.client.confirmations.issue({ body: { action: 'delete_trade', params_summary: 'E1' } })),
      note('stop', person.guard.lock({ body: { reason: 'enough' } })),
    ]);
    expect(order).not.toContain('lots');
    // The person's own work continues.
    await lots;
    expect(order.at(-1)).toBe('lots');
  });

  it('the vault is locked immediately, and the book is closed', async () => {
    await start(40_000);
    await person.system.status();
    const lots = person.tax.lots({ query: { with_prices: false } }).catch((error: unknown) => error);
    await person.auth.lock();
    expect(await lots).toBeInstanceOf(ApiError);
    expect((await running.client.system.health()).state).toBe('locked');
    // What must always be writable is moved to its place by a thread of its own, which blocks no one.
    await expect.poll(() => existsSync(`${home}/control.db-wal`)).toBe(false);
    // Nothing of the book can be read until it is opened again, and then everything can.
    expect((await person.trades.list({ query: { limit: 1 } })).total).toBe(40_000);
  });

  it('a key that is stopped hears it immediately, and what it asked for ends', async () => {
    await start(40_000);
    await person.system.status();
    await running.client.system.status();
    const { order, note } = inOrder();
    const lots = note('lots', running.client.tax.lots({ query: { with_prices: false } }));
    const refused = lots.catch((error: unknown) => error);
    const stopped = await person.guard.lock({ body: { reason: 'enough' } });
    expect(stopped.aborted).toMatchObject([{ action: null }]);
    expect(await refused).toMatchObject({ status: 423, code: 'guard_locked' });
    expect(order).toEqual(['lots']);
  });
});

it('a caller that writes sees the write in the next answer, also in cached ones', async () => {
  await start(0);
  const trips = async () => (await running.client.roundTrips.list({ query: {} })).total;
  expect(await trips()).toBe(0);
  for (let n = 1; n <= 20; n += 1) {
    const body = { ...fill, exec_id: `E${n}`, instrument: `SYM${n}` };
    await running.client.trades.create({ body });
    expect(await trips()).toBe(n);
    expect((await running.client.trades.list({ query: { limit: 1 } })).total).toBe(n);
  }
});

it('a setting that was changed is what the next answer says', async () => {
  await start(0);
  for (const value of ['light', 'dark', 'light']) {
    await running.client.settings.set({ params: { key: 'ui.theme' }, body: { value } });
    expect(await running.client.settings.get({ params: { key: 'ui.theme' } })).toMatchObject({ value });
  }
});

describe('a process that is killed', () => {
  it('comes back with the book open: only the log shows it', async () => {
    await start(1000);
    expect((await running.client.trades.list({ query: { limit: 1 } })).total).toBe(1000);
    const before = processes();
    expect(before).toHaveLength(2);
    for (const pid of before) process.kill(pid, 'SIGKILL');
    await running.client.trades.create({ body: fill });
    expect((await running.client.trades.list({ query: { limit: 1 } })).total).toBe(1001);
    expect((await running.client.roundTrips.list({ query: { ticker: 'AAPL' } })).total).toBe(1);
    expect(processes().filter((pid) => before.includes(pid))).toEqual([]);
    expect(readFileSync(`${home}/logs/app.jsonl`, 'utf8')).toContain('a process of the book ended');
  });

  it('in the middle of an answer is asked again, and in the middle of an import has stored nothing', async () => {
    await start(20_000);
    // Matched by now: what the reader works from here on is the answer.
    await running.client.roundTrips.list({ query: { limit: 1 } });
    const doomed = reader();
    const before = workedMs(doomed) ?? 0;
    const lots = running.client.tax.lots({ query: { with_prices: false } });
    await expect.poll(() => workedMs(doomed) ?? Infinity, { interval: 5 }).toBeGreaterThan(before + 50);
    process.kill(doomed, 'SIGKILL');
    expect((await lots).lots.length).toBeGreaterThan(0);

    const rows = Array.from({ length: 60_000 }, (_, n) => `01/02/2024,10:00:00,MSFT,B,${n + 1},185.00,ARCA,0.50\n`);
    const text = `Date,Time,Symbol,B/S,Qty,Price,Route,Commission\n${rows.join('')}`;
    const file = { bytes: new TextEncoder().encode(text), name: 'cut.csv' };
    const logBytes = () => readFileSync(`${home}/zorivest.db-wal`).length;
    const already = logBytes();
    const importing = running.client.imports.brokerCsv({ body: { account_id: 'U1', file } });
    const failed = importing.catch((error: unknown) => error);
    // Its write has begun when the write-ahead log grows.
    await expect.poll(logBytes, { interval: 5 }).toBeGreaterThan(already);
    process.kill(writer(), 'SIGKILL');
    expect(await failed).toMatchObject({ status: 503 });
    expect((await running.client.trades.list({ query: { instrument: 'MSFT', limit: 1 } })).total).toBe(0);
    expect(await running.client.imports.list({ query: {} })).toMatchObject({ total: 0 });
  });

  it('if it is the service itself, takes everything it started along, and the next start finds the book whole', async () => {
    await start(1000);
    await running.client.system.status();
    const children = processes();
    expect(children).toHaveLength(2);
    await person.guard.lock({ body: { reason: 'the last thing that was answered' } });
    await endProcess(running.child, 'SIGKILL');
    await expect.poll(() => children.filter(lives)).toEqual([]);
    running = await serve(home, apiKey);
    person = createClient({ baseUrl: running.url, auth: { kind: 'passphrase', passphrase } });
    await person.accounts.list();
    expect(await person.guard.status()).toMatchObject({
      is_locked: true,
      lifted_by: 'person',
      lock_reason: 'the last thing that was answered',
    });
    await person.guard.unlock();
    expect((await running.client.trades.list({ query: { limit: 1 } })).total).toBe(1000);
  });
});

describe('an approved write', () => {
  const ROWS = 4000;
  const many = (symbol: string) => {
    const rows = Array.from({ length: ROWS }, (_, n) => `01/02/2024,10:00:00,${symbol},B,${n + 1},185.00,ARCA,0.50\n`);
    const bytes = Buffer.from(`Date,Time,Symbol,B/S,Qty,Price,Route,Commission\n${rows.join('')}`);
    return {
      operation: 'imports.brokerCsv',
      body: { account_id: 'U1' },
      file: { bytes, name: 'many.csv', type: 'text/csv' },
    };
  };
  const countTrades = async (symbol: string) =>
    (await person.trades.list({ query: { instrument: symbol, limit: 1 } })).total;
  const writerMs = () => workedMs(writer()) ?? 0;
  /** The writer is at it. */
  const waitForWriter = async (from: number) => {
    const pid = writer();
    await expect.poll(() => workedMs(pid) ?? Infinity, { interval: 2, timeout: 60_000 }).toBeGreaterThan(from + 60);
  };
  const ask = async (symbol: string) => {
    const { key_id, raw_key } = await person.auth.createKey({ body: { name: symbol, role: 'read-write' } });
    await person.auth.setMode({ params: { key_id }, body: { mode: 'ask' } });
    const client = createClient({ baseUrl: running.url, auth: { kind: 'key', apiKey: raw_key } });
    const asked = await client.approvals.request({ body: many(symbol) });
    expect(asked.effects[0]).toContain(`${ROWS} new trades`);
    return { client, id: asked.id, params: { id: asked.id } };
  };
  const approve = (params: { id: string }) => person.approvals.decide({ params, body: { decision: 'approve' } });

  it('whose writer is killed between the yes and its end is there whole or not at all, and its card says which', async () => {
    await start(0);
    const first = await ask('MSFT');
    const before = writerMs();
    const deciding = approve(first.params);
    await waitForWriter(before);
    process.kill(writer(), 'SIGKILL');
    const { status } = await deciding;
    expect(status === 'approved' ? ROWS : 0).toBe(await countTrades('MSFT'));
    // A yes and the service itself is gone: the next start finds out.
    const second = await ask('NVDA');
    const beforeSecond = writerMs();
    const lost = approve(second.params).catch(() => null);
    await waitForWriter(beforeSecond);
    await endProcess(running.child, 'SIGKILL');
    await lost;
    running = await serve(home, apiKey);
    person = createClient({ baseUrl: running.url, auth: { kind: 'passphrase', passphrase } });
    const found = await person.approvals.wait({ params: second.params });
    expect(['approved', 'failed']).toContain(found.status);
    expect(found.status === 'approved' ? ROWS : 0).toBe(await countTrades('NVDA'));
    await expect(approve(second.params)).rejects.toMatchObject({ status: 409 });
  });

  it('that a stop meets is rolled back or finished as the answer of the stop says; a write of the person goes first', async () => {
    await start(0);
    const { params, id, client } = await ask('MSFT');
    const before = writerMs();
    const deciding = approve(params);
    await waitForWriter(before);
    const { aborted, finished } = await person.guard.lock();
    const isDone = finished.some(({ request_id }) => request_id === id);
    expect([...aborted, ...finished].map(({ request_id }) => request_id)).toContain(id);
    expect((await deciding).status).toBe(isDone ? 'approved' : 'denied');
    expect(await countTrades('MSFT')).toBe(isDone ? ROWS : 0);
    await person.guard.unlock();
    // While it is tried the person writes: they wait for nothing but the row that is being read.
    const { order, note } = inOrder();
    const beforeTrying = writerMs();
    const asked = client.approvals.request({ body: many('AMD') });
    // On a machine that has no time for it, it is refused after ten seconds.
    const tried = note('tried', asked).then(
      ({ status }) => status,
      (error: unknown) => (error as ApiError).status,
    );
    await waitForWriter(beforeTrying);
    await note('person', person.watchlists.create({ body: { name: 'Mine' } }));
    expect(['waiting', 503]).toContain(await tried);
    expect(order).toEqual(['person', 'tried']);
    // The record may grow while it is verified without a false alarm.
    for (let n = 0; n < 8; n += 1) {
      const busy = Promise.all(
        Array.from({ length: 8 }, async () => {
          await client.trades.list({ query: { limit: 1 } });
          await person.watchlists.create({ body: { name: `W${Math.random()}` } });
        }),
      );
      expect(await person.activity.verify()).toMatchObject({ ok: true, first_bad: null });
      await busy;
    }
  });
});

describe('abandoned work', () => {
  const simulation = () => childrenOf(running.child.pid ?? 0, 'simulate-process');
  const paths = (seed: number, signal: AbortSignal) =>
    running.client.analytics.drawdown({ query: { simulations: 100_000, seed } }, { signal });

  it('ends: paths are drawn on while one of two waits, and not once both have gone; the reader stays', async () => {
    await start(600);
    await running.client.roundTrips.list({ query: {} });
    const before = reader();
    const [first, second] = [new AbortController(), new AbortController()];
    const left = paths(1, first.signal).catch((error: unknown) => error);
    await expect.poll(simulation).toHaveLength(1);
    const stays = paths(1, second.signal);
    first.abort();
    await left;
    expect(await stays).toMatchObject({ simulations_run: 100_000 });

    const gone = new AbortController();
    const abandoned = paths(2, gone.signal).catch((error: unknown) => error);
    await expect.poll(simulation).toHaveLength(1);
    const [pid = 0] = simulation();
    gone.abort();
    await abandoned;
    await expect.poll(() => lives(pid)).toBe(false);
    expect(reader()).toBe(before);
    // Asked again it is begun again.
    expect(await paths(2, new AbortController().signal)).toMatchObject({ simulations_run: 100_000 });
  });
});
