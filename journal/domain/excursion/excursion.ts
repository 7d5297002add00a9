import type { BarInterval } from '@zorivest/vocabulary';
import {
  absolute,
  type Amount,
  atLeastZero,
  decimalOf,
  isPositive,
  isZero,
  least,
  minus,
  most,
  multiply,
  NO_AMOUNT,
  NO_QUANTITY,
  NO_RATIO,
  type Num,
  parseAmount,
  parseQuantity,
  parseRatio,
  type Problem,
  Problems,
  roundDecimal,
  roundToCents,
  roundToEightPlaces,
  valueAt,
} from '../money/index.ts';
import { parseInstant } from '../time/index.ts';
import type { RoundTrip } from '../trips/index.ts';

export interface Bar {
  /** When the bar starts. */
  readonly time: string;
  readonly high: Num;
  readonly low: Num;
}

export type ExcursionTrade = Pick<
  RoundTrip,
  'id' | 'direction' | 'entry_avg_price' | 'quantity' | 'multiplier' | 'opened_at' | 'closed_at' | 'realized_pnl'
>;

export interface Excursion {
  /** False when there were no bars: nothing below is known then. */
  readonly available: boolean;
  readonly mfe_dollars: number | null;
  readonly mfe_pct: number | null;
  readonly mae_dollars: number | null;
  readonly mae_pct: number | null;
  /** Net result as a percentage of the best there was; 0 when there was nothing to win. */
  readonly bso_pct: number | null;
  /** The best price to have left at. */
  readonly best_exit_price: number | null;
  readonly holding_bars: number;
  readonly convention: string;
  readonly problems: Problem[];
}

const CONVENTION =
  'Bars that start at the entry or later and end by the exit, and the prices of its own fills. MFE and MAE are the best and worst price against the average entry, times quantity ' +
  'and multiplier, never below zero; percentages are of the entry price. bso_pct = net P&L / MFE.';

export interface ExcursionOptions {
  /** How long a bar lasts; where it is not stated, one that starts before the exit counts. */
  readonly bar_seconds?: number;
  /** What its own fills were paid: it went at least so far. */
  readonly prices?: readonly Num[];
}

/** How far the price went for and against the trade while it was open. */
export function excursion(
  trade: ExcursionTrade,
  bars: readonly Bar[],
  { bar_seconds, prices = [] }: ExcursionOptions = {},
): Excursion {
  const problems = new Problems();
  const from = parseInstant(trade.opened_at);
  const to = trade.closed_at === null ? Infinity : parseInstant(trade.closed_at);
  const entry = parseAmount(trade.entry_avg_price);
  if (from === null || to === null || entry === null || !isPositive(entry)) {
    problems.add('invalid_trade', 'The trade has no readable times or entry price.', trade.id);
    return unavailable(problems);
  }
  // A bar that continues after the exit has prices that the trade could not have had.
  const lastStart = to - (bar_seconds === undefined ? 1 : bar_seconds * 1000);
  const seen = rangeOf(bars, from, lastStart, problems);
  const range = prices.reduce<PriceRange | null>((known, price) => withPrice(known, price), seen);
  if (range === null) {
    problems.add('no_bars', 'There are no bars between entry and exit; load them and ask again.', trade.id);
    return unavailable(problems);
  }
  const long = trade.direction === 'long';
  const units = multiply(parseQuantity(trade.quantity) ?? NO_QUANTITY, parseRatio(trade.multiplier) ?? NO_RATIO);
  const best = atLeastZero(long ? minus(range.high, entry) : minus(entry, range.low));
  const worst = atLeastZero(long ? minus(entry, range.low) : minus(range.high, entry));
  const mfe = valueAt(units, best);
  return {
    available: true,
    mfe_dollars: roundToCents(mfe),
    mfe_pct: percentOf(best, entry),
    mae_dollars: roundToCents(valueAt(units, worst)),
    mae_pct: percentOf(worst, entry),
    bso_pct: isZero(mfe) ? 0 : percentOf(parseAmount(trade.realized_pnl) ?? NO_AMOUNT, mfe),
    best_exit_price: roundToEightPlaces(long ? range.high : range.low),
    holding_bars: range.count,
    convention: CONVENTION,
    problems: problems.list(),
  };
}

interface PriceRange {
  high: Amount;
  low: Amount;
  count: number;
}

function rangeOf(bars: readonly Bar[], from: number, to: number, problems: Problems): PriceRange | null {
  let found: PriceRange | null = null;
  for (const bar of bars) {
    const at = parseInstant(bar.time);
    const [high, low] = [parseAmount(bar.high), parseAmount(bar.low)];
    if (at === null || high === null || low === null || high < low) {
      problems.add('invalid_bar', 'The bar has no time, or no high above its low; it is left out.', bar.time);
      continue;
    }
    if (at < from || at > to) continue;
    found = widenRange(found, high, low);
  }
  return found;
}

/** A fill widens what the bars tell; without bars it tells nothing. */
function withPrice(range: PriceRange | null, price: Num): PriceRange | null {
  const paid = parseAmount(price);
  if (range === null || paid === null) return range;
  return { ...range, high: most(range.high, paid), low: least(range.low, paid) };
}

function widenRange(range: PriceRange | null, high: Amount, low: Amount): PriceRange {
  if (range === null) return { high, low, count: 1 };
  return { high: most(range.high, high), low: least(range.low, low), count: range.count + 1 };
}

function unavailable(problems: Problems): Excursion {
  return {
    available: false,
    mfe_dollars: null,
    mfe_pct: null,
    mae_dollars: null,
    mae_pct: null,
    bso_pct: null,
    best_exit_price: null,
    holding_bars: 0,
    convention: CONVENTION,
    problems: problems.list(),
  };
}

function percentOf(value: Amount, whole: Amount): number {
  return roundDecimal(
    decimalOf(value)
      .times(100)
      .div(decimalOf(absolute(whole))),
    4,
  );
}

/** The bars worth asking a provider for: fine for short trades, coarse for long ones. */
export function barSizeFor(holdingSeconds: number): BarInterval {
  if (holdingSeconds < 3600) return '1m';
  if (holdingSeconds < 8 * 3600) return '5m';
  return holdingSeconds < 5 * 86_400 ? '15m' : '1d';
}
