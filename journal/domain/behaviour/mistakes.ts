import type { MistakeCategory } from '@zorivest/vocabulary';
import {
  type Amount,
  isAboveZero,
  isNegative,
  negate,
  NO_AMOUNT,
  NONE,
  type Num,
  parseAmount,
  parseCompact,
  plus,
  type Problem,
  Problems,
  roundToCents,
} from '../money/index.ts';

export interface Mistake {
  readonly id: string;
  readonly trade_id: string;
  readonly category: MistakeCategory;
  readonly estimated_cost?: Num | null;
  /** Of the trade, `YYYY-MM-DD`: a mistake is of its day, whenever it was noticed. */
  readonly day: string;
}

export interface MistakeSummary {
  readonly total_cost: number;
  readonly count: number;
  readonly by_category: { readonly category: string; readonly count: number; readonly cost: number }[];
  /** Month by month, oldest first. */
  readonly trend: { readonly month: string; readonly count: number; readonly cost: number }[];
  readonly win_rate_with_mistake: number | null;
  readonly win_rate_without: number | null;
  readonly convention: string;
  readonly problems: Problem[];
}

/** What mistakes cost. `results` gives each trade's net result, for mistakes without an estimate and for the comparison. */
export function mistakeSummary(
  mistakes: readonly Mistake[],
  results: Iterable<readonly [tradeId: string, result: Num]>,
): MistakeSummary {
  const problems = new Problems();
  const { resultOf, mistaken, others } = compareResults(new Set(mistakes.map(({ trade_id }) => trade_id)), results);
  const byCategory = new Map<string, { count: number; cost: Amount }>();
  const byMonth = new Map<string, { count: number; cost: Amount }>();
  let total = NO_AMOUNT;
  for (const mistake of mistakes) {
    const cost = costOf(mistake, resultOf, problems);
    total = plus(total, cost);
    tally(byCategory, mistake.category, cost);
    tally(byMonth, mistake.day.slice(0, 7), cost);
  }
  return {
    total_cost: roundToCents(total),
    count: mistakes.length,
    by_category: [...byCategory]
      .toSorted(([a, x], [b, y]) => (x.cost === y.cost ? (a < b ? -1 : 1) : x.cost > y.cost ? -1 : 1))
      .map(([category, { count, cost }]) => ({ category, count, cost: roundToCents(cost) })),
    trend: [...byMonth]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([month, { count, cost }]) => ({ month, count, cost: roundToCents(cost) })),
    win_rate_with_mistake: winRate(mistaken),
    win_rate_without: winRate(others),
    convention:
      'Cost = the estimate given, else what the trade lost (nothing for a winner). Win rates over trades with a result; ' +
      'a trade with two mistakes counts once there. A mistake belongs to the day its trade closed.',
    problems: problems.list(),
  };
}

function costOf(mistake: Mistake, results: ReadonlyMap<string, Num>, problems: Problems): Amount {
  const estimate = mistake.estimated_cost;
  if (estimate !== undefined && estimate !== null) {
    const cost = parseAmount(estimate);
    if (cost !== null) return isNegative(cost) ? negate(cost) : cost;
    problems.add('invalid_amount', 'The estimated cost is not a number; the result of the trade is used.', mistake.id);
  }
  const result = parseAmount(results.get(mistake.trade_id));
  if (result === null) {
    problems.add(
      'no_result',
      'The trade has no result yet and the mistake no estimate; its cost counts as zero.',
      mistake.id,
    );
    return NO_AMOUNT;
  }
  return isNegative(result) ? negate(result) : NO_AMOUNT;
}

function tally(counts: Map<string, { count: number; cost: Amount }>, key: string, cost: Amount): void {
  const known = counts.get(key) ?? { count: 0, cost: NO_AMOUNT };
  counts.set(key, { count: known.count + 1, cost: plus(known.cost, cost) });
}

interface WinCounts {
  all: number;
  won: number;
}

/** One look at every trade: how those with a mistake came out, and how all the others did. */
function compareResults(ids: ReadonlySet<string>, results: Iterable<readonly [string, Num]>) {
  const resultOf = new Map<string, Num>();
  const [mistaken, others]: [WinCounts, WinCounts] = [
    { all: 0, won: 0 },
    { all: 0, won: 0 },
  ];
  for (const [id, result] of results) {
    const isMistaken = ids.has(id);
    if (isMistaken) resultOf.set(id, result);
    const counts = isMistaken ? mistaken : others;
    counts.all += 1;
    if (isAboveZero(parseCompact('amount', result) ?? NONE)) counts.won += 1;
  }
  return { resultOf, mistaken, others };
}

function winRate({ all, won }: WinCounts): number | null {
  return all === 0 ? null : won / all;
}
