// The bars that a rule is run on: days that are stored, in stretches without a gap. What the rule would have done over a gap is unknown,
// so it is left out of the rule, and so are the trader's trades that lie in one.
import type { Series } from '@zorivest/engine';
import { accountDays, DAY_MS, dayText } from '@zorivest/domain';
import { joinSeries, type StoredDay, type MarketService, sessionOf } from '@zorivest/market';
import type { Trade } from '../performance/incremental.ts';
import { barTicker, daysOf } from '../bars/trade-bars.ts';

export type RuleInterval = '1m' | '5m' | '1d';

/** Days of bars before an entry: a moving average of two hundred days needs them. */
export const DAYS_BEFORE: Readonly<Record<RuleInterval, number>> = { '1m': 1, '5m': 5, '1d': 400 };

const FINEST: readonly RuleInterval[] = ['1m', '5m', '1d'];

export interface Stretch {
  readonly series: Series;
  /** The first bar whose close may decide; those before it only warm the indicators up. */
  readonly from: number;
}

export interface RuleBars {
  readonly interval: RuleInterval;
  readonly stretches: readonly Stretch[];
  /** All of its days are there. */
  readonly covers: (trade: Trade) => boolean;
  /** Days of the trader's time that are not. */
  readonly missing: readonly string[];
}

interface Market {
  readonly market: MarketService;
  readonly now: Date;
}

/** The finest that cover the most of an instrument's trades; null where none of them does. */
export async function ruleBars(
  { market, now }: Market,
  instrument: string,
  trades: readonly Trade[],
  wanted: RuleInterval | undefined,
): Promise<RuleBars | null> {
  const from = Math.min(...trades.map(({ opened_at }) => Date.parse(opened_at)));
  const to = Math.max(...trades.map((trade) => closing(trade, now)));
  let best: { readonly bars: RuleBars; readonly covered: number } | null = null;
  for (const interval of wanted === undefined ? FINEST : [wanted]) {
    const days = daysOf({ from: from - DAYS_BEFORE[interval] * DAY_MS, to });
    const rows = await market.storedDays(barTicker(instrument, to), interval, days);
    const stored = new Map(rows.map((row) => [row.day, row]));
    const isMissing = (day: string): boolean => isGap(day, stored.get(day), trades[0]);
    const hasBars = (day: string): boolean => (stored.get(day)?.series.at.length ?? 0) > 0;
    const covers = (trade: Trade): boolean => {
      const own = daysOf({ from: Date.parse(trade.opened_at), to: closing(trade, now) });
      return own.some(hasBars) && !own.some(isMissing);
    };
    const covered = trades.filter(covers).length;
    if (covered <= (best?.covered ?? 0)) continue;
    const missing = days.filter((day) => day >= dayText(from) && isMissing(day));
    best = { covered, bars: { interval, covers, missing, stretches: stretchesOf(days, stored, isMissing, from) } };
    if (covered === trades.length) break;
  }
  return best?.bars ?? null;
}

function closing({ closed_at }: Trade, now: Date): number {
  return closed_at === null ? now.getTime() : Date.parse(closed_at);
}

/**
 * A day on which it was traded, and of which nothing is stored. A provider that was asked and had nothing says that there was
 * nothing; a file leaves out what it leaves out, and only of New York it is known which days those may be.
 */
function isGap(day: string, row: StoredDay | undefined, trade: Trade | undefined): boolean {
  if (row !== undefined && row.series.at.length > 0) return false;
  const isTraded = trade?.asset_class === 'CRYPTO' || sessionOf(day) !== 'closed';
  if (row === undefined) return isTraded;
  return isTraded && row.provider === 'file' && (trade?.currency ?? 'USD') === 'USD';
}

function stretchesOf(
  days: readonly string[],
  stored: ReadonlyMap<string, StoredDay>,
  isMissing: (day: string) => boolean,
  from: number,
): Stretch[] {
  const runs: StoredDay[][] = [[]];
  for (const day of days) {
    const row = stored.get(day);
    if (isMissing(day)) runs.push([]);
    else if (row !== undefined) runs.at(-1)?.push(row);
  }
  const first = Math.floor(from / DAY_MS) * DAY_MS;
  return runs.flatMap((run) => {
    const { at, open, high, low, close, volume } = joinSeries(run.map(({ series }) => series));
    const begins = at.findIndex((time) => time >= first);
    if (begins < 0) return [];
    const t = at.map((time) => time / 1000);
    const series = { length: at.length, t, o: open, h: high, l: low, c: close, v: volume };
    // What the bar before the first day decides is filled on it.
    return [{ series, from: Math.max(0, begins - 1) }];
  });
}

const FUTURES_TURN = accountDays({ time: '17:00', zone: 'America/New_York' });

/** The day that the bar of a moment belongs to: bars of days are named by the day of their session, and an evening of futures is the next day's. */
export function dayOfBar(instant: number, assetClass: Trade['asset_class']): number {
  const isFuture = assetClass === 'FUTURE' || assetClass === 'FUTURE_OPTION';
  return (isFuture ? FUTURES_TURN?.(instant) : undefined) ?? Math.floor(instant / DAY_MS);
}
