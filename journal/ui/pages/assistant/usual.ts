// What a row that is new or goes has to say, and what nearly every other has too.
import type { Change } from './change.ts';
import { recordOf } from './changed-fields.ts';

/** What nearly every row has where nobody said anything else. */
const USUAL: Readonly<Record<string, number>> = { commission: 0, realized_pnl: 0, multiplier: 1, time_known: 1 };

/** Whether a field of a row that is new or goes says nothing that has to be read. */
export const isUsual = ({ before, after }: Change, name: string): boolean =>
  Number(recordOf(after ?? before)[name]) === USUAL[name];
