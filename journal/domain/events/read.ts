// Events as callers say them -> steps of the matching, and the fills they stand for.

import type { Fill } from '../executions/index.ts';
import { instrumentFacts } from '../instruments/index.ts';
import type { Problems } from '../money/index.ts';
import {
  type Amount,
  type Compact,
  compactAmount,
  compactQuantity,
  expandAmount,
  fractionOf,
  isAboveZero,
  isNegative,
  isPositive,
  minus,
  multiply,
  NO_AMOUNT,
  NONE,
  type Num,
  ONE,
  PAR,
  parseAmount,
  parseCompact,
  parseQuantity,
  parseRatio,
  perUnit,
  type Quantity,
  wholeQuantity,
} from '../money/index.ts';
import { parseOptionSymbol } from '../options/symbol.ts';
import { isDateOnly, parseInstant } from '../time/index.ts';
import { Delivered } from './delivered.ts';
import type { OptionEndEvent, PositionEvent, StatedLot, TransferEvent } from './event.ts';
import type { Step } from './step.ts';

const LAST_SECOND = 86_399;
const ONE_SHARE = wholeQuantity(1);

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
          newShares: ONE_SHARE,
          oldShares: ONE_SHARE,
          cash: NO_AMOUNT,
          price: null,
        });
      case 'stock_merger': {
        const ratio = this.#ratio(event);
        const [cash, price] = [moneyOf(event.cash_per_share ?? 0, rate), moneyOf(event.price, rate)];
        if (ratio === null) return undefined;
        if (cash === null || isNegative(cash))
          return this.#refuse(event, 'pays an amount of cash that is not a number');
        return this.#add({ ...base, ...ratio, kind: 'exchange', to: event.new_instrument, cash, price });
      }
      case 'spin_off': {
        const ratio = this.#ratio(event);
        const allocation = parseRatio(event.allocation ?? 0);
        if (ratio === null) return undefined;
        if (allocation === null || isNegative(allocation) || allocation > ONE)
          return this.#refuse(event, 'gives the new shares no part of the basis between 0 and 1');
        return this.#add({ ...base, ...ratio, kind: 'spin_off', to: event.new_instrument, allocation });
      }
      case 'return_of_capital': {
        const perShare = moneyOf(event.amount_per_share, rate);
        if (perShare === null || isNegative(perShare)) return this.#refuse(event, 'names no amount per share');
        return this.#add({ ...base, kind: 'return', perShare });
      }
      case 'cash_merger': {
        const price = parseAmount(event.cash_per_share);
        if (price === null || isNegative(price)) return this.#refuse(event, 'names no cash per share');
        return this.#add({ ...base, second: end, ...closing, price, rate });
      }
      case 'cash_in_lieu': {
        const [quantity, total] = [parseQuantity(event.quantity), parseAmount(event.amount)];
        if (quantity === null || !isPositive(quantity) || total === null)
          return this.#refuse(event, 'names no quantity and amount');
        return this.#add({ ...base, second: end, ...closing, quantity, total, rate });
      }
      case 'reward': {
        const [quantity, value] = [parseQuantity(event.quantity), parseAmount(event.value ?? 0)];
        if (quantity === null || !isPositive(quantity) || value === null || isNegative(value))
          return this.#refuse(event, 'names no quantity and value');
        const price = perUnit(value, quantity);
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
  ): { readonly newShares: Quantity; readonly oldShares: Quantity } | null {
    const [newShares, oldShares] = [parseQuantity(event.new_shares), parseQuantity(event.old_shares)];
    if (newShares !== null && oldShares !== null && isPositive(newShares) && isPositive(oldShares))
      return { newShares, oldShares };
    this.#refuse(event, 'names no ratio of positive numbers');
    return null;
  }

  #transfer(
    event: TransferEvent,
    base: Pick<Step, 'id' | 'instrument' | 'time' | 'account' | 'second'>,
    start: number,
    end: number,
    rate: Compact<'ratio'>,
  ): void {
    const quantity = parseQuantity(event.quantity);
    if (quantity === null || !isPositive(quantity)) return this.#refuse(event, 'names no positive quantity');
    const [from, to] = [event.from_account_id ?? null, event.to_account_id ?? null];
    if (from === null && to === null) return this.#refuse(event, 'names neither where it left nor where it came');
    const arrived = event.arrived === undefined ? null : parseInstant(event.arrived);
    const stated = (event.lots ?? []).flatMap((lot, i) => this.#readStatedLot(event, to ?? '', lot, i) ?? []);
    const cost = parseAmount(event.cost_basis ?? 0) ?? NO_AMOUNT;
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
              price: perUnit(cost, quantity),
              rate,
            })
          : null,
      arrives: arrived === null ? start : Math.floor(arrived / 1000),
    });
  }

  #readStatedLot(event: TransferEvent, account: string, lot: StatedLot, index: number): Fill | null {
    const [quantity, cost, rate] = [parseQuantity(lot.quantity), parseAmount(lot.cost), rateOf(lot)];
    if (!quantity || !isPositive(quantity) || cost === null || rate === null || parseInstant(lot.acquired) === null) {
      this.#problems.add(
        'invalid_event',
        'A lot of the transfer has no day, quantity or cost that can be read.',
        event.id,
      );
      return null;
    }
    const [id, price] = [`${event.id}:${index + 1}`, perUnit(cost, quantity)];
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
    }: Pick<Fill, 'account' | 'id' | 'time' | 'rate'> & { readonly quantity: Quantity; readonly price: Amount },
  ): Fill {
    return {
      ...said,
      instrument: event.instrument,
      facts: instrumentFacts(event.instrument),
      time,
      timeKnown: !isDateOnly(time),
      second: Math.floor((parseInstant(time) ?? 0) / 1000),
      side: 1,
      quantity: compactQuantity(quantity),
      price: compactAmount(price),
      multiplier: PAR,
      fee: NONE,
      order: undefined,
      currency: undefined,
    };
  }

  #end(
    event: OptionEndEvent,
    base: Pick<Step, 'id' | 'instrument' | 'time' | 'account' | 'second'>,
    rate: Compact<'ratio'>,
  ): void {
    const option = parseOptionSymbol(event.instrument);
    const quantity = event.quantity === undefined ? null : parseQuantity(event.quantity);
    const fee = moneyOf(event.commission ?? 0, rate);
    const settled = event.settlement_price === undefined ? null : parseAmount(event.settlement_price);
    const unreadable =
      (event.quantity !== undefined && (quantity === null || !isPositive(quantity))) ||
      (event.settlement_price !== undefined && settled === null) ||
      fee === null;
    if (option === null || unreadable)
      return this.#problems.add(
        'invalid_event',
        'The event names no option contract, quantity or price that can be read.',
        event.id,
      );
    const strike = parseAmount(option.strike) ?? NO_AMOUNT;
    let price = NO_AMOUNT;
    if (event.kind !== 'expiry' && settled !== null) {
      const inside = option.right === 'call' ? minus(settled, strike) : minus(strike, settled);
      price = isPositive(inside) ? inside : NO_AMOUNT;
    } else if (event.kind !== 'expiry' && event.stock_recorded !== true) {
      const delivered = this.#delivery(event, option, quantity, rate);
      if (delivered === null) return undefined;
      this.deliveries.push({ ...delivered, second: base.second - 1, price: compactAmount(strike) });
    }
    return this.#add({ ...base, ...closing, quantity, price, fee, rate, isOptionEnd: true });
  }

  /** The shares of an exercise that no execution tells of. */
  #delivery(
    event: OptionEndEvent,
    option: NonNullable<ReturnType<typeof parseOptionSymbol>>,
    quantity: Quantity | null,
    rate: Compact<'ratio'>,
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
    const shares = fractionOf(quantity, units, 1);
    return {
      ...this.#fill(event, {
        account: event.account_id,
        id: `${event.id}:shares`,
        time: event.time,
        quantity: shares,
        price: NO_AMOUNT,
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
function rateOf({ rate }: { readonly rate?: Num }): Compact<'ratio'> | null {
  const read = rate === undefined ? PAR : parseCompact('ratio', rate);
  return read === null || !isAboveZero(read) ? null : read;
}

function moneyOf(amount: Num | undefined, rate: Compact<'ratio'>): Amount | null {
  const read = parseAmount(amount);
  return read === null || rate === PAR ? read : multiply(read, expandAmount(rate));
}

/** What is paid out closes at a price; most of it says no more. */
const closing = {
  kind: 'close',
  quantity: null,
  price: NO_AMOUNT,
  total: null,
  rate: PAR,
  fee: NO_AMOUNT,
  isOptionEnd: false,
} as const;
