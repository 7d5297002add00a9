// A slow log from disk to rows. Small logs are read here; large ones in two threads, one that scans and one that hashes,
// so that the process stays responsive and a second core helps.
import { createHash } from 'node:crypto';
import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { Worker } from 'node:worker_threads';
import { DamagedGzip, inflate, TooLarge } from '../artifacts/inflate.ts';
import type { QuerySample } from '../model/snapshot.ts';
import { Classes } from './classes.ts';
import { sampleOf } from './sample.ts';
import { type ScanNotes, SlowLogScanner } from './scanner.ts';
import { type RequestWindow, RequestWindows } from './windows.ts';

export interface SlowLogJob {
  readonly path: string;
  readonly gzip: boolean;
  /** Only so many bytes are read: a log still being written stays the same for both threads. */
  readonly bytes: number;
  readonly windows: readonly RequestWindow[];
  readonly endpoints: readonly string[];
  readonly maxClasses: number;
  readonly maxInflatedBytes: number;
}

export interface SlowLogRows {
  readonly samples: readonly QuerySample[];
  readonly records: number;
  readonly notes: ScanNotes;
}

export type Progress = (bytes: number) => void;

const INLINE = 8 << 20;
const PIECE = 1 << 20;

export async function readSlowLog(
  job: SlowLogJob,
  signal: AbortSignal,
  progress: Progress,
): Promise<SlowLogRows & { readonly sha256: string }> {
  if (job.bytes <= INLINE) return { ...(await scanLog(job, progress)), sha256: hashFile(job.path, job.bytes) };
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  try {
    const [rows, sha256] = await Promise.all([
      inThread<SlowLogRows>({ role: 'scan', job }, either, progress),
      inThread<string>({ role: 'hash', job }, either, () => {}),
    ]);
    return { ...rows, sha256 };
  } finally {
    // When one thread failed the other has nothing left to work for.
    stop.abort();
  }
}

/** What a thread is started with, and what it sends back. */
export interface ThreadTask {
  readonly role: 'scan' | 'hash';
  readonly job: SlowLogJob;
}

export type ThreadMessage = { readonly progress: number } | { readonly result: unknown } | { readonly error: string };

function inThread<T>(task: ThreadTask, signal: AbortSignal, progress: Progress): Promise<T> {
  // Beside this file in the sources, beside the bundle after a build.
  const file = import.meta.url.endsWith('.ts') ? './worker.ts' : './slowlog-worker.js';
  const worker = new Worker(new URL(file, import.meta.url), { workerData: task });
  return new Promise<T>((resolve, reject) => {
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
        else resolve(message.result as T);
      }
    });
    worker.on('error', reject);
    if (signal.aborted) stop();
  });
}

export async function scanLog(job: SlowLogJob, progress: Progress): Promise<SlowLogRows> {
  const windows = job.windows.length > 0 ? new RequestWindows(job.windows) : null;
  const classes = new Classes(windows, job.maxClasses);
  const scanner = new SlowLogScanner(classes);
  if (job.gzip) {
    await scanGzip(job, scanner, progress);
  } else {
    eachPiece(
      job.path,
      job.bytes,
      (wanted) => scanner.room().subarray(0, wanted),
      (piece, done) => {
        scanner.filled(piece.length);
        progress(done);
      },
    );
  }
  scanner.end();
  const file = basename(job.path);
  return {
    samples: classes.finish().map((query) => sampleOf(query, file, job.endpoints)),
    records: classes.records,
    notes: scanner.notes,
  };
}

/** What is readable of a damaged log is read; the notes say where it ended. */
async function scanGzip(job: SlowLogJob, scanner: SlowLogScanner, progress: Progress): Promise<void> {
  let done = 0;
  try {
    for await (const chunk of inflate(createReadStream(job.path, { end: job.bytes - 1 }), job.maxInflatedBytes)) {
      scanner.push(chunk);
      progress((done += chunk.length));
    }
  } catch (error) {
    if (error instanceof TooLarge) scanner.notes.cut = 'cap';
    else if (error instanceof DamagedGzip) scanner.notes.cut = 'damaged';
    else throw error;
  }
  // The last four bytes of a whole gzip file are the size of what it holds, or of its last part: never more than came.
  if (scanner.notes.cut === null && lastWord(job.path, job.bytes) > done && done < 2 ** 32)
    scanner.notes.cut = 'damaged';
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

export function hashFile(path: string, bytes: number): string {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(Math.max(1, Math.min(bytes, PIECE)));
  eachPiece(
    path,
    bytes,
    (wanted) => buffer.subarray(0, wanted),
    (piece) => hash.update(piece),
  );
  return hash.digest('hex');
}

function eachPiece(
  path: string,
  bytes: number,
  room: (wanted: number) => Buffer,
  take: (piece: Buffer, done: number) => void,
): void {
  const file = openSync(path, 'r');
  try {
    let done = 0;
    while (done < bytes) {
      const into = room(Math.min(PIECE, bytes - done));
      const count = readSync(file, into, 0, into.length, null);
      if (count === 0) break;
      done += count;
      take(into.subarray(0, count), done);
    }
  } finally {
    closeSync(file);
  }
}
