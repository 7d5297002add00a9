// What holding a position over night costs or pays.

const DAY = 86_400;

export interface SwapRecord {
  readonly t: number;
  /** Price units a night for a long position; `ss` for a short one. */
  readonly sl: number;
  readonly ss: number;
}

/** Midnights (UTC) between two times. */
export const nightsHeld = (entryTime: number, exitTime: number) =>
  Math.floor(exitTime / DAY) - Math.floor(entryTime / DAY);

/** The rate of the latest record not after the exit; 0 without one. */
export function swapRate(records: readonly SwapRecord[], side: number, exitTime: number): number {
  let rate = 0;
  let latest = -Infinity;
  for (const record of records) {
    if (record.t > exitTime || record.t < latest) continue;
    latest = record.t;
    rate = side > 0 ? record.sl : record.ss;
  }
  return rate;
}

/** Price units paid for the midnights from the first one given up to a time, each at the rate in force then. */
export function swapOver(
  records: readonly SwapRecord[],
  side: number,
  firstMidnight: number,
  until: number,
  nightly: number,
): number {
  if (records.length === 0) return (Math.floor((until - firstMidnight) / DAY) + 1) * nightly;
  let total = 0;
  for (let midnight = firstMidnight; midnight <= until; midnight += DAY) total += swapRate(records, side, midnight);
  return total;
}
