import type { Earnings } from './model.ts';
import { day, number } from './read.ts';

interface Fields {
  readonly date: unknown;
  /** The quarter's end where the report date is another; it names the fiscal period. */
  readonly ends?: unknown;
  readonly quarter?: unknown;
  readonly year?: unknown;
  readonly actual: unknown;
  readonly estimate: unknown;
  readonly surprise?: unknown;
  readonly revenue?: unknown;
  readonly revenueEstimate?: unknown;
}

/** An earnings report from a provider's own fields; `null` without a date. */
export function earningsRow(ticker: string, fields: Fields): Earnings | null {
  const ends = day(fields.ends) ?? day(fields.date);
  if (ends === null) return null;
  const [actual, estimate] = [number(fields.actual), number(fields.estimate)];
  const missed = actual === null || estimate === null;
  return {
    ticker,
    fiscal_period: `Q${number(fields.quarter) ?? Math.ceil(Number(ends.slice(5, 7)) / 3)}`,
    fiscal_year: number(fields.year) ?? Number(ends.slice(0, 4)),
    report_date: day(fields.date) ?? ends,
    eps_actual: actual,
    eps_estimate: estimate,
    eps_surprise: number(fields.surprise) ?? (missed ? null : Math.round((actual - estimate) * 1e6) / 1e6),
    revenue_actual: number(fields.revenue),
    revenue_estimate: number(fields.revenueEstimate),
  };
}
