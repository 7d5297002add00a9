// What a unit of something was worth on a day, and who says so. Of one day a person's word comes first, then a statement's,
// then a provider's, then what the book itself last traded it at.

import type { Day } from '../calendar/day.ts';
import { type Amount, isZero as isNothing, perUnit, prorate } from '../money/index.ts';
import type { DayOf } from '../time/index.ts';
import type { HeldPosition, Rescaling } from './held-position.ts';
import { daysOf, PerHoldingCache, sortByDay } from './per-holding-cache.ts';

export const PRICE_SOURCES = ['person', 'statement', 'provider', 'fill'] as const;
export type PriceSource = (typeof PRICE_SOURCES)[number];

export interface PricePoint {
  readonly instrument: string;
  readonly day: Day;
  readonly price: Amount;
  /** Null: the instrument's own. */
  readonly currency: string | null;
  readonly source: PriceSource;
  /** The provider, or the import that brought the statement. */
  readonly by: string | null;
}

/** A price as it counts on a day: its own, or the latest before it. */
export type DatedPrice = Omit<PricePoint, 'instrument'>;

interface PricedStretch {
  readonly from: Day;
  readonly to: Day;
  /** Null: a gap. */
  readonly priced: DatedPrice | null;
}

interface Change extends Rescaling {
  readonly day: Day;
}

interface History {
  readonly days: readonly Day[];
  readonly points: readonly PricePoint[];
}

const NOTHING: History = { days: [], points: [] };

/** What persons, statements and providers stated, of each day the best of it. It stays when trades change. */
export class QuotedPrices {
  readonly #histories = new Map<string, History>();

  constructor(points: readonly PricePoint[]) {
    const lists = new Map<string, PricePoint[]>();
    for (const point of points) {
      const known = lists.get(point.instrument);
      if (known === undefined) lists.set(point.instrument, [point]);
      else known.push(point);
    }
    for (const [instrument, list] of lists) this.#histories.set(instrument, bestOfDays(sortByDay(list)));
  }

  of(instrument: string): History {
    return this.#histories.get(instrument) ?? NOTHING;
  }

  get instruments(): Iterable<string> {
    return this.#histories.keys();
  }
}

/** In order of days; of one day the better source, and of equal ones the last. */
function bestOfDays(inOrder: readonly PricePoint[]): History {
  const points: PricePoint[] = [];
  for (const point of inOrder) {
    const last = points.at(-1);
    if (last === undefined || last.day !== point.day) points.push(point);
    else if (rankOf(point) <= rankOf(last)) points[points.length - 1] = point;
  }
  return { days: points.map(({ day }) => day), points };
}

interface OwnHistory extends History {
  /** What it was traded in, and since when. */
  readonly currencies: ReadonlyMap<string, string>;
}

const fills = new PerHoldingCache<OwnHistory>();

/** What the book itself traded it at, or its stated cost when it was moved in. */
function fillsOf(held: HeldPosition, dayOf: DayOf): OwnHistory {
  return fills.of(held, [dayOf], () => {
    const { instrument } = held;
    const days = daysOf(held, dayOf);
    const found: PricePoint[] = [];
    const currencies = new Map<string, string>();
    for (const [i, { time, price, value, change, cause, currency = held.currency }] of held.changes.entries()) {
      const paid = price ?? (cause === 'move' ? statedEach(value, change) : null);
      if (paid === null) continue;
      found.push({ instrument, day: days[i] ?? 0, price: paid, currency, source: 'fill', by: null });
      if (currency !== null && price !== null && !currencies.has(currency)) currencies.set(currency, time);
    }
    return { ...bestOfDays(sortByDay(found)), currencies };
  });
}

/** Over weekends and holidays the price of the day before holds; beyond this many days it is unknown. */
export const OLDEST_PRICE_DAYS = 7;

export class PriceBook {
  readonly #quoted: QuotedPrices;
  /** The book's own, by instrument. */
  readonly #fills = new Map<string, History>();
  readonly #splits = new Map<string, Change[]>();
  readonly #became = new Map<string, (Change & { readonly from: string })[]>();
  readonly #traded = new TradedIn();
  readonly #oldest: number;

  /** What is held tells of splits, of names that changed, and at what it was last traded. */
  constructor(
    quoted: QuotedPrices,
    held: readonly HeldPosition[] = [],
    dayOf: DayOf = () => null,
    oldest = OLDEST_PRICE_DAYS,
  ) {
    this.#quoted = quoted;
    this.#oldest = oldest;
    for (const one of held) {
      const { instrument } = one;
      const own = fillsOf(one, dayOf);
      const known = this.#fills.get(instrument);
      const all: History = known === undefined ? own : bestOfDays(sortByDay([...known.points, ...own.points]));
      if (all.points.length > 0) this.#fills.set(instrument, all);
      for (const [currency, time] of own.currencies) this.#traded.note(instrument, currency, time);
      this.#note(this.#splits, instrument, one.rescaled, dayOf);
      this.#note(this.#became, instrument, one.became, dayOf);
    }
  }

  /** Null where nothing was stated within the days that a price holds. */
  on(instrument: string, day: Day): DatedPrice | null {
    const found = this.#latest(instrument, day);
    if (found !== null) return found;
    const before = this.#became.get(instrument)?.findLast((one) => one.day <= day);
    if (before === undefined) return null;
    const old = this.on(before.from, day);
    if (old === null || old.day > before.day) return null;
    return { ...old, price: prorate(old.price, before.oldShares, before.newShares) };
  }

  /** From one day to another, each stretch with the price that counts on all of its days: what `on` says day by day. */
  stretches(instrument: string, from: Day, to: Day): PricedStretch[] {
    const found: PricedStretch[] = [];
    this.eachStretch(instrument, from, to, (first, last, priced) => found.push({ from: first, to: last, priced }));
    return found;
  }

  /** The same, reported one after the other: there may be many. */
  eachStretch(
    instrument: string,
    from: Day,
    to: Day,
    take: (from: Day, to: Day, priced: DatedPrice | null) => void,
  ): void {
    // A split or another name changes a price without a new one: these are few, and looked at day by day.
    if (this.#splits.has(instrument) || this.#became.has(instrument)) {
      for (let day = from; day <= to; day++) take(day, day, this.on(instrument, day));
      return;
    }
    const quoted = this.#quoted.of(instrument);
    const own = this.#fills.get(instrument) ?? NOTHING;
    let [atQuoted, atOwn] = [lastUpTo(quoted.days, from), lastUpTo(own.days, from)];
    for (let day = from; day <= to;) {
      const point = laterOf(quoted.points[atQuoted], own.points[atOwn]);
      const [nextQuoted, nextOwn] = [quoted.days[atQuoted + 1] ?? Infinity, own.days[atOwn + 1] ?? Infinity];
      const end = Math.min(to, Math.min(nextQuoted, nextOwn) - 1);
      const holds = point === undefined ? -Infinity : Math.min(end, point.day + this.#oldest);
      if (point !== undefined && holds >= day) take(day, holds, this.#traded.inItsCurrency(point));
      const gap = Math.max(day, holds + 1);
      if (gap <= end) take(gap, end, null);
      day = end + 1;
      if (nextQuoted === day) atQuoted += 1;
      if (nextOwn === day) atOwn += 1;
    }
  }

  /** What a value at these prices rests on besides the holding itself; null where that is more than one thing. */
  basisOf(instrument: string): readonly unknown[] | null {
    if (this.#splits.has(instrument) || this.#became.has(instrument)) return null;
    const currency = this.#traded.isInSeveral(instrument) ? this.#traded.currencyOf(instrument) : null;
    return [this.#quoted.of(instrument), this.#fills.get(instrument), currency, this.#oldest];
  }

  /** What it was first traded in; null where unknown. */
  currencyOf(instrument: string): string | null {
    return this.#traded.currencyOf(instrument);
  }

  /** Every price that was ever stated of it, as it was. */
  historyOf(instrument: string): readonly PricePoint[] {
    const all = [...(this.#fills.get(instrument) ?? NOTHING).points, ...this.#quoted.of(instrument).points];
    return bestOfDays(sortByDay(all)).points;
  }

  get instruments(): string[] {
    return [...new Set([...this.#quoted.instruments, ...this.#fills.keys()])];
  }

  #latest(instrument: string, day: Day): DatedPrice | null {
    const quoted = this.#quoted.of(instrument);
    const own = this.#fills.get(instrument) ?? NOTHING;
    const found = laterOf(quoted.points[lastUpTo(quoted.days, day)], own.points[lastUpTo(own.days, day)]);
    if (found === undefined || day - found.day > this.#oldest) return null;
    const point = this.#traded.inItsCurrency(found);
    let { price } = point;
    // On the day of a split prices are of the new shares already.
    for (const split of this.#splits.get(instrument) ?? [])
      if (split.day > point.day && split.day <= day) price = prorate(price, split.oldShares, split.newShares);
    return price === point.price ? point : { ...point, price };
  }

  #note<C extends Rescaling>(
    into: Map<string, (C & Change)[]>,
    instrument: string,
    changes: readonly C[],
    dayOf: DayOf,
  ): void {
    for (const change of changes) {
      const day = dayOf(change.time, change.time.length > 10) ?? 0;
      const known = into.get(instrument) ?? [];
      // Every account that holds it tells of the same.
      if (known.some((one) => one.day === day)) continue;
      into.set(
        instrument,
        [...known, { ...change, day }].toSorted((a, b) => a.day - b.day),
      );
    }
  }
}

/** Of two days the later one; of one day the quoted price. */
function laterOf(quoted: PricePoint | undefined, own: PricePoint | undefined): PricePoint | undefined {
  if (quoted === undefined || own === undefined) return quoted ?? own;
  return quoted.day >= own.day ? quoted : own;
}

/** What instruments are traded in. */
class TradedIn {
  readonly #first = new Map<string, { readonly currency: string; readonly time: string }>();
  readonly #several = new Set<string>();

  note(instrument: string, currency: string, time: string): void {
    const known = this.#first.get(instrument);
    if (known !== undefined && known.currency !== currency) this.#several.add(instrument);
    if (known === undefined || time < known.time) this.#first.set(instrument, { currency, time });
  }

  currencyOf(instrument: string): string | null {
    return this.#first.get(instrument)?.currency ?? null;
  }

  isInSeveral(instrument: string): boolean {
    return this.#several.has(instrument);
  }

  /** Of what is traded in several, a price without a currency is in the first of them, no matter who holds it. */
  inItsCurrency(point: PricePoint): PricePoint {
    if (point.currency !== null || !this.#several.has(point.instrument)) return point;
    return { ...point, currency: this.currencyOf(point.instrument) };
  }
}

function rankOf({ source }: PricePoint): number {
  return PRICE_SOURCES.indexOf(source);
}

function statedEach(value: Amount, quantity: HeldPosition['changes'][number]['change']): Amount | null {
  return isNothing(value) || isNothing(quantity) ? null : perUnit(value, quantity);
}

/** The place of the last day that is not after `day`; −1 where there is none. */
function lastUpTo(days: readonly Day[], day: Day): number {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] ?? Infinity) <= day) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
