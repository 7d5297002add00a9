import { type Num, parseAmount } from '../money/index.ts';
import { calendarIn, isDateOnly } from '../time/index.ts';
import type { RoundTrip } from '../trips/index.ts';
import type { ClosedTrips, LeftOut } from './closed.ts';
import { byResult, countTrades, Groups, inOrderOf, type Slice } from './slice.ts';

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
  /** What the options of a trade form; null where it holds none. */
  readonly strategyOf?: (trip: RoundTrip) => string | null;
  /** Whose days tell a day trade. */
  readonly time_zone?: string;
  readonly planOf?: (trip: RoundTrip) => StrategyPlan | null;
  /** Results up to this size are neither won nor lost. */
  readonly band?: number;
}

export interface StrategyPlan {
  readonly strategy_name: string;
  readonly timeframe?: string | null;
  readonly stop?: Num | null;
  readonly target?: Num | null;
  /** There when its prices are those of an option's underlying, and cannot be compared with the exit. */
  readonly on_underlying?: object;
}

const NO_PLAN = 'no plan';
const ON_UNDERLYING = 'planned on the underlying';
const EXITS = ['at target', 'between stop and target', 'at stop', ON_UNDERLYING, 'plan without both', NO_PLAN];
const CATEGORIES = ['scalp', 'day', 'swing', 'position'];
const SCALP_SECONDS = 300;
const SWING_SECONDS = 30 * 86_400;

/** Which strategies earn: by tag, by plan, by option structure, and by the kind of trade. Largest result first. */
export function strategyBreakdown({ closed, left_out }: ClosedTrips, context: StrategyContext): StrategyBreakdown {
  const dayIn = calendarIn(context.time_zone ?? 'America/New_York') ?? calendarIn('UTC');
  const tagged = new Groups(context.band);
  const plans = new Groups(context.band);
  const timeframes = new Groups(context.band);
  const exits = new Groups(context.band);
  const structures = new Groups(context.band);
  const categories = new Groups(context.band);
  const directions = new Groups(context.band);
  let inOptions = 0;
  for (const one of closed) {
    const { trip } = one;
    categories.add(categoryOf(trip, dayIn), one);
    directions.add(trip.direction, one);
    const tags = context.tagsOf(trip);
    if (tags.length === 0) tagged.add('untagged', one);
    // Most trips have one tag at most: then none can be there twice.
    for (const tag of tags.length <= 1 ? tags : new Set(tags)) tagged.add(tag, one);
    const plan = context.planOf?.(trip) ?? null;
    exits.add(exitOf(trip, plan), one);
    plans.add(plan?.strategy_name ?? NO_PLAN, one);
    timeframes.add(plan === null ? NO_PLAN : (plan.timeframe ?? 'not planned'), one);
    const structure = context.strategyOf?.(trip) ?? null;
    if (structure === null) continue;
    inOptions += 1;
    structures.add(structure, one);
  }
  const count = countTrades(closed);
  return {
    strategies: tagged
      .slices(count)
      .toSorted(byResult)
      .map(({ name, ...slice }) => ({ strategy_name: name, ...slice })),
    by_plan: plans.slices(count).toSorted(byResult),
    by_timeframe: timeframes.slices(count).toSorted(byResult),
    by_exit: inOrderOf(EXITS, exits.slices(count)),
    by_option_structure: structures.slices(inOptions).toSorted(byResult),
    by_category: inOrderOf(CATEGORIES, categories.slices(count)),
    by_direction: directions.slices(count).toSorted(byResult),
    trade_count: count,
    left_out,
    convention:
      'Net P&L that exits in the period realised; a trade with two tags counts in both, so tags are not added up. What the options of a trade form is read from their ' +
      'legs. Scalp: held under 5 minutes; day: closed on the day it was opened; swing: up to 30 days; position: longer.',
  };
}

function exitOf(trip: RoundTrip, plan: StrategyPlan | null): string {
  if (plan === null) return NO_PLAN;
  if (plan.on_underlying !== undefined) return ON_UNDERLYING;
  const [stop, target, exit] = [parseAmount(plan.stop), parseAmount(plan.target), parseAmount(trip.exit_avg_price)];
  if (stop === null || target === null || exit === null) return 'plan without both';
  const long = trip.direction === 'long';
  if (long ? exit >= target : exit <= target) return 'at target';
  return (long ? exit <= stop : exit >= stop) ? 'at stop' : 'between stop and target';
}

/** Scalp, day, swing or position: how long a trade was meant, by how long it was. */
export function categoryOf(trip: RoundTrip, dayIn: ReturnType<typeof calendarIn>): string {
  const held = trip.holding_period_seconds ?? 0;
  const timed = trip.opened_time_known && trip.closed_time_known && !isDateOnly(trip.closed_at ?? '');
  if (timed && held < SCALP_SECONDS) return 'scalp';
  if (held < 86_400 && isOneDay(trip, dayIn)) return 'day';
  return held <= SWING_SECONDS ? 'swing' : 'position';
}

function isOneDay(trip: RoundTrip, dayIn: ReturnType<typeof calendarIn>): boolean {
  return dayIn?.(trip.opened_at, trip.opened_time_known) === dayIn?.(trip.closed_at, trip.closed_time_known);
}
