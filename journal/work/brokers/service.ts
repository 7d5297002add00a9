// Setting a broker up and syncing it.
import { setTimeout as sleep } from 'node:timers/promises';
import { detectBrokerFormat, streamBrokerFile } from '@zorivest/imports';
import type { ClientOutput, contract } from '@zorivest/contract';
import type { Selectable } from 'kysely';
import { getAccount, settingOf } from '@zorivest/book';
import {
  type Call,
  conflict,
  type Database,
  type Db,
  Fault,
  invalidField,
  notFound,
  seal,
  sealedFor,
  type Sealer,
  shownTime,
  shownTimeOrNull,
  unseal,
  type Unsealer,
} from '@zorivest/store';
import { ImportRun, statusOf } from '../imports/run.ts';
import { takeBrokerRows } from '../imports/broker-source.ts';
import { sayLookAlikes } from '../imports/service.ts';
import { type BrokerAdapter, BrokerError, type SyncContext } from './adapter.ts';
import { brokersFor } from './registry.ts';

type Broker = ClientOutput<typeof contract.brokers.list>[number];
type Synced = ClientOutput<typeof contract.brokers.sync>;
type Config = Selectable<Database['broker_configs']>;

type Reading = Pick<Call, 'db' | 'results'>;

/** The broker of a demo book. */
export interface DemoParts {
  readonly demoBroker: BrokerAdapter;
}

const listAdapters = async (call: Reading, { demoBroker }: DemoParts) =>
  brokersFor((await settingOf(call, 'book.demo')) === 'true' ? demoBroker : null);

async function adapterOf(call: Reading, parts: DemoParts, brokerId: string): Promise<BrokerAdapter> {
  const brokers = await listAdapters(call, parts);
  const adapter = brokers.find(({ id }) => id === brokerId);
  if (!adapter)
    throw new Fault(
      404,
      `there is no broker ${JSON.stringify(brokerId)}; there are ${brokers.map(({ id }) => id).join(', ')}`,
    );
  return adapter;
}

function configOf(db: Db, brokerId: string): Promise<Config | undefined> {
  return db.selectFrom('broker_configs').selectAll().where('broker_id', '=', brokerId).executeTakeFirst();
}

async function requireConfig(db: Db, brokerId: string): Promise<Config> {
  const config = await configOf(db, brokerId);
  if (!config)
    throw conflict(
      `the broker ${brokerId} is not set up: give its credentials and account with \`zorivest broker set ${brokerId}\``,
    );
  return config;
}

function present(adapter: BrokerAdapter, config: Config | undefined): Broker {
  return {
    broker_id: adapter.id,
    name: adapter.name,
    environment: adapter.environment,
    status: config === undefined ? 'not_configured' : config.last_error === null ? 'ready' : 'failed',
    account_id: config?.account_id ?? null,
    last_sync: shownTimeOrNull(config?.last_sync ?? null),
    last_error: config?.last_error ?? null,
    settings: [...adapter.settings],
  };
}

export async function listBrokers(call: Reading, parts: DemoParts, all: boolean): Promise<Broker[]> {
  const configs = new Map(
    (await call.db.selectFrom('broker_configs').selectAll().execute()).map((row) => [row.broker_id, row]),
  );
  return (await listAdapters(call, parts))
    .filter(({ id }) => all || configs.has(id))
    .map((adapter) => present(adapter, configs.get(adapter.id)));
}

export async function configureBroker(
  call: Call,
  parts: Sealer & DemoParts,
  brokerId: string,
  body: { readonly account_id: string; readonly credentials: Readonly<Record<string, string>> },
): Promise<Broker> {
  const adapter = await adapterOf(call, parts, brokerId);
  const names = adapter.settings.map(({ name }) => name);
  for (const name of names) if (!body.credentials[name]) throw invalidField(`credentials.${name}`, 'is required');
  for (const name of Object.keys(body.credentials))
    if (!names.includes(name)) throw invalidField(`credentials.${name}`, `is not a setting of ${adapter.name}`);
  return call.write(async ({ db, audit }) => {
    await getAccount(db, body.account_id);
    const now = call.now().toISOString();
    const row = {
      account_id: body.account_id,
      credentials: seal(parts, sealedFor.brokerCredentials(brokerId), JSON.stringify(body.credentials)),
      // Another login may begin elsewhere.
      cursor: null,
      last_error: null,
      updated_at: now,
    };
    await db
      .insertInto('broker_configs')
      .values({ broker_id: brokerId, ...row, last_sync: null, created_at: now })
      .onConflict((clash) => clash.column('broker_id').doUpdateSet(row))
      .execute();
    audit({ resource: 'broker', id: brokerId, after: { account_id: body.account_id } });
    return present(adapter, await requireConfig(db, brokerId));
  });
}

export function removeBroker(call: Call, brokerId: string): Promise<void> {
  return call.write(async ({ db, audit }) => {
    const gone = await db.deleteFrom('broker_configs').where('broker_id', '=', brokerId).executeTakeFirst();
    if (gone.numDeletedRows === 0n) throw notFound('broker', brokerId);
    audit({ resource: 'broker', id: brokerId });
  });
}

/** What was fetched before the broker stopped answering, and why it did. */
interface Fetched {
  readonly pages: Uint8Array[];
  readonly cursor: string | null;
  readonly fault: string | null;
}

async function fetchPages(adapter: BrokerAdapter, context: SyncContext): Promise<Fetched> {
  const pages: Uint8Array[] = [];
  let { cursor } = context;
  try {
    for await (const page of adapter.pages(context)) {
      pages.push(page.bytes);
      cursor = page.cursor;
    }
  } catch (error) {
    if (!(error instanceof BrokerError)) throw error;
    return { pages, cursor, fault: error.message };
  }
  return { pages, cursor: null, fault: null };
}

/** The way out, and what opens the credentials. */
export interface SyncParts extends Unsealer, DemoParts {
  readonly fetch: typeof globalThis.fetch;
  readonly userAgent: string;
}

function credentialsOf(parts: Unsealer, { broker_id, credentials }: Config): string | null {
  return credentials === null ? null : unseal(parts, sealedFor.brokerCredentials(broker_id), credentials);
}

/** Fetches first, stores then: the book is not held while a stranger's server thinks. */
export async function syncBroker(call: Call, parts: SyncParts, brokerId: string): Promise<Synced> {
  const adapter = await adapterOf(call, parts, brokerId);
  const config = await requireConfig(call.db, brokerId);
  const opened = adapter.settings.length === 0 ? '{}' : credentialsOf(parts, config);
  if (opened === null) throw conflict(`the credentials of ${brokerId} cannot be opened: enter them again`);
  const { pages, cursor, fault } = await fetchPages(adapter, {
    credentials: JSON.parse(opened) as Record<string, string>, // sealed by configureBroker
    fetch: parts.fetch,
    userAgent: parts.userAgent,
    sleep: (ms) => sleep(ms, undefined, { signal: call.signal }),
    cursor: config.cursor,
    lastSync: config.last_sync === null ? null : new Date(config.last_sync),
    now: call.now(),
    signal: call.signal,
  });
  const state = (db: Db, change: Partial<Config>) =>
    db.updateTable('broker_configs').set(change).where('broker_id', '=', brokerId).execute();
  if (fault !== null && pages.length === 0) {
    await call.write(async ({ db }) => state(db, { last_error: fault, updated_at: call.now().toISOString() }));
    throw new Fault(502, fault, { code: 'broker_refused' });
  }
  return call.write(async (scope) => {
    const run = await ImportRun.open(call, scope, {
      kind: 'sync',
      accountId: config.account_id,
      fileName: null,
      fileHash: null,
    });
    await run.beginFile(brokerId);
    for (const bytes of pages) {
      run.accounts.within(detectBrokerFormat(bytes).format ?? brokerId);
      await takeBrokerRows(run, streamBrokerFile([bytes], { accountId: config.account_id }));
    }
    const unclear = run.accounts.unclear.map((name) => JSON.stringify(name)).join(', ');
    if (unclear !== '')
      throw conflict(
        `${brokerId} tells of several accounts, and the book does not know ${unclear}: import one statement of theirs with accounts saying which each is, then sync again`,
      );
    sayLookAlikes(run);
    if (fault !== null) run.warnings.push(`${fault}; the next sync goes on from there.`);
    await run.names.end();
    await run.save(brokerId, fault === null ? statusOf(run.counts) : 'partial');
    const now = run.now.toISOString();
    await state(scope.db, {
      cursor,
      last_error: fault,
      updated_at: now,
      ...(fault === null ? { last_sync: now } : {}),
    });
    return {
      broker_id: brokerId,
      status: fault === null ? 'success' : 'partial',
      run_id: run.id,
      imported: run.counts.imported,
      cash_imported: run.counts.cash_imported,
      duplicates_skipped: run.counts.duplicates,
      updated: run.counts.updated,
      errors: run.notes.all
        .filter(({ outcome }) => outcome === 'invalid')
        .slice(0, 100)
        .map(({ row, message }) => ({ row: row ?? 0, message })),
      warnings: run.warnings.slice(0, 100),
      synced_at: shownTime(now),
    };
  });
}

export async function brokerAccount(call: Reading, parts: DemoParts, brokerId: string): Promise<string> {
  await adapterOf(call, parts, brokerId);
  return (await requireConfig(call.db, brokerId)).account_id;
}
