// From flags to trades under stated fill rules.
//
// Bar prices are taken as mid prices. Every fill pays half the spread; market and stop fills pay slippage too, a target
// is a resting order and does not. Per bar, in this order: orders left from the bar before fill at the open; stops and
// targets fill inside the bar (intrabar only; a gap fills at the open); the close decides what is ordered next.
// A position still open after the last bar is closed at its close and marked `end`.
import type { Series } from '../../candles/series.ts';
import type { Costs, Mode } from '../../request/mode.ts';
import type { Strategy } from '../../request/schema.ts';
import { entryFilter, type AuxiliarySeries } from '../compatible/filter.ts';
import { BUY, EXIT_LONG, EXIT_SHORT, SELL, type Flags } from '../flags.ts';
import { nightsHeld, swapRate, type SwapRecord } from '../swap.ts';
import { atr } from './indicators.ts';

export type ExitReason = 'signal' | 'stop' | 'target' | 'end';

export interface Trade {
  readonly side: 'long' | 'short';
  readonly entry_time: number;
  readonly exit_time: number;
  readonly entry_price: number;
  readonly exit_price: number;
  readonly volume: number;
  /** Account currency, all costs taken off. */
  readonly pnl: number;
  readonly reason: ExitReason;
}

export interface TradeInput {
  readonly series: Series;
  readonly flags: Flags;
  readonly strategy: Strategy;
  readonly mode: Mode;
  readonly costs: Costs;
  readonly aux: AuxiliarySeries;
  readonly swaps: readonly SwapRecord[];
  /** Decisions before this bar are ignored: the bars before it only warm the indicators up. */
  readonly tradeFrom: number;
}

/** The costs a request states for its symbol: the entry that names it, else the one that names none. */
export function costsFor(mode: Mode, symbol: string | undefined): Costs {
  return (
    mode.costs.find((entry) => entry.symbol !== undefined && entry.symbol === symbol) ??
    mode.costs.find((entry) => entry.symbol === undefined) ?? {
      spread: 0,
      slippage: 0,
      commission: 0,
      swap_long: 0,
      swap_short: 0,
    }
  );
}

interface Position {
  readonly side: 1 | -1;
  readonly price: number;
  readonly time: number;
  readonly volume: number;
  readonly stop: number;
  readonly target: number;
}

export function tradeFlags(input: TradeInput): Trade[] {
  const { series, flags, strategy, mode, costs, aux, swaps, tradeFrom } = input;
  const { t, o, h, l, c } = series;
  const { fill } = mode;
  const passes = entryFilter(strategy, aux);
  const ranges = (strategy.atr_barrier_sl ?? 0) > 0 ? atr(h, l, c, strategy.atr_period ?? 14) : undefined;
  const wanted = (mode.direction === 'short' ? 0 : BUY) | (mode.direction === 'long' ? 0 : SELL);
  const trades: Trade[] = [];
  let equity = mode.initial_equity;
  let position: Position | undefined;
  let ordered: 0 | 1 | -1 = 0; // entry to fill at the next open
  let orderedAt = 0;
  let leaving: ExitReason | undefined; // exit to fill at the next open

  const enter = (side: 1 | -1, i: number, price: number, decidedAt: number): void => {
    const range = ranges?.[decidedAt] ?? 0;
    const stopDistance = range > 0 ? (strategy.atr_barrier_sl ?? 0) * range : strategy.sl;
    const targetDistance = range > 0 ? (strategy.atr_barrier_tp ?? 0) * range : strategy.tp;
    const filled = price + side * (costs.spread / 2 + costs.slippage);
    position = {
      side,
      price: filled,
      time: t[i] as number,
      volume: volumeFor(mode, strategy, equity, stopDistance),
      stop: filled - side * stopDistance,
      target: filled + side * targetDistance,
    };
  };
  const leave = (held: Position, i: number, price: number, reason: ExitReason): void => {
    const { side, volume } = held;
    const slippage = reason === 'target' ? 0 : costs.slippage;
    const filled = price - side * (costs.spread / 2 + slippage);
    const exitTime = t[i] as number;
    const nightly = swaps.length > 0 ? swapRate(swaps, side, exitTime) : side > 0 ? costs.swap_long : costs.swap_short;
    const points = side * (filled - held.price) + nightsHeld(held.time, exitTime) * nightly;
    const pnl = points * volume * mode.contract_size - 2 * costs.commission * volume;
    equity += pnl;
    trades.push({
      side: side > 0 ? 'long' : 'short',
      entry_time: held.time,
      exit_time: exitTime,
      entry_price: held.price,
      exit_price: filled,
      volume,
      pnl,
      reason,
    });
    position = undefined;
  };

  for (let i = Math.max(0, tradeFrom); i < series.length; i++) {
    const flag = flags[i] as number;
    if (position === undefined && flag === 0 && ordered === 0) continue;
    if (leaving !== undefined && position !== undefined) leave(position, i, o[i] as number, leaving);
    leaving = undefined;
    if (ordered !== 0 && position === undefined && equity > 0) enter(ordered, i, o[i] as number, orderedAt);
    ordered = 0;
    if (fill === 'intrabar' && position !== undefined) {
      const hit = insideBar(position, o[i] as number, h[i] as number, l[i] as number, mode.same_bar);
      if (hit) leave(position, i, hit.price, hit.reason);
    }
    const close = c[i] as number;
    if (position !== undefined) {
      const reason = atClose(position, close, flag, fill);
      if (reason !== undefined && fill === 'close') leave(position, i, close, reason);
      else leaving = reason;
    }
    const entry = flag & wanted;
    if (entry === 0 || (position !== undefined && leaving === undefined) || equity <= 0 || !passes(t[i] as number))
      continue;
    const side = (entry & BUY) !== 0 ? 1 : -1;
    if (fill === 'close') enter(side, i, close, i);
    else {
      ordered = side;
      orderedAt = i;
    }
  }
  const last = series.length - 1;
  if (position !== undefined) leave(position, last, c[last] as number, 'end');
  return trades;
}

function volumeFor(mode: Mode, strategy: Strategy, equity: number, stopDistance: number): number {
  const fixed = mode.size.volume ?? strategy.volume;
  if (mode.size.risk_percent === undefined || stopDistance <= 0) return fixed;
  return (equity * mode.size.risk_percent) / 100 / (stopDistance * mode.contract_size);
}

/** What the close asks for. With intrabar fills stops and targets were already looked at inside the bar. */
function atClose(
  { side, stop, target }: Position,
  close: number,
  flag: number,
  fill: Mode['fill'],
): ExitReason | undefined {
  if (fill !== 'intrabar') {
    if (side * (close - stop) <= 0) return 'stop';
    if (side * (close - target) >= 0) return 'target';
  }
  return (flag & (side > 0 ? EXIT_LONG : EXIT_SHORT)) !== 0 ? 'signal' : undefined;
}

interface Hit {
  readonly price: number;
  readonly reason: 'stop' | 'target';
}

/** Stop or target inside one bar: a gap beyond either fills at the open; both in one bar go by the stated rule. */
function insideBar(
  { side, stop, target }: Position,
  open: number,
  high: number,
  low: number,
  rule: Mode['same_bar'],
): Hit | undefined {
  if (side * (open - stop) <= 0) return { price: open, reason: 'stop' };
  if (side * (open - target) >= 0) return { price: open, reason: 'target' };
  const worst = side > 0 ? low : high;
  const best = side > 0 ? high : low;
  const stopHit = side * (worst - stop) <= 0;
  const targetHit = side * (best - target) >= 0;
  if (!stopHit && !targetHit) return undefined;
  const stopFirst =
    rule === 'stop_first' || (rule === 'nearest_to_open' && Math.abs(open - stop) <= Math.abs(target - open));
  return stopHit && (!targetHit || stopFirst) ? { price: stop, reason: 'stop' } : { price: target, reason: 'target' };
}
