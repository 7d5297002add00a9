// Events as callers say them -> steps of the matching, and the fills they stand for.

import type { Fill } from '../executions/index.ts';
import { instrumentFacts } from '../instruments/index.ts';
import {
  type Amount,
  amountOf,
  type Fixed,
  fixedOfAmount,
  type Num,
  ONE,
  over,
  parseAmount,
  parseFixed,
  type Problems,
  times,
} from '../money/index.ts';
import { parseOptionSymbol } from '../options/symbol.ts';
import { isDateOnly, parseInstant } from '../time/index.ts';
import { Delivered } from './delivered.ts';
import type { OptionEndEvent, PositionEvent, StatedLot, TransferEvent } from './event.ts';
import type { Step } from './step.ts';

const LAST_SECOND = 86_399;

export interface ReadEvents {
  readonly steps: Step[];
  /** Shares that an exercise delivered, and rewards. */
  readonly deliveries: Fill[];
}

/** The events that can be used; every other one is named in `problems`. What is delivered is called as in `fills`. */
export function readEvents(
  events: readonly PositionEvent[],
  problems: Problems,
  fills: readonly Fill[] = [],
): ReadEvents {
  const reader = new EventReader(problems, new Delivered(fills));
  if (!Array.isArray(events)) problems.add('invalid_event', 'The events must be a list.');
  else for (const event of events as readonly (PositionEvent | null | undefined)[]) reader.read(event);
  return reader;
}

class EventReader implements ReadEvents {
  readonly steps: Step[] = [];
  readonly deliveries: Fill[] = [];
  readonly #problems: Problems;
  readonly #delivered: Delivered;

  constructor(problems: Problems, delivered: Delivered) {
    this.#problems = problems;
    this.#delivered = delivered;
  }

  read(event: PositionEvent | null | undefined): void {
    if (event === null || typeof event !== 'object')
      return this.#problems.add('invalid_event', 'An event is not an object; it is left out.');
    const instant = parseInstant(event.time);
    if (instant === null)
      return this.#problems.add('invalid_event', 'The event has no ISO-8601 time; it is left out.', event.id);
    const rate = rateOf(event);
    if (rate === null) return this.#refuse(event, 'has no positive rate');
    const start = Math.floor(instant / 1000);
    // A day without a time means its close: what was traded that day comes first.
    const end = isDateOnly(event.time) ? start + LAST_SECOND + 1 : start + 1;
    const { id, instrument, time } = event;
    const account = event.account_id === undefined || event.account_id === '' ? null : event.account_id;
    const base = { id, instrument, time, account, second: start };
    switch (event.kind) {
      case 'split': {
        const ratio = this.#ratio(event);
        return ratio === null ? undefined : this.#add({ ...base, ...ratio, kind: 'rescale' });
      }
      case 'symbol_change':
        return this.#add({
          ...base,
          kind: 'exchange',
          to: event.new_instrument,
          newShares: ONE,
          oldShares: ONE,
          cash: 0n,
          price: null,
        });
      case 'stock_merger': {
        const ratio = this.#ratio(event);
        const [cash, price] = [moneyOf(event.cash_per_share ?? 0, rate), moneyOf(event.price, rate)];
        if (ratio === null) return undefined;
        if (cash === null || cash < 0n) return this.#refuse(event, 'pays an amount of cash that is not a number');
        return this.#add({ ...base, ...ratio, kind: 'exchange', to: event.new_instrument, cash, price });
      }
      case 'spin_off': {
        const ratio = this.#ratio(event);
        const allocation = parseFixed(event.allocation ?? 0);
        if (ratio === null) return undefined;
        if (allocation === null || allocation < 0n || allocation > ONE)
          return this.#refuse(event, 'gives the new shares no part of the basis between 0 and 1');
        return this.#add({ ...base, ...ratio, kind: 'spin_off', to: event.new_instrument, allocation });
      }
      case 'return_of_capital': {
        const perShare = moneyOf(event.amount_per_share, rate);
        if (perShare === null || perShare < 0n) return this.#refuse(event, 'names no amount per share');
        return this.#add({ ...base, kind: 'return', perShare });
      }
      case 'cash_merger': {
        const price = parseFixed(event.cash_per_share);
        if (price === null || price < 0n) return this.#refuse(event, 'names no cash per share');
        return this.#add({ ...base, second: end, ...closing, price, rate });
      }
      case 'cash_in_lieu': {
        const [quantity, total] = [parseFixed(event.quantity), parseFixed(event.amount)];
        if (quantity === null || quantity <= 0n || total === null)
          return this.#refuse(event, 'names no quantity and amount');
        return this.#add({ ...base, second: end, ...closing, quantity, total, rate });
      }
      case 'reward': {
        const [quantity, value] = [parseFixed(event.quantity), parseFixed(event.value ?? 0)];
        if (quantity === null || quantity <= 0n || value === null || value < 0n)
          return this.#refuse(event, 'names no quantity and value');
        const price = over(value, quantity);
        this.deliveries.push(this.#fill(event, { account: account ?? '', id, time, quantity, price, rate }));
        return undefined;
      }
      case 'transfer':
        return this.#transfer(event, { ...base, account: null }, start, end, rate);
      default:
        return this.#end(event, { ...base, second: end }, rate);
    }
  }

  #add(step: Step): void {
    this.steps.push(step);
  }

  #refuse(event: PositionEvent, what: string): undefined {
    this.#problems.add('invalid_event', `The ${event.kind.replaceAll('_', ' ')} ${what}; it is left out.`, event.id);
    return undefined;
  }

  #ratio(
    event: Extract<PositionEvent, { readonly new_shares: Num }>,
  ): { readonly newShares: Fixed; readonly oldShares: Fixed } | null {
    const [newShares, oldShares] = [parseFixed(event.new_shares), parseFixed(event.old_shares)];
    if (newShares !== null && oldShares !== null && newShares > 0n && oldShares > 0n) return { newShares, oldShares };
    this.#refuse(event, 'names no ratio of positive numbers');
    return null;
  }

  #transfer(
    event: TransferEvent,
    base: Pick<Step, 'id' | 'instrument' | 'time' | 'account' | 'second'>,
    start: number,
    end: number,
    rate: Amount,
  ): void {
    const quantity = parseFixed(event.quantity);
    if (quantity === null || quantity <= 0n) return this.#refuse(event, 'names no positive quantity');
    const [from, to] = [event.from_account_id ?? null, event.to_account_id ?? null];
    if (from === null && to === null) return this.#refuse(event, 'names neither where it left nor where it came');
    const arrived = event.arrived === undefined ? null : parseInstant(event.arrived);
    const stated = (event.lots ?? []).flatMap((lot, i) => this.#stated(event, to ?? '', lot, i) ?? []);
    const cost = parseFixed(event.cost_basis ?? 0) ?? 0n;
    return this.#add({
      ...base,
      kind: 'move',
      second: end,
      quantity,
      from,
      to,
      lotIds: event.lot_ids ?? [],
      stated,
      unknown:
        from === null && to !== null && stated.length === 0
          ? this.#fill(event, {
              account: to,
              id: `${event.id}:shares`,
              time: event.time,
              quantity,
              price: over(cost, quantity),
              rate,
            })
          : null,
      arrives: arrived === null ? start : Math.floor(arrived / 1000),
    });
  }

  #stated(event: TransferEvent, account: string, lot: StatedLot, index: number): Fill | null {
    const [quantity, cost, rate] = [parseFixed(lot.quantity), parseFixed(lot.cost), rateOf(lot)];
    if (!quantity || quantity <= 0n || cost === null || rate === null || parseInstant(lot.acquired) === null) {
      this.#problems.add(
        'invalid_event',
        'A lot of the transfer has no day, quantity or cost that can be read.',
        event.id,
      );
      return null;
    }
    const [id, price] = [`${event.id}:${index + 1}`, over(cost, quantity)];
    return this.#fill(event, { account, id, time: lot.acquired, quantity, price, rate });
  }

  /** A purchase that no execution tells of. */
  #fill(
    event: PositionEvent,
    {
      quantity,
      price,
      time,
      ...said
    }: Pick<Fill, 'account' | 'id' | 'time' | 'rate'> & Record<'quantity' | 'price', Fixed>,
  ): Fill {
    return {
      ...said,
      instrument: event.instrument,
      facts: instrumentFacts(event.instrument),
      time,
      timeKnown: !isDateOnly(time),
      second: Math.floor((parseInstant(time) ?? 0) / 1000),
      side: 1,
      quantity: amountOf(quantity),
      price: amountOf(price),
      multiplier: 1,
      fee: 0,
      order: undefined,
      currency: undefined,
    };
  }

  #end(
    event: OptionEndEvent,
    base: Pick<Step, 'id' | 'instrument' | 'time' | 'account' | 'second'>,
    rate: Amount,
  ): void {
    const option = parseOptionSymbol(event.instrument);
    const quantity = event.quantity === undefined ? null : parseFixed(event.quantity);
    const fee = moneyOf(event.commission ?? 0, rate);
    const settled = event.settlement_price === undefined ? null : parseFixed(event.settlement_price);
    const unreadable =
      (event.quantity !== undefined && (quantity === null || quantity <= 0n)) ||
      (event.settlement_price !== undefined && settled === null) ||
      fee === null;
    if (option === null || unreadable)
      return this.#problems.add(
        'invalid_event',
        'The event names no option contract, quantity or price that can be read.',
        event.id,
      );
    const strike = parseFixed(option.strike) ?? 0n;
    let price = 0n;
    if (event.kind !== 'expiry' && settled !== null) {
      const inside = option.right === 'call' ? settled - strike : strike - settled;
      price = inside > 0n ? inside : 0n;
    } else if (event.kind !== 'expiry' && event.stock_recorded !== true) {
      const delivered = this.#delivery(event, option, quantity, rate);
      if (delivered === null) return undefined;
      this.deliveries.push({ ...delivered, second: base.second - 1, price: amountOf(strike) });
    }
    return this.#add({ ...base, ...closing, quantity, price, fee, rate, isOptionEnd: true });
  }

  /** The shares of an exercise that no execution tells of. */
  #delivery(
    event: OptionEndEvent,
    option: NonNullable<ReturnType<typeof parseOptionSymbol>>,
    quantity: Fixed | null,
    rate: Amount,
  ): Fill | null {
    if (quantity === null) {
      this.#problems.add('invalid_event', 'An exercise that delivers shares must say how many contracts.', event.id);
      return null;
    }
    const delivered = this.#delivered.by(event, option);
    if (delivered === null) {
      this.#problems.add(
        'delivery_unknown',
        this.#delivered.isFuture(event, option)
          ? `${event.instrument} does not say which future it delivers: name it (new_instrument, with its month), or give the settlement_price.`
          : `${option.underlying} options settle in cash or deliver something adjusted: give the settlement_price, or record the shares.`,
        event.id,
      );
      return null;
    }
    const { instrument, facts, units, multiplier } = delivered;
    const shares = quantity * BigInt(units);
    return {
      ...this.#fill(event, {
        account: event.account_id,
        id: `${event.id}:shares`,
        time: event.time,
        quantity: shares,
        price: 0n,
        rate,
      }),
      instrument,
      facts,
      side: (option.right === 'call') === (event.kind === 'exercise') ? 1 : -1,
      multiplier,
    };
  }
}

/** Null where it is not a positive number. */
function rateOf({ rate }: { readonly rate?: Num }): Amount | null {
  const read = rate === undefined ? 1 : parseAmount(rate);
  return read === null || read <= 0 ? null : read;
}

function moneyOf(amount: Num | undefined, rate: Amount): Fixed | null {
  const read = parseFixed(amount);
  return read === null || rate === 1 ? read : times(read, fixedOfAmount(rate));
}

/** What is paid out closes at a price; most of it says no more. */
const closing = {
  kind: 'close',
  quantity: null,
  price: 0n,
  total: null,
  rate: 1,
  fee: 0n,
  isOptionEnd: false,
} as const;
