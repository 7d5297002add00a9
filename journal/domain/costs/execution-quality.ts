import type { Grade, TradeAction } from '@zorivest/words';
import {
  absolute,
  cents,
  decimalOf,
  type Fixed,
  eighths,
  type Num,
  parseFixed,
  type Problem,
  Problems,
  rounded,
  times,
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
  const price = parseFixed(fill.price);
  const units = times(parseFixed(fill.quantity) ?? 0n, parseFixed(fill.multiplier ?? 1) ?? 0n);
  if (price === null || price <= 0n) {
    problems.add('invalid_price', 'The fill has no price above zero.', fill.exec_id);
    return unscored(problems);
  }
  const market = readQuote(quote, fill.exec_id, problems);
  if (market === null) return unscored(problems);
  const buy = fill.action === 'BOT';
  const twiceMid = market.bid + market.ask;
  // Half a 1e-12 of rounding is no price: the middle is kept exact by working in halves.
  const yardstick = fill.kind === 'option' ? twiceMid : 2n * (buy ? market.ask : market.bid);
  const twiceSlippage = buy ? 2n * price - yardstick : yardstick - 2n * price;
  const bps = decimalOf(twiceSlippage).times(5000).div(decimalOf(price)).toNumber();
  return {
    nbbo_available: true,
    score: rounded(decimalOf(0n).plus(100 - Math.min(100, Math.max(0, bps) * 10)), 2),
    grade: GRADES.find(([most]) => bps <= most)?.[1] ?? 'F',
    slippage_bps: rounded(decimalOf(0n).plus(bps), 4),
    slippage_estimate: cents(times(twiceSlippage, units) / 2n),
    price_improvement: eighths(-twiceSlippage / 2n),
    effective_spread: eighths(absolute(2n * price - twiceMid)),
    fill_vs_mid: eighths((buy ? 2n * price - twiceMid : twiceMid - 2n * price) / 2n),
    convention: CONVENTION,
    problems: problems.list(),
  };
}

function readQuote(quote: Quote | null, id: string, problems: Problems): { bid: Fixed; ask: Fixed } | null {
  if (quote === null) {
    problems.add('no_quote', 'There is no quote for the moment of the fill, so it cannot be scored.', id);
    return null;
  }
  if (quote.regular_hours === false) {
    problems.add('outside_hours', 'The fill was outside regular trading hours, where quotes are no yardstick.', id);
    return null;
  }
  const [bid, ask] = [parseFixed(quote.bid), parseFixed(quote.ask)];
  if (bid === null || ask === null || bid <= 0n || ask < bid) {
    problems.add('invalid_quote', 'The quote is crossed or incomplete.', id);
    return null;
  }
  return { bid, ask };
}

function unscored(problems: Problems): ExecutionQuality {
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
