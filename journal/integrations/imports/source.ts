// A file on its way into a run, whatever it is.
import type { ReceivedFile } from '@zorivest/contract';
import type { Review } from '@zorivest/imports';
import type { ImportKind } from '@zorivest/vocabulary';
import { type Call, Fault } from '@zorivest/store';
import type { ImportRun } from './run.ts';

/** What a reader found out about the file. */
export interface Reading {
  readonly format: string;
  readonly confidence: number;
  readonly reason: string;
  /** What was guessed, for a person to look at; absent or null when nothing was. */
  readonly review?: Review | null;
  /** No format knows the file. */
  readonly isUnknown?: boolean;
}

export interface Source {
  readonly kind: ImportKind;
  readonly file: Pick<ReceivedFile, 'name' | 'size' | 'sha256'>;
  /** Puts everything the file says into the run. */
  take(run: ImportRun): Promise<Reading>;
}

/** Receives how much of a file has been read. */
export type Progress = (read: number) => void;

/** A file for as long as somebody wants it: when the caller has gone, the run ends and nothing of it is stored. */
export async function* piecesFor(call: Call, file: ReceivedFile, progress?: Progress): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const piece of file.pieces()) {
    if (call.signal.aborted) throw new Fault(503, 'the import was stopped; nothing was stored');
    yield piece;
    read += piece.length;
    progress?.(read);
  }
}

/** The readings of several files as one. */
export function together(readings: readonly Reading[], names: readonly string[]): Reading {
  const [first] = readings;
  if (first === undefined) throw new Error('a run has at least one file');
  if (readings.length === 1) return first;
  const reviews = readings.flatMap(({ review }, at) =>
    review ? [{ ...review, unclear: review.unclear.map((text) => `${names[at] ?? ''}: ${text}`) }] : [],
  );
  return {
    format: [...new Set(readings.map(({ format }) => format))].join('+'),
    confidence: Math.min(...readings.map(({ confidence }) => confidence)),
    reason: readings.map(({ reason }, at) => `${names[at] ?? ''}: ${reason}`).join(' '),
    isUnknown: readings.every(({ isUnknown }) => isUnknown === true),
    review:
      reviews.length === 0
        ? null
        : {
            columns: reviews[0]?.columns ?? {},
            samples: reviews.flatMap(({ samples }) => samples),
            unclear: reviews.flatMap(({ unclear }) => unclear),
          },
  };
}
