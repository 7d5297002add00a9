// The same record without some of its trades, or with smaller ones.
import { calendarIn, type DayOf } from '../time/index.ts';
import { exitsOf, type RoundTrip } from '../trips/index.ts';

export interface LedgerRule {
  /** Trades that are left out. */
  readonly drops: (trade: RoundTrip) => boolean;
  /** Scales a trade down to this many of its own R; null where size is left as it was. */
  readonly max_risk_r: number | null;
  /** Whether its risk is known. */
  readonly hasRisk: (trade: RoundTrip) => boolean;
  /** After this many losses of a day nothing more is opened on it; null where nothing stops. */
  readonly stop_after_losses: number | null;
  readonly time_zone: string;
}

/** What of each trade is left: 1 as it was, 0 not taken. By id. */
export function ledgerShares(trades: readonly RoundTrip[], rule: LedgerRule): ReadonlyMap<string, number> {
  const dayOf: DayOf = calendarIn(rule.time_zone) ?? (() => null);
  const shares = new Map<string, number>();
  /** When the losses of a day came, as far as they were taken. */
  const losses = new Map<number, string[]>();
  for (const trade of trades.toSorted((a, b) => (a.opened_at < b.opened_at ? -1 : a.opened_at > b.opened_at ? 1 : 0))) {
    const day = dayOf(trade.opened_at, trade.opened_time_known) ?? 0;
    const before = (losses.get(day) ?? []).filter((at) => at <= trade.opened_at).length;
    const isStopped = rule.stop_after_losses !== null && before >= rule.stop_after_losses;
    const scaled = rule.max_risk_r !== null && rule.hasRisk(trade) ? Math.min(1, rule.max_risk_r) : 1;
    const share = isStopped || rule.drops(trade) ? 0 : scaled;
    shares.set(trade.id, share);
    const last = exitsOf(trade).at(-1);
    if (share > 0 && trade.status === 'closed' && trade.realized_pnl < 0 && last !== undefined) {
      const closed = dayOf(last.time, last.time_known) ?? 0;
      losses.set(closed, [...(losses.get(closed) ?? []), last.time]);
    }
  }
  return shares;
}
