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
import type { Held } from './held.ts';
import type { PriceBook, Priced } from './prices.ts';

export interface Evening {
  readonly day: Day;
  /** Null where something is missing. */
  readonly value: Amount | null;
  /** Of that, cash and money under way. */
  readonly cash: Amount;
  /** What nobody knows the price of, or which currency has no rate: `XYZ`, `EUR/USD`. */
  readonly gaps: readonly string[];
  /** How many days old the oldest price is; null where nothing had to be priced. */
  readonly age: number | null;
}

export interface WorthInput {
  /** Of the accounts asked about, and of instruments that are positions: money changed for money is cash. */
  readonly held: readonly Held[];
  readonly cash: readonly CashAccount[];
  /** Own transfers between these accounts: between leaving and coming the money is under way. */
  readonly underWay: readonly CashMovement[];
  readonly prices: PriceBook;
  /** What one unit was worth in the currency asked for; null where nobody knows. */
  readonly rateOf: (currency: string, day: Day) => Ratio | null;
  /** What an instrument is in where no execution says so. */
  readonly currencyOf: (account: string) => string;
  readonly currency: string;
  readonly from: Day;
  readonly to: Day;
  readonly dayOf: DayOf;
}

export function worthByDay(input: WorthInput): Evening[] {
  const { held, cash, underWay, from, to } = input;
  const days = new Days(from, to, input.currency, input.rateOf);
  for (const one of held) addPosition(days, one, input);
  for (const purse of cash) addCash(days, purse);
  for (const { amount, currency, day, other } of underWay) {
    // The half that left; where the other half was booked first there is less until this one is.
    if (other === null) continue;
    const [start, end, money] = other.day > day ? [day, other.day, minus(NO_AMOUNT, amount)] : [other.day, day, amount];
    for (let at = Math.max(start, from); at < end && at <= to; at++) days.add(at, currency, money, true);
  }
  return days.evenings();
}

/** Money of each currency on each day, as long as nothing of a day is missing. */
class Days {
  readonly #from: Day;
  readonly #to: Day;
  readonly #currency: string;
  readonly #rateOf: WorthInput['rateOf'];
  readonly #money = new Map<string, { readonly positions: bigint[]; readonly cash: bigint[] }>();
  readonly #gaps = new Map<Day, Set<string>>();
  readonly #ages: (number | null)[];

  constructor(from: Day, to: Day, currency: string, rateOf: WorthInput['rateOf']) {
    this.#from = from;
    this.#to = to;
    this.#currency = currency;
    this.#rateOf = rateOf;
    this.#ages = Array.from({ length: Math.max(0, to - from + 1) }, () => null);
  }

  get span(): { readonly from: Day; readonly to: Day } {
    return { from: this.#from, to: this.#to };
  }

  add(day: Day, currency: string, amount: Amount, isCash = false): void {
    let known = this.#money.get(currency);
    if (known === undefined) {
      const days = this.#ages.length;
      known = { positions: Array.from({ length: days }, () => 0n), cash: Array.from({ length: days }, () => 0n) };
      this.#money.set(currency, known);
    }
    const list = isCash ? known.cash : known.positions;
    list[day - this.#from] = (list[day - this.#from] ?? 0n) + countOf(amount);
  }

  age(day: Day, age: number): void {
    const known = this.#ages[day - this.#from] ?? -1;
    if (age > known) this.#ages[day - this.#from] = age;
  }

  miss(day: Day, what: string): void {
    const known = this.#gaps.get(day);
    if (known === undefined) this.#gaps.set(day, new Set([what]));
    else known.add(what);
  }

  evenings(): Evening[] {
    const found: Evening[] = [];
    for (let day = this.#from; day <= this.#to; day++) {
      const at = day - this.#from;
      let [value, cash] = [NO_AMOUNT, NO_AMOUNT];
      for (const [currency, money] of this.#money) {
        const [held, purse] = [money.positions[at] ?? 0n, money.cash[at] ?? 0n];
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
      found.push({ day, value: gaps.length === 0 ? value : null, cash, gaps, age: this.#ages[at] ?? null });
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
    if (!isZero(balance)) days.add(day, currency, balance, true);
  }
}

function addPosition(days: Days, held: Held, { prices, currencyOf, dayOf }: WorthInput): void {
  const { from, to } = days.span;
  const { changes, instrument, multiplier, account } = held;
  const own = held.currency ?? currencyOf(account);
  for (let i = 0; i < changes.length; i++) {
    const change = changes[i];
    if (change === undefined || isZero(change.shares)) continue;
    const next = changes[i + 1];
    const start = Math.max(from, dayOf(change.time, change.timeKnown) ?? 0);
    const end = next === undefined ? to : Math.min(to, (dayOf(next.time, next.timeKnown) ?? 0) - 1);
    if (end < start) continue;
    let [last, value]: [Priced | null, Amount] = [null, NO_AMOUNT];
    for (let day = start; day <= end; day++) {
      const priced = prices.on(instrument, day);
      if (priced === null) {
        days.miss(day, instrument);
        continue;
      }
      if (priced !== last) value = minus(multiply(valueAt(change.shares, priced.price), multiplier), change.margined);
      last = priced;
      days.add(day, priced.currency ?? own, value);
      days.age(day, day - priced.day);
    }
  }
}

/** What shares that moved in or out were worth on that day. */
export function valueOfMove(
  { instrument, multiplier }: Pick<Held, 'instrument' | 'multiplier'>,
  { change, value }: Held['changes'][number],
  priced: Priced | null,
): Amount | null {
  if (priced !== null) return multiply(valueAt(change, priced.price), multiplier);
  return isZero(value) || instrument === '' ? null : value;
}
