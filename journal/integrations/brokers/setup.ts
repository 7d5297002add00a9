// Setting a broker up, and what is shown of it.
import type { ClientOutput, contract, HandlerInput } from '@zorivest/contract';
import type { ImportStatus } from '@zorivest/vocabulary';
import { findAccount, getAccount } from '@zorivest/records';
import { type Call, Fault, invalidField, notFound, type Sealer, shownTime, shownTimeOrNull } from '@zorivest/store';
import { keepAccount } from '../imports/accounts.ts';
import type { Counts } from '../imports/run.ts';
import { type BrokerAdapter, BrokerError, type Credentials } from './client/adapter.ts';
import {
  adapterOf,
  type Config,
  configOf,
  type DemoParts,
  listAdapters,
  openCredentials,
  type Reading,
  requireConfig,
  sealCredentials,
  withoutSecrets,
} from './configs.ts';
import { reconcileRun } from './reconcile-holdings.ts';
import { nextSync } from './schedule.ts';
import type { Syncs } from './syncs.ts';

type Broker = ClientOutput<typeof contract.brokers.list>[number];
type ConfigurationResult = ClientOutput<typeof contract.brokers.configure>;
type Body = HandlerInput<typeof contract.brokers.configure>['body'];

interface BrokerState {
  readonly config: Config | undefined;
  readonly progress: Broker['progress'];
  readonly lastRun: Broker['last_run'];
}

function present(adapter: BrokerAdapter, { config, progress, lastRun }: BrokerState): Broker {
  const next = config === undefined ? null : nextSync(config.schedule, new Date(config.last_try ?? config.created_at));
  return {
    broker_id: adapter.id,
    name: adapter.name,
    environment: adapter.environment,
    seen_live: adapter.seenLive,
    supports: [...adapter.supports],
    notice: adapter.notice ?? null,
    status: config === undefined ? 'not_configured' : config.last_error === null ? 'ready' : 'failed',
    account_id: config?.account_id ?? null,
    schedule: config?.schedule ?? 'off',
    last_sync: shownTimeOrNull(config?.last_sync ?? null),
    next_sync: next === null ? null : shownTime(next.toISOString()),
    last_error: config?.last_error ?? null,
    consent_ends: shownTimeOrNull(config?.consent_ends ?? null),
    progress,
    last_run: lastRun,
    settings: adapter.settings.map(({ optional = false, ...setting }) => ({ ...setting, optional })),
  };
}

async function lastRunOf(call: Call, brokerId: string): Promise<Broker['last_run']> {
  const run = await call.db
    .selectFrom('import_runs')
    .select(['run_id', 'status', 'finished_at', 'counts'])
    .where('kind', '=', 'sync')
    .where('source', '=', brokerId)
    .orderBy('started_at', 'desc')
    .executeTakeFirst();
  if (run === undefined) return null;
  const counts = JSON.parse(run.counts) as Counts; // written by the run
  return {
    run_id: run.run_id,
    status: run.status as ImportStatus, // written by a run
    finished_at: shownTime(run.finished_at),
    imported: counts.imported,
    cash_imported: counts.cash_imported,
    events_imported: counts.events_imported,
    updated: counts.updated,
    duplicates: counts.duplicates,
    invalid: counts.invalid,
    reconciliation: (await reconcileRun(call, run.run_id)).map(
      ({ differences: _differences, ...compared }) => compared,
    ),
  };
}

async function presentStored(call: Call, adapter: BrokerAdapter, config: Config | undefined): Promise<Broker> {
  if (config === undefined) return present(adapter, { config, progress: null, lastRun: null });
  const row = await call.db
    .selectFrom('broker_progress')
    .selectAll()
    .where('broker_id', '=', adapter.id)
    .executeTakeFirst();
  return present(adapter, {
    config,
    progress: row === undefined ? null : { started_at: shownTime(row.started_at), pages: row.pages, rows: row.rows },
    lastRun: await lastRunOf(call, adapter.id),
  });
}

export async function listBrokers(call: Call, parts: DemoParts, all: boolean): Promise<Broker[]> {
  const configs = new Map(
    (await call.db.selectFrom('broker_configs').selectAll().execute()).map((row) => [row.broker_id, row]),
  );
  const shown: Broker[] = [];
  for (const adapter of await listAdapters(call, parts))
    if (all || configs.has(adapter.id)) shown.push(await presentStored(call, adapter, configs.get(adapter.id)));
  return shown;
}

/** What was entered, over what was entered before; an empty value keeps the old one. */
function credentialsOf(adapter: BrokerAdapter, entered: Credentials, before: Credentials): Credentials {
  const names = adapter.settings.map(({ name }) => name);
  for (const name of Object.keys(entered))
    if (!names.includes(name)) throw invalidField(`credentials.${name}`, `is not a setting of ${adapter.name}`);
  const given = Object.fromEntries(Object.entries(entered).filter(([, value]) => value !== ''));
  const all = { ...before, ...given };
  for (const { name, optional } of adapter.settings)
    if (optional !== true && !all[name]) throw invalidField(`credentials.${name}`, 'is required');
  return all;
}

export async function configureBroker(
  call: Call,
  parts: Sealer & DemoParts & { readonly syncs: Syncs },
  brokerId: string,
  body: Body,
): Promise<ConfigurationResult> {
  const adapter = await adapterOf(call, parts, brokerId);
  const known = await configOf(call.db, brokerId);
  const accountId = body.account_id ?? known?.account_id;
  if (accountId === undefined) throw invalidField('account_id', 'is required: the account its fills go to');
  await getAccount(call.db, accountId);
  const before = known === undefined ? {} : (openCredentials(parts, adapter, known) ?? {});
  const entered = credentialsOf(adapter, body.credentials ?? {}, before);
  const isSameLogin = body.credentials === undefined || Object.keys(body.credentials).length === 0;
  const credentials = isSameLogin ? entered : await connect(call, parts, adapter, entered);
  const accounts = await mappedAccounts(call, body.accounts ?? {});
  await call.write(async ({ db, audit }) => {
    const now = call.now().toISOString();
    const row = {
      account_id: accountId,
      schedule: body.schedule ?? known?.schedule ?? 'off',
      updated_at: now,
      ...(isSameLogin && known !== undefined
        ? {}
        : {
            credentials: sealCredentials(parts, brokerId, credentials),
            // Another login may begin elsewhere.
            cursor: null,
            last_error: null,
            consent_ends: adapter.consentEnds?.(credentials) ?? null,
          }),
    };
    await db
      .insertInto('broker_configs')
      .values({
        credentials: null,
        cursor: null,
        last_error: null,
        consent_ends: null,
        ...row,
        broker_id: brokerId,
        last_sync: null,
        last_try: null,
        created_at: now,
      })
      .onConflict((clash) => clash.column('broker_id').doUpdateSet(row))
      .execute();
    for (const [named, account_id] of accounts)
      await keepAccount(db, { scope: brokerId, named, account_id, updated_at: now });
    audit({ resource: 'broker', id: brokerId, after: { account_id: accountId, schedule: row.schedule } });
  });
  const broker = await presentStored(call, adapter, await requireConfig(call.db, brokerId));
  call.afterCommit(() => parts.syncs.reschedule());
  // A caller who has just given the passphrase is not asked for it again.
  const isGiven = adapter.consentEnds?.(credentials) !== adapter.consentEnds?.(entered);
  return { ...broker, consent_url: isGiven ? null : (adapter.consentUrl?.(credentials) ?? null) };
}

/** What the broker calls each of its accounts, with an account that the book has. */
async function mappedAccounts(call: Call, mapping: Readonly<Record<string, string>>): Promise<[string, string][]> {
  const accounts = Object.entries(mapping).map(([named, id]): [string, string] => [named.trim(), id]);
  for (const [named, id] of accounts)
    if ((await findAccount(call.db, id)) === undefined)
      throw invalidField(`accounts.${named}`, `there is no account ${JSON.stringify(id)}`);
  return accounts;
}

async function connect(
  call: Call,
  { syncs }: { readonly syncs: Syncs },
  adapter: BrokerAdapter,
  entered: Credentials,
): Promise<Credentials> {
  if (adapter.connect === undefined) return entered;
  try {
    return { ...entered, ...(await adapter.connect(syncs.contextOf(adapter, entered, call.signal))) };
  } catch (error) {
    if (!(error instanceof BrokerError)) throw error;
    throw new Fault(502, withoutSecrets(error.message, adapter, entered), { code: 'broker_refused' });
  }
}

export function removeBroker(call: Call, brokerId: string): Promise<void> {
  return call.write(async ({ db, audit }) => {
    const gone = await db.deleteFrom('broker_configs').where('broker_id', '=', brokerId).executeTakeFirst();
    if (gone.numDeletedRows === 0n) throw notFound('broker', brokerId);
    audit({ resource: 'broker', id: brokerId });
  });
}

export async function brokerAccount(call: Reading, parts: DemoParts, brokerId: string): Promise<string> {
  await adapterOf(call, parts, brokerId);
  return (await requireConfig(call.db, brokerId)).account_id;
}
