// The open book and everything that needs it: the store, its settings, what was computed from it, market data, the
// scheduler, and the routes that read and write it. One method answers a request; the owner of a Book decides in which
// process it lives.
import { setTimeout as sleep } from 'node:timers/promises';
import { type AnyEndpoint, type HandlerInput, logFeatures, operationOf } from '@zorivest/contract';
import {
  behindImport,
  conflict,
  type BookAccess,
  type BookProcess,
  createCall,
  type EventBus,
  Fault,
  type Home,
  type RandomBytes,
  Results,
  leavingOf,
  restoringOf,
  runStaged,
  type Route,
  type StoppedWork,
  Store,
  Turn,
  unwatchedOf,
} from '@zorivest/store';
import { markCopyFolder } from '../backups/copies.ts';
import type { ControlRows } from '../control/control.ts';
import { ControlReader } from '../control/reader.ts';
import { Identifiers, type Positions, positionsOf, Settings, type SettingValues } from '@zorivest/records';
import { faultOfExpression, prepareHeld, prepareWorth, refuseRiskyPlan } from '@zorivest/analytics';
import {
  AfterChange,
  BarFetching,
  type MailPatience,
  mailWarning,
  Pipelines,
  postWarning,
  Syncs,
  Uploads,
  warnOfLimits,
  Watcher,
  weekPage,
} from '@zorivest/integrations';
import {
  type AnswerCache,
  type CachedAnswer,
  createMarketService,
  type StoredBars,
  type StoredQuote,
  type MarketService,
  createPriceStore,
  type PriceStore,
  providerStore,
  storedAnswers,
} from '@zorivest/market';
import { bookRoutes, concepts } from '../concepts.ts';
import { binKeeper } from '../undo/keep.ts';
import type { Logs } from '../system/logs.ts';
import { version } from '../system/version.ts';
import { type RowSource, stagedOf } from '../staging/card.ts';
import { observeChanges } from '../staging/observe-changes.ts';
import {
  type BookAnswer,
  type BookRequest,
  bytesOf,
  type OpenedAudit,
  type RequestHooks,
  type Staging,
} from '../responses/answer.ts';
import type { DemoBook } from './demo.ts';
import { BookKeys } from './keys.ts';

const CACHE_KIB = 16_384;
/** Limits are checked when a change has settled; providers are asked when the book is idle. */
const WARN_AFTER_MS = 1000;
const FETCH_AFTER_MS = 30_000;

/** How the book reaches the outside. */
export interface ExternalAccess {
  readonly fetch: typeof globalThis.fetch;
  readonly allowLocalDownloads: boolean;
  readonly mailPatience: MailPatience;
}

export interface BookParts extends ExternalAccess {
  /** Reader or writer, where it is one of the two processes; absent: this book does both. */
  readonly role?: BookProcess;
  readonly home: Home;
  readonly demo: DemoBook;
  readonly now: () => Date;
  readonly random: RandomBytes;
  readonly logs: Logs;
  readonly events: Pick<EventBus, 'emit'>;
  /** Whether the assistants are stopped: then nothing runs automatically. */
  readonly guard: { readonly isLocked: boolean };
  /** The rows of control.db, for answers that show both; without it, a connection of its own that reads. */
  readonly control?: ControlRows;
  /** Whose book it is, as `bootstrap.json` says. */
  readonly bookId: () => string;
  /** Called with the book as it was, before the first step that changes its format. */
  readonly beforeMigration: (dataKey: Uint8Array) => Promise<void>;
  /** Called with every write once it is stored. */
  readonly written: BookAccess['written'];
  /** Where the record of calls ends. */
  readonly noted: () => string | null;
  /** Called with the head of the audit of a book that has been opened for writing. */
  readonly auditOpened: (audit: OpenedAudit) => void;
  readonly settingsChanged?: (values: SettingValues) => void;
  /** Called with the running pipeline runs whenever they change. */
  readonly runsChanged?: (runs: readonly StoppedWork[]) => void;
  /** Stores answers of market-data providers when this book can only be read. */
  readonly keepMarketAnswer?: (...answer: Parameters<AnswerCache['put']>) => void;
  readonly keepPrices?: (prices: StoredBars | StoredQuote) => void;
}

export class Book {
  readonly store: Store;
  readonly settings = new Settings();
  readonly results: Results;
  readonly turn = new Turn();
  readonly pipelines: Pipelines;
  readonly #syncs: Syncs;
  readonly #watcher: Watcher;
  /** What runs automatically after a change. */
  readonly #followUps: readonly AfterChange[];
  readonly routes: readonly Route[];
  readonly access: BookAccess;
  readonly keys = new BookKeys();
  readonly #byName: ReadonlyMap<string, Route>;
  readonly #isReader: boolean;
  readonly #auditOpened: BookParts['auditOpened'];
  readonly #uploads: Uploads;
  readonly #cache: AnswerCache;
  readonly #prices: PriceStore;
  readonly #market: MarketService;

  constructor(parts: BookParts) {
    const { home, now, random, fetch, logs, written, demo } = parts;
    const { settings, turn, keys: vault } = this;
    this.#isReader = parts.role === 'reader';
    this.#uploads = new Uploads(home);
    // The writer computes little, and what it changes it would have to compute again.
    this.results = new Results(parts.role !== 'writer');
    const { results } = this;
    this.store = new Store(home.database, now, parts.beforeMigration, {
      readonly: this.#isReader,
      unwatched: unwatchedOf(concepts),
      // With a process for each, the system's own cache serves both.
      ...(parts.role !== undefined && { cacheKib: CACHE_KIB }),
    });
    const { store } = this;
    this.access = {
      store,
      now,
      results,
      turn,
      written: (...changes) => {
        written(...changes);
        for (const work of this.#followUps) work.changed();
      },
      noted: parts.noted,
      keep: binKeeper({ days: () => settings.number('bin.days') }),
    };
    this.#auditOpened = parts.auditOpened;
    settings.onChange(() => {
      for (const feature of logFeatures) logs.setLevel(feature, settings.text(`logging.${feature}.level`));
      const maxBytes = settings.number('logging.rotation_mb') * 1024 * 1024;
      logs.setRotation({ maxBytes, keep: settings.number('logging.backup_count') });
      parts.settingsChanged?.(settings.values);
    });

    const userAgent = `Zorivest/${version} (${process.env.ZORIVEST_CONTACT ?? 'local trading journal'})`;
    const clock = {
      now: () => now().getTime(),
      sleep: (ms: number, signal?: AbortSignal) => sleep(ms, undefined, signal ? { signal } : {}),
    };
    const isDemo = () => settings.text('book.demo') === 'true';
    const providers = providerStore({ store, vault, now, random });
    const identifiers = new Identifiers({
      store,
      fetch,
      userAgent,
      clock,
      apiKey: async () => (await providers.get('openfigi'))?.apiKey ?? null,
      demo: { isOn: isDemo, securityByCode: demo.securityByCode },
    });
    this.#cache = storedAnswers({ store });
    this.#prices = createPriceStore({ store });
    const { keepMarketAnswer, keepPrices } = parts;
    const market = createMarketService({
      store: providers,
      cache:
        keepMarketAnswer === undefined
          ? this.#cache
          : { ...this.#cache, put: async (...answer) => keepMarketAnswer(...answer) },
      prices: {
        ...this.#prices,
        // It is only a convenience: without it the next caller asks again.
        keep: async (answer) => (keepPrices === undefined ? this.keepPrices(answer) : keepPrices(answer)),
      },
      fetch,
      clock,
      random: Math.random,
      userAgent,
      demo: { isOn: isDemo, provider: demo.provider(clock.now) },
    });
    this.#market = market;
    const outside = {
      fetch,
      userAgent,
      market,
      allowLocalDownloads: parts.allowLocalDownloads,
      mailPatience: parts.mailPatience,
    };
    const control = parts.control ?? new ControlReader(home.control, vault);
    const { events, guard, bookId, runsChanged = () => {} } = parts;
    this.pipelines = new Pipelines({
      ...this.access,
      ...outside,
      home,
      vault,
      logs,
      events,
      guard,
      runsChanged,
      weekPage: (call, week) => weekPage(call, market, week),
    });
    this.#syncs = new Syncs({
      ...this.access,
      fetch,
      userAgent,
      env: process.env,
      vault,
      random,
      logs,
      events,
      guard,
      demoBroker: demo.broker,
    });
    const { pipelines } = this;
    const watcher = new Watcher({ ...this.access, home, events, guard, logs });
    this.#watcher = watcher;
    const bars = new BarFetching(market, () => isDemo() || settings.text('bars.fetch') !== 'true');
    const afterChange = { ...this.access, logs, guard };
    this.#followUps = [
      new AfterChange(afterChange, {
        name: 'warning of limits',
        label: 'risk_account.warn',
        waitMs: WARN_AFTER_MS,
        run: (call) =>
          warnOfLimits(call, {
            market,
            events,
            mail: (mail, signal) => mailWarning({ vault }, call.db, mail, { patience: parts.mailPatience, signal }),
            post: (address, document, signal) => postWarning(outside, address, document, signal),
          }),
      }),
      new AfterChange(afterChange, {
        name: 'fetching bars',
        label: 'bars.fetch',
        waitMs: FETCH_AFTER_MS,
        run: (call) => bars.run(call),
      }),
    ];
    const routes = bookRoutes({
      ...outside,
      faultOfExpression,
      checkPlan: (call, plan) => refuseRiskyPlan(call, market, plan),
      home,
      events,
      vault,
      control,
      recordOf: () => ({ connection: store.connection, key: store.chainKey }),
      restoring: restoringOf(concepts),
      connection: () => store.connection,
      leaving: leavingOf(concepts),
      random,
      settings,
      identifiers,
      pipelines,
      syncs: this.#syncs,
      watcher,
      demoBroker: demo.broker,
      version,
      markCopyFolder: (folder) => markCopyFolder(folder, bookId()),
    });
    this.routes = [...routes, ...demo.routes({ settings, routes })];
    this.#byName = new Map(this.routes.map((route) => [route.name, route]));
  }

  /** Discards what is held in memory: it comes from the book that has just been opened. */
  async open(dataKey: Uint8Array): Promise<void> {
    await this.store.open(dataKey);
    this.keys.hold(dataKey);
    this.results.forget();
    await this.settings.load(this.store.db);
    if (this.#isReader) return;
    const noted = await this.store.db
      .selectFrom('audit_log')
      .select('noted')
      .where('noted', 'is not', null)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    this.#auditOpened({ head: this.store.audit.head(), noted: noted?.noted ?? null });
    await this.pipelines.opened();
    await this.#syncs.opened();
    this.#watcher.opened();
    for (const work of this.#followUps) work.opened();
  }

  reloadSettings(): Promise<void> {
    return this.settings.load(this.store.db);
  }

  /** Matches the positions before anyone asks for them. */
  async warm(): Promise<void> {
    if (!this.store.isOpen) return;
    const { store, results, access } = this;
    // A later request meets the same failure, and its caller gets the error.
    const positions = await positionsOf({ db: store.db, results, now: access.now }).catch(() => null);
    // What the first change will need; a request that waits for an answer comes before it.
    setImmediate(() => {
      positions?.index();
      if (positions !== null) void this.#prepare(positions).catch(() => {});
    });
  }

  /** In turns with the requests; a failure here is met again by the request that needs it. */
  async #prepare(positions: Positions): Promise<void> {
    const pause = () => new Promise<void>((resolve) => setImmediate(resolve));
    const { store, results, access } = this;
    await prepareHeld(positions, pause);
    if (store.isOpen) await prepareWorth({ db: store.db, results, now: access.now }, this.#market, pause);
  }

  /** An answer that another process got from a provider. */
  async keepMarketAnswer(provider: string, key: string, answer: CachedAnswer, ttlSeconds: number): Promise<void> {
    // It is only a convenience: without it the next caller asks again.
    if (this.store.isOpen) await this.#cache.put(provider, key, answer, ttlSeconds).catch(() => {});
  }

  /** Prices that another process got from a provider. */
  async keepPrices(prices: StoredBars | StoredQuote): Promise<void> {
    if (this.store.isOpen) await this.#prices.keep(prices).catch(() => {});
  }

  async close(): Promise<void> {
    for (const work of this.#followUps) await work.closing();
    await this.#watcher.closing();
    await this.pipelines.closing();
    await this.#syncs.closing();
    this.results.forget();
    await this.store.close();
    this.keys.forget();
  }

  async answer(
    { endpoint: name, input, actor, requestId, staging, isApproved = false }: BookRequest,
    attendance: RequestHooks,
  ): Promise<BookAnswer> {
    const route = this.#byName.get(name);
    if (route === undefined) throw new Fault(404, `there is no ${name}`);
    const { endpoint, handler, by } = route;
    if (staging !== undefined)
      return this.#stage(route, { endpoint: name, input, actor, requestId }, staging, attendance);
    let status = endpoint.status;
    let hasCommitted = false;
    const refusal = new AbortController();
    const { stored } = attendance;
    const call = createCall({
      ...(isApproved && stored ? observeChanges(this.access, stored) : { book: this.access }),
      isApproved,
      actor,
      requestId,
      signal: attendance.signal,
      stopped: AbortSignal.any([attendance.stopped, refusal.signal]),
      storing: async () => {
        const may = await attendance.storing();
        hasCommitted ||= may;
        return may;
      },
      label: endpoint.audit,
      operation: operationOf(endpoint),
      touchesTrades: endpoint.touchesTrades,
      setStatus: (other) => {
        status = other;
      },
    });
    // The process that sent it has checked it against the schemas that the type is computed from.
    const work = Promise.resolve(handler(input as HandlerInput<AnyEndpoint>, call));
    if (by === 'reader') return bytesOf(endpoint, await work, status);
    const waiting = behindImport(this.turn, requestId, () => {
      if (hasCommitted) return false;
      // It finds out when it would store something.
      refusal.abort();
      return true;
    });
    try {
      return bytesOf(endpoint, await Promise.race([work, waiting.refused]), status);
    } finally {
      waiting.done();
      work.catch(() => {});
    }
  }

  /** The same in one transaction, which is stored only if it does what somebody has agreed to. */
  async #stage(
    { endpoint, handler }: Route,
    { input, actor, requestId }: BookRequest,
    { approvalId, same, agreed, page, uploadId }: Staging,
    attendance: RequestHooks,
  ): Promise<BookAnswer> {
    if (agreed !== null && (await this.#isDone(approvalId))) throw conflict('this approval was used already');
    let status = endpoint.status;
    const run = {
      book: this.access,
      actor,
      requestId,
      signal: attendance.signal,
      stopped: attendance.stopped,
      label: endpoint.audit,
      operation: operationOf(endpoint),
      touchesTrades: endpoint.touchesTrades,
      setStatus: (other: number) => {
        status = other;
      },
      storing: attendance.storing,
      same,
      approvalId,
    };
    return runStaged(
      run,
      async (call) => {
        const file = uploadId === undefined ? undefined : await this.#uploads.get(call, uploadId);
        const body = file === undefined ? input.body : { ...(input.body as object), file };
        return handler({ ...input, body } as HandlerInput<AnyEndpoint>, call);
      },
      async (result, related) => {
        const { connection, capture } = this.store;
        const source: RowSource = {
          *each() {
            yield* capture.each();
            yield* related;
          },
          before: (...asked) => capture.before(...asked),
        };
        const staged = await stagedOf(connection, source, page, attendance.stopped);
        const commit = agreed !== null && agreed === staged.digest;
        return { commit, value: { ...bytesOf(endpoint, result, status), staged: { ...staged, isStored: commit } } };
      },
    );
  }

  async #isDone(approvalId: string): Promise<boolean> {
    const row = await this.store.db
      .selectFrom('audit_log')
      .select('id')
      .where('approval_id', '=', approvalId)
      .executeTakeFirst();
    return row !== undefined;
  }
}
