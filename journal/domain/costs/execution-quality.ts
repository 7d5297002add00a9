import type { Grade, TradeAction } from '@zorivest/vocabulary';
import {
  absolute,
  type Amount,
  Decimal,
  decimalOf,
  fractionOf,
  isPositive,
  minus,
  multiply,
  negate,
  NO_QUANTITY,
  NO_RATIO,
  type Num,
  parseAmount,
  parseQuantity,
  parseRatio,
  plus,
  type Problem,
  Problems,
  roundDecimal,
  roundToCents,
  roundToEightPlaces,
  valueAt,
} from '../money/index.ts';

export interface FillToScore {
  readonly exec_id: string;
  readonly action: TradeAction;
  readonly price: Num;
  readonly quantity: Num;
  readonly multiplier?: Num;
  /** Options are compared with the middle of the quote: their spreads are too wide to blame on the fill. */
  readonly kind?: 'stock' | 'option';
}

/** The best bid and offer when the fill happened. */
export interface Quote {
  readonly bid: Num;
  readonly ask: Num;
  /** False outside regular trading hours, when a quote is no yardstick. */
  readonly regular_hours?: boolean;
}

export interface ExecutionQuality {
  readonly nbbo_available: boolean;
  /** 100 at no slippage, 0 at ten basis points; null when there is nothing to compare with. */
  readonly score: number | null;
  readonly grade: Grade | null;
  readonly slippage_bps: number | null;
  /** Dollars lost against the quote; negative when the fill was better. */
  readonly slippage_estimate: number | null;
  /** Per share, positive when better than the quote. */
  readonly price_improvement: number | null;
  readonly effective_spread: number | null;
  /** Positive when worse than the middle. */
  readonly fill_vs_mid: number | null;
  readonly convention: string;
  readonly problems: Problem[];
}

const GRADES: readonly (readonly [most: number, grade: Exclude<Grade, 'F'>])[] = [
  [0, 'A'],
  [1, 'B'],
  [3, 'C'],
  [6, 'D'],
];

const CONVENTION =
  'Buys against the ask, sells against the bid, options against the middle. Slippage in basis points of the fill price: ' +
  'A up to 0, B to 1, C to 3, D to 6, else F; score 100 at 0 falling evenly to 0 at 10. Effective spread = 2 x |fill - mid|.';

/** How good a fill was, against the quote of its moment. Without a quote there is no score. */
export function executionQuality(fill: FillToScore, quote: Quote | null): ExecutionQuality {
  const problems = new Problems();
  const price = parseAmount(fill.price);
  const units = multiply(parseQuantity(fill.quantity) ?? NO_QUANTITY, parseRatio(fill.multiplier ?? 1) ?? NO_RATIO);
  if (price === null || !isPositive(price)) {
    problems.add('invalid_price', 'The fill has no price above zero.', fill.exec_id);
    return leaveUnscored(problems);
  }
  const market = readQuote(quote, fill.exec_id, problems);
  if (market === null) return leaveUnscored(problems);
  const buy = fill.action === 'BOT';
  const twiceMid = plus(market.bid, market.ask);
  // Half a 1e-12 of rounding is no price: the middle stays exact by working in halves.
  const yardstick = fill.kind === 'option' ? twiceMid : twice(buy ? market.ask : market.bid);
  const twiceSlippage = buy ? minus(twice(price), yardstick) : minus(yardstick, twice(price));
  const bps = decimalOf(twiceSlippage).times(5000).div(decimalOf(price)).toNumber();
  return {
    nbbo_available: true,
    score: roundDecimal(new Decimal(100 - Math.min(100, Math.max(0, bps) * 10)), 2),
    grade: GRADES.find(([most]) => bps <= most)?.[1] ?? 'F',
    slippage_bps: roundDecimal(new Decimal(bps), 4),
    slippage_estimate: roundToCents(half(valueAt(units, twiceSlippage))),
    price_improvement: roundToEightPlaces(half(negate(twiceSlippage))),
    effective_spread: roundToEightPlaces(absolute(minus(twice(price), twiceMid))),
    fill_vs_mid: roundToEightPlaces(half(buy ? minus(twice(price), twiceMid) : minus(twiceMid, twice(price)))),
    convention: CONVENTION,
    problems: problems.list(),
  };
}

function twice(price: Amount): Amount {
  return fractionOf(price, 2, 1);
}

function half(amount: Amount): Amount {
  return fractionOf(amount, 1, 2);
}

function readQuote(quote: Quote | null, id: string, problems: Problems): { bid: Amount; ask: Amount } | null {
  if (quote === null) {
    problems.add('no_quote', 'There is no quote for the moment of the fill, so it cannot be scored.', id);
    return null;
  }
  if (quote.regular_hours === false) {
    problems.add('outside_hours', 'The fill was outside regular trading hours, where quotes are no yardstick.', id);
    return null;
  }
  const [bid, ask] = [parseAmount(quote.bid), parseAmount(quote.ask)];
  if (bid === null || ask === null || !isPositive(bid) || ask < bid) {
    problems.add('invalid_quote', 'The quote is crossed or incomplete.', id);
    return null;
  }
  return { bid, ask };
}

function leaveUnscored(problems: Problems): ExecutionQuality {
  return {
    nbbo_available: false,
    score: null,
    grade: null,
    slippage_bps: null,
    slippage_estimate: null,
    price_improvement: null,
    effective_spread: null,
    fill_vs_mid: null,
    convention: CONVENTION,
    problems: problems.list(),
  };
}
