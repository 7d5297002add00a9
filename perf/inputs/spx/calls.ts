// Every call of an SPX report in the order of time, for tools that draw time lines.
import { createReadStream } from 'node:fs';
import { DamagedGzip, inflate } from '../files/inflate.ts';
import { EventReader } from './events.ts';

export interface Calls {
  readonly names: readonly string[];
  /** A function's index where it starts, `-index - 1` where it ends. */
  readonly functions: readonly number[];
  /** Milliseconds since the start, one for each of `functions`. */
  readonly times: readonly number[];
  readonly end: number;
}

/** Null when there are more than `most` starts and ends. */
export async function readCalls(path: string, maxInflatedBytes: number, most: number): Promise<Calls | null> {
  const functions: number[] = [];
  const times: number[] = [];
  let end = 0;
  const reader = new EventReader(0, (fn, start, ns) => {
    // A clock that steps back would make a time line no tool can read.
    end = Math.max(end, ns / 1e6);
    if (functions.length >= most) return;
    functions.push(start ? fn : -fn - 1);
    times.push(end);
  });
  try {
    for await (const chunk of inflate(createReadStream(path), maxInflatedBytes)) {
      reader.push(chunk);
      if (functions.length >= most) return null;
    }
  } catch (error) {
    // What came before the damage was ingested as well.
    if (!(error instanceof DamagedGzip)) throw error;
  }
  reader.end();
  const open: number[] = [];
  for (const fn of functions) {
    if (fn >= 0) open.push(fn);
    else open.pop();
  }
  // Calls a cut report left open end with it.
  for (const fn of open.toReversed()) {
    functions.push(-fn - 1);
    times.push(end);
  }
  const highest = functions.reduce((most, fn) => Math.max(most, fn < 0 ? -fn - 1 : fn), -1);
  const names = Array.from({ length: highest + 1 }, (_, i) => reader.names[i] || `#${i}`);
  return { names, functions, times, end };
}
