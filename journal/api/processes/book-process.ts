// A process that holds the book: the reader or the writer. It answers what it is sent and tells what happened; it ends
// with the service that started it.
import { randomBytes } from 'node:crypto';
import { flushCompileCache } from 'node:module';
import { createLogger, type Level, type Logger } from '@zorivest/kernel/log';
import { homeAt, watchOver } from '@zorivest/store';
import { demoBook } from '@zorivest/demo';
import { levelOf, type LogFeature, type Logs } from '../system/logs.ts';
import type { ChangePreview } from '../staging/card.ts';
import { Book } from './book.ts';
import { MEMORY_MB } from './limits.ts';
import { faultOf, type FromBook, type PackedRequest, faultFrom, type Start, type ToBook, unpack } from './wire.ts';

/** Small enough that the other side reads something else in between. */
const PART_BYTES = 256 * 1024;

const tell = (message: FromBook): void => void process.send?.(message);

/** Log lines are written by the process that has the files. */
function relayedLogs(): Logs {
  const loggers = new Map<LogFeature, Logger>();
  const levels = new Map<LogFeature, Level>();
  return {
    feature(name) {
      let logger = loggers.get(name);
      if (!logger) {
        const sink = (line: string) => tell({ kind: 'log', feature: name, line });
        const level = levels.get(name) ?? 'info';
        logger = createLogger({ sink, clock: () => new Date(), level, fields: { feature: name } });
        loggers.set(name, logger);
      }
      return logger;
    },
    setLevel(name, level) {
      const known = levelOf[level] ?? 'info';
      levels.set(name, known);
      loggers.get(name)?.setLevel(known);
    },
    line: (feature, line) => tell({ kind: 'log', feature, line }),
    setRotation: () => {},
    hasRoomForPages: () => true,
    close: () => {},
  };
}

function serveBook({ role, home, allowLocalDownloads, mailPatience }: Start): (message: ToBook) => void {
  const inProgress = new Map<number, { readonly gone: AbortController; readonly stopped: AbortController }>();
  /** Those that wait to hear whether they may store what they did. */
  const storing = new Map<number, (may: boolean) => void>();
  const guard = { isLocked: false };
  let bookId = '';
  let recordHead: string | null = null;
  let backedUp: ((fault: Error | null) => void) | undefined;
  /** Opening, closing and reading settings again go in order, and requests wait for them. */
  let settled: Promise<unknown> = Promise.resolve();

  const book = new Book({
    role,
    home: homeAt(home),
    demo: demoBook,
    now: () => new Date(),
    random: randomBytes,
    logs: relayedLogs(),
    events: { emit: (type, data) => tell({ kind: 'event', type, data }) },
    guard,
    fetch: globalThis.fetch,
    allowLocalDownloads,
    mailPatience,
    bookId: () => bookId,
    beforeMigration: () =>
      new Promise((resolve, reject) => {
        backedUp = (fault) => (fault === null ? resolve() : reject(fault));
        tell({ kind: 'before-migration' });
      }),
    noted: () => recordHead,
    auditOpened: (audit) => tell({ kind: 'audit-head', ...audit }),
    written: (changes, origin, head) =>
      tell({
        kind: 'written',
        changes: changes.map(({ action, resource, id }) => ({ ...(action !== undefined && { action }), resource, id })),
        origin,
        head,
      }),
    settingsChanged: (values) => {
      if (role === 'writer') tell({ kind: 'settings', values });
    },
    runsChanged: (runs) => tell({ kind: 'runs', runs }),
    ...(role === 'reader' && {
      keepMarketAnswer: (provider, key, answer, ttlSeconds) =>
        tell({ kind: 'market-answer', provider, key, answer, ttlSeconds }),
      keepPrices: (prices) => tell({ kind: 'market-prices', prices }),
    }),
  });
  book.turn.watch(() => tell({ kind: 'turn', requestId: book.turn.holder?.requestId ?? null }));

  const inOrder = (work: () => Promise<unknown>) => {
    settled = settled.then(work, work);
  };

  const open = async (dataKey: Uint8Array) => {
    try {
      await book.open(dataKey);
      tell({ kind: 'opened', fault: null });
      // For the next start; this process is ended without being asked, so that nothing is left for its end.
      setImmediate(flushCompileCache);
      if (role === 'reader') setImmediate(() => void book.warm());
    } catch (error) {
      tell({ kind: 'opened', fault: faultOf(error) });
    } finally {
      dataKey.fill(0);
    }
  };

  const answer = async (id: number, packed: PackedRequest) => {
    const [gone, stopped] = [new AbortController(), new AbortController()];
    inProgress.set(id, { gone, stopped });
    try {
      await settled;
      tell({ kind: 'began', id });
      const signal = AbortSignal.any([gone.signal, stopped.signal]);
      const attendance = {
        signal,
        stopped: stopped.signal,
        storing: () =>
          new Promise<boolean>((resolve) => {
            storing.set(id, resolve);
            tell({ kind: 'storing', id });
          }),
        stored: (rows: ChangePreview) => tell({ kind: 'stored', id, rows }),
      };
      const { body, ...answered } = await book.answer(unpack(packed), attendance);
      for (const piece of body ?? []) {
        for (let at = 0; at < piece.length; at += PART_BYTES) {
          tell({ kind: 'part', id, bytes: piece.subarray(at, at + PART_BYTES) });
        }
      }
      tell({ kind: 'answer', id, ...answered });
    } catch (error) {
      tell({ kind: 'fault', id, fault: faultOf(error) });
    } finally {
      inProgress.delete(id);
    }
  };

  return (message) => {
    switch (message.kind) {
      case 'open':
        bookId = message.bookId;
        guard.isLocked = message.isGuardLocked;
        return inOrder(() => open(message.dataKey));
      case 'close':
        for (const { gone } of inProgress.values()) gone.abort();
        return inOrder(async () => {
          await book.close();
          tell({ kind: 'closed' });
        });
      case 'request':
        return void answer(message.id, message.request);
      case 'abort':
        return inProgress.get(message.id)?.[message.why].abort();
      case 'may-store':
        storing.get(message.id)?.(message.may);
        storing.delete(message.id);
        return undefined;
      case 'changed':
        book.results.changed(message.changes, message.touchesTrades);
        if (message.changes.some(({ resource }) => resource === 'setting')) inOrder(() => book.reloadSettings());
        return undefined;
      case 'guard':
        guard.isLocked = message.isLocked;
        return book.pipelines.reschedule();
      case 'record-head':
        recordHead = message.head;
        return undefined;
      case 'stop-runs':
        return void book.pipelines.stopRuns();
      case 'backed-up':
        return backedUp?.(message.fault === null ? null : faultFrom(message.fault));
      case 'market-answer':
        return void book.keepMarketAnswer(message.provider, message.key, message.answer, message.ttlSeconds);
      case 'market-prices':
        return void book.keepPrices(message.prices);
      case 'ping':
        return tell({ kind: 'pong' });
      default:
        return undefined;
    }
  };
}

watchOver(MEMORY_MB[process.argv[2] === 'writer' ? 'writer' : 'reader']);
// Immediately: a crash also leaves connections in the middle of something, and the store is made for that.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
let handle: ((message: ToBook) => void) | undefined;
// Only the service writes to this line.
process.on('message', (message: ToBook) => {
  if (message.kind === 'start') handle = serveBook(message);
  else handle?.(message);
});
