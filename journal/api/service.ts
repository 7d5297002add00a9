// Puts the parts together and starts listening; `stop` takes them apart in the opposite order.
import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { type AnyEndpoint, type HandlerInput, operationOf } from '@zorivest/contract';
import type { Logger } from '@zorivest/kernel/log';
import { Activity } from './activity/activity.ts';
import type { AskOther } from './app/ask-other.ts';
import { RecordCheck } from './activity/check.ts';
import { noticeRequests } from './activity/notice.ts';
import { Approvals } from './approvals/approvals.ts';
import { Performer } from './approvals/performer.ts';
import { PersonFirst } from './approvals/person-first.ts';
import { Backups } from './backups/backups.ts';
import type { OpenedAudit } from './responses/answer.ts';
import { answersOf } from './processes/answers.ts';
import { Book } from './processes/book.ts';
import { type BookHost, inThisProcess } from './processes/carrier.ts';
import { ResponseCache } from './processes/response-cache.ts';
import { inProcesses, type Watching } from './processes/processes.ts';
import type { DemoBook } from './processes/demo.ts';
import type { ChangeNotice } from './processes/wire.ts';
import { Control } from './control/control.ts';
import {
  type BookAccess,
  clearUploads,
  EventBus,
  finishSwap,
  type Head,
  type FrontRoute,
  type Home,
  homeAt,
  lockHome,
  missingBook,
  prepareHome,
  type RandomBytes,
  RequestsInProgress,
  type Route,
  serviceActor,
  tidyHome,
  writeFileAtomic,
  type WriteOrigin,
} from '@zorivest/store';
import { Gate, LOCK_WITHIN } from './gate.ts';
import { Guard } from './guard/guard.ts';
import { StopMark } from './guard/stop-mark.ts';
import { createLocalSecret } from './http/local-secret.ts';
import { Arriving } from './http/arriving.ts';
import { Connections } from './http/connections.ts';
import { Crowd } from './http/crowd.ts';
import { Feeds } from './http/feeds.ts';
import { Pace } from './http/pace.ts';
import { type HttpLimits, usualLimits } from './http/limits.ts';
import { type Listener, listenOn, type Listening, loopback } from './http/listening.ts';
import { listenLocally, type LocalSocket } from './http/local-socket.ts';
import { createServer } from './http/server.ts';
import { type MailPatience, type Pipelines, usualPatience } from '@zorivest/integrations';
import { frontRoutes } from './concepts.ts';
import { makeNewBook, type NewBook } from './init.ts';
import { Pairings } from './pairings/pairings.ts';
import { createLogs } from './system/logs.ts';
import { version } from './system/version.ts';
import { TaskRequests } from './tasks/task-requests.ts';
import { TaskRows } from './tasks/task-rows.ts';
import { KeyModes } from './vault/modes.ts';
import { explainUnknown, refuseOlder, type Upgrade } from './vault/opened-by.ts';
import { KeyUses } from './vault/uses.ts';
import { Vault } from './vault/vault.ts';

/** A book that a service makes before it begins. */
export interface NewBookOptions {
  readonly passphrase: string;
  /** Called immediately: the caller must know the key of a book that exists, even if the service fails afterwards. */
  readonly made: (book: NewBook) => void;
}

export interface ServiceOptions {
  readonly home: string;
  readonly newBook?: NewBookOptions;
  readonly demo: DemoBook;
  /** 0 takes any free port. */
  readonly port: number;
  readonly now?: () => Date;
  readonly random?: RandomBytes;
  /** Log lines go to their files; with this they are also handed on. */
  readonly echo?: (line: string) => void;
  /** Asked to end: by POST /service/graceful-shutdown. */
  readonly onStop?: () => void;
  /** Called when the book was opened by another version than the last time. */
  readonly onUpgrade?: (upgrade: Upgrade) => void;
  /** How the service reaches the outside; tests hand in recordings. */
  readonly fetch?: typeof globalThis.fetch;
  readonly allowLocalDownloads?: boolean;
  readonly mailPatience?: MailPatience;
  readonly limits?: HttpLimits;
  /** Loopback by default. */
  readonly listening?: Listening;
  /** The origin of a page under development that may call as if it were ours. */
  readonly devOrigin?: string;
  /** The book in processes of its own, as the program runs it. Then nothing that is a function can be handed in. */
  readonly processes?: boolean | Partial<Watching>;
}

/** What tests and benches reach into. */
export interface ServiceParts extends BookAccess {
  readonly vault: Vault;
  readonly control: Control;
  readonly backups: Backups;
  readonly random: RandomBytes;
  readonly pipelines: Pipelines;
  readonly log: Logger;
  readonly routes: readonly (Route | FrontRoute)[];
  readonly events: EventBus;
  /** Everything that was computed from the book. */
  readonly forget: () => void;
  readonly stop: () => void;
}

export interface Service {
  readonly url: string;
  readonly app: ServiceParts;
  stop(): Promise<void>;
}

/** How long a start waits for the one before it to let go of the book. */
const START_PATIENCE = 3000;

/** How long those who are being answered are waited for when the service ends; then their connections are closed. */
const PATIENCE = 3000;

export async function startService(options: ServiceOptions): Promise<Service> {
  const home = homeAt(options.home);
  prepareHome(home);
  const lock = await lockHome(home.lock, START_PATIENCE);
  try {
    finishSwap(home);
    tidyHome(home);
    if (options.newBook === undefined && !existsSync(home.database)) throw missingBook(home.database);
    return await start(options, home, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function start(options: ServiceOptions, home: Home, lock: { release(): void }): Promise<Service> {
  const now = options.now ?? (() => new Date());
  const random = options.random ?? randomBytes;
  let stopping: Promise<void> | undefined;
  const logs = createLogs(home.logs, now, options.echo);
  const gate = new Gate();
  const inProgress = new RequestsInProgress();
  const events = new EventBus(now);
  const announce = (changes: readonly ChangeNotice[], { actor, label }: WriteOrigin) => {
    for (const { action, resource, id } of changes) {
      events.emit('write', {
        action: action ?? label,
        resource_type: resource,
        resource_id: String(id),
        actor: actor.name,
        tool: actor.tool,
      });
    }
  };
  const isInProcesses = options.processes !== undefined && options.processes !== false;
  const control = new Control({
    home,
    now,
    random,
    written: announce,
    report: (message, error) => logs.feature('db').error(message, { error }),
    isShared: isInProcesses,
  });
  const guard = new Guard(now, events, control, new StopMark(home));
  const modes = new KeyModes(control);
  const uses = new KeyUses(control, now);
  let recordHead: string | null = null;
  const activity = new Activity(control, events, now, {
    onHead: (head) => {
      recordHead = head;
      carrier.noteRecord(head);
    },
  });
  const auditOpened = ({ head, noted }: OpenedAudit) => {
    if (head.id > 0) activity.noteAudit(head);
    activity.bookOpened(noted);
  };
  const personFirst = new PersonFirst();
  const approvals = new Approvals({
    home,
    control,
    events,
    now,
    random,
    modes,
    vault: () => vault,
    guard,
    personFirst,
    performer: () => performer,
    waitMinutes: () => carrier.settings.number('approvals.wait_minutes'),
    noticed: ({ endpoint, actor, requestId }, { status, body }, milliseconds) =>
      activity.seen({
        actor,
        callId: null,
        requestId,
        clientRequestId: null,
        operation: operationOf(endpoint),
        serves: false,
        status,
        milliseconds: Math.round(milliseconds * 10) / 10,
        bytes: (body ?? []).reduce((sum, { length }) => sum + length, 0),
        approvalId: requestId,
        usedToken: false,
      }),
  });
  const taskRequests = new TaskRequests({ control, now, find: (keyId, id) => tasks.find(keyId, id) });
  const tasks = new TaskRows({ control, now, ended: (keyId, id) => taskRequests.end(keyId, id) });
  const localSecret = createLocalSecret(home, random);
  const outside = {
    allowLocalDownloads: options.allowLocalDownloads ?? false,
    mailPatience: options.mailPatience ?? usualPatience,
  };
  const bookId = () => vault.bootstrap.book_id;
  // The backup of an upgrade is also that of the steps it takes.
  let upgradeBackup: string | null = null;
  const beforeMigration = async (dataKey: Uint8Array) => {
    if (upgradeBackup === null) await backups.beforeMigration(dataKey);
  };
  /** Before the book is opened by a version that had not opened it yet. */
  const beforeUpgrade = async (dataKey: Uint8Array): Promise<void> => {
    const { opened_by: last } = vault.bootstrap;
    refuseOlder(home, vault.bootstrap, version);
    upgradeBackup = last === undefined || last.version === version ? null : await backups.beforeMigration(dataKey);
  };
  /** Once it is open: what cannot be written is no reason to close it again. */
  const noteUpgrade = async (): Promise<void> => {
    const from = vault.bootstrap.opened_by?.version;
    if (from === version) return;
    const backup = upgradeBackup;
    upgradeBackup = null;
    const upgrade = from === undefined || backup === null ? null : { from, to: version, backup };
    const opened = { version, ...(upgrade && { from: upgrade.from, backup: upgrade.backup }) };
    await vault
      .noteOpened(opened)
      .catch((error: unknown) => logs.feature('app').error('the version was not noted', { error }));
    if (upgrade === null) return;
    logs.feature('app').info('the book was opened by a newer version', { ...upgrade });
    options.onUpgrade?.(upgrade);
  };
  const responseCache = new ResponseCache(now);
  const noteWritten = (changes: readonly ChangeNotice[], origin: WriteOrigin, head: Head | null) => {
    if (head !== null) activity.noteAudit(head);
    responseCache.forget();
    announce(changes, origin);
    backups.noteWrites(changes.length);
  };
  // With processes this one is never opened: it only says which routes there are.
  const book = new Book({
    ...outside,
    demo: options.demo,
    home,
    now,
    random,
    logs,
    events,
    guard,
    control,
    fetch: options.fetch ?? globalThis.fetch,
    bookId,
    beforeMigration,
    written: noteWritten,
    noted: () => recordHead,
    auditOpened,
  });
  const emit = events.emit.bind(events);
  const carrier: BookHost = isInProcesses
    ? inProcesses({
        start: { home: home.root, ...outside },
        ...(typeof options.processes === 'object' && { watching: options.processes }),
        logs,
        bookId,
        guard,
        emit,
        written: noteWritten,
        auditOpened,
        beforeMigration,
      })
    : inThisProcess(book);

  if (options.newBook !== undefined) {
    const { passphrase, made } = options.newBook;
    try {
      // Here, while the processes of the book begin: deriving its keys and waiting for the disk takes as long.
      made(await makeNewBook(home, passphrase));
    } catch (error) {
      carrier.end();
      localSecret.remove();
      logs.close();
      throw error;
    }
  }

  events.listen(({ type }) => {
    if (type === 'guard') carrier.guardChanged(guard.isLocked);
  });

  const recordCheck = new RecordCheck({
    home,
    ask: async (endpoint, signal) => {
      const input = { params: undefined, query: undefined, body: undefined };
      const request = { endpoint, input, actor: serviceActor, requestId: 'record-check' };
      const { body } = await carrier.answer('reader', request, { signal, stopped: signal, storing: () => true });
      return Buffer.concat([...(body ?? [])]);
    },
    now,
    report: (message, error) => logs.feature('db').error(message, { error }),
  });
  const vault = new Vault({
    path: home.bootstrap,
    now,
    random,
    refuseOff: (keyId) => modes.refuseOff(keyId),
    used: (keyId) => uses.note(keyId),
    open: async (dataKey, keyId) => {
      try {
        await control.open(dataKey);
        // Before the book is opened for anyone: a key that is switched off opens nothing.
        if (keyId !== null) modes.refuseOff(keyId);
        guard.load();
        activity.open();
        await beforeUpgrade(dataKey);
        await carrier.open(dataKey);
        await noteUpgrade();
        recordCheck.open();
        responseCache.forget();
        await approvals.open();
      } catch (error) {
        // A restore that fails leaves the vault open, and what must always be writable with it.
        if (vault.state !== 'unlocked') {
          guard.unload();
          activity.close();
          await control.close();
        }
        throw explainUnknown(error, home, vault.bootstrap);
      }
    },
    close: async () => {
      clearUploads(home);
      recordCheck.close();
      approvals.close();
      guard.unload();
      activity.close();
      responseCache.forget();
      await control.close();
      await carrier.close(stopping === undefined ? 'lock' : 'end');
    },
  });

  const backups = new Backups({
    home,
    vault,
    book: carrier,
    settings: carrier.settings,
    gate,
    random,
    now,
    version,
    report: (message, error) => logs.feature('db').error(message, { error }),
    announce: (data) => events.emit('backup', data),
    restored: () => activity.markRestored(),
  });

  const isDemo = () => carrier.settings.text('book.demo') === 'true';
  const stopSoon = () => setImmediate(() => options.onStop?.());

  const { limits = usualLimits, listening = loopback, devOrigin } = options;
  const feeds = new Feeds(limits);
  const sessionPace = new Pace();
  const answering = { now, ...answersOf(book.routes, carrier, responseCache) };
  const askOther: AskOther = async (endpoint, query, call) => {
    const name = `${endpoint.method} ${endpoint.path}`;
    const input = { params: undefined, query, body: undefined };
    const own = front.find((route) => route.name === name);
    if (own !== undefined) return own.handler(input as unknown as HandlerInput<AnyEndpoint>, call);
    const { actor, requestId, signal } = call;
    const asked = { endpoint: name, input, actor, requestId };
    const { body } = await answering.answer(asked, { signal, stopped: signal, storing: () => true });
    return JSON.parse(Buffer.concat(body ?? []).toString('utf8'));
  };
  const pairings = new Pairings({
    home,
    now,
    random,
    events,
    control,
    modes,
    isLive: (keyId) => vault.bootstrap.keys.some(({ key_id, revoked_at }) => key_id === keyId && revoked_at === null),
    createKey: (label, role) => vault.createKey(label, role, null),
  });
  const front: readonly FrontRoute[] = frontRoutes({
    askOther,
    pairings,
    feeds,
    sessionPace,
    home,
    logs,
    gate,
    vault,
    random,
    events,
    guard,
    control,
    modes,
    uses,
    approvals,
    tasks,
    activity,
    inProgress,
    backups,
    pipelines: carrier,
    version,
    isDemo,
    startedAt: performance.now(),
    stop: stopSoon,
  });
  const performer = new Performer({
    gate,
    inProgress,
    now,
    answer: (...asked) => answering.answer(...asked),
    askWriter: (...asked) => carrier.answer('writer', ...asked),
    front,
    book: book.routes,
  });
  const connections = new Connections(limits.connections);
  const server = await createServer(
    {
      book: answering,
      vault,
      localSecret,
      gate,
      home,
      logs,
      version,
      guard,
      control,
      modes,
      personFirst,
      taskRequests,
      noticed: noticeRequests(activity),
      inProgress,
      feeds,
      crowd: new Crowd(),
      arriving: new Arriving(),
      connections,
      limits,
      listening,
      devOrigin,
      isDemo,
    },
    { front, book: book.routes },
  );
  let url: string;
  let socket: LocalSocket | null = null;
  let outer: Listener | null = null;
  try {
    outer = await listenOn(server, listening, options.port, limits, connections);
    const { port } = server.server.address() as AddressInfo;
    url = `http://127.0.0.1:${port}`;
    socket = await listenLocally(server, home.root, limits);
    if (socket === null) logs.feature('app').warn('there is no socket in the home: the shell comes over the port');
    const noted = { pid: process.pid, url, version, socket: socket?.address ?? null };
    writeFileAtomic(home.service, `${JSON.stringify(noted)}\n`);
  } catch (error) {
    // A service that could not start must not go on answering without its lock.
    await Promise.all([socket?.close(), outer?.close()]);
    await server.close();
    localSecret.remove();
    carrier.end();
    logs.close();
    throw error;
  }
  backups.startAuto();
  logs.feature('app').info('the service is up', { url, home: home.root, version });

  const stop = async () => {
    await backups.stopAuto();
    // Ends the live feeds, so that the server has nothing left to wait for.
    vault.sessions.endAll();
    const impatience = setTimeout(() => server.server.closeAllConnections(), PATIENCE);
    await Promise.all([server.close(), socket?.close(), outer?.close()]);
    clearTimeout(impatience);
    await gate.alone(() => vault.lock(), LOCK_WITHIN);
    carrier.end();
    rmSync(home.service, { force: true });
    localSecret.remove();
    logs.feature('app').info('the service has stopped');
    logs.close();
    lock.release();
  };
  const app = {
    ...book.access,
    vault,
    control,
    backups,
    random,
    pipelines: book.pipelines,
    events,
    routes: [...front, ...book.routes],
    forget: () => {
      responseCache.forget();
      book.results.forget();
    },
    // Asked for each time: its level can be changed.
    get log() {
      return logs.feature('app');
    },
    stop: stopSoon,
  };
  return { url, app, stop: () => (stopping ??= stop()) };
}
