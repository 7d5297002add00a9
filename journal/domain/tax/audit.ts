// What looks wrong in the trades behind a return although every single row can be read: a lot that cost nothing, a sale
// that brought nothing, a price that jumped as only a split or a slip of the pen makes it jump.

import { type Execution, type Fill, inOrder, readExecutions } from '../executions/index.ts';
import { approximate, expandAmount, parseCents, type Problem, Problems, textOf } from '../money/index.ts';
import { isOpen, isShort, type Lot } from '../lots/lot.ts';
import { dayOf } from '../time/index.ts';
import { type PositionEvent, readEvents } from '../events/index.ts';

export interface AuditInput {
  readonly executions: readonly Execution[];
  readonly lots: readonly Lot[];
  /** A jump at a known split or change of symbol is none. */
  readonly events?: readonly PositionEvent[];
}

/** Trades of a stock further apart than this may differ by as much as they like. */
const NEAR_SECONDS = 7 * 86_400;
/** A price half as large again, or a third less. */
const JUMP = 1.5;
const SPLITS = [2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 40, 50, 100];
/** How near a jump must be to a split's ratio; the rest is the market's own move. */
const NEAR_RATIO = 0.08;

export function auditTrades(input: AuditInput): Problem[] {
  const problems = new Problems();
  for (const lot of input.lots) auditLot(lot, problems);
  // Rows that cannot be read, and events, are reported where the lots are made.
  const fills = readExecutions(input.executions, new Problems());
  const { steps } = readEvents(input.events ?? [], new Problems());
  const changed = Map.groupBy(steps, ({ instrument }) => instrument);
  for (const [instrument, own] of Map.groupBy(fills, (fill) => fill.instrument)) {
    if (own[0]?.facts.root !== null) continue;
    const seconds = (changed.get(instrument) ?? []).map(({ second }) => second);
    auditPrices(own.toSorted(inOrder), seconds, problems);
  }
  return problems.list();
}

function auditLot(lot: Lot, problems: Problems): void {
  if (isShort(lot)) return;
  const cost = parseCents(lot.cost_basis);
  if (cost !== null && cost <= 0)
    problems.add(
      'missing_basis',
      'The lot cost nothing: its whole proceeds would be taxed. Correct its price.',
      lot.id,
    );
  const proceeds = parseCents(lot.proceeds);
  // An option may well end at nothing.
  if (!isOpen(lot) && lot.option === undefined && proceeds !== null && proceeds <= 0)
    problems.add('invalid_proceeds', 'The lot was sold for nothing. Correct the price of the sale.', lot.id);
}

function auditPrices(fills: readonly Fill[], changes: readonly number[], problems: Problems): void {
  for (const [i, fill] of fills.entries()) {
    const before = fills[i - 1];
    if (before === undefined || fill.second - before.second > NEAR_SECONDS) continue;
    const [from, to] = [priceOf(before), priceOf(fill)];
    if (!(from > 0) || !(to > 0)) continue;
    const ratio = to > from ? to / from : from / to;
    if (ratio < JUMP || changes.some((second) => second > before.second - 1 && second <= fill.second)) continue;
    const split = SPLITS.find((times) => Math.abs(ratio / times - 1) < NEAR_RATIO);
    const change = `${fill.instrument} went from ${describePrice(before)} to ${describePrice(fill)}`;
    if (split === undefined)
      problems.add('impossible_price', `${change}: check the prices, or record what happened.`, before.id, fill.id);
    else
      problems.add(
        'corporate_action_gap',
        `${change}, as a ${to < from ? `${split}-for-1` : `1-for-${split}`} split would make it: record the split as a position event.`,
        before.id,
        fill.id,
      );
  }
}

/** As a double: a ratio of prices is not an amount. */
function priceOf({ price }: Fill): number {
  return approximate(price);
}

function describePrice({ price, second }: Fill): string {
  return `${textOf(expandAmount(price))} (${dayOf(second * 1000)})`;
}
