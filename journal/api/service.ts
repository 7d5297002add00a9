// Puts the parts together and starts listening; `stop` takes them apart in the opposite order.
import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { logFeatures } from '@zorivest/contract';
import type { Logger } from '@zorivest/kernel/log';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Change } from './audit/record.ts';
import { Approvals } from './approvals/approvals.ts';
import { Backups } from './backups/backups.ts';
import { Control } from './control/control.ts';
import type { WriteOrigin } from './core/actor.ts';
import type { BookAccess } from './core/call.ts';
import { Gate, LOCK_WITHIN } from './core/gate.ts';
import type { Route } from './core/route.ts';
import { Results } from './core/results.ts';
import { RequestsUnderWay } from './core/under-way.ts';
import { EventBus } from './events/bus.ts';
import { Guard } from './guard/guard.ts';
import { writeFileAtomic } from './home/files.ts';
import { type Home, homeAt, prepareHome } from './home/home.ts';
import { createLocalSecret } from './home/local-secret.ts';
import { lockHome } from './home/lock.ts';
import { finishSwap } from './home/swap.ts';
import { clearUploads, tidyHome } from './home/tidy.ts';
import type { HttpLimits } from './http/limits.ts';
import { createServer } from './http/server.ts';
import { Identifiers } from './identifiers/service.ts';
import { type MailPatience, usualPatience } from './mail/send.ts';
import { bookCache, providerStore } from './market/book.ts';
import { createMarketService } from './market/service.ts';
import { Pipelines } from './pipelines/pipelines.ts';
import { bookRoutes, frontRoutes } from './routes.ts';
import { Settings } from './settings/settings.ts';
import { missingBook, Store } from './store/index.ts';
import { createLogs } from './system/logs.ts';
import { version } from './system/version.ts';
import type { RandomBytes } from './vault/envelope.ts';
import { KeyModes } from './vault/modes.ts';
import { Vault } from './vault/vault.ts';

export interface ServiceOptions {
  readonly home: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly now?: () => Date;
  readonly random?: RandomBytes;
  /** Log lines go to their files; with this they are also handed on. */
  readonly echo?: (line: string) => void;
  /** Asked to end: by POST /service/graceful-shutdown. */
  readonly onStop?: () => void;
  /** How the service reaches the outside; tests hand in recordings. */
  readonly fetch?: typeof globalThis.fetch;
  readonly allowLocalDownloads?: boolean;
  readonly mailPatience?: MailPatience;
  readonly limits?: HttpLimits;
  /** The origin of a page under development that may call as if it were ours. */
  readonly devOrigin?: string;
}

/** What tests and benches reach into. */
export interface ServiceParts extends BookAccess {
  readonly vault: Vault;
  readonly control: Control;
  readonly random: RandomBytes;
  readonly pipelines: Pipelines;
  readonly log: Logger;
  readonly routes: readonly Route[];
  readonly stop: () => void;
}

export interface Service {
  readonly url: string;
  readonly app: ServiceParts;
  stop(): Promise<void>;
}

/** How long those who are being answered are waited for when the service ends; then their connections are closed. */
const PATIENCE = 3000;

export async function startService(options: ServiceOptions): Promise<Service> {
  const home = homeAt(options.home);
  prepareHome(home);
  const lock = lockHome(home.lock);
  try {
    finishSwap(home);
    tidyHome(home);
    if (!existsSync(home.database)) throw missingBook(home.database);
    return await start(options, home, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function start(options: ServiceOptions, home: Home, lock: { release(): void }): Promise<Service> {
  const now = options.now ?? (() => new Date());
  const random = options.random ?? randomBytes;
  const logs = createLogs(home.logs, now, options.echo);
  const gate = new Gate();
  const underWay = new RequestsUnderWay();
  const results = new Results();
  const events = new EventBus(now);
  const settings = new Settings();
  const announce = (changes: readonly Change[], { actor, label }: WriteOrigin) => {
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
  const control = new Control({ home, now, random, written: announce });
  const guard = new Guard(now, events, control);
  const modes = new KeyModes(control);
  const approvals = new Approvals({ control, events, now, random });
  const localSecret = createLocalSecret(home, random);
  const store = new Store(home.database, now, (dataKey) => backups.beforeMigration(dataKey));

  settings.onChange(() => {
    for (const feature of logFeatures) logs.setLevel(feature, settings.text(`logging.${feature}.level`));
    const maxBytes = settings.number('logging.rotation_mb') * 1024 * 1024;
    logs.setRotation({ maxBytes, keep: settings.number('logging.backup_count') });
  });

  /** Whatever is held in memory comes from the book that has just been opened. */
  const load = async () => {
    results.forget();
    await settings.load(store.db);
    guard.load();
    await pipelines.opened();
  };

  const vault = new Vault({
    path: home.bootstrap,
    now,
    random,
    refuseOff: (keyId) => modes.refuseOff(keyId),
    open: async (dataKey, keyId) => {
      try {
        await control.open(dataKey, vault.bootstrap.keys);
        // Before the book is opened for anyone: a key that is switched off opens nothing.
        if (keyId !== null) modes.refuseOff(keyId);
        await store.open(dataKey);
      } catch (error) {
        if (!store.isOpen) await control.close();
        throw error;
      }
      await load();
    },
    close: async () => {
      clearUploads(home);
      await pipelines.closing();
      guard.unload();
      results.forget();
      await control.close();
      await store.close();
    },
  });

  const backups = new Backups({
    home,
    vault,
    store,
    settings,
    gate,
    random,
    now,
    version,
    reload: load,
    report: (message, error) => logs.feature('db').error(message, { error }),
    announce: (data) => events.emit('backup', data),
  });

  const fetch = options.fetch ?? globalThis.fetch;
  const userAgent = `Zorivest/${version} (${process.env.ZORIVEST_CONTACT ?? 'local trading journal'})`;
  const clock = {
    now: () => now().getTime(),
    sleep: (ms: number, signal?: AbortSignal) => sleep(ms, undefined, signal ? { signal } : {}),
  };
  const providers = providerStore({ store, vault, now, random });
  const identifiers = new Identifiers({
    store,
    fetch,
    userAgent,
    clock,
    apiKey: async () => (await providers.get('openfigi'))?.apiKey ?? null,
  });
  const market = createMarketService({
    store: providers,
    cache: bookCache({ store }),
    fetch,
    clock,
    random: Math.random,
    userAgent,
  });

  const book: BookAccess = {
    store,
    now,
    results,
    written: (changes, origin) => {
      announce(changes, origin);
      backups.noteWrites(changes.length);
    },
  };
  const outside = {
    fetch,
    userAgent,
    market,
    allowLocalDownloads: options.allowLocalDownloads ?? false,
    mailPatience: options.mailPatience ?? usualPatience,
  };
  const pipelines = new Pipelines({ ...book, ...outside, home, vault, logs, events, guard });
  const stopSoon = () => setImmediate(() => options.onStop?.());

  const startedAt = performance.now();
  const routes = [
    ...frontRoutes({
      home,
      logs,
      gate,
      vault,
      random,
      events,
      guard,
      control,
      modes,
      approvals,
      underWay,
      backups,
      pipelines,
      version,
      startedAt,
      stop: stopSoon,
    }),
    ...bookRoutes({ ...outside, home, events, vault, control, random, settings, identifiers, pipelines, version }),
  ];
  const { limits, devOrigin } = options;
  const server = await createServer(
    {
      book,
      vault,
      localSecret,
      gate,
      home,
      logs,
      version,
      guard,
      control,
      permits: { modes, approvals },
      underWay,
      limits,
      devOrigin,
    },
    routes,
  );
  let url: string;
  try {
    // Loopback only: the book is for the person at this machine.
    await server.listen({ host: '127.0.0.1', port: options.port });
    const { port } = server.server.address() as AddressInfo;
    url = `http://127.0.0.1:${port}`;
    writeFileAtomic(home.service, `${JSON.stringify({ pid: process.pid, url, version })}\n`);
  } catch (error) {
    // A service that could not start must not go on answering without its lock.
    await server.close();
    localSecret.remove();
    logs.close();
    throw error;
  }
  backups.startAuto();
  logs.feature('app').info('the service is up', { url, home: home.root, version });

  let stopping: Promise<void> | undefined;
  const stop = async () => {
    await backups.stopAuto();
    // Ends the live feeds, so that the server has nothing left to wait for.
    vault.sessions.endAll();
    const impatience = setTimeout(() => server.server.closeAllConnections(), PATIENCE);
    await server.close();
    clearTimeout(impatience);
    await gate.alone(() => vault.lock(), LOCK_WITHIN);
    rmSync(home.service, { force: true });
    localSecret.remove();
    logs.feature('app').info('the service has stopped');
    logs.close();
    lock.release();
  };
  const app = {
    ...book,
    vault,
    control,
    random,
    pipelines,
    routes,
    // Asked for each time: its level can be changed.
    get log() {
      return logs.feature('app');
    },
    stop: stopSoon,
  };
  return { url, app, stop: () => (stopping ??= stop()) };
}
