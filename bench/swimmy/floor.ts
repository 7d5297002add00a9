// The least that the crossing of two means costs, marked to market: rolling sums over typed arrays, fills at the next open
// with half the spread, the equity of every close in an array, its drawdown, and the sum of each day. No library and no
// options, a loop for each of the three; where the means all but meet they are summed straight, so that its fills are
// ours. What we measure ourselves against.
import type { Series } from '@zorivest/engine';

const DAY = 86_400;
/** Closer than this, in prices, and rolling sums no longer tell. */
const NEAR = 1e-7;

export interface FloorResult {
  readonly trades: number;
  readonly equity: Float64Array;
  readonly drawdown: number;
  /** What each day with bars made. */
  readonly days: readonly number[];
}

export function floor({ t, o, c }: Series, short: number, long: number, spread: number, start: number): FloorResult {
  const turns = crossings(c, short, long);
  const equity = new Float64Array(c.length);
  let side = 0;
  let entry = 0;
  let cash = start;
  let trades = 0;
  let from = 0;
  for (const turn of [...turns, c.length]) {
    for (let i = from; i < turn; i++) equity[i] = cash + side * ((c[i] as number) - entry);
    if (turn === c.length) break;
    const open = o[turn] as number;
    if (side !== 0) {
      cash += side * (open - (side * spread) / 2 - entry);
      trades++;
    }
    side = side === 0 ? firstSide(c, short, long, turn) : -side;
    entry = open + (side * spread) / 2;
    from = turn;
  }
  if (side !== 0) {
    equity[c.length - 1] = (equity[c.length - 1] as number) - spread / 2;
    trades++;
  }
  return { trades, equity, ...falls(t, equity, start) };
}

/** Bars at whose open the position turns: those after a cross that the position does not already follow. */
function crossings(c: Float64Array, short: number, long: number): number[] {
  const turns: number[] = [];
  const perShort = 1 / short;
  const perLong = 1 / long;
  let shortSum = sum(c, long - short, long);
  let longSum = sum(c, 0, long);
  let before = Math.sign(shortSum * perShort - longSum * perLong);
  let side = 0;
  for (let i = long; i < c.length; i++) {
    const close = c[i] as number;
    shortSum += close - (c[i - short] as number);
    longSum += close - (c[i - long] as number);
    const gap = shortSum * perShort - longSum * perLong;
    if (gap * before > NEAR) continue;
    const sign = gap > NEAR ? 1 : gap < -NEAR ? -1 : straightSign(c, short, long, i);
    if (sign * before < 0 && sign !== side && i + 1 < c.length) {
      side = sign;
      turns.push(i + 1);
    }
    before = sign;
  }
  return turns;
}

const straightSign = (c: Float64Array, short: number, long: number, i: number) =>
  Math.sign(sum(c, i + 1 - short, i + 1) / short - sum(c, i + 1 - long, i + 1) / long);
const firstSide = (c: Float64Array, short: number, long: number, turn: number) =>
  straightSign(c, short, long, turn - 1);

function falls(t: Float64Array, equity: Float64Array, start: number): Pick<FloorResult, 'drawdown' | 'days'> {
  const days: number[] = [];
  let peak = start;
  let drawdown = 0;
  let dayStart = start;
  let midnight = (Math.floor((t[0] as number) / DAY) + 1) * DAY;
  for (let i = 0; i < equity.length; i++) {
    if ((t[i] as number) >= midnight) {
      const ended = equity[i - 1] as number;
      days.push(ended - dayStart);
      dayStart = ended;
      midnight = (Math.floor((t[i] as number) / DAY) + 1) * DAY;
    }
    const value = equity[i] as number;
    if (value > peak) peak = value;
    else if (peak - value > drawdown * peak) drawdown = (peak - value) / peak;
  }
  days.push((equity[equity.length - 1] as number) - dayStart);
  return { drawdown, days };
}

function sum(values: Float64Array, from: number, to: number): number {
  let total = 0;
  for (let i = from; i < to; i++) total += values[i] as number;
  return total;
}
