// Trades sliced by a name: what each slice earned, and how steadily.

import { type Count, countDollars, RESULTS } from '../money/index.ts';
import type { RoundTrip } from '../trips/index.ts';
import type { ClosedTrip, ClosedTrips } from './closed.ts';
import { Tally, type TradeMetrics } from './trade-metrics.ts';

export interface Slice extends Pick<
  TradeMetrics,
  'trade_count' | 'wins' | 'losses' | 'win_rate' | 'total_pnl' | 'expectancy' | 'payoff_ratio' | 'profit_factor'
> {
  /** Null when none won. */
  readonly avg_win: number | null;
  /** Null when none lost. */
  readonly avg_loss: number | null;
  readonly name: string;
  /** Share of all trades. */
  readonly frequency: number;
  /** System Quality Number of the slice, in dollars; null where two different results are wanting. */
  readonly sqn: number | null;
}

/** A result: exact, and in dollars for what is a ratio anyway. */
type Result = Pick<ClosedTrip, 'pnl'> & { readonly trip: Pick<ClosedTrip['trip'], 'realized_pnl' | 'costs_only'> };

/** The results of one slice, added up as they come. */
export class Group {
  readonly #tally: Tally;
  readonly #spread = new Spread();

  /** Results up to the size of the band are neither won nor lost. */
  constructor(band = 0) {
    this.#tally = new Tally(RESULTS, countDollars(band), 'exact');
  }

  /** The result, exact, and in dollars. */
  add(pnl: Count<'amount'>, dollars: number): void {
    this.#tally.add(pnl);
    this.#spread.add(dollars);
  }

  /** Money that belongs to no trade that counts. */
  addCost(pnl: Count<'amount'>): void {
    this.#tally.addCost(pnl);
  }

  /** `count` is that of all trades. */
  slice(name: string, count: number): Slice {
    const { trade_count, wins, losses, win_rate, total_pnl, expectancy, payoff_ratio, profit_factor, ...averages } =
      this.#tally.summary();
    return {
      name,
      trade_count,
      wins,
      losses,
      win_rate,
      total_pnl,
      expectancy,
      payoff_ratio,
      profit_factor,
      avg_win: wins === 0 ? null : averages.avg_win,
      avg_loss: losses === 0 ? null : averages.avg_loss,
      frequency: count === 0 ? 0 : trade_count / count,
      sqn: this.#spread.sqn(),
    };
  }
}

/** Results by name, added up as they come. */
export class Groups {
  readonly #groups = new Map<string, Group>();
  readonly #band: number;
  #last: { readonly name: string; readonly group: Group } | undefined;

  constructor(band = 0) {
    this.#band = band;
  }

  add(name: string, { pnl, trip }: Result): void {
    // Many names come in rows, such as the month of trades in the order they closed.
    const group = this.#last?.name === name ? this.#last.group : this.#groupOf(name);
    if (trip.costs_only === true) group.addCost(pnl);
    else group.add(pnl, trip.realized_pnl);
  }

  #groupOf(name: string): Group {
    let group = this.#groups.get(name);
    if (group === undefined) this.#groups.set(name, (group = new Group(this.#band)));
    this.#last = { name, group };
    return group;
  }

  /** `count` is that of all trades. */
  slices(count: number): Slice[] {
    return [...this.#groups].map(([name, group]) => group.slice(name, count));
  }
}

/** Trades by the names that each of them has; one with two names counts under both, and one without under none. */
export function sliceBy({ closed }: ClosedTrips, namesOf: (trip: RoundTrip) => readonly string[], band = 0): Slice[] {
  const groups = new Groups(band);
  for (const one of closed) for (const name of namesOf(one.trip)) groups.add(name, one);
  return groups.slices(countTrades(closed));
}

/** How many of them count: those that realised nothing but costs do not. */
export function countTrades(closed: readonly ClosedTrip[]): number {
  let count = 0;
  for (const { trip } of closed) if (trip.costs_only !== true) count += 1;
  return count;
}

/** Mean and spread of a stream of results, without keeping them (Welford). */
class Spread {
  #count = 0;
  #mean = 0;
  #squares = 0;

  add(value: number): void {
    this.#count += 1;
    const before = value - this.#mean;
    this.#mean += before / this.#count;
    this.#squares += before * (value - this.#mean);
  }

  sqn(): number | null {
    const deviation = Math.sqrt(this.#squares / (this.#count - 1));
    return deviation > 0 ? Math.round(((Math.sqrt(this.#count) * this.#mean) / deviation) * 1e6) / 1e6 : null;
  }
}

export function byName(a: Slice, b: Slice): number {
  return a.name < b.name ? -1 : 1;
}

export function byResult(a: Slice, b: Slice): number {
  return b.total_pnl - a.total_pnl || byName(a, b);
}

export function inOrderOf(names: readonly string[], found: readonly Slice[]): Slice[] {
  return found.toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
}
