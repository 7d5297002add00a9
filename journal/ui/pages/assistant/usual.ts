// What a row that is new or goes has to say, and what nearly every other has too.
import type { Change } from './change.ts';
import { recordOf } from '../../components/changed-fields.ts';

/** The defaults that nearly every row has. */
const USUAL: Readonly<Record<string, number>> = { commission: 0, realized_pnl: 0, multiplier: 1, time_known: 1 };

/** One of these stands for many: a multiplier of one is what has to be seen there. */
const MULTIPLIED: ReadonlySet<unknown> = new Set(['OPTION', 'FUTURE', 'FUTURE_OPTION']);

/** Whether a field of a row that is new or goes says nothing that has to be read. */
export function isUsual({ before, after }: Change, name: string): boolean {
  const row = recordOf(after ?? before);
  if (name === 'multiplier' && MULTIPLIED.has(row['asset_class'])) return false;
  return Number(row[name]) === USUAL[name];
}
