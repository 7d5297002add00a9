// Syncs: now, or when their time comes. Owns every running sync.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { detectBrokerFormat, readAnswers, streamBrokerFile } from '@zorivest/imports';
import type { ClientOutput, contract } from '@zorivest/contract';
import type { Logger } from '@zorivest/kernel/log';
import {
  type BookAccess,
  type Call,
  conflict,
  createCall,
  type Db,
  type EventBus,
  Fault,
  type Sealer,
  serviceActor,
  shownTime,
} from '@zorivest/store';
import { takeBrokerRows } from '../imports/broker-source.ts';
import { ImportRun } from '../imports/run.ts';
import { presentRows, reportPossibleDuplicates } from '../imports/service.ts';
import {
  type BrokerAdapter,
  type BrokerContext,
  BrokerError,
  type Credentials,
  type SyncPage,
} from './client/adapter.ts';
import { ClosedDoor, openDoor, playedAt } from './client/door.ts';
import {
  adapterOf,
  type Config,
  type DemoParts,
  openCredentials,
  requireConfig,
  sealCredentials,
  withoutSecrets,
} from './configs.ts';
import { forgetHours, reconcileRun } from './reconcile-holdings.ts';
import { nextSync } from './schedule.ts';

type SyncResult = ClientOutput<typeof contract.brokers.sync>;

/** The way out, and what opens the credentials. */
export interface SyncParts extends Sealer, DemoParts, BookAccess {
  readonly fetch: typeof globalThis.fetch;
  readonly userAgent: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly events: Pick<EventBus, 'emit'>;
  readonly logs: { feature(name: 'scheduler'): Pick<Logger, 'error'> };
  /** Whether the assistants are stopped: then nothing runs automatically. */
  readonly guard: { readonly isLocked: boolean };
}

/** The clock is looked at this often: a machine that slept, or a clock that was set, must not be waited for. */
const LOOK_MS = 60_000;
/** How often progress is reported. */
const TELL_MS = 500;

/** What was fetched before the broker stopped answering, and why it did. */
interface FetchResult {
  readonly pages: readonly SyncPage[];
  readonly cursor: string | null;
  readonly fault: string | null;
}

export class Syncs {
  readonly #parts: SyncParts;
  readonly #running = new Map<string, { readonly abort: AbortController; readonly done: Promise<unknown> }>();
  #timer: NodeJS.Timeout | undefined;
  #open = false;

  constructor(parts: SyncParts) {
    this.#parts = parts;
  }

  /** The book has been opened: syncs that the last process left running have ended. */
  async opened(): Promise<void> {
    await this.#parts.store.db.deleteFrom('broker_progress').execute();
    this.#open = true;
    this.reschedule();
  }

  /** The book is about to be closed: what was fetched is stored first. */
  async closing(): Promise<void> {
    this.#open = false;
    clearTimeout(this.#timer);
    for (const { abort } of this.#running.values()) abort.abort();
    await Promise.allSettled([...this.#running.values()].map(({ done }) => done));
  }

  /** Safe to call after any change. */
  reschedule(): void {
    clearTimeout(this.#timer);
    if (this.#open) this.#timer = setTimeout(() => void this.#tick(), 0).unref();
  }

  /** Stops a running sync; what it has fetched is stored. */
  cancel(brokerId: string): boolean {
    const found = this.#running.get(brokerId);
    found?.abort.abort();
    return found !== undefined;
  }

  contextOf(adapter: BrokerAdapter, credentials: Credentials, signal: AbortSignal): BrokerContext {
    const { fetch, userAgent, now, random, env } = this.#parts;
    return {
      credentials,
      fetch: openDoor(adapter.openings, fetch, playedAt(env, adapter.id, adapter.id.split('_')[0] ?? '')),
      userAgent,
      sleep: (ms) => sleep(ms, undefined, { signal }),
      clock: () => now().getTime(),
      random,
      signal,
    };
  }

  /** Fetches first, stores then: the book is not held while a stranger's server thinks. */
  async sync(call: Call, brokerId: string): Promise<SyncResult> {
    const adapter = await adapterOf(call, this.#parts, brokerId);
    const config = await requireConfig(call.db, brokerId);
    if (this.#running.has(brokerId)) throw conflict(`${brokerId} is being synced already`);
    const abort = new AbortController();
    const done = this.#sync(call, adapter, config, AbortSignal.any([call.signal, abort.signal])).finally(() => {
      this.#running.delete(brokerId);
    });
    this.#running.set(brokerId, { abort, done });
    return done;
  }

  async #sync(call: Call, adapter: BrokerAdapter, config: Config, signal: AbortSignal): Promise<SyncResult> {
    const { id: brokerId } = adapter;
    const credentials = openCredentials(this.#parts, adapter, config);
    if (credentials === null) throw conflict(`the credentials of ${brokerId} cannot be opened: enter them again`);
    const started = call.now();
    const fetched = await this.#fetch(call, adapter, config, { credentials, signal, started });
    const state = (db: Db, change: Partial<Config>) =>
      db.updateTable('broker_configs').set(change).where('broker_id', '=', brokerId).execute();
    const { pages, cursor, fault } = fetched;
    const tried = { last_error: fault, last_try: started.toISOString(), updated_at: call.now().toISOString() };
    if (fault !== null && pages.length === 0) {
      await call.write(async ({ db }) => state(db, tried));
      throw new Fault(502, fault, { code: 'broker_refused' });
    }
    const synced = await call.write(async (scope) => {
      const run = await ImportRun.open(call, scope, {
        kind: 'sync',
        accountId: config.account_id,
        fileName: null,
        fileHash: null,
      });
      await run.beginFile(brokerId);
      await takePages(run, adapter, config.account_id, pages);
      await forgetHours(run, adapter);
      const unclear = run.accounts.unclear.map((name) => JSON.stringify(name)).join(', ');
      if (unclear !== '')
        throw conflict(
          `${brokerId} reports several accounts, and the book does not know ${unclear}: map each of them once with \`zorivest broker set ${brokerId} --accounts <its name>=<account of the book>\` or in the app where the broker is set up, then sync again`,
        );
      reportPossibleDuplicates(run);
      if (fault !== null) run.warnings.push(`${fault}; the next sync continues from there.`);
      await run.names.end();
      await run.save(brokerId, fault === null ? run.status : 'partial');
      const now = run.now.toISOString();
      await state(scope.db, { ...tried, cursor, ...(fault === null ? { last_sync: now } : {}) });
      return {
        broker_id: brokerId,
        status: fault === null ? ('success' as const) : ('partial' as const),
        run_id: run.id,
        imported: run.counts.imported,
        cash_imported: run.counts.cash_imported,
        events_imported: run.counts.events_imported,
        duplicates_skipped: run.counts.duplicates,
        updated: run.counts.updated,
        rows: presentRows(run.rows.table()),
        errors: run.notes.all
          .filter(({ outcome }) => outcome === 'invalid')
          .slice(0, 100)
          .map(({ row, message }) => ({ row: row ?? 0, message })),
        warnings: run.warnings.slice(0, 100),
        synced_at: shownTime(now),
      };
    });
    // By the book as it is now that everything is in it.
    return { ...synced, reconciliation: await reconcileRun(call, synced.run_id) };
  }

  async #fetch(
    call: Call,
    adapter: BrokerAdapter,
    config: Config,
    { credentials, signal, started }: { credentials: Credentials; signal: AbortSignal; started: Date },
  ): Promise<FetchResult> {
    const { id: brokerId } = adapter;
    const pages: SyncPage[] = [];
    let { cursor } = config;
    let rows = 0;
    let reportedAt = Number.NEGATIVE_INFINITY;
    let known = credentials;
    const tell = async (stage: 'reading' | 'done') => {
      const at = performance.now();
      if (stage === 'reading' && at - reportedAt < TELL_MS) return;
      reportedAt = at;
      const row = { broker_id: brokerId, started_at: started.toISOString(), pages: pages.length, rows };
      // Outside of the request: what it stores is stored once, at its end.
      await this.#ownCall().write(async ({ db }) => {
        await db.deleteFrom('broker_progress').where('broker_id', '=', brokerId).execute();
        if (stage === 'reading') await db.insertInto('broker_progress').values(row).execute();
      });
      this.#parts.events.emit('import', { ...row, stage });
    };
    try {
      await tell('reading');
      const context = {
        ...this.contextOf(adapter, credentials, signal),
        cursor,
        lastSync: config.last_sync === null ? null : new Date(config.last_sync),
        now: started,
        keep: async (changed: Credentials) => {
          known = { ...known, ...changed };
          await this.#keep(adapter, known);
        },
      };
      for await (const page of adapter.pages(context)) {
        pages.push(page);
        cursor = page.cursor;
        rows += 'rows' in page ? page.rows.length : 0;
        // A stop applies to automatic syncs too.
        const isStopped = call.actor === serviceActor && this.#parts.guard.isLocked;
        if (signal.aborted || isStopped) throw new BrokerError('The sync was stopped');
        await tell('reading');
      }
    } catch (error) {
      if (!(error instanceof BrokerError) && !(error instanceof ClosedDoor)) throw error;
      return { pages, cursor, fault: withoutSecrets(error.message, adapter, known) };
    } finally {
      await tell('done');
    }
    return { pages, cursor: null, fault: null };
  }

  async #keep(adapter: BrokerAdapter, credentials: Credentials): Promise<void> {
    await this.#ownCall().write(({ db }) =>
      db
        .updateTable('broker_configs')
        .set({
          credentials: sealCredentials(this.#parts, adapter.id, credentials),
          consent_ends: adapter.consentEnds?.(credentials) ?? null,
        })
        .where('broker_id', '=', adapter.id)
        .execute(),
    );
  }

  async #tick(): Promise<void> {
    if (!this.#open) return;
    try {
      if (!this.#parts.guard.isLocked) await this.#startDue();
    } catch (error) {
      this.#parts.logs.feature('scheduler').error('the sync of brokers failed', { error });
    }
    if (this.#open) this.#timer = setTimeout(() => void this.#tick(), LOOK_MS).unref();
  }

  /** Starts what is due; what was missed while nothing ran is made up for once. */
  async #startDue(): Promise<void> {
    const { store, now } = this.#parts;
    const rows = await store.db.selectFrom('broker_configs').selectAll().where('schedule', '!=', 'off').execute();
    for (const { broker_id, schedule, last_try, created_at } of rows) {
      const at = nextSync(schedule, new Date(last_try ?? created_at));
      if (at === null || at > now() || this.#running.has(broker_id)) continue;
      void this.sync(this.#ownCall(), broker_id).catch((error: unknown) => {
        // A broker's refusal is recorded with the broker in the book; everything else is our fault.
        if (!(error instanceof Fault)) this.#parts.logs.feature('scheduler').error('a sync failed', { error });
      });
    }
  }

  #ownCall(): Call {
    const stopped = new AbortController().signal;
    return createCall({
      book: this.#parts,
      actor: serviceActor,
      requestId: randomUUID(),
      signal: stopped,
      stopped,
      storing: () => true,
      label: 'broker.sync',
      operation: 'brokers.sync',
      touchesTrades: true,
      setStatus: () => {},
    });
  }
}

/** Everything that came, in its order: rows of one sync know each other, as those of one file do. */
async function takePages(
  run: ImportRun,
  { id, zone = 'UTC' }: BrokerAdapter,
  accountId: string,
  pages: readonly SyncPage[],
): Promise<void> {
  for (const page of pages) {
    if (!('bytes' in page)) continue;
    run.accounts.within(detectBrokerFormat(page.bytes).format ?? id);
    await takeBrokerRows(run, streamBrokerFile([page.bytes], { accountId }));
  }
  const answered = pages.filter((page) => 'rows' in page);
  if (answered.length === 0) return;
  run.accounts.within(id);
  await takeBrokerRows(run, readAnswers({ format: id, zone, accountId }, answered));
}
