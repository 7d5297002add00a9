// The same trade left at another moment. A bar that opens beyond a level is left at its open; where a bar reaches both the stop and
// the target, the stop comes first; a trailing stop is moved by the bar's best price before its worst is compared with it.
import { type BarColumns, firstFrom } from '../risk-rules/index.ts';

export type ExitRule =
  /** At the plan's target, or N R from the entry; its stop, and the end of the session, end it too. */
  | { readonly kind: 'target'; readonly value: number | null }
  /** At the first stop of the plan, or N R from the entry; where it is not reached, as it was. */
  | { readonly kind: 'stop'; readonly value: number | null }
  /** At this share of the best price there was while it was open: unknowable then, it is hindsight. */
  | { readonly kind: 'mfe'; readonly value: number }
  /** At the close of the n-th bar. */
  | { readonly kind: 'bars'; readonly value: number }
  /** At the last close of the session it was opened in. */
  | { readonly kind: 'close' }
  /** By a stop that follows the best price at a distance of N R; the end of the session ends it too. */
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
  const { at: times, open: opens, high: highs, low: lows } = bars;
  const [favourables, adverses] = side === 1 ? [highs, lows] : [lows, highs];
  let best = entry;
  let last = -1;
  const { from, to } = barsUntil(trade, until);
  for (let place = from; place < to; place += 1) {
    last = place;
    const at = times[place] ?? 0;
    const open = opens[place] ?? 0;
    const favourable = favourables[place] ?? 0;
    const adverse = adverses[place] ?? 0;
    const before = trail === null ? fixed : best - side * trail;
    // A gap over the level: no fill was possible there.
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

/** The places of the bars that begin at the entry or later and are over by then; `to` is the first after them. */
function barsUntil({ bars: { at, seconds }, opened }: ExitTrade, until: number): { from: number; to: number } {
  return { from: firstFrom(at, opened), to: firstAfter(at, until - seconds * 1000) };
}

/** The first place whose time is after this. */
function firstAfter(times: ArrayLike<number>, at: number): number {
  const place = firstFrom(times, at);
  return times[place] === at ? place + 1 : place;
}

function atPlace(bars: BarColumns, place: number) {
  return { price: bars.close[place] ?? 0, at: (bars.at[place] ?? 0) + bars.seconds * 1000, isTie: false };
}

function atLast(trade: ExitTrade, until: number): WhatIfExit {
  const { from, to } = barsUntil(trade, until);
  return to <= from ? { reason: 'no bar between the entry and the end' } : atPlace(trade.bars, to - 1);
}

function afterBars(trade: ExitTrade, count: number): WhatIfExit {
  const { from, to } = barsUntil(trade, Infinity);
  return to <= from ? { reason: 'no bar after the entry' } : atPlace(trade.bars, Math.min(to, from + count) - 1);
}

function atShareOfBest(trade: ExitTrade, share: number): WhatIfExit {
  const { bars, side, entry, closed } = trade;
  const { at: times } = bars;
  const favourables = side === 1 ? bars.high : bars.low;
  const { from, to } = barsUntil(trade, closed);
  let best = entry;
  let at = trade.opened;
  for (let place = from; place < to; place += 1) {
    const favourable = favourables[place] ?? entry;
    if (side * (favourable - best) > 0) {
      best = favourable;
      at = times[place] ?? at;
    }
  }
  return to <= from
    ? { reason: 'no bar while it was open' }
    : { price: entry + share * (best - entry), at, isTie: false };
}
