// What a trade brought on average lately, day after day, and how sure that is.

export interface ResultDay {
  readonly day: string;
  readonly pnl: number;
  readonly trade_count: number;
}

export interface RollingPoint {
  readonly day: string;
  /** Per trade, over the days of the window. */
  readonly mean: number;
  /** It lies within this much of itself, nineteen times of twenty. */
  readonly within: number;
  readonly count: number;
}

/** The last trades that count, or more: a window is of whole days. */
export const WINDOW = 30;
/** Fewer days show nothing about how they differ. */
const FEWEST_DAYS = 5;
const NINETEEN_OF_TWENTY = 1.96;

/**
 * Days are what differs by chance: trades of one day go well or badly together. The deviation is that of the days around the mean
 * of all trades in the window.
 */
export function rollingExpectancy(days: readonly ResultDay[]): RollingPoint[] {
  const found: RollingPoint[] = [];
  let [first, pnl, count] = [0, 0, 0];
  for (const [at, { day, pnl: brought, trade_count }] of days.entries()) {
    pnl += brought;
    count += trade_count;
    // The oldest day goes once the others are enough without it.
    for (let oldest = days[first]; oldest !== undefined && count - oldest.trade_count >= WINDOW; oldest = days[first]) {
      pnl -= oldest.pnl;
      count -= oldest.trade_count;
      first += 1;
    }
    if (count < WINDOW || at - first + 1 < FEWEST_DAYS) continue;
    const mean = pnl / count;
    const spread = days.slice(first, at + 1).reduce((sum, one) => sum + (one.pnl - mean * one.trade_count) ** 2, 0);
    found.push({ day, mean, within: (NINETEEN_OF_TWENTY * Math.sqrt(spread)) / count, count });
  }
  return found;
}
