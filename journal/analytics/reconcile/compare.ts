// A statement reconciled with the book on its evening: each figure it states, what the book has, and of each difference
// why it is there, as far as that is known. Nothing is smoothed: what has no cause stays open.
import { cashCheck } from './cash.ts';
import type { BookSide, Check } from './check.ts';
import { chainChecks, contradictionCheck } from './own-rows.ts';
import { positionChecks } from './positions.ts';
import { incomeChecks, realisedChecks } from './results.ts';
import type { Statement } from './statement.ts';
import { type OwnReturn, returnCheck, valueCheck } from './value.ts';

/** `own` is the book's return over the stretch the statement states one of; null where it states none. */
export function compareStatement(
  statement: Statement,
  book: BookSide,
  before: Statement | null,
  own: OwnReturn | null,
): Check[] {
  const held = positionChecks(statement, book, before);
  const isHeld = held.length > 0 && !held.some(({ kind, open }) => kind === 'position' && open);
  return [
    ...held,
    ...statement.cash.flatMap((cash) => cashCheck(cash, statement, book, isHeld)),
    ...realisedChecks(statement, book),
    ...incomeChecks(statement, book),
    ...valueCheck(statement, book),
    ...returnCheck(statement, own),
    ...statement.contradictions.map(contradictionCheck),
    ...chainChecks(statement, before),
  ];
}
