// The rules that are not about equity: consistency, size, news, target and days.
import type { AccountSteps } from './equity-steps.ts';
import type { JudgedDay, RiskBreach } from './judge.ts';
import type { Consistency, FewestDays, RiskRules } from './rules.ts';

export interface ConsistencyState {
  readonly best_day: number;
  readonly best_day_on: number | null;
  /** In percent; null while there is no profit to be a share of. */
  readonly percent: number | null;
  readonly max_percent: number;
  readonly is_kept: boolean;
  /** What has to be earned in all for the best day to be small enough. */
  readonly needed: number;
}

export function consistencyOf(days: readonly JudgedDay[], rule: Consistency): ConsistencyState {
  const best = days.reduce<JudgedDay | null>((top, day) => (top === null || day.pnl > top.pnl ? day : top), null);
  const best_day = Math.max(0, best?.pnl ?? 0);
  const whole = days.reduce((sum, { pnl }) => sum + (rule.of === 'net' ? pnl : Math.max(0, pnl)), 0);
  const percent = whole > 0 ? (best_day / whole) * 100 : null;
  const share = rule.max_percent / 100;
  // In whole cents, so that a share that is exactly reached is reached.
  const [left, right] = [Math.round(best_day * 1e6), Math.round(whole * share * 1e6)];
  const is_kept = best_day === 0 || (percent !== null && (rule.below ? left < right : left <= right));
  return {
    best_day,
    best_day_on: best_day > 0 ? (best?.day ?? null) : null,
    percent,
    max_percent: rule.max_percent,
    is_kept,
    needed: best_day / share,
  };
}

export function daysCounted(days: readonly JudgedDay[], { counts, profit }: FewestDays): number {
  return days.filter((day) => (counts === 'fill' ? day.filled : counts === 'opened' ? day.opened : day.pnl >= profit))
    .length;
}

/** Each time that more was open than a day's rules allow, and each fill in a time without trading. */
export function otherBreaches({ steps, sizes }: AccountSteps, rulesOn: (day: number) => RiskRules): RiskBreach[] {
  const found: RiskBreach[] = [];
  for (const { at, day, trip, size } of sizes) {
    const most = rulesOn(day).max_size;
    if (most !== null && size > most + 1e-9)
      found.push({ rule: 'size', at, day, round_trip_id: trip, value: size, limit: most, ends: false });
  }
  for (const { at, day, trip, filled, equity } of steps) {
    if (filled !== true) continue;
    const off = rulesOn(day).news_off.some(({ from, to }) => at >= Date.parse(from) && at < Date.parse(to));
    if (off) found.push({ rule: 'news', at, day, round_trip_id: trip, value: equity, limit: 0, ends: false });
  }
  return found;
}
