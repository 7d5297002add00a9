import { type Fixed, type Problem, Problems } from '../money/index.ts';
import { parseInstant, wallClockIn } from '../time/index.ts';
import type { RoundTrip } from '../trips/index.ts';
import { type ClosedTrip, closedTrips, type LeftOut } from './closed.ts';
import { summarise, type TradeMetrics } from './trade-metrics.ts';

interface Slice extends Pick<
  TradeMetrics,
  'trade_count' | 'win_rate' | 'total_pnl' | 'expectancy' | 'payoff_ratio' | 'profit_factor' | 'avg_win' | 'avg_loss'
> {
  readonly name: string;
  /** Share of all trades. */
  readonly frequency: number;
}

function slices(groups: ReadonlyMap<string, readonly Fixed[]>, count: number): Slice[] {
  return [...groups].map(([name, amounts]) => {
    const { trade_count, win_rate, total_pnl, expectancy, payoff_ratio, profit_factor, avg_win, avg_loss } =
      summarise(amounts);
    return {
      name,
      trade_count,
      win_rate,
      total_pnl,
      expectancy,
      payoff_ratio,
      profit_factor,
      avg_win,
      avg_loss,
      frequency: count === 0 ? 0 : trade_count / count,
    };
  });
}

function groupAmounts(closed: readonly ClosedTrip[], nameOf: (trip: RoundTrip) => string): Map<string, Fixed[]> {
  const groups = new Map<string, Fixed[]>();
  for (const { trip, pnl } of closed) append(groups, nameOf(trip), pnl);
  return groups;
}

function byName(a: Slice, b: Slice): number {
  return a.name < b.name ? -1 : 1;
}

export interface StrategyBreakdown {
  readonly strategies: (Omit<Slice, 'name'> & { readonly strategy_name: string })[];
  readonly trade_count: number;
  readonly left_out: LeftOut[];
  readonly convention: string;
}

/** Results per strategy tag, largest result first. `tagsOf` gives a trip's tags; none means "untagged". */
export function strategyBreakdown(
  trips: readonly RoundTrip[],
  tagsOf: (trip: RoundTrip) => readonly string[],
): StrategyBreakdown {
  const { closed, left_out } = closedTrips(trips);
  const groups = new Map<string, Fixed[]>();
  for (const { trip, pnl } of closed) {
    const tags = new Set(tagsOf(trip));
    if (tags.size === 0) append(groups, 'untagged', pnl);
    for (const tag of tags) append(groups, tag, pnl);
  }
  return {
    strategies: slices(groups, closed.length)
      .toSorted((a, b) => b.total_pnl - a.total_pnl || byName(a, b))
      .map(({ name, ...slice }) => ({ strategy_name: name, ...slice })),
    trade_count: closed.length,
    left_out,
    convention: 'Net P&L of closed round trips by the tags of their reports; a trip with two tags counts in both.',
  };
}

export interface TimeBreakdown {
  readonly by_hour: Slice[];
  readonly by_weekday: Slice[];
  readonly by_holding_time: Slice[];
  readonly by_month: Slice[];
  readonly by_direction: Slice[];
  readonly by_instrument: Slice[];
  readonly trade_count: number;
  readonly left_out: LeftOut[];
  readonly convention: string;
  readonly problems: Problem[];
}

const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Upper ends in seconds: scalp, day, swing and position trades have different lives. */
const HOLDING: readonly (readonly [below: number, name: string])[] = [
  [60, 'under 1 minute'],
  [300, '1 to 5 minutes'],
  [900, '5 to 15 minutes'],
  [3600, '15 to 60 minutes'],
  [14_400, '1 to 4 hours'],
  [86_400, '4 to 24 hours'],
  [432_000, '1 to 5 days'],
  [2_592_000, '5 to 30 days'],
  [Infinity, 'over 30 days'],
];

/** When trades work: by the hour and weekday of their opening, and by how long they were held. */
export function timeBreakdown(trips: readonly RoundTrip[], options: { time_zone?: string } = {}): TimeBreakdown {
  const problems = new Problems();
  const zone = options.time_zone ?? 'America/New_York';
  let clock = wallClockIn(zone);
  if (clock === null) {
    problems.add('unknown_time_zone', `The time zone ${zone} is not known; UTC is used.`);
    clock = wallClockIn('UTC');
  }
  const { closed, left_out } = closedTrips(trips);
  const hours = new Map<string, Fixed[]>();
  const weekdays = new Map<string, Fixed[]>();
  for (const { trip, pnl } of closed) {
    const instant = parseInstant(trip.opened_at);
    if (instant === null || clock === null) continue;
    const { hour, weekday } = clock(instant);
    append(hours, HOURS[hour] ?? '', pnl);
    append(weekdays, WEEKDAYS[weekday] ?? '', pnl);
  }
  const count = closed.length;
  return {
    by_hour: slices(hours, count).toSorted(byName),
    by_weekday: slices(weekdays, count).toSorted((a, b) => WEEKDAYS.indexOf(a.name) - WEEKDAYS.indexOf(b.name)),
    by_holding_time: inOrderOf(
      HOLDING.map(([, name]) => name),
      slices(
        groupAmounts(closed, (trip) => holdingName(trip.holding_period_seconds ?? 0)),
        count,
      ),
    ),
    by_month: slices(
      groupAmounts(closed, (trip) => (trip.closed_at ?? '').slice(0, 7)),
      count,
    ).toSorted(byName),
    by_direction: slices(
      groupAmounts(closed, (trip) => trip.direction),
      count,
    ).toSorted(byName),
    by_instrument: slices(
      groupAmounts(closed, (trip) => trip.instrument),
      count,
    ).toSorted((a, b) => b.total_pnl - a.total_pnl || byName(a, b)),
    trade_count: count,
    left_out,
    convention: `Net P&L of closed round trips; hour and weekday of the opening in ${problems.list().length > 0 ? 'UTC' : zone}.`,
    problems: problems.list(),
  };
}

function append(groups: Map<string, Fixed[]>, name: string, amount: Fixed): void {
  const group = groups.get(name);
  if (group === undefined) groups.set(name, [amount]);
  else group.push(amount);
}

function holdingName(seconds: number): string {
  return HOLDING.find(([below]) => seconds < below)?.[1] ?? 'over 30 days';
}

function inOrderOf(names: readonly string[], found: readonly Slice[]): Slice[] {
  return found.toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
}
