// What a write that waits would change, row by row: each field as it is and as it would be.
import { fieldValue, visibleLines } from '@zorivest/vocabulary';
import type { Answer } from '../../client/client.ts';
import { recordOf, valueText } from '../../components/changed-fields.ts';

type StagedChange = Answer<'approvals', 'wait'>['changes'][number];
export type Change = Pick<StagedChange, 'before' | 'after'>;
export type ApprovalChange = StagedChange;

export interface Difference {
  readonly name: string;
  /** Null where the row is new. */
  readonly now: string | null;
  /** Null where it will be gone. */
  readonly next: string | null;
}

/** Signs that hide or reverse the text next to them are written out, in any text. */
const shownValue = (name: string, value: unknown): string => visibleLines(valueText(fieldValue(name, value)));

export function differencesOf({ before, after }: Change): Difference[] {
  const [old, made] = [recordOf(before), recordOf(after)];
  const isEmpty = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0);
  return [...new Set([...Object.keys(old), ...Object.keys(made)])]
    .filter((name) => !(isEmpty(old[name] ?? null) && isEmpty(made[name] ?? null)))
    .map((name) => ({
      name,
      now: before === null ? null : shownValue(name, old[name]),
      next: after === null ? null : shownValue(name, made[name]),
    }));
}

/** Of two states of a thing only what changed: a row of the audit holds it whole, twice. */
export function changeBetween(before: unknown, after: unknown): Change {
  const [old, now] = [recordOf(before), recordOf(after)];
  const changed = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]),
  );
  const pick = (from: Readonly<Record<string, unknown>>) =>
    Object.keys(from).length === 0
      ? null
      : Object.fromEntries(changed.filter((name) => name in from).map((name) => [name, from[name]]));
  return { before: pick(old), after: pick(now) };
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
