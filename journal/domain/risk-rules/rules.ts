// The limits a trader sets himself, or a firm sets him: data, not code. When a floor moves, when it is compared with equity and
// whether touching it breaks it are three fields, since firms differ in each.

/** What the day's loss is counted from. */
export type DayAnchor = 'balance' | 'equity' | 'higher' | 'high';

export interface DailyLoss {
  readonly limit: number;
  /** What `limit` is in: money, percent of the account's start, or percent of what it is counted from. */
  readonly limit_in: 'money' | 'percent_of_start' | 'percent_of_anchor';
  readonly from: DayAnchor;
  /** Whether breaking it ends the account; a pause ends the day only. */
  readonly ends: boolean;
  readonly checked: 'live' | 'close';
  readonly touch: boolean;
}

export interface DrawdownLimit {
  /** static: from the start. trailing_close: from the highest balance at a day's end. trailing_balance: from the highest closed balance at any time. trailing_intraday: from the highest equity. */
  readonly kind: 'static' | 'trailing_close' | 'trailing_balance' | 'trailing_intraday';
  readonly limit: number;
  readonly limit_in: 'money' | 'percent_of_start';
  /** The floor never rises above this. */
  readonly lock_at: number | null;
  readonly checked: 'live' | 'close';
  readonly touch: boolean;
}

export interface Consistency {
  /** The best day may be at most this share of the profit, in percent. */
  readonly max_percent: number;
  readonly of: 'net' | 'positive_days';
  /** It must lie below, not at. */
  readonly below: boolean;
}

export interface FewestDays {
  readonly days: number;
  /** Which days count: with a fill, with a position opened, or with so much profit. */
  readonly counts: 'fill' | 'opened' | 'profit';
  readonly profit: number;
}

export interface RiskRules {
  readonly daily_loss: DailyLoss | null;
  readonly drawdown: DrawdownLimit | null;
  readonly consistency: Consistency | null;
  readonly profit_target: number | null;
  readonly fewest_days: FewestDays | null;
  /** Most contracts or shares open simultaneously. */
  readonly max_size: number | null;
  /** Times in which nothing may be opened or closed. */
  readonly news_off: readonly { readonly from: string; readonly to: string }[];
}

export type RiskRuleName = 'daily_loss' | 'drawdown' | 'consistency' | 'size' | 'news';

/** Amounts are compared in whole ten-thousandths: a floor that is touched is touched. */
export function unitsOf(amount: number): number {
  return Math.round(amount * 10_000);
}

export function amountOf(units: number): number {
  return units / 10_000;
}
