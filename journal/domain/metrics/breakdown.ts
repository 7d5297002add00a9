import { type Count, type Problem, Problems } from '../money/index.ts';
import { parseInstant, wallClockIn } from '../time/index.ts';
import type { RoundTrip } from '../trips/index.ts';
import { CENTS, closedTrips, type LeftOut } from './closed.ts';
import { Tally, type TradeMetrics } from './trade-metrics.ts';

interface Slice extends Pick<
  TradeMetrics,
  'trade_count' | 'win_rate' | 'total_pnl' | 'expectancy' | 'payoff_ratio' | 'profit_factor' | 'avg_win' | 'avg_loss'
> {
  readonly name: string;
  /** Share of all trades. */
  readonly frequency: number;
}

/** Results by name, added up as they come. */
class Groups {
  readonly #tallies = new Map<string, Tally>();

  add(name: string, amount: Count): void {
    let tally = this.#tallies.get(name);
    if (tally === undefined) this.#tallies.set(name, (tally = new Tally(CENTS)));
    tally.add(amount);
  }

  /** `count` is that of all trades. */
  slices(count: number): Slice[] {
    return [...this.#tallies].map(([name, tally]) => {
      const { trade_count, win_rate, total_pnl, expectancy, payoff_ratio, profit_factor, avg_win, avg_loss } =
        tally.metrics();
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
  const groups = new Groups();
  for (const { trip, pnl } of closed) {
    const tags = tagsOf(trip);
    if (tags.length === 0) groups.add('untagged', pnl);
    // Most trips have one tag at most: then none can be there twice.
    for (const tag of tags.length <= 1 ? tags : new Set(tags)) groups.add(tag, pnl);
  }
  return {
    strategies: groups
      .slices(closed.length)
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
  const hours = new Groups();
  const weekdays = new Groups();
  const holding = new Groups();
  const months = new Groups();
  const directions = new Groups();
  const instruments = new Groups();
  for (const { trip, pnl } of closed) {
    const instant = parseInstant(trip.opened_at);
    if (instant !== null && clock !== null) {
      const { hour, weekday } = clock(instant);
      hours.add(HOURS[hour] ?? '', pnl);
      weekdays.add(WEEKDAYS[weekday] ?? '', pnl);
    }
    holding.add(holdingName(trip.holding_period_seconds ?? 0), pnl);
    months.add((trip.closed_at ?? '').slice(0, 7), pnl);
    directions.add(trip.direction, pnl);
    instruments.add(trip.instrument, pnl);
  }
  const count = closed.length;
  return {
    by_hour: hours.slices(count).toSorted(byName),
    by_weekday: inOrderOf(WEEKDAYS, weekdays.slices(count)),
    by_holding_time: inOrderOf(
      HOLDING.map(([, name]) => name),
      holding.slices(count),
    ),
    by_month: months.slices(count).toSorted(byName),
    by_direction: directions.slices(count).toSorted(byName),
    by_instrument: instruments.slices(count).toSorted((a, b) => b.total_pnl - a.total_pnl || byName(a, b)),
    trade_count: count,
    left_out,
    convention: `Net P&L of closed round trips; hour and weekday of the opening in ${problems.list().length > 0 ? 'UTC' : zone}.`,
    problems: problems.list(),
  };
}

function holdingName(seconds: number): string {
  return HOLDING.find(([below]) => seconds < below)?.[1] ?? 'over 30 days';
}

function inOrderOf(names: readonly string[], found: readonly Slice[]): Slice[] {
  return found.toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
}
