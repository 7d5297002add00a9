// From signals to trades and the equity of every bar, under stated fill rules.
//
// Bar prices are taken as mid prices. Every fill pays half the spread; market and stop fills pay slippage too, a target
// is a resting order and does not. Per bar, in this order: orders left from the bar before fill at the open; stops and
// targets fill inside the bar (intrabar only; a gap fills at the open); the close decides what is ordered next.
// A position still open after the last bar is closed at its close, for the stated reason.
//
// An account has an end: equity at or below 0 at a close closes the position there, and nothing is traded after it. With
// `mode.leverage` a position is cut down to that many times the equity, and closed at the worst price of the first bar
// in which equity, judged at that price, is less than `mode.maintenance` of what the position is worth there.
//
// Equity is valued at every close: cash, plus the open position at the mid price without the costs of leaving it.
// Entry commission falls at the entry, exit commission at the exit, swap on the first bar after each UTC midnight.
import { nextAtOrAfter, type Series } from '../candles/series.ts';
import type { Costs, Mode } from '../request/mode.ts';
import { BUY, EXIT_LONG, EXIT_SHORT, SELL } from '../indicators/flags.ts';
import { swapOver, type SwapRecord } from '../costs/swap.ts';
import type { Distance, Signals } from './signals.ts';
import type { ExitReason, Trade } from './trade.ts';

export interface ExecutionInput {
  readonly series: Series;
  readonly signals: Signals;
  readonly mode: Mode;
  readonly costs: Costs;
  /** Where `mode.size` does not say otherwise. */
  readonly volume: number;
  readonly swaps: readonly SwapRecord[];
  readonly startEquity: number;
  /** Decisions before this bar are ignored: the bars before it only warm the indicators up. */
  readonly from: number;
  /** Why a position is closed that is still open after the last bar. */
  readonly atEnd: 'end' | 'window_end';
}

/** How the account fared while it traded. */
export interface Account {
  /** Bars at whose close a position was held. */
  readonly heldBars: number;
  /** Time of the bar at whose close equity was 0 or below, Unix seconds; NaN while there was something. */
  readonly ruinedAt: number;
  /** Positions that were closed by force, for want of margin. */
  readonly liquidations: number;
  /** The most a position was worth, as a multiple of the equity that was left, at its fill and at closes. */
  readonly peakLeverage: number;
  /** Entries that were cut down to `mode.leverage`. */
  readonly cutEntries: number;
}

export interface SimulatedRun extends Account {
  readonly trades: readonly Trade[];
}

interface Position {
  readonly side: 1 | -1;
  readonly price: number;
  /** The bar it was filled in, and the first bar whose close may end it. */
  readonly bar: number;
  readonly firstClose: number;
  readonly volume: number;
  /** Account currency per price unit, negative for a short. */
  readonly perPoint: number;
  /** Cut down to what `mode.leverage` allows. */
  readonly isCut: boolean;
  /** Cash once the entry is paid for. */
  readonly cash: number;
  readonly stop: number;
  readonly stopReason: ExitReason;
  readonly target: number;
  /** Price units; 0 = none. */
  readonly trail: number;
  readonly breakEven: number;
}

interface Exit {
  readonly bar: number;
  /** The bar whose close may decide the next entry. */
  readonly decidedAt: number;
  readonly price: number;
  readonly reason: ExitReason;
  readonly swap: number;
  readonly heldBars: number;
  readonly peakLeverage: number;
}

const DAY = 86_400;

/** Writes the equity at the close of every bar from `from` on into `equity`, which has a place for each bar. */
export function execute(input: ExecutionInput, equity: Float64Array): SimulatedRun {
  const { series, signals, mode, costs } = input;
  const { t, o, c } = series;
  const { flags } = signals;
  const wanted = (mode.direction === 'short' ? 0 : BUY) | (mode.direction === 'long' ? 0 : SELL);
  const atClose = mode.fill === 'close';
  const trades: Trade[] = [];
  let cash = input.startEquity;
  let heldBars = 0;
  let ruinedAt = NaN;
  let liquidations = 0;
  let peakLeverage = 0;
  let cutEntries = 0;
  let unvalued = Math.max(0, input.from);
  let decide = unvalued;
  while (cash > 0) {
    const decided = nextEntry(flags, decide, wanted);
    const bar = atClose ? decided : decided + 1;
    if (bar >= series.length) break;
    decide = decided + 1;
    const position = enter(input, decided, bar, (atClose ? c : o)[bar], cash);
    if (position === undefined) continue;
    equity.fill(cash, unvalued, bar);
    const exit = hold(input, position, equity);
    const slippage = exit.reason === 'target' ? 0 : costs.slippage;
    const exitPrice = exit.price - position.side * (costs.spread / 2 + slippage);
    const pnl = position.perPoint * (exitPrice - position.price) + exit.swap - 2 * costs.commission * position.volume;
    trades.push({
      side: position.side > 0 ? 'long' : 'short',
      entry_time: t[bar],
      exit_time: t[exit.bar],
      entry_price: position.price,
      exit_price: exitPrice,
      volume: position.volume,
      pnl,
      reason: exit.reason,
    });
    cash += pnl;
    heldBars += exit.heldBars;
    if (exit.reason === 'liquidated') liquidations++;
    if (position.isCut) cutEntries++;
    if (exit.peakLeverage > peakLeverage) peakLeverage = exit.peakLeverage;
    if (cash <= 0) ruinedAt = t[exit.bar];
    unvalued = exit.bar;
    decide = exit.decidedAt;
  }
  equity.fill(cash, unvalued, series.length);
  return { trades, heldBars, ruinedAt, liquidations, peakLeverage, cutEntries };
}

/** The first bar from `i` on that asks for a wanted position. */
function nextEntry(flags: Uint8Array, i: number, wanted: number): number {
  while (i < flags.length && (flags[i] & wanted) === 0) i++;
  return i;
}

/** The position an entry decided at one bar and filled in another gives; undefined when it cannot be sized. */
function enter(
  { signals, mode, costs, volume }: ExecutionInput,
  decided: number,
  bar: number,
  price: number,
  cash: number,
): Position | undefined {
  const side = (signals.flags[decided] & BUY) !== 0 && mode.direction !== 'short' ? 1 : -1;
  const stop = distanceAt(signals.stop, decided);
  const target = distanceAt(signals.target, decided);
  const trail = distanceAt(signals.trail, decided);
  const nearest = stop > 0 && trail > 0 ? Math.min(stop, trail) : stop || trail;
  const { risk_percent } = mode.size;
  if (risk_percent !== undefined && nearest === 0) return undefined; // a risk needs a stop to be sized by
  const perSide = costs.spread / 2 + costs.slippage;
  const filled = price + side * perSide;
  // What one volume loses at the stop: the distance, and what leaving there costs.
  const atRisk = (nearest + perSide) * mode.contract_size + 2 * costs.commission;
  const asked = risk_percent === undefined ? (mode.size.volume ?? volume) : (cash * risk_percent) / 100 / atRisk;
  const most = mode.leverage === undefined ? Infinity : (mode.leverage * cash) / (filled * mode.contract_size);
  const size = Math.min(asked, most);
  return {
    side,
    price: filled,
    bar,
    firstClose: mode.fill === 'close' ? bar + 1 : bar,
    volume: size,
    perPoint: side * size * mode.contract_size,
    isCut: size < asked,
    cash: cash - costs.commission * size,
    stop: nearest > 0 ? filled - side * nearest : -side * Infinity,
    stopReason: nearest === stop ? 'stop' : 'trail',
    target: target > 0 ? filled + side * target : side * Infinity,
    trail,
    breakEven: distanceAt(signals.breakEven, decided),
  };
}

/** Price units, 0 for none. */
function distanceAt(distance: Distance | undefined, bar: number): number {
  const value = typeof distance === 'number' ? distance : distance?.[bar];
  return value !== undefined && value > 0 && value < Infinity ? value : 0;
}

/** Follows a position to its end, valuing it at every close on the way. */
function hold(input: ExecutionInput, position: Position, equity: Float64Array): Exit {
  const { series, signals, mode, costs, swaps } = input;
  const { t, o, h, l, c } = series;
  const { flags } = signals;
  const { side, price, bar, firstClose, perPoint, target, trail, breakEven } = position;
  const leave = side > 0 ? EXIT_LONG : EXIT_SHORT;
  const inside = mode.fill === 'intrabar';
  const atClose = mode.fill === 'close';
  const moving = trail > 0 || breakEven > 0;
  const lastClose = signals.mostBars === undefined ? Infinity : firstClose + signals.mostBars - 1;
  const last = series.length - 1;
  const perUnit = side * perPoint;
  const nightly = side > 0 ? costs.swap_long : costs.swap_short;
  let { stop, stopReason, cash } = position;
  let below = side > 0 ? stop : target;
  let above = side > 0 ? target : stop;
  let swap = 0;
  const paysSwap = nightly !== 0 || swaps.length > 0;
  let midnight = paysSwap ? (Math.floor(t[bar] / DAY) + 1) * DAY : Infinity;
  // Bars that only have to be valued are run through in one go: until a night passes or something may end the position.
  const maintenance = maintenanceOf(mode);
  const margined = maintenance > 0;
  const plain = !inside && !moving && !margined && lastClose === Infinity;
  const size = Math.abs(perPoint);
  // Of all closes the highest or the lowest decides: a short and what is paid for weigh most at the top, what is lent at
  // the bottom, where equity falls faster than the position.
  const heaviestUp = side < 0 || cash >= size * price ? 1 : -1;
  let heaviest = price;
  let peakLeverage = 0;
  const weigh = (at: number): void => {
    const left = cash + perPoint * (at - price);
    if (left > 0) peakLeverage = Math.max(peakLeverage, (size * at) / left);
  };
  const end = (at: number, decidedAt: number, exitPrice: number, reason: ExitReason, heldBars: number): Exit => {
    weigh(heaviest);
    return { bar: at, decidedAt, price: exitPrice, reason, swap, heldBars, peakLeverage };
  };
  if (atClose) equity[bar] = cash + perPoint * (c[bar] - price);
  for (let i = firstClose; i <= last; i++) {
    if (plain) {
      const night = paysSwap ? nextAtOrAfter(t, midnight, i) : last + 1;
      // Where nothing is left the position ends, too.
      const ruin = price - cash / perPoint;
      const low = side > 0 && ruin > below ? ruin : below;
      const high = side < 0 && ruin < above ? ruin : above;
      const from = i;
      i = glide(equity, c, flags, i, night, leave, low, high, cash, perPoint, price);
      heaviest = extremeOf(c, from, i, heaviestUp, heaviest);
      if (i > last) break;
    }
    const time = t[i];
    if (time >= midnight) {
      const paid = perUnit * swapOver(swaps, side, midnight, time, nightly);
      weigh(heaviest);
      swap += paid;
      cash += paid;
      midnight = (Math.floor(time / DAY) + 1) * DAY;
    }
    const close = c[i];
    const hit =
      inside && (l[i] <= below || h[i] >= above)
        ? insideBar(side, stop, target, o[i], h[i], l[i], mode.same_bar)
        : undefined;
    if (margined) {
      // A stop that fills while there is margin comes first. A target does not, unless it is filled at the open or the
      // request says that targets come first.
      const worst = (side > 0 ? l : h)[i];
      const isBeyond = (at: number) => cash + perPoint * (at - price) < maintenance * size * at;
      const comesFirst =
        hit !== undefined &&
        (hit.stopped ? !isBeyond(hit.price) : hit.price === o[i] || mode.same_bar === 'target_first');
      if (!comesFirst && isBeyond(worst)) {
        heaviest = heaviestUp * (worst - heaviest) > 0 ? worst : heaviest;
        return end(i, i, worst, 'liquidated', i - bar);
      }
    }
    if (hit !== undefined) return end(i, i, hit.price, hit.stopped ? stopReason : 'target', i - bar);
    const left = cash + perPoint * (close - price);
    equity[i] = left;
    if (left <= 0) return end(i, i, close, 'ruined', i - bar);
    if (heaviestUp * (close - heaviest) > 0) heaviest = close;
    const flag = flags[i] & leave;
    if (flag !== 0 || i >= lastClose || (!inside && (close <= below || close >= above))) {
      const reason = inside
        ? undefined
        : side * (close - stop) <= 0
          ? stopReason
          : side * (close - target) >= 0
            ? 'target'
            : undefined;
      const why = reason ?? (flag !== 0 ? 'signal' : 'time');
      if (atClose) return end(i, i, close, why, i - bar);
      if (i < last) {
        const next = i + 1;
        const nextTime = t[next];
        if (nextTime >= midnight) swap += perUnit * swapOver(swaps, side, midnight, nextTime, nightly);
        return end(next, i, o[next], why, next - bar);
      }
    }
    if (moving) {
      const best = inside ? (side > 0 ? h : l)[i] : close;
      if (breakEven > 0 && side * (best - price) >= breakEven && side * (price - stop) > 0) {
        stop = price;
        stopReason = 'break_even';
      }
      if (trail > 0 && side * (best - side * trail - stop) > 0) {
        stop = best - side * trail;
        stopReason = 'trail';
      }
      if (side > 0) below = stop;
      else above = stop;
    }
  }
  return end(last, last + 1, c[last], input.atEnd, last - bar + 1);
}

/** The share of a position's value that must be left; 0 without margin. */
export function maintenanceOf({ leverage, maintenance }: Mode): number {
  return maintenance ?? (leverage === undefined ? 0 : 0.5 / leverage);
}

/** The largest (`way` 1) or smallest (`way` -1) of values[from..to), or `known` where it goes further. */
function extremeOf(values: Float64Array, from: number, to: number, way: number, known: number): number {
  let most = known;
  if (way > 0) {
    for (let i = from; i < to; i++) if (values[i] > most) most = values[i];
  } else {
    for (let i = from; i < to; i++) if (values[i] < most) most = values[i];
  }
  return most;
}

/** Values bars from `i` up to `end`, or to the first whose close is at a barrier or asks to leave; returns where it stopped. */
function glide(
  equity: Float64Array,
  closes: Float64Array,
  flags: Uint8Array,
  from: number,
  end: number,
  leave: number,
  below: number,
  above: number,
  cash: number,
  perPoint: number,
  price: number,
): number {
  let i = from;
  for (; i < end; i++) {
    const close = closes[i];
    if (close <= below || close >= above || (flags[i] & leave) !== 0) break;
    equity[i] = cash + perPoint * (close - price);
  }
  return i;
}

/** Stop or target inside one bar: a gap beyond either fills at the open; both in one bar go by the stated rule. */
function insideBar(
  side: number,
  stop: number,
  target: number,
  open: number,
  high: number,
  low: number,
  rule: Mode['same_bar'],
): { readonly price: number; readonly stopped: boolean } {
  if (side * (open - stop) <= 0) return { price: open, stopped: true };
  if (side * (open - target) >= 0) return { price: open, stopped: false };
  const stopHit = side * ((side > 0 ? low : high) - stop) <= 0;
  const targetHit = side * ((side > 0 ? high : low) - target) >= 0;
  const stopFirst =
    rule === 'stop_first' || (rule === 'nearest_to_open' && Math.abs(open - stop) <= Math.abs(target - open));
  return stopHit && (!targetHit || stopFirst) ? { price: stop, stopped: true } : { price: target, stopped: false };
}
