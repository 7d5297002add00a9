// Results by one quality of the trades, ranked by one figure.
import type { contract, HandlerInput } from '@zorivest/contract';
import { holdingNames, type Problem, type Slice, sliceBy, weekdayNames, type Within } from '@zorivest/domain';
import type { BreakdownMetric, BreakdownPart } from '@zorivest/vocabulary';
import type { Call } from '@zorivest/store';
import { multiplesOf } from './multiples-of.ts';
import type { Trade } from './incremental.ts';
import { basisOf, namesIn, type Scope } from './scope.ts';
import { monthOf, partsBy } from './slices.ts';

type BreakdownQuery = Pick<
  HandlerInput<typeof contract.analytics.breakdown>['query'],
  'by' | 'names' | 'metric' | 'sort' | 'limit'
>;

interface Part extends Slice {
  readonly mean_r: number | null;
}

/** What each quality is, where its name does not say it. */
const MEANS: Partial<Record<BreakdownPart, string>> = {
  hour: 'By the hour of the opening; a trade whose time of day is not known is in none.',
  weekday: 'By the weekday of the opening.',
  month: 'By the month of the exits: a trade with exits in two is in both, with what it realised in each.',
  tag: 'A trade with two tags counts in both.',
  setup: 'By the strategy of the plan a trade was taken from, or else by its tags.',
  size: 'By what a trade moved at its entry (an option at its strike), in four parts of about as many trades each.',
};

export async function breakdown(scope: Scope, call: Call, { by, names, metric, sort, limit }: BreakdownQuery) {
  const partsOf = await partsBy(call, scope, by);
  if (partsOf === null) throw new TypeError(`there is no rule for ${by}`);
  const meanOf = await meanMultiples(call, scope, partsOf, by === 'month');
  // What is counted are trades of the book, which are trips and more.
  const slices =
    by === 'month'
      ? (await scope.timeSlices(scope.time_zone)).slices('month')
      : sliceBy(scope.closed, partsOf, scope.band);
  const all = slices.map((slice): Part => ({ ...slice, mean_r: meanOf(slice.name) }));
  const { found, missing } = selectParts(all, names);
  const ranked = found.toSorted(byMetric(metric));
  const known = ranked.filter((part) => part[metric] !== null);
  const ordered = sort === 'usual' ? inUsualOrder(by, ranked) : sort === 'best' ? ranked : worstFirst(ranked, metric);
  return {
    ...basisOf(scope, {
      convention: [
        'Net P&L that exits in the period realised.',
        MEANS[by],
        `Days and hours are those of ${scope.time_zone}.`,
      ]
        .filter((sentence) => sentence !== undefined)
        .join(' '),
      problems: missing,
    }),
    by,
    metric,
    best: known.at(0)?.name ?? null,
    worst: known.at(-1)?.name ?? null,
    // Of many months the last are meant.
    parts: by === 'month' && sort === 'usual' ? ordered.slice(-limit) : ordered.slice(0, limit),
    total: found.length,
  };
}

/** Those that were asked for by name, in any case, or all. */
function selectParts(all: readonly Part[], names: string | undefined): { found: readonly Part[]; missing: Problem[] } {
  if (names === undefined) return { found: all, missing: [] };
  const wanted = namesIn(names);
  const isNamed = ({ name }: Part, asked: string) => name.toLowerCase() === asked.toLowerCase();
  return {
    found: all.filter((part) => wanted.some((asked) => isNamed(part, asked))),
    missing: wanted
      .filter((asked) => !all.some((part) => isNamed(part, asked)))
      .map((asked) => ({ code: 'no_such_part', message: `No closed trade is in ${JSON.stringify(asked)}.` })),
  };
}

/** The mean R of a part's trades whose risk is known; null where none is. */
export async function meanMultiples(
  call: Call,
  scope: Scope,
  partsOf: (trade: Trade) => readonly string[],
  /** Of a trade with exits in two months each has its own. */
  areMonths: boolean,
): Promise<(name: string) => number | null> {
  const multiples = await multiplesOf(call, scope);
  const sums = new Map<string, { sum: number; count: number }>();
  for (const trade of scope.results) {
    if (multiples.inPeriod(trade) === null) continue;
    for (const name of partsOf(trade)) {
      const isOf = (exit: Parameters<Within>[0]): boolean =>
        scope.within(exit) && (!areMonths || monthOf(scope, exit) === name);
      const r = multiples.within(trade, isOf);
      if (r === null) continue;
      const known = sums.get(name) ?? { sum: 0, count: 0 };
      sums.set(name, { sum: known.sum + r, count: known.count + 1 });
    }
  }
  return (name) => {
    const known = sums.get(name);
    return known === undefined ? null : known.sum / known.count;
  };
}

/** The best first, what has no such figure last. */
function byMetric(metric: BreakdownMetric): (a: Part, b: Part) => number {
  return (a, b) => {
    const [x, y] = [a[metric], b[metric]];
    if (x === null || y === null) return x === y ? byName(a, b) : x === null ? 1 : -1;
    return y - x || byName(a, b);
  };
}

function worstFirst(ranked: readonly Part[], metric: BreakdownMetric): readonly Part[] {
  const isKnown = (part: Part) => part[metric] !== null;
  return [...ranked.filter(isKnown).toReversed(), ...ranked.filter((part) => !isKnown(part))];
}

function byName(a: Part, b: Part): number {
  return a.name < b.name ? -1 : 1;
}

/** The order of the clock, the calendar or the size; the best first where there is none. */
function inUsualOrder(by: BreakdownPart, ranked: readonly Part[]): readonly Part[] {
  switch (by) {
    case 'hour':
    case 'month':
    case 'side':
      return ranked.toSorted(byName);
    case 'weekday':
      return ranked.toSorted((a, b) => weekdayNames.indexOf(a.name) - weekdayNames.indexOf(b.name));
    case 'holding':
      return ranked.toSorted((a, b) => holdingNames.indexOf(a.name) - holdingNames.indexOf(b.name));
    case 'size':
      return ranked.toSorted((a, b) => upperEnd(a) - upperEnd(b));
    default:
      return ranked;
  }
}

function upperEnd({ name }: Part): number {
  return Number(name.split(' ').at(-1));
}
