// What a write that waits would change, row by row: each field as it is and as it would be.
import { visibleLines } from '@zorivest/words';
import type { Answer } from '../../service/client.ts';
import { recordOf, valueText } from './changed-fields.ts';

export type Change = Answer<'approvals', 'wait'>['changes'][number];

export interface Difference {
  readonly name: string;
  /** Null where the row is new. */
  readonly now: string | null;
  /** Null where it will be gone. */
  readonly next: string | null;
}

/** Signs that hide or turn around what is beside them are written out, whoever wrote the text. */
const shownValue = (value: unknown): string => visibleLines(valueText(value));

export function differencesOf({ before, after }: Pick<Change, 'before' | 'after'>): Difference[] {
  const [old, made] = [recordOf(before), recordOf(after)];
  const isEmpty = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0);
  return [...new Set([...Object.keys(old), ...Object.keys(made)])]
    .filter((name) => !(isEmpty(old[name] ?? null) && isEmpty(made[name] ?? null)))
    .map((name) => ({
      name,
      now: before === null ? null : shownValue(old[name]),
      next: after === null ? null : shownValue(made[name]),
    }));
}

interface OpenTrip {
  readonly direction: string;
  readonly open_quantity: number | null;
}

/** Of an instrument: what is held, long above zero. */
export const sumHeld = (trips: readonly OpenTrip[]): number =>
  trips.reduce((sum, { direction, open_quantity }) => sum + (direction === 'BOT' ? 1 : -1) * (open_quantity ?? 0), 0);

/** Approvals that ask for the same act: they may be decided together, each ticked by hand. */
export const kindOf = ({ key_id, operation }: { readonly key_id: string; readonly operation: string }): string =>
  JSON.stringify([key_id, operation]);
