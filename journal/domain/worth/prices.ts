// What a unit of something was worth on a day, and who says so. Of one day a person's word comes first, then a statement's,
// then a provider's, then what the book itself last traded it at.

import type { Day } from '../calendar/day.ts';
import { type Amount, isZero as isNothing, perUnit, prorate } from '../money/index.ts';
import type { DayOf } from '../time/index.ts';
import type { Held, Rescaling } from './held.ts';

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
export type Priced = Omit<PricePoint, 'instrument'>;

interface PricedStretch {
  readonly from: Day;
  to: Day;
  /** Null: a gap. */
  readonly priced: Priced | null;
}

interface Change extends Rescaling {
  readonly day: Day;
}

interface History {
  readonly days: Day[];
  readonly points: PricePoint[];
}

/** Over weekends and feasts the price of the day before holds; beyond this many days nobody knows. */
export const OLDEST_PRICE_DAYS = 7;

export class PriceBook {
  readonly #histories = new Map<string, History>();
  readonly #splits = new Map<string, Change[]>();
  readonly #became = new Map<string, (Change & { readonly from: string })[]>();
  readonly #oldest: number;

  /** What is held tells of splits, of names that changed, and at what it was last traded. */
  constructor(
    points: readonly PricePoint[],
    held: readonly Held[] = [],
    dayOf: DayOf = () => null,
    oldest = OLDEST_PRICE_DAYS,
  ) {
    this.#oldest = oldest;
    const best = new Map<string, Map<Day, PricePoint>>();
    const offer = (point: PricePoint): void => {
      let days = best.get(point.instrument);
      if (days === undefined) best.set(point.instrument, (days = new Map()));
      const known = days.get(point.day);
      if (known === undefined || rankOf(point) <= rankOf(known)) days.set(point.day, point);
    };
    for (const one of held) {
      const { instrument, currency } = one;
      for (const { time, timeKnown, price, value, change, cause } of one.changes) {
        const paid = price ?? (cause === 'move' ? statedEach(value, change) : null);
        if (paid === null) continue;
        const day = dayOf(time, timeKnown) ?? 0;
        offer({ instrument, day, price: paid, currency, source: 'fill', by: null });
      }
      this.#note(this.#splits, instrument, one.rescaled, dayOf);
      this.#note(this.#became, instrument, one.became, dayOf);
    }
    for (const point of points) offer(point);
    for (const [instrument, byDay] of best) {
      const inOrder = [...byDay.values()].toSorted((a, b) => a.day - b.day);
      this.#histories.set(instrument, { days: inOrder.map(({ day }) => day), points: inOrder });
    }
  }

  /** Null where nobody has said anything within the days that a price holds. */
  on(instrument: string, day: Day): Priced | null {
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
    const history = this.#histories.get(instrument);
    // A split or another name changes a price without a new one: these are few, and looked at day by day.
    if (history === undefined || this.#splits.has(instrument) || this.#became.has(instrument)) {
      for (let day = from; day <= to; day++) {
        const priced = this.on(instrument, day);
        const last = found.at(-1);
        if (last?.priced === priced) last.to = day;
        else found.push({ from: day, to: day, priced });
      }
      return found;
    }
    const { days, points } = history;
    let at = lastUpTo(days, from);
    for (let day = from; day <= to;) {
      const point = points[at];
      const end = Math.min(to, (days[at + 1] ?? Infinity) - 1);
      const holds = point === undefined ? -Infinity : Math.min(end, point.day + this.#oldest);
      if (point !== undefined && holds >= day) found.push({ from: day, to: holds, priced: point });
      const gap = Math.max(day, holds + 1);
      if (gap <= end) found.push({ from: gap, to: end, priced: null });
      day = end + 1;
      at += 1;
    }
    return found;
  }

  /** Every price that was ever said of it, as it was. */
  historyOf(instrument: string): readonly PricePoint[] {
    return this.#histories.get(instrument)?.points ?? [];
  }

  get instruments(): string[] {
    return [...this.#histories.keys()];
  }

  #latest(instrument: string, day: Day): Priced | null {
    const history = this.#histories.get(instrument);
    if (history === undefined) return null;
    const point = history.points[lastUpTo(history.days, day)];
    if (point === undefined || day - point.day > this.#oldest) return null;
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

function rankOf({ source }: PricePoint): number {
  return PRICE_SOURCES.indexOf(source);
}

function statedEach(value: Amount, quantity: Held['changes'][number]['change']): Amount | null {
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
