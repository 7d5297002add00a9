// Statistics of one series of returns. A missing return counts as 0 where returns are compounded, and is skipped elsewhere.
import { deviation, interpolatedPercentile, mean, straightness, sum } from './basic.ts';
import { present, type Label, type Rows } from './rows.ts';

/** Equity after each return, from a start before the first. */
export function compound(values: readonly number[], start = 1): number[] {
  let equity = start;
  return values.map((value) => (equity *= 1 + (Number.isNaN(value) ? 0 : value)));
}

/** `start` 0: the cumulated simple return; else what the start has become. */
export function cumulate(values: readonly number[], start: number): number[] {
  return start === 0 ? compound(values).map((equity) => equity - 1) : compound(values, start);
}

export function annualReturn(values: readonly number[], periods: number): number {
  if (values.length === 0) return NaN;
  return (compound(values).at(-1) as number) ** (periods / values.length) - 1; // there is at least one
}

export function annualVolatility(values: readonly number[], periods: number): number {
  return deviation(present(values)) * Math.sqrt(periods);
}

/** `values` with the riskless return taken off. */
export function sharpeRatio(values: readonly number[], periods: number): number {
  if (values.length < 2) return NaN;
  const known = present(values);
  return (mean(known) / deviation(known)) * Math.sqrt(periods);
}

/** `values` with the required return taken off, as for the downside. */
export function sortinoRatio(values: readonly number[], periods: number): number {
  if (values.length < 2) return NaN;
  return (mean(present(values)) * periods) / downsideRisk(values, periods);
}

export function downsideRisk(values: readonly number[], periods: number): number {
  if (values.length === 0) return NaN;
  return Math.sqrt(mean(present(values).map((value) => Math.min(value, 0) ** 2))) * Math.sqrt(periods);
}

/** Of equity whose first value is the first peak; 0 or below. */
export function maxDrawdown(equity: readonly number[]): number {
  if (equity.length === 0) return NaN;
  return drawdowns(equity).reduce((worst, fall) => Math.min(worst, fall), 0);
}

/** How far each value lies below the highest before it, as a share of that; 0 or below. */
function drawdowns(equity: readonly number[]): number[] {
  let peak = -Infinity;
  return equity.map((value) => {
    if (value > peak) peak = value;
    return value === peak ? 0 : value / peak - 1;
  });
}

export function calmarRatio(values: readonly number[], periods: number): number {
  const worst = maxDrawdown([1, ...compound(values)]);
  return worst < 0 ? annualReturn(values, periods) / Math.abs(worst) : NaN;
}

/** `values` with riskless return and threshold taken off. */
export function omegaRatio(values: readonly number[]): number {
  if (values.length < 2) return NaN;
  const known = present(values);
  const lost = -sum(known.map((value) => Math.min(value, 0)));
  return lost > 0 ? sum(known.map((value) => Math.max(value, 0))) / lost : NaN;
}

export function tailRatio(values: readonly number[]): number {
  const known = present(values);
  return Math.abs(interpolatedPercentile(known, 0.95)) / Math.abs(interpolatedPercentile(known, 0.05));
}

export function stability(values: readonly number[]): number {
  if (values.length < 2) return NaN;
  let total = 0;
  return straightness(present(values).map((value) => (total += Math.log1p(value))));
}

export function ulcerIndex(prices: readonly number[]): number {
  return Math.sqrt(mean(drawdowns(prices).map((fall) => (100 * fall) ** 2)));
}

export function ulcerPerformanceIndex(prices: readonly number[]): number {
  return (100 * mean(simpleReturns(prices))) / ulcerIndex(prices);
}

/** From each price to the next: one fewer than there are prices. */
export const simpleReturns = (prices: readonly number[]): number[] =>
  prices.slice(1).map((price, i) => price / prices[i] - 1);

export interface Drawdown {
  readonly peak: Label;
  readonly valley: Label;
  /** null where it has not recovered. */
  readonly recovery: Label | null;
  readonly net_drawdown_pct: number;
}

/** The worst first; each lasts from the last date of a high to the first back at it or above. */
export function drawdownTable({ labels, values }: Rows, top: number): Drawdown[] {
  const found: (Drawdown & { readonly depth: number })[] = [];
  let peak = 0;
  let valley = -1;
  const close = (recovery: Label | null): void => {
    if (valley < 0) return;
    const depth = 1 - values[valley] / values[peak];
    const [from, to] = [labels[peak], labels[valley]];
    found.push({ peak: from, valley: to, recovery, net_drawdown_pct: Math.round(100 * depth), depth });
    valley = -1;
  };
  for (const [i, value] of values.entries()) {
    if (value >= values[peak]) {
      close(labels[i]);
      peak = i;
    } else if (valley < 0 || value < values[valley]) valley = i;
  }
  close(null);
  return found
    .toSorted((a, b) => b.depth - a.depth)
    .slice(0, top)
    .map(({ depth: _depth, ...row }) => row);
}

export type Grouping = 'weekly' | 'monthly' | 'quarterly' | 'yearly';

/** Compounded per ISO week, month, quarter or year, in their order. */
export function aggregate({ labels, values }: Rows, to: Grouping): number[] {
  const groups = Map.groupBy(values.keys(), (i) => periodOf(String(labels[i]), to));
  return [...groups.values()].map((places) => (compound(places.map((i) => values[i])).at(-1) as number) - 1); // none is empty
}

const DAY_MS = 86_400_000;

function periodOf(label: string, to: Grouping): string {
  const date = new Date(`${label.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(date.getTime()))
    throw new RangeError(`aggregate_returns: ${label} is not a date such as 2024-01-31`);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (to === 'yearly') return `${year}`;
  if (to === 'quarterly') return `${year} Q${Math.floor(month / 3) + 1}`;
  if (to === 'monthly') return `${year}-${month + 1}`;
  // A week belongs to the year of its Thursday.
  const monday = date.getTime() - ((date.getUTCDay() + 6) % 7) * DAY_MS;
  return `week of ${monday}`;
}
