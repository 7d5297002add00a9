// Where a statement contradicts its own rows, or the statement before it: reported, and left for its broker to settle.
import { type Check, round, rowOf, SAME, show } from './check.ts';
import type { Contradiction, Statement } from './statement.ts';

export function contradictionCheck({ subject, stated, own, reason, row }: Contradiction): Check {
  return {
    kind: 'statement',
    subject,
    stated,
    book: own,
    difference: round(stated - own),
    cause: `The statement contradicts its own rows: ${reason}`,
    act: 'Only its broker can say which of the two holds: take the statement again, or ask.',
    fix: null,
    open: false,
    rows: rowOf(row),
  };
}

/** What the statement before ended with, this one begins with. */
export function chainChecks({ cash, positions, date }: Statement, before: Statement | null): Check[] {
  if (before === null) return [];
  const follows = (from: string | undefined): boolean =>
    from !== undefined &&
    Date.parse(from) - Date.parse(before.date) <= DAY &&
    Date.parse(from) > Date.parse(before.date) - DAY;
  const found: Check[] = [];
  for (const { currency, opening, from, row, in_base } of cash) {
    const ended = before.cash.find((one) => one.currency === currency && (one.in_base ?? false) === (in_base ?? false));
    if (opening === undefined || ended === undefined || !follows(from) || Math.abs(opening - ended.amount) <= 0.0101)
      continue;
    found.push(chain(`cash ${currency} between statements`, opening, ended.amount, before.date, row));
  }
  for (const { instrument, prior_quantity, row } of positions) {
    const [from] = cash.flatMap((one) => one.from ?? []);
    const ended = before.positions
      .filter((one) => one.instrument === instrument)
      .reduce((sum, { quantity }) => sum + quantity, 0);
    if (prior_quantity === undefined || !follows(from ?? date) || Math.abs(prior_quantity - ended) <= SAME) continue;
    if (before.positions.length > 0)
      found.push(chain(`${instrument} between statements`, prior_quantity, ended, before.date, row));
  }
  return found;
}

const DAY = 4 * 86_400_000;

function chain(subject: string, stated: number, ended: number, day: string, row: number | undefined): Check {
  return contradictionCheck({
    subject,
    stated,
    own: ended,
    reason: `it begins with ${show(stated)}, and the statement of ${day} ended with ${show(ended)}.`,
    ...(row === undefined ? {} : { row }),
  });
}
