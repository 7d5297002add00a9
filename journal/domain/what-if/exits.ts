// The same trade left at another moment. A bar that opens beyond a level is left at its open; where a bar reaches both the stop and
// the target, the stop comes first; a trailing stop is moved by the bar's best price before its worst is held against it.
import { type BarColumns, countedBars } from '../risk-rules/index.ts';

export type ExitRule =
  /** At the plan's target, or so many R from the entry; its stop, and the end of the session, end it too. */
  | { readonly kind: 'target'; readonly value: number | null }
  /** At the first stop of the plan, or so many R from the entry; where it is not reached, as it was. */
  | { readonly kind: 'stop'; readonly value: number | null }
  /** At this share of the best price there was while it was open: nobody can know that, it is hindsight. */
  | { readonly kind: 'mfe'; readonly value: number }
  /** At the close of the n-th bar. */
  | { readonly kind: 'bars'; readonly value: number }
  /** At the last close of the session it was opened in. */
  | { readonly kind: 'close' }
  /** By a stop that follows the best price by so many R; the end of the session ends it too. */
  | { readonly kind: 'trail'; readonly value: number };

export interface ExitTrade {
  readonly side: 1 | -1;
  readonly entry: number;
  readonly opened: number;
  /** Infinity while it is open. */
  readonly closed: number;
  /** Of its plan when it was opened. */
  readonly stop: number | null;
  readonly target: number | null;
  /** What one R is in the price; null where no risk is known. */
  readonly r: number | null;
  /** When the session ends that it was opened in, and the one it was closed in. */
  readonly sessionEnds: number;
  readonly lastSessionEnds: number;
  /** From its opening on, beyond its close. */
  readonly bars: BarColumns;
}

export type WhatIfExit =
  | { readonly price: number; readonly at: number; readonly isTie: boolean }
  /** Left as it was. */
  | 'as it was'
  | { readonly reason: string };

export function whatIfExit(trade: ExitTrade, rule: ExitRule): WhatIfExit {
  switch (rule.kind) {
    case 'target': {
      const target = levelOf(trade, rule.value, trade.target, 1);
      if (target === null) return { reason: rule.value === null ? 'no plan with a target' : 'no risk is known' };
      return follow(trade, { target, stop: trade.stop, trail: null }, trade.lastSessionEnds);
    }
    case 'stop': {
      const stop = levelOf(trade, rule.value, trade.stop, -1);
      if (stop === null) return { reason: rule.value === null ? 'no plan with a stop' : 'no risk is known' };
      const left = follow(trade, { target: null, stop, trail: null }, trade.closed);
      return left.isEnd === true ? 'as it was' : left;
    }
    case 'mfe':
      return atShareOfBest(trade, rule.value);
    case 'bars':
      return afterBars(trade, rule.value);
    case 'close':
      return atLast(trade, trade.sessionEnds);
    default: {
      // A stop that follows.
      if (trade.r === null) return { reason: 'no risk is known' };
      return follow(trade, { target: null, stop: null, trail: rule.value * trade.r }, trade.lastSessionEnds);
    }
  }
}

function levelOf({ entry, side, r }: ExitTrade, value: number | null, planned: number | null, sign: 1 | -1) {
  if (value === null) return planned;
  return r === null ? null : entry + side * sign * value * r;
}

interface Levels {
  readonly target: number | null;
  readonly stop: number | null;
  readonly trail: number | null;
}

function follow(
  trade: ExitTrade,
  { target, stop: fixed, trail }: Levels,
  until: number,
): Exclude<WhatIfExit, 'as it was'> & { isEnd?: boolean } {
  const { side, bars, entry } = trade;
  let best = entry;
  let last = -1;
  for (const place of barsUntil(trade, until)) {
    last = place;
    const at = bars.at[place] ?? 0;
    const [open, high, low] = [bars.open[place] ?? 0, bars.high[place] ?? 0, bars.low[place] ?? 0];
    const [favourable, adverse] = side === 1 ? [high, low] : [low, high];
    const before = trail === null ? fixed : best - side * trail;
    // A gap over the level: nobody was filled there.
    if (before !== null && side * (open - before) <= 0) return { price: open, at, isTie: false };
    if (target !== null && side * (open - target) >= 0) return { price: open, at, isTie: false };
    best = side * (favourable - best) > 0 ? favourable : best;
    const stop = trail === null ? fixed : best - side * trail;
    const isStopped = stop !== null && side * (adverse - stop) <= 0;
    const isReached = target !== null && side * (favourable - target) >= 0;
    if (isStopped && stop !== null)
      return { price: stop, at, isTie: isReached || (before !== null && side * (adverse - before) > 0) };
    if (isReached && target !== null) return { price: target, at, isTie: false };
  }
  return last < 0 ? { reason: 'no bar between the entry and the end' } : { ...atPlace(bars, last), isEnd: true };
}

/** The bars that begin at the entry or later and end by then. */
function barsUntil({ bars, opened }: ExitTrade, until: number): Iterable<number> {
  return countedBars(bars, opened, until, Number.isFinite(until) ? [until] : []);
}

function atPlace(bars: BarColumns, place: number) {
  return { price: bars.close[place] ?? 0, at: (bars.at[place] ?? 0) + bars.seconds * 1000, isTie: false };
}

function atLast(trade: ExitTrade, until: number): WhatIfExit {
  let last = -1;
  for (const place of barsUntil(trade, until)) last = place;
  return last < 0 ? { reason: 'no bar between the entry and the end' } : atPlace(trade.bars, last);
}

function afterBars(trade: ExitTrade, count: number): WhatIfExit {
  let seen = 0;
  let last = -1;
  for (const place of barsUntil(trade, Infinity)) {
    last = place;
    seen += 1;
    if (seen === count) break;
  }
  return last < 0 ? { reason: 'no bar after the entry' } : atPlace(trade.bars, last);
}

function atShareOfBest(trade: ExitTrade, share: number): WhatIfExit {
  const { bars, side, entry, closed } = trade;
  let best = entry;
  let at = trade.opened;
  let seen = 0;
  for (const place of barsUntil(trade, closed)) {
    const favourable = (side === 1 ? bars.high[place] : bars.low[place]) ?? entry;
    seen += 1;
    if (side * (favourable - best) > 0) [best, at] = [favourable, bars.at[place] ?? at];
  }
  return seen === 0
    ? { reason: 'no bar while it was open' }
    : { price: entry + share * (best - entry), at, isTie: false };
}
