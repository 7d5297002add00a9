import { parseMoment } from '../calendar/trade-date.ts';
import { type Num, parseFixed } from '../money/index.ts';
import type { RoundTrip } from '../trips/index.ts';
import { CENTS, closedTrips, type LeftOut } from './closed.ts';
import { byResult, Groups, inOrderOf, type Result, type Slice } from './slice.ts';
import { optionStructures, type Structure } from './structures.ts';

export interface StrategyBreakdown {
  /** By the tags of the trades' reports. */
  readonly strategies: (Omit<Slice, 'name'> & { readonly strategy_name: string })[];
  /** By the strategy of the plan a trade was taken from. */
  readonly by_plan: Slice[];
  /** By the plan's chart timeframe. */
  readonly by_timeframe: Slice[];
  /** By how the trade ended, against its plan. */
  readonly by_exit: Slice[];
  /** Option trades by what their legs formed; a structure is one trade here. */
  readonly by_option_structure: Slice[];
  /** Scalp, day, swing or position trade. */
  readonly by_category: Slice[];
  readonly by_direction: Slice[];
  readonly trade_count: number;
  readonly left_out: LeftOut[];
  readonly convention: string;
}

/** What is known of a trip besides its fills. */
export interface StrategyContext {
  readonly tagsOf: (trip: RoundTrip) => readonly string[];
  readonly planOf?: (trip: RoundTrip) => StrategyPlan | null;
}

export interface StrategyPlan {
  readonly strategy_name: string;
  readonly timeframe?: string | null;
  readonly stop?: Num | null;
  readonly target?: Num | null;
}

const NO_PLAN = 'no plan';
const EXITS = ['at target', 'between stop and target', 'at stop', 'plan without both', NO_PLAN];
const CATEGORIES = ['scalp', 'day', 'swing', 'position'];
const SCALP_SECONDS = 300;
const SWING_SECONDS = 30 * 86_400;

/** Which strategies earn: by tag, by plan, by option structure, and by the kind of trade. Largest result first. */
export function strategyBreakdown(trips: readonly RoundTrip[], context: StrategyContext): StrategyBreakdown {
  const { closed, left_out } = closedTrips(trips);
  const structures = finishedStructures(trips);
  const combined = new Map(
    structures.finished.flatMap((one) => (one.legs.length > 1 ? one.legs.map((leg) => [leg.id, one] as const) : [])),
  );
  const tagged = new Groups();
  const plans = new Groups();
  const timeframes = new Groups();
  const exits = new Groups();
  const categories = new Groups();
  const directions = new Groups();
  let trades = 0;
  for (const one of closed) {
    const { trip } = one;
    categories.add(categoryOf(trip), one);
    directions.add(trip.direction, one);
    const ownPlan = context.planOf?.(trip) ?? null;
    exits.add(exitOf(trip, ownPlan), one);
    const structure = combined.get(trip.id);
    // The legs of a structure are one trade, whichever of them was tagged or planned; it is counted with the first.
    if (structure !== undefined && structure.legs[0] !== trip) continue;
    trades += 1;
    const result = structure?.result ?? one;
    const tags = structure === undefined ? context.tagsOf(trip) : structure.legs.flatMap(context.tagsOf);
    if (tags.length === 0) tagged.add('untagged', result);
    // Most trips have one tag at most: then none can be there twice.
    for (const tag of tags.length <= 1 ? tags : new Set(tags)) tagged.add(tag, result);
    const plan = structure === undefined ? ownPlan : planOf(structure.legs, context);
    plans.add(plan?.strategy_name ?? NO_PLAN, result);
    timeframes.add(plan === null ? NO_PLAN : (plan.timeframe ?? 'not planned'), result);
  }
  const count = closed.length;
  return {
    strategies: tagged
      .slices(trades)
      .toSorted(byResult)
      .map(({ name, ...slice }) => ({ strategy_name: name, ...slice })),
    by_plan: plans.slices(trades).toSorted(byResult),
    by_timeframe: timeframes.slices(trades).toSorted(byResult),
    by_exit: inOrderOf(EXITS, exits.slices(count)),
    by_option_structure: byStructure(structures.finished),
    by_category: inOrderOf(CATEGORIES, categories.slices(count)),
    by_direction: directions.slices(count).toSorted(byResult),
    trade_count: count,
    left_out: [...left_out, ...structures.left_out],
    convention:
      'Net P&L of closed round trips; a trade with two tags counts in both. Option legs opened within five minutes of each ' +
      'other and held together are one structure, and one trade by tag, plan and timeframe. Scalp: under 5 minutes; day: ' +
      'closed on its day; swing: up to 30 days. ' +
      'SQN in dollars. Trend direction is not sliced: it would need bars before the entry.',
  };
}

function planOf(legs: readonly RoundTrip[], context: StrategyContext): StrategyPlan | null {
  for (const leg of legs) {
    const plan = context.planOf?.(leg) ?? null;
    if (plan !== null) return plan;
  }
  return null;
}

interface FinishedStructure extends Structure {
  readonly result: Result;
}

function finishedStructures(trips: readonly RoundTrip[]): { finished: FinishedStructure[]; left_out: LeftOut[] } {
  const finished: FinishedStructure[] = [];
  let unfinished = 0;
  for (const structure of optionStructures(trips)) {
    const results = closedTrips(structure.legs).closed;
    if (results.length < structure.legs.length) {
      unfinished += 1;
      continue;
    }
    const pnl = results.reduce((sum, one) => CENTS.plus(sum, one.pnl), CENTS.count(0));
    finished.push({ ...structure, result: { pnl, trip: { realized_pnl: CENTS.cents(pnl) } } });
  }
  return {
    finished,
    left_out: unfinished === 0 ? [] : [{ reason: 'option structures with a leg still open', count: unfinished }],
  };
}

function byStructure(finished: readonly FinishedStructure[]): Slice[] {
  const groups = new Groups();
  for (const { name, result } of finished) groups.add(name, result);
  return groups.slices(finished.length).toSorted(byResult);
}

function exitOf(trip: RoundTrip, plan: StrategyPlan | null): string {
  if (plan === null) return NO_PLAN;
  const [stop, target, exit] = [parseFixed(plan.stop), parseFixed(plan.target), parseFixed(trip.exit_avg_price)];
  if (stop === null || target === null || exit === null) return 'plan without both';
  const long = trip.direction === 'long';
  if (long ? exit >= target : exit <= target) return 'at target';
  return (long ? exit <= stop : exit >= stop) ? 'at stop' : 'between stop and target';
}

function categoryOf(trip: RoundTrip): string {
  const held = trip.holding_period_seconds ?? 0;
  if (held < SCALP_SECONDS) return 'scalp';
  if (held < 86_400 && parseMoment(trip.opened_at)?.day === parseMoment(trip.closed_at)?.day) return 'day';
  return held <= SWING_SECONDS ? 'swing' : 'position';
}
