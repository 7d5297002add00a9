// A log from disk to rows. Small logs are read here; large ones in a thread, so that the process stays responsive. Each
// piece is hashed right after it was read: one pass over the file, and the bytes are still in the processor's cache.
import { createHash } from 'node:crypto';
import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { AccessFormat } from '../access/format.ts';
import { AccessLog } from '../access/log.ts';
import { DamagedGzip, inflate, TooLarge } from '../files/inflate.ts';
import type { EndpointSample, QuerySample } from '../../model/snapshot.ts';
import { CsvLog } from '../postgres/csv.ts';
import { JsonLog } from '../postgres/json.ts';
import { StderrLog } from '../postgres/stderr.ts';
import { Classes } from '../statements/classes.ts';
import { type CounterServer, CountersLog } from '../counters/counters.ts';
import { mysql } from '../mysql/dialect.ts';
import { postgres } from '../postgres/dialect.ts';
import { addFile, eachPiece } from '../files/pieces.ts';
import type { Feed, ScanNotes } from '../files/feed.ts';
import { sampleOf } from '../statements/sample.ts';
import { SlowLogScanner } from '../mysql/scanner.ts';
import { type RequestWindow, RequestWindows } from '../statements/windows.ts';

/** The format of the log, as detected on inspection. */
export type LogFormat =
  | { readonly kind: 'mysql' }
  | { readonly kind: 'postgres-csv' }
  | { readonly kind: 'postgres-json' }
  | { readonly kind: 'postgres-stderr'; readonly prefix: string }
  | { readonly kind: 'counters'; readonly server: CounterServer }
  | { readonly kind: 'access'; readonly format: AccessFormat };

export interface LogJob {
  readonly path: string;
  readonly format: LogFormat;
  readonly gzip: boolean;
  /** The number of bytes to read: a log that is still being written stays as it was on inspection. */
  readonly bytes: number;
  readonly windows: readonly RequestWindow[];
  readonly endpoints: readonly string[];
  readonly maxClasses: number;
  readonly maxInflatedBytes: number;
  /** Keep one statement of each of the costliest classes, with its values, for EXPLAIN. */
  readonly holdStatements: boolean;
}

/** A statement as it stood in the log. It must not leave this process's memory. */
export interface HeldStatement {
  readonly class_id: string;
  readonly sql: string;
  readonly database: string;
}

export interface LogRows {
  readonly samples: readonly QuerySample[];
  readonly endpoints: readonly EndpointSample[];
  readonly held: readonly HeldStatement[];
  readonly records: number;
  readonly notes: ScanNotes;
  /** Of the file as it lies on disk. */
  readonly sha256: string;
}

export type Progress = (bytes: number) => void;

const INLINE = 8 << 20;
export function readLog(job: LogJob, signal: AbortSignal, progress: Progress): Promise<LogRows> {
  return job.bytes <= INLINE ? scanLog(job, progress) : inThread(job, signal, progress);
}

/** Lines live for a moment: with more room they would only take more memory, not less time. */
const YOUNG_MB = 12;

/** What a thread, which is started with its job, sends back. */
export type ThreadMessage = { readonly progress: number } | { readonly result: LogRows } | { readonly error: string };

function inThread(job: LogJob, signal: AbortSignal, progress: Progress): Promise<LogRows> {
  // Next to this file in the sources, next to the bundle after a build.
  const file = import.meta.url.endsWith('.ts') ? './worker.ts' : './log-worker.js';
  const worker = new Worker(new URL(file, import.meta.url), {
    workerData: job,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  return new Promise((resolve, reject) => {
    const stop = () => {
      void worker.terminate();
      reject(new Error('cancelled'));
    };
    signal.addEventListener('abort', stop, { once: true });
    worker.on('message', (message: ThreadMessage) => {
      if ('progress' in message) progress(message.progress);
      else {
        signal.removeEventListener('abort', stop);
        if ('error' in message) reject(new Error(message.error));
        else resolve(message.result);
      }
    });
    worker.on('error', reject);
    if (signal.aborted) stop();
  });
}

export async function scanLog(job: LogJob, progress: Progress): Promise<LogRows> {
  const windows = job.windows.length > 0 ? new RequestWindows(job.windows) : null;
  const { format } = job;
  const isPostgres = engineOf(format) === 'postgres';
  const classes = new Classes(windows, job.maxClasses, isPostgres ? postgres : mysql, {
    holdStatements: job.holdStatements,
  });
  const feed = feedOf(format, classes);
  const access = feed instanceof AccessLog ? feed : null;
  const hash = createHash('sha256');
  if (job.gzip) {
    await feedGzip(job, feed, progress);
    // What lies behind damage or the cap was not read, but belongs to the file.
    addFile(hash, job.path, job.bytes);
  } else {
    eachPiece(
      job.path,
      job.bytes,
      (wanted) => feed.room().subarray(0, wanted),
      (piece, done) => {
        hash.update(piece);
        feed.filled(piece.length);
        progress(done);
      },
    );
  }
  feed.end();
  const file = { name: basename(job.path), type: isPostgres ? 'postgres_log' : 'mysql_slow_log' } as const;
  const found = classes.finish();
  return {
    samples: found.map((query) => sampleOf(query, file, job.endpoints)),
    endpoints: access?.endpoints(job.path) ?? [],
    held: found
      .filter(({ statement }) => statement !== null)
      .toSorted((a, b) => b.us - a.us)
      .slice(0, EXPLAINED)
      .map(({ id, statement, statementDatabase }) => ({
        class_id: id,
        sql: statement!.toString('utf8'),
        database: statementDatabase,
      })),
    records: access?.requests ?? classes.records,
    notes: feed.notes,
    sha256: hash.digest('hex'),
  };
}

/** Classes whose plan is asked for: the costliest. */
export const EXPLAINED = 20;

/** Whose statements a log holds; null for one of requests. */
export function engineOf(format: LogFormat): CounterServer | null {
  if (format.kind === 'access') return null;
  if (format.kind === 'counters') return format.server;
  return format.kind === 'mysql' ? 'mysql' : 'postgres';
}

function feedOf(format: LogFormat, classes: Classes): Feed {
  switch (format.kind) {
    case 'counters':
      return new CountersLog(classes, format.server);
    case 'access':
      return new AccessLog(format.format);
    case 'postgres-csv':
      return new CsvLog(classes);
    case 'postgres-json':
      return new JsonLog(classes);
    case 'postgres-stderr':
      return new StderrLog(classes, format.prefix);
    default:
      return new SlowLogScanner(classes);
  }
}

/** What is readable of a damaged log is read; the notes say where it ended. */
async function feedGzip(job: LogJob, feed: Feed, progress: Progress): Promise<void> {
  let done = 0;
  try {
    for await (const chunk of inflate(createReadStream(job.path, { end: job.bytes - 1 }), job.maxInflatedBytes)) {
      feed.push(chunk);
      progress((done += chunk.length));
    }
  } catch (error) {
    if (error instanceof TooLarge) feed.notes.cut = 'cap';
    else if (error instanceof DamagedGzip) feed.notes.cut = 'damaged';
    else throw error;
  }
  // The last four bytes of a whole gzip file are the size of what it holds, or of its last part: never more than came.
  if (feed.notes.cut === null && lastWord(job.path, job.bytes) > done && done < 2 ** 32) feed.notes.cut = 'damaged';
}

function lastWord(path: string, bytes: number): number {
  const file = openSync(path, 'r');
  try {
    const word = Buffer.alloc(4);
    return readSync(file, word, 0, 4, Math.max(0, bytes - 4)) === 4 ? word.readUInt32LE() : 0;
  } finally {
    closeSync(file);
  }
}
