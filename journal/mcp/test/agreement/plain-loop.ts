// What the answers must be, by a loop that a person can follow: every exit of every trade, one after the other, in whole
// hundred-millionths. Matching and conversion are the domain's, which has tests of its own; nothing else is.
import {
  calendarIn,
  convert,
  dayText,
  exitsOf,
  followChains,
  legsOf,
  linksIn,
  Rates,
  roundTrips,
  type Structure,
  structuresOf,
} from '@zorivest/domain';
import type { FilterQuery } from './filters.ts';
import type { RandomBook } from './books.ts';

export interface ExpectedFigures {
  /** In hundred-millionths. */
  readonly pnl: bigint;
  readonly costs: bigint;
  readonly count: number;
  readonly wins: number;
  readonly losses: number;
  /** What `closed_only` leaves out. */
  readonly leftOut: bigint;
  /** Trades that are listed without an exit. */
  readonly byMonth: ReadonlyMap<string, bigint>;
  readonly byDay: ReadonlyMap<string, { readonly pnl: bigint; readonly count: number }>;
}

const ZONE = 'America/New_York';

export const units = (amount: number): bigint => BigInt(Math.round(amount * 1e8));

/** Half away from zero. */
export function cents(amount: bigint): number {
  const size = amount < 0n ? -amount : amount;
  const rounded = Number((size + 500_000n) / 1_000_000n) / 100;
  return amount < 0n ? 0 - rounded : rounded;
}

export class PlainLoop {
  readonly #book: RandomBook;
  readonly #rates: Rates;
  readonly #trades = new Map<string, readonly Structure[]>();

  constructor(book: RandomBook, rates: readonly { date: string; base: string; quote: string; rate: number }[]) {
    this.#book = book;
    this.#rates = new Rates(rates.map((row) => ({ ...row, rate: String(row.rate), source: '' })));
  }

  /** Every trade of the book in a currency. */
  #tradesIn(currency: string, unit: 'structure' | 'leg', follow: boolean): readonly Structure[] {
    const key = `${currency} ${unit} ${follow}`;
    let trades = this.#trades.get(key);
    if (trades === undefined) {
      const dayOf = calendarIn(ZONE);
      if (dayOf === null) throw new Error(`${ZONE} is not known here`);
      const { fills, events } = this.#book;
      const found = convert(fills, events, { currency, rates: this.#rates, dayOf });
      const trips = roundTrips(found.executions, {
        events: found.events,
        as_of: '2026-10-01',
        places: 'exact',
      }).round_trips;
      const structures = structuresOf(trips, fills);
      trades =
        unit === 'leg'
          ? trips
          : follow
            ? followChains(structures, linksIn({ structures, executions: fills, events }))
            : structures;
      this.#trades.set(key, trades);
    }
    return trades;
  }

  expect({ span, ...asked }: FilterQuery): ExpectedFigures {
    const { currency = 'USD', unit = 'structure', follow_rolls: follow = false } = asked.query;
    const byMonth = new Map<string, bigint>();
    const byDay = new Map<string, { pnl: bigint; count: number }>();
    let [pnl, costs, leftOut] = [0n, 0n, 0n];
    let [count, wins, losses] = [0, 0, 0];
    for (const trade of this.#tradesIn(currency, unit, follow)) {
      if (!this.#isAsked(trade, asked)) continue;
      let [mine, paid] = [0n, 0n];
      const days = new Map<string, bigint>();
      const exits = exitsOf(trade);
      const dayOf = (one: (typeof exits)[number]): string =>
        dayText((calendarIn(ZONE)?.(one.time, one.time_known) ?? 0) * 86_400_000);
      const inside = exits.filter((exit) => dayOf(exit) >= span.from && dayOf(exit) <= span.to);
      for (const exit of inside) {
        mine += units(exit.pnl);
        paid += units(exit.costs);
        days.set(dayOf(exit), (days.get(dayOf(exit)) ?? 0n) + units(exit.pnl));
      }
      if (inside.length === 0) continue;
      const shown = cents(mine);
      const verdict = shown > 0 ? 'win' : shown < 0 ? 'loss' : 'break_even';
      if (asked.query.result !== undefined && asked.query.result !== verdict) continue;
      const isClosed = trade.status === 'closed' && inside.at(-1) === exits.at(-1);
      if (asked.query.open_positions === 'closed_only' && !isClosed) {
        leftOut += mine;
        continue;
      }
      pnl += mine;
      costs += paid;
      count += 1;
      if (verdict === 'win') wins += 1;
      if (verdict === 'loss') losses += 1;
      for (const [day, amount] of days) {
        const month = day.slice(0, 7);
        byMonth.set(month, (byMonth.get(month) ?? 0n) + amount);
        const known = byDay.get(day) ?? { pnl: 0n, count: 0 };
        byDay.set(day, { pnl: known.pnl + amount, count: known.count + 1 });
      }
    }
    return { pnl, costs, count, wins, losses, leftOut, byMonth, byDay };
  }

  #opens(id: string): boolean {
    return this.#tradesIn('USD', 'leg', false).some(({ entry_exec_ids }) => entry_exec_ids.includes(id));
  }

  #isAsked(trade: Structure, { query }: Pick<FilterQuery, 'query'>): boolean {
    if (query.account_ids?.split(',').includes(trade.account_id) === false) return false;
    if (query.account_id !== undefined && query.account_id !== trade.account_id) return false;
    if (query.direction !== undefined && query.direction !== trade.direction) return false;
    const legs = legsOf(trade);
    if (query.instrument !== undefined && !legs.some(({ instrument }) => instrument === query.instrument)) return false;
    if (query.underlying !== undefined && !legs.some(({ underlying }) => underlying === query.underlying)) return false;
    if (query.tags === undefined) return true;
    // A fill that opens the opposite trade was tagged for that one.
    const closers = trade.exit_exec_ids.filter((id) => !this.#opens(id));
    return [...trade.entry_exec_ids, ...closers].some((id) => this.#book.tags.get(id) === query.tags);
  }
}
