// A key that asks and asks must not bury the person in cards, nor fill the disk with files for them.
import { APPROVAL_FILE_BYTES } from '@zorivest/contract';
import { Fault } from '@zorivest/store';
import { tooLarge } from './operation.ts';
import { fileOf, type Row } from './row.ts';

const MOST_WAITING = 5;
const MOST_WAITING_BYTES = 1024 * 1024;

/** Of all keys together: a stop ends what waits, and a key can make keys. */
const MOST_OF_ALL = 100;
const MOST_BYTES_OF_ALL = 8 * 1024 * 1024;

interface RequestSize {
  /** Of what was sent, without its file. */
  readonly size: number;
  readonly fileSize: number;
}

/** What waits of all keys. */
export interface WaitingOfAll {
  readonly count: number;
  readonly bytes: number;
}

/** Checked before the trial, and again before the card is shown: many keys can ask simultaneously. */
export function refuseCrowd({ count, bytes }: WaitingOfAll, size: number): void {
  if (count < MOST_OF_ALL && bytes + size <= MOST_BYTES_OF_ALL) return;
  throw new Fault(429, 'what all keys together have asked for and waits is more than the person can look through', {
    code: 'too_many_waiting',
    retryAfterSeconds: 60,
  });
}

/** `waiting` are those of the key that asks. */
export function refuseFlood(waiting: readonly Pick<Row, 'size' | 'file'>[], { size, fileSize }: RequestSize): void {
  if (waiting.length >= MOST_WAITING) {
    throw new Fault(
      429,
      `${MOST_WAITING} writes of this key wait for the person already; wait until they have decided`,
      { code: 'too_many_waiting', retryAfterSeconds: 60 },
    );
  }
  const bytes = waiting.reduce((sum, one) => sum + one.size, size);
  if (bytes > MOST_WAITING_BYTES) {
    throw tooLarge('what waits for the person would be more than 1 MB; wait until they have decided, or ask for less');
  }
  const files = waiting.reduce((sum, { file }) => sum + (file === null ? 0 : (fileOf(file).size ?? 0)), fileSize);
  if (files > APPROVAL_FILE_BYTES) {
    throw tooLarge('the files that wait for the person would be more than 200 MB; wait until they have decided');
  }
}
