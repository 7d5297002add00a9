import { writeSync } from 'node:fs';
import type { Sink } from './logger.ts';

/** Lines on stderr, written synchronously so that the last words of a dying process are not lost. */
export const stderrSink: Sink = (line) => {
  try {
    writeSync(2, `${line}\n`);
  } catch {
    // A closed or full pipe: the listener has gone, and logging it would go to the same place.
  }
};
