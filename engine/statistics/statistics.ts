import { equityOf, returnsOf, STATISTICS, type Argument, type Question, type Value } from './registry.ts';
import { rowsOf, type DatedValue, type Rows } from './rows.ts';

export interface StatisticOptions {
  readonly statistic: string;
  /** "benchmark" as a value means that series. */
  readonly args?: Readonly<Record<string, unknown>> | undefined;
  readonly benchmark?: readonly DatedValue[] | readonly (number | null)[] | undefined;
  /** In place of returns, or in addition to them for statistics of prices. */
  readonly prices?: readonly DatedValue[] | readonly (number | null)[] | undefined;
}

/** One statistic of a series of returns or prices, by its name; NaN where it is not defined. */
export function statistics(
  returns: readonly DatedValue[] | readonly (number | null)[] | null | undefined,
  { statistic, args = {}, benchmark, prices }: StatisticOptions,
): Value {
  const known = Object.hasOwn(STATISTICS, statistic) ? STATISTICS[statistic] : undefined;
  if (known === undefined)
    throw new RangeError(`statistic: ${statistic} is unknown; available: ${Object.keys(STATISTICS).join(', ')}`);
  const other = rowsOf(benchmark);
  const priced = prices === undefined ? undefined : carryForward(rowsOf(prices));
  const given = returns === undefined || returns === null ? undefined : rowsOf(returns);
  const rows = given ?? (priced === undefined ? rowsOf([]) : returnsOf(priced));
  const question: Question = {
    returns: rows,
    prices: priced ?? equityOf(rows),
    isPriced: priced !== undefined,
    benchmark: other,
    args: Object.fromEntries(Object.entries(args).map(([name, value]) => [name, argumentOf(value, other)])),
  };
  return known.of(question);
}

function argumentOf(value: unknown, benchmark: Rows): Argument {
  if (value === 'benchmark') return benchmark;
  return typeof value === 'number' || typeof value === 'string' ? value : undefined;
}

/** A missing price is the last one known; before the first there is none. */
function carryForward({ labels, values }: Rows): Rows {
  const from = values.findIndex((value) => !Number.isNaN(value));
  let last = NaN;
  const carried = values.map((value) => (last = Number.isNaN(value) ? last : value));
  return from < 0 ? { labels: [], values: [] } : { labels: labels.slice(from), values: carried.slice(from) };
}
