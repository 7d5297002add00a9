// An option that expired, was exercised or assigned: it closes at nothing, or at its intrinsic value where it settled in
// cash, or for the shares it delivered.

import type { Fill } from '../executions/index.ts';
import {
  type Amount,
  fractionOf,
  isPositive,
  minus,
  NO_AMOUNT,
  parseAmount,
  parseQuantity,
  type Quantity,
} from '../money/index.ts';
import { type OptionContract, parseOptionSymbol } from '../options/symbol.ts';
import type { DeliveredLots } from './delivered.ts';
import type { OptionEndEvent } from './event.ts';
import { buildPurchase, CLOSING, type Occasion, readMoney, type Reading, refuse } from './reading.ts';

export function readOptionEnd(event: OptionEndEvent, { base, end, rate }: Occasion, delivered: DeliveredLots): Reading {
  const option = parseOptionSymbol(event.instrument);
  const quantity = event.quantity === undefined ? null : parseQuantity(event.quantity);
  const settled = event.settlement_price === undefined ? null : parseAmount(event.settlement_price);
  const fee = readMoney(event.commission ?? 0, rate);
  const isUnreadable =
    (event.quantity !== undefined && (quantity === null || !isPositive(quantity))) ||
    (event.settlement_price !== undefined && settled === null);
  if (option === null || fee === null || isUnreadable)
    return refuse('The event names no option contract, quantity or price that can be read.');

  const closing = { ...base, ...CLOSING, second: end, quantity, fee, rate, isOptionEnd: true };
  if (event.kind === 'expiry') return { step: closing };
  const strike = parseAmount(option.strike) ?? NO_AMOUNT;
  if (settled !== null) return { step: { ...closing, price: intrinsicValue(option, strike, settled) } };
  if (event.stock_recorded === true) return { step: closing };
  const reading = readDelivery(event, option, { contracts: quantity, strike, rate, second: end - 1 }, delivered);
  return reading.delivery === undefined ? reading : { step: closing, delivery: reading.delivery };
}

function intrinsicValue({ right }: OptionContract, strike: Amount, settled: Amount): Amount {
  const inside = right === 'call' ? minus(settled, strike) : minus(strike, settled);
  return isPositive(inside) ? inside : NO_AMOUNT;
}

/** The shares that an exercise delivered and no execution tells of; their price is the strike. */
function readDelivery(
  event: OptionEndEvent,
  option: OptionContract,
  { contracts, strike, rate, second }: { contracts: Quantity | null; strike: Amount } & Pick<Fill, 'rate' | 'second'>,
  delivered: DeliveredLots,
): Reading {
  if (contracts === null) return refuse('An exercise that delivers shares must say how many contracts.');
  const delivery = delivered.by(event, option);
  if (delivery === null)
    return refuse(
      delivered.isFuture(event, option)
        ? `${event.instrument} does not say which future it delivers: name it (new_instrument, with its month), or give the settlement_price.`
        : `${option.underlying} options settle in cash or deliver something adjusted: give the settlement_price, or record the shares.`,
      'delivery_unknown',
    );
  const { instrument, facts, units, multiplier } = delivery;
  const purchase = buildPurchase(instrument, {
    account: event.account_id,
    id: `${event.id}:shares`,
    time: event.time,
    quantity: fractionOf(contracts, units, 1),
    price: strike,
    rate,
  });
  const side = (option.right === 'call') === (event.kind === 'exercise') ? 1 : -1;
  return { delivery: { ...purchase, facts, side, multiplier, second } };
}
