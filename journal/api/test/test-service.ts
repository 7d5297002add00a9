// A real service on a real encrypted book in a folder of its own, for tests.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type JournalClient, type Role } from '@zorivest/contract';
import { initBook } from '../init.ts';
import { demoBook } from '@zorivest/demo';
import { startService, type Service, type ServiceOptions } from '../service.ts';
import { quickKdf } from './quick-kdf.ts';

export const passphrase = 'correct horse battery staple';

export interface TestService {
  readonly home: string;
  readonly apiKey: string;
  readonly keyId: string;
  readonly service: Service;
  readonly url: string;
  /** A client with the first key, an admin's. */
  readonly client: JournalClient;
  /** A client of the person, by passphrase. */
  readonly person: JournalClient;
  /** What the clock of the service is ahead of the real one, in milliseconds. */
  advance(milliseconds: number): void;
  /** What is counted within a minute is counted within one also where the machine is too busy for that; the way back lets it go on. */
  holdClock(): () => void;
  keyFor(role: Role): Promise<string>;
  as(apiKey: string): JournalClient;
  /** Stops the service and starts it again on the same home. */
  restart(): Promise<TestService>;
  close(): Promise<void>;
}

function newHome(): string {
  return mkdtempSync(join(tmpdir(), 'zorivest-test-'));
}

/** A copy of the home of a book whose service has stopped: one that takes long to make is made once for many tests. */
export function copyOfHome({ home }: Pick<TestService, 'home'>): string {
  const copy = newHome();
  cpSync(home, copy, { recursive: true });
  return copy;
}

type Outside = Partial<
  Pick<
    ServiceOptions,
    'fetch' | 'allowLocalDownloads' | 'mailPatience' | 'limits' | 'listening' | 'port' | 'devOrigin' | 'processes'
  >
>;

/** `outside` is how the service reaches the world; without it, nothing can be reached. */
export async function openTestService(outside: Outside = {}): Promise<TestService> {
  const home = newHome();
  const made = await initBook(home, passphrase, quickKdf);
  return startTestService(home, made.api_key, made.key_id, outside);
}

const nowhere: typeof globalThis.fetch = () => Promise.reject(new Error('this test has no outside'));

/** The service on a home that is there. */
export async function startTestService(
  home: string,
  apiKey: string,
  keyId: string,
  outside: Outside,
): Promise<TestService> {
  let ahead = 0;
  let held: number | undefined;
  const now = () => new Date((held ?? Date.now()) + ahead);
  const service = await startService({ demo: demoBook, home, port: 0, now, fetch: nowhere, ...outside });
  const as = (key: string) => createClient({ baseUrl: service.url, auth: { kind: 'key', apiKey: key } });
  const client = as(apiKey);
  return {
    home,
    apiKey,
    keyId,
    service,
    url: service.url,
    client,
    person: createClient({ baseUrl: service.url, auth: { kind: 'passphrase', passphrase } }),
    as,
    advance: (milliseconds) => {
      ahead += milliseconds;
    },
    holdClock: () => {
      held = Date.now();
      return () => {
        held = undefined;
      };
    },
    keyFor: async (role) => (await client.auth.createKey({ body: { name: role, role } })).raw_key,
    restart: async () => {
      await service.stop();
      return startTestService(home, apiKey, keyId, outside);
    },
    close: async () => {
      await service.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** An account to trade in. */
export async function withAccount(client: JournalClient, accountId = 'U1'): Promise<void> {
  await client.accounts.create({ body: { account_id: accountId, name: 'Main', account_type: 'broker' } });
}

export type Fill = readonly [
  id: string,
  action: 'BOT' | 'SLD',
  time: string,
  quantity: number,
  price: number,
  instrument: string,
  account?: string,
];

/** Records these, one after the other, in `U1` where a fill says no other account. */
export async function withTrades(
  client: JournalClient,
  fills: readonly Fill[],
  more: { readonly currency?: string; readonly account_id?: string } = {},
): Promise<void> {
  for (const [exec_id, action, time, quantity, price, instrument, account_id = 'U1'] of fills)
    await client.trades.create({
      body: { exec_id, action, time, quantity, price, instrument, account_id, ...more },
    });
}

export const fill = {
  exec_id: 'E1',
  time: '2026-01-05T14:30:00Z',
  instrument: 'AAPL',
  action: 'BOT',
  quantity: 100,
  price: 150.25,
  account_id: 'U1',
} as const;

/** A book with one account and one trade in it. */
export async function openWithTrade(): Promise<TestService> {
  const service = await openTestService();
  await withAccount(service.client);
  await service.client.trades.create({ body: fill });
  return service;
}
