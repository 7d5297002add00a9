// Events as callers say them -> steps of the matching, and the fills they stand for.

import type { Fill } from '../executions/index.ts';
import {
  isNegative,
  isPositive,
  NO_AMOUNT,
  ONE,
  parseAmount,
  parseQuantity,
  parseRatio,
  perUnit,
  type Problems,
  type Quantity,
  wholeQuantity,
} from '../money/index.ts';
import { DeliveredLots } from './delivered.ts';
import type { PositionEvent } from './event.ts';
import { readOptionEnd } from './read-option-end.ts';
import { readTransfer } from './read-transfer.ts';
import {
  buildPurchase,
  CLOSING,
  type Occasion,
  readMoney,
  readOccasion,
  type Reading,
  refuse,
  refuseEvent,
} from './reading.ts';
import type { Step } from './step.ts';

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
  const [steps, deliveries]: [Step[], Fill[]] = [[], []];
  if (!Array.isArray(events)) {
    problems.add('invalid_event', 'The events must be a list.');
    return { steps, deliveries };
  }
  const delivered = new DeliveredLots(fills);
  for (const event of events as readonly (PositionEvent | null | undefined)[]) {
    const reading = readEvent(event, delivered);
    const ids = event !== null && typeof event === 'object' ? [event.id] : [];
    for (const { code, message } of reading.problems ?? []) problems.addAll(code, message, ids);
    if (reading.step) steps.push(reading.step);
    if (reading.delivery) deliveries.push(reading.delivery);
  }
  return { steps, deliveries };
}

function readEvent(event: PositionEvent | null | undefined, delivered: DeliveredLots): Reading {
  if (event === null || typeof event !== 'object') return refuse('An event is not an object; it is left out.');
  const at = readOccasion(event);
  if (!('base' in at)) return at;
  switch (event.kind) {
    case 'split':
      return readSplit(event, at);
    case 'symbol_change':
      return { step: { ...at.base, ...ONE_FOR_ONE, kind: 'exchange', to: event.new_instrument } };
    case 'stock_merger':
      return readStockMerger(event, at);
    case 'spin_off':
      return readSpinOff(event, at);
    case 'return_of_capital':
      return readReturnOfCapital(event, at);
    case 'borrow_cost':
      return readBorrowCost(event, at);
    case 'cash_merger':
      return readCashMerger(event, at);
    case 'cash_in_lieu':
      return readCashInLieu(event, at);
    case 'reward':
      return readReward(event, at);
    case 'transfer':
      return readTransfer(event, at);
    default:
      return readOptionEnd(event, at, delivered);
  }
}

type EventOf<K extends PositionEvent['kind']> = Extract<PositionEvent, { readonly kind: K }>;

const ONE_SHARE = wholeQuantity(1);
const ONE_FOR_ONE = { newShares: ONE_SHARE, oldShares: ONE_SHARE, cash: NO_AMOUNT, price: null };
const NO_RATIO = 'names no ratio of positive numbers';

function readSplit(event: EventOf<'split'>, { base }: Occasion): Reading {
  const ratio = readShares(event);
  return ratio === null ? refuseEvent(event, NO_RATIO) : { step: { ...base, ...ratio, kind: 'rescale' } };
}

function readStockMerger(event: EventOf<'stock_merger'>, { base, rate }: Occasion): Reading {
  const ratio = readShares(event);
  if (ratio === null) return refuseEvent(event, NO_RATIO);
  const [cash, price] = [readMoney(event.cash_per_share ?? 0, rate), readMoney(event.price, rate)];
  if (cash === null || isNegative(cash)) return refuseEvent(event, 'pays an amount of cash that is not a number');
  return { step: { ...base, ...ratio, kind: 'exchange', to: event.new_instrument, cash, price } };
}

function readSpinOff(event: EventOf<'spin_off'>, { base }: Occasion): Reading {
  const ratio = readShares(event);
  if (ratio === null) return refuseEvent(event, NO_RATIO);
  const allocation = parseRatio(event.allocation ?? 0);
  if (allocation === null || isNegative(allocation) || allocation > ONE)
    return refuseEvent(event, 'gives the new shares no part of the basis between 0 and 1');
  return { step: { ...base, ...ratio, kind: 'spin_off', to: event.new_instrument, allocation } };
}

function readReturnOfCapital(event: EventOf<'return_of_capital'>, { base, rate }: Occasion): Reading {
  const perShare = readMoney(event.amount_per_share, rate);
  if (perShare === null || isNegative(perShare)) return refuseEvent(event, 'names no amount per share');
  return { step: { ...base, kind: 'return', perShare } };
}

function readBorrowCost(event: EventOf<'borrow_cost'>, { base, end, rate }: Occasion): Reading {
  const amount = readMoney(event.amount, rate);
  return amount === null
    ? refuseEvent(event, 'names no amount')
    : { step: { ...base, second: end, kind: 'charge', amount } };
}

function readCashMerger(event: EventOf<'cash_merger'>, { base, end, rate }: Occasion): Reading {
  const price = parseAmount(event.cash_per_share);
  if (price === null || isNegative(price)) return refuseEvent(event, 'names no cash per share');
  return { step: { ...base, ...CLOSING, second: end, price, rate } };
}

function readCashInLieu(event: EventOf<'cash_in_lieu'>, { base, end, rate }: Occasion): Reading {
  const [quantity, total] = [parseQuantity(event.quantity), parseAmount(event.amount)];
  if (quantity === null || !isPositive(quantity) || total === null)
    return refuseEvent(event, 'names no quantity and amount');
  return { step: { ...base, ...CLOSING, second: end, quantity, total, rate } };
}

function readReward(event: EventOf<'reward'>, { base, rate }: Occasion): Reading {
  const [quantity, value] = [parseQuantity(event.quantity), parseAmount(event.value ?? 0)];
  if (quantity === null || !isPositive(quantity) || value === null || isNegative(value))
    return refuseEvent(event, 'names no quantity and value');
  const { id, instrument, time } = event;
  const price = perUnit(value, quantity);
  return { delivery: buildPurchase(instrument, { account: base.account ?? '', id, time, quantity, price, rate }) };
}

/** The number of new shares for a number of old ones; null where either is no positive number. */
function readShares(
  event: EventOf<'split' | 'stock_merger' | 'spin_off'>,
): { readonly newShares: Quantity; readonly oldShares: Quantity } | null {
  const [newShares, oldShares] = [parseQuantity(event.new_shares), parseQuantity(event.old_shares)];
  if (newShares === null || oldShares === null || !isPositive(newShares) || !isPositive(oldShares)) return null;
  return { newShares, oldShares };
}
