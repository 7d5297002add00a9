// What accounts were worth, evening by evening: cash and positions at that day's prices, in one currency. A price or a rate
// that is missing is a gap with a name, never a zero.

import type { Day } from '../calendar/day.ts';
import {
  type Amount,
  countOf,
  exactOf,
  isZero,
  minus,
  multiply,
  NO_AMOUNT,
  ONE,
  plus,
  type Ratio,
  valueAt,
} from '../money/index.ts';
import type { DayOf } from '../time/index.ts';
import type { CashAccount, CashMovement } from './cash.ts';
import type { HeldPosition } from './held-position.ts';
import { daysOf, PerHoldingCache } from './per-holding-cache.ts';
import type { PriceBook, DatedPrice } from './prices.ts';

export interface Evening {
  readonly day: Day;
  /** Null where something is missing. */
  readonly value: Amount | null;
  /** Of that, cash and money in transit. */
  readonly cash: Amount;
  /** What has no known price, or which currency has no rate: `XYZ`, `EUR/USD`. */
  readonly gaps: readonly string[];
  /** How many days old the oldest price is; null where nothing had to be priced. */
  readonly age: number | null;
}

export interface WorthInput {
  /** Of the accounts asked about, and of instruments that are positions: money changed for money is cash. */
  readonly held: readonly HeldPosition[];
  readonly cash: readonly CashAccount[];
  /** Own transfers between these accounts: between leaving and coming the money is in transit. */
  readonly inTransit: readonly CashMovement[];
  readonly prices: PriceBook;
  /** What one unit was worth in the currency asked for; null where unknown. */
  readonly rateOf: (currency: string, day: Day) => Ratio | null;
  /** What an instrument is in where no execution says so. */
  readonly currencyOf: (account: string) => string;
  readonly currency: string;
  readonly from: Day;
  readonly to: Day;
  /** The last day that will be asked about: what was worked out up to it is cached. */
  readonly upTo?: Day;
  readonly dayOf: DayOf;
}

export function worthByDay(input: WorthInput): Evening[] {
  const { held, cash, inTransit, from, to } = input;
  const days = new Days(from, to, input.currency, input.rateOf);
  for (const one of held) addPosition(days, one, input);
  for (const purse of cash) addCash(days, purse);
  for (const { amount, currency, day, other } of inTransit) {
    // The half that left; where the other half was booked first there is less until this one is.
    if (other === null) continue;
    const [start, end, money] = other.day > day ? [day, other.day, minus(NO_AMOUNT, amount)] : [other.day, day, amount];
    for (let at = Math.max(start, from); at < end && at <= to; at++) days.addCash(at, currency, money);
  }
  return days.evenings();
}

interface Money {
  /** What positions are worth more, or less, than on the evening before. */
  readonly steps: bigint[];
  readonly cash: bigint[];
}

/** Money of each currency on each day, as long as nothing of a day is missing. */
class Days {
  readonly #from: Day;
  readonly #to: Day;
  readonly #currency: string;
  readonly #rateOf: WorthInput['rateOf'];
  readonly #money = new Map<string, Money>();
  readonly #gaps = new Map<Day, Set<string>>();
  /** The day of the oldest price of each evening; infinite where nothing had to be priced. */
  readonly #oldest: Float64Array;

  constructor(from: Day, to: Day, currency: string, rateOf: WorthInput['rateOf']) {
    this.#from = from;
    this.#to = to;
    this.#currency = currency;
    this.#rateOf = rateOf;
    this.#oldest = new Float64Array(Math.max(0, to - from + 1)).fill(Infinity);
  }

  get span(): { readonly from: Day; readonly to: Day } {
    return { from: this.#from, to: this.#to };
  }

  addCash(day: Day, currency: string, amount: Amount): void {
    const { cash } = this.#moneyIn(currency);
    cash[day - this.#from] = (cash[day - this.#from] ?? 0n) + countOf(amount);
  }

  #moneyIn(currency: string): Money {
    let known = this.#money.get(currency);
    if (known === undefined) {
      const days = this.#oldest.length;
      known = { steps: Array.from({ length: days + 1 }, () => 0n), cash: Array.from({ length: days }, () => 0n) };
      this.#money.set(currency, known);
    }
    return known;
  }

  /** The same on every evening of a stretch, at a price of `pricedOn`. Only its two ends are touched: there may be many. */
  hold(from: Day, to: Day, currency: string, amount: Amount, pricedOn: Day): void {
    const { steps } = this.#moneyIn(currency);
    const [first, after] = [from - this.#from, to + 1 - this.#from];
    steps[first] = (steps[first] ?? 0n) + countOf(amount);
    steps[after] = (steps[after] ?? 0n) - countOf(amount);
    for (let at = first; at < after; at++) if (pricedOn < (this.#oldest[at] ?? Infinity)) this.#oldest[at] = pricedOn;
  }

  miss(day: Day, what: string): void {
    const known = this.#gaps.get(day);
    if (known === undefined) this.#gaps.set(day, new Set([what]));
    else known.add(what);
  }

  evenings(): Evening[] {
    const found: Evening[] = [];
    const positions = new Map<string, bigint>();
    for (let day = this.#from; day <= this.#to; day++) {
      const at = day - this.#from;
      let [value, cash] = [NO_AMOUNT, NO_AMOUNT];
      for (const [currency, money] of this.#money) {
        const held = (positions.get(currency) ?? 0n) + (money.steps[at] ?? 0n);
        positions.set(currency, held);
        const purse = money.cash[at] ?? 0n;
        if (held === 0n && purse === 0n) continue;
        const rate = currency === this.#currency ? ONE : this.#rateOf(currency, day);
        if (rate === null) {
          this.miss(day, `${currency}/${this.#currency}`);
          continue;
        }
        value = plus(value, multiply(exactOf<'amount'>(held + purse), rate));
        cash = plus(cash, multiply(exactOf<'amount'>(purse), rate));
      }
      const gaps = [...(this.#gaps.get(day) ?? [])];
      const oldest = this.#oldest[at] ?? Infinity;
      const age = oldest === Infinity ? null : day - oldest;
      found.push({ day, value: gaps.length === 0 ? value : null, cash, gaps, age });
    }
    return found;
  }
}

function addCash(days: Days, { currency, opening, movements }: CashAccount): void {
  const { from, to } = days.span;
  let balance = opening;
  let next = 0;
  for (let day = from; day <= to; day++) {
    for (let one = movements[next]; one !== undefined && one.day <= day; one = movements[++next])
      balance = plus(balance, one.amount);
    if (!isZero(balance)) days.addCash(day, currency, balance);
  }
}

/** What a holding was worth: over stretches of days that lie side by side, each with one value, or none. */
class Stretches {
  readonly from: Day[] = [];
  readonly to: Day[] = [];
  /** Null: its price is unknown. */
  readonly value: (Amount | null)[] = [];
  readonly pricedOn: Day[] = [];
  /** The holding's own where it is left out: of most every one is. */
  readonly currency = new Map<number, string>();

  add(from: Day, to: Day, value: Amount | null, pricedOn: Day, currency: string | null): void {
    if (currency !== null) this.currency.set(this.from.length, currency);
    this.from.push(from);
    this.to.push(to);
    this.value.push(value);
    this.pricedOn.push(pricedOn);
  }
}

const valued = new PerHoldingCache<Stretches>();

function addPosition(days: Days, held: HeldPosition, input: WorthInput): void {
  const { from, to } = days.span;
  const { prices, currencyOf, dayOf } = input;
  const basis = prices.basisOf(held.instrument);
  // A whole record is cached, of which every period is a part; what cannot be cached is made for the days that are asked about.
  const upTo = Math.max(to, input.upTo ?? to);
  const found =
    basis === null
      ? stretchesOf(held, prices, dayOf, from, to)
      : valued.of(held, [...basis, dayOf, upTo], () => stretchesOf(held, prices, dayOf, -Infinity, upTo));
  const own = held.currency ?? currencyOf(held.account);
  const first = firstWithin(found.to, from);
  for (let i = first; i < found.from.length; i++) {
    const [start, end] = [Math.max(from, found.from[i] ?? 0), Math.min(to, found.to[i] ?? 0)];
    if (start > to) break;
    const value = found.value[i];
    if (value === undefined || value === null) for (let day = start; day <= end; day++) days.miss(day, held.instrument);
    else days.hold(start, end, found.currency.get(i) ?? own, value, found.pricedOn[i] ?? 0);
  }
}

/** The first that ends on or after a day; they are in order. */
function firstWithin(ends: readonly Day[], day: Day): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? Infinity) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

function stretchesOf(held: HeldPosition, prices: PriceBook, dayOf: DayOf, from: Day, to: Day): Stretches {
  const { changes, instrument, multiplier } = held;
  const days = daysOf(held, dayOf);
  const isPlain = multiplier === ONE;
  const found = new Stretches();
  for (const [i, { shares, margined }] of changes.entries()) {
    if (isZero(shares)) continue;
    const start = Math.max(from, days[i] ?? 0);
    const end = Math.min(to, (days[i + 1] ?? Infinity) - 1);
    if (end < start) continue;
    prices.eachStretch(instrument, start, end, (first, last, priced) => {
      if (priced === null) return found.add(first, last, null, 0, null);
      const each = valueAt(shares, priced.price);
      const value = minus(isPlain ? each : multiply(each, multiplier), margined);
      found.add(first, last, value, priced.day, priced.currency === held.currency ? null : priced.currency);
    });
  }
  return found;
}

/** What shares that moved in or out were worth on that day. */
export function valueOfMove(
  { instrument, multiplier }: Pick<HeldPosition, 'instrument' | 'multiplier'>,
  { change, value }: HeldPosition['changes'][number],
  priced: DatedPrice | null,
): Amount | null {
  if (priced !== null) return multiply(valueAt(change, priced.price), multiplier);
  return isZero(value) || instrument === '' ? null : value;
}
