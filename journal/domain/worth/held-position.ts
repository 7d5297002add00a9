// What each account held of each instrument, step by step, and the money that every step moved: the same fills and events
// that make round trips, read for their cash.

import type { AssetClass } from '@zorivest/vocabulary';
import {
  Holdings,
  type Holding,
  type HoldingInput,
  type PositionEvent,
  readEvents,
  sortFills,
  type Step,
  type StepOf,
} from '../events/index.ts';
import { type Execution, type Fill, readExecutions } from '../executions/index.ts';
import {
  absolute,
  type Amount,
  divideRounded,
  countOf,
  exactOf,
  expandAmount,
  expandQuantity,
  isNegative,
  isZero,
  least,
  minus,
  multiply,
  negate,
  NO_AMOUNT,
  NO_QUANTITY,
  ONE,
  plus,
  prorate,
  Problems,
  type Quantity,
  type Ratio,
  signed,
  valueAt,
} from '../money/index.ts';
import { isDateOnly } from '../time/index.ts';

/** Why the number of shares changed: a trade, something a company did, income in kind, or a move between accounts. */
export type HeldCause = 'fill' | 'event' | 'reward' | 'move';

export interface HeldChange {
  /** The execution's or the event's. */
  readonly id: string;
  readonly time: string;
  readonly timeKnown: boolean;
  readonly cause: HeldCause;
  /** Of what is held afterwards; negative where it is short. */
  readonly shares: Quantity;
  /** What came or went. */
  readonly change: Quantity;
  /** Into the account's cash, before fees, in the instrument's currency; of a future only what closing it brought. */
  readonly money: Amount;
  /** Of a future, which is not paid for: what is held was entered at, to be taken off its value. Of anything else nothing. */
  readonly margined: Amount;
  readonly fee: Amount;
  /** Of a reward: what it was worth; of a move from outside: its stated cost. */
  readonly value: Amount;
  /** What one unit was bought or sold at; null where nothing was. */
  readonly price: Amount | null;
  /** Of its money, where that is another than the instrument's: a coin is bought with dollars and with another coin. */
  readonly currency?: string;
}

/** What one account had of one instrument over time. */
export interface HeldPosition {
  readonly account: string;
  readonly instrument: string;
  readonly currency: string | null;
  readonly assetClass: AssetClass;
  readonly multiplier: Ratio;
  /** In order of time. */
  readonly changes: readonly HeldChange[];
  /** New shares for old ones, and when: prices of before are of the old ones. */
  readonly rescaled: readonly Rescaling[];
  /** What its shares were before, or were called: until then prices of that are its prices. */
  readonly became: readonly (Rescaling & { readonly from: string })[];
}

export interface Rescaling {
  readonly time: string;
  readonly newShares: Quantity;
  readonly oldShares: Quantity;
}

/** Everything that executions and events say was held, in the instruments' own currencies. */
export function heldOf(executions: readonly Execution[], events: readonly PositionEvent[] = []): HeldPosition[] {
  // What is wrong with a row is reported where trips are made of it.
  const problems = new Problems();
  const read = readExecutions(executions, problems);
  const { steps, deliveries } = readEvents(events, problems, read);
  const rewards = new Set(events.filter(({ kind }) => kind === 'reward').map(({ id }) => id));
  const holdings = new Holdings(deliveries.length === 0 ? read : [...read, ...deliveries], steps, {
    feeDecimals: 0,
    make: (input) => new InstrumentHeld(input, rewards),
  });
  const found: InstrumentHeld[] = [];
  holdings.run((holding) => found.push(holding));
  return found.filter(({ changes }) => changes.length > 0);
}

class InstrumentHeld implements HeldPosition, Holding {
  readonly changes: HeldChange[] = [];
  readonly rescaled: Rescaling[] = [];
  readonly became: (Rescaling & { readonly from: string })[] = [];
  readonly account: string;
  readonly instrument: string;
  currency: string | null = null;
  assetClass: AssetClass = 'EQUITY';
  multiplier: Ratio = ONE;
  #shares: Quantity = NO_QUANTITY;
  #margined: Amount = NO_AMOUNT;
  readonly #fills: Fill[];
  readonly #rewards: ReadonlySet<string>;
  #next = 0;
  #isSorted = false;

  constructor({ account, instrument, fills }: HoldingInput, rewards: ReadonlySet<string>) {
    this.account = account;
    this.instrument = instrument;
    this.#fills = fills;
    this.#rewards = rewards;
    const [first] = fills;
    if (first !== undefined) this.#describe(first);
  }

  #describe({ facts, multiplier, currency }: Pick<Fill, 'facts' | 'multiplier' | 'currency'>): void {
    this.assetClass = facts.asset_class;
    this.multiplier = expandAmount(multiplier);
    this.currency ??= currency ?? null;
  }

  advance(second: number): void {
    if (!this.#isSorted) {
      sortFills(this.#fills);
      this.#isSorted = true;
    }
    for (let fill = this.#fills[this.#next]; fill !== undefined; fill = this.#fills[this.#next]) {
      if (fill.second >= second) return;
      this.#next += 1;
      this.#take(fill);
    }
  }

  #take(fill: Fill): void {
    const { id, time, timeKnown } = fill;
    this.currency ??= fill.currency ?? null;
    const quantity = expandQuantity(fill.quantity);
    const price = expandAmount(fill.price);
    const value = multiply(valueAt(quantity, price), expandAmount(fill.multiplier));
    const isReward = this.#rewards.has(id);
    this.#record({
      id,
      time,
      timeKnown,
      cause: isReward ? 'reward' : 'fill',
      change: signed(fill.side, quantity),
      money: isReward ? NO_AMOUNT : signed(fill.side, negate(value)),
      fee: expandAmount(fill.fee),
      value: isReward ? value : NO_AMOUNT,
      price: isZero(price) ? null : price,
      ...(fill.currency && fill.currency !== this.currency ? { currency: fill.currency } : {}),
    });
  }

  apply(step: Step, other: (account: string, instrument: string, second: number) => Holding): void {
    const heldIn = (account: string, instrument: string, second: number): InstrumentHeld => {
      const target = other(account, instrument, second);
      if (!(target instanceof InstrumentHeld)) throw new TypeError('what is held moves between what is held');
      return target;
    };
    switch (step.kind) {
      case 'rescale':
        return this.#rescale(step);
      case 'charge':
        // A row of the account's own money says it already.
        return undefined;
      case 'return':
        return this.#move(step, NO_QUANTITY, valueAt(this.#shares, step.perShare));
      case 'close':
        return this.#close(step);
      case 'exchange':
        return this.#exchange(step, heldIn(this.account, step.to, step.second));
      case 'spin_off':
        return this.#spinOff(step, heldIn(this.account, step.to, step.second));
      case 'move':
        return this.#transfer(step, step.to === null ? null : heldIn(step.to, step.instrument, step.arrives));
    }
  }

  #rescale({ id, time, newShares, oldShares }: StepOf<'rescale'>): void {
    this.rescaled.push({ time, newShares, oldShares });
    if (isZero(this.#shares)) return;
    const after = scale(this.#shares, newShares, oldShares);
    this.#event({ id, time }, minus(after, this.#shares), NO_AMOUNT);
  }

  /** All or part of a position ends at a price that no trade made; what is not there cannot. */
  #close(step: StepOf<'close'>): void {
    const open = absolute(this.#shares);
    const ended = step.quantity ?? open;
    if (isZero(open) || ended > open) return;
    const isShort = isNegative(this.#shares);
    const total = step.total ?? multiply(valueAt(ended, step.price), this.multiplier);
    this.#event(step, isShort ? ended : negate(ended), isShort ? negate(total) : total, step.fee);
  }

  /** Another name, or shares of another company in their place. Where those are held already the two stay separate. */
  #exchange(step: StepOf<'exchange'>, target: InstrumentHeld): void {
    if (isZero(this.#shares) || !isZero(target.#shares)) return;
    const left = this.#shares;
    target.#inherit(this);
    const { time, newShares, oldShares } = step;
    target.became.push({ from: this.instrument, time, newShares, oldShares });
    this.#event(step, negate(left), NO_AMOUNT);
    target.#event(step, scale(left, step.newShares, step.oldShares), valueAt(left, step.cash));
  }

  #spinOff(step: StepOf<'spin_off'>, target: InstrumentHeld): void {
    if (isZero(this.#shares)) return;
    target.#inherit(this);
    target.#event(step, scale(this.#shares, step.newShares, step.oldShares), NO_AMOUNT);
  }

  #transfer(step: StepOf<'move'>, target: InstrumentHeld | null): void {
    let moved = step.quantity;
    if (step.from !== null) {
      const isShort = isNegative(this.#shares);
      moved = least(step.quantity, absolute(this.#shares));
      if (isShort) moved = negate(moved);
      if (!isZero(moved)) this.#record({ ...moveOf(step, step.time), change: negate(moved) });
    }
    if (target === null) return;
    const brought = step.stated.length > 0 ? step.stated : step.unknown === null ? [] : [step.unknown];
    if (step.from !== null) target.#inherit(this);
    if (brought.length === 0) {
      if (!isZero(moved)) target.#record({ ...moveOf(step, arrivalOf(step)), change: moved });
      return;
    }
    for (const fill of brought) {
      target.#describe({ ...fill, currency: target.currency ?? fill.currency });
      const quantity = expandQuantity(fill.quantity);
      const value = valueAt(quantity, expandAmount(fill.price));
      target.#record({ ...moveOf(step, arrivalOf(step)), change: quantity, value });
    }
  }

  /** What came in its place is what it was. */
  #inherit({ currency, assetClass, multiplier }: InstrumentHeld): void {
    if (this.changes.length > 0 || this.#fills.length > 0) return;
    this.currency = currency;
    this.assetClass = assetClass;
    this.multiplier = multiplier;
  }

  #move(step: Pick<Step, 'id' | 'time'>, change: Quantity, money: Amount): void {
    if (!isZero(this.#shares)) this.#event(step, change, money);
  }

  #event({ id, time }: Pick<Step, 'id' | 'time'>, change: Quantity, money: Amount, fee = NO_AMOUNT): void {
    this.#record({
      id,
      time,
      timeKnown: !isDateOnly(time),
      cause: 'event',
      change,
      money,
      fee,
      value: NO_AMOUNT,
      price: null,
    });
  }

  #record(change: Omit<HeldChange, 'shares' | 'margined'>): void {
    const before = this.#shares;
    const shares = plus(before, change.change);
    this.#shares = shares;
    if (!isSettledByResult(this)) {
      this.changes.push({ ...change, shares, margined: NO_AMOUNT });
      return;
    }
    const margined = marginedAfter(this.#margined, before, change);
    const money = plus(change.money, minus(margined, this.#margined));
    this.#margined = margined;
    this.changes.push({ ...change, shares, margined, money });
  }
}

/** Contracts on coins as exchanges name them: BTCUSDT, BTCPERP, ETH-PERP, BTC-24MAR23. A coin itself stands under its own name. */
const COIN_CONTRACT = /^(?:.+PERP|[A-Z0-9]{2,}USD[TC]|[A-Z0-9]+-\d{1,2}[A-Z]{3}\d{2})$/;

/** A future is not paid for, nor is a contract on a coin: what it brings is paid when it is closed. */
function isSettledByResult({ assetClass, instrument }: Pick<InstrumentHeld, 'assetClass' | 'instrument'>): boolean {
  return assetClass === 'FUTURE' || (assetClass === 'CRYPTO' && COIN_CONTRACT.test(instrument));
}

/** What is held was entered at, at the average of all entries. */
function marginedAfter(
  margined: Amount,
  before: Quantity,
  { change, money }: Pick<HeldChange, 'change' | 'money'>,
): Amount {
  if (isZero(before) || isNegative(before) === isNegative(change)) return minus(margined, money);
  const [closed, open] = [absolute(change), absolute(before)];
  if (closed <= open) return minus(margined, prorate(margined, closed, open));
  // It closes all and opens the opposite.
  return negate(prorate(money, minus(closed, open), closed));
}

function moveOf({ id }: Pick<Step, 'id'>, time: string): Omit<HeldChange, 'shares' | 'change' | 'margined'> {
  return {
    id,
    time,
    timeKnown: !isDateOnly(time),
    cause: 'move',
    money: NO_AMOUNT,
    fee: NO_AMOUNT,
    value: NO_AMOUNT,
    price: null,
  };
}

/** A date stays one: it is that day in every zone. */
function arrivalOf({ arrives }: StepOf<'move'>): string {
  return new Date(arrives * 1000).toISOString().replace(/T00:00:00\.000Z$/, '');
}

function scale(shares: Quantity, newShares: Quantity, oldShares: Quantity): Quantity {
  return exactOf(divideRounded(countOf(shares) * countOf(newShares), countOf(oldShares)));
}
