// Shares that moved between accounts, came from outside or went there.

import type { Fill } from '../executions/index.ts';
import { isPositive, NO_AMOUNT, parseAmount, parseQuantity, perUnit } from '../money/index.ts';
import { parseInstant } from '../time/index.ts';
import type { StatedLot, TransferEvent } from './event.ts';
import { buildPurchase, type Occasion, readRate, type Reading, refuse, refuseEvent } from './reading.ts';

export function readTransfer(event: TransferEvent, { base, start, end, rate }: Occasion): Reading {
  const quantity = parseQuantity(event.quantity);
  if (quantity === null || !isPositive(quantity)) return refuseEvent(event, 'names no positive quantity');
  const [from, to] = [event.from_account_id ?? null, event.to_account_id ?? null];
  if (from === null && to === null) return refuseEvent(event, 'names neither where it left nor where it came');

  const lots = (event.lots ?? []).map((lot, i) => readStatedLot(event, to ?? '', lot, i + 1));
  const stated = lots.filter((lot) => lot !== null);
  const cost = parseAmount(event.cost_basis ?? 0) ?? NO_AMOUNT;
  const bought = { id: `${event.id}:shares`, time: event.time, quantity, price: perUnit(cost, quantity), rate };
  const arrived = event.arrived === undefined ? null : parseInstant(event.arrived);
  return {
    step: {
      ...base,
      account: null,
      kind: 'move',
      second: end,
      quantity,
      from,
      to,
      lotIds: event.lot_ids ?? [],
      stated,
      unknown:
        from === null && to !== null && stated.length === 0
          ? buildPurchase(event.instrument, { ...bought, account: to })
          : null,
      arrives: arrived === null ? start : Math.floor(arrived / 1000),
    },
    problems: lots
      .filter((lot) => lot === null)
      .flatMap(() => refuse('A lot of the transfer has no day, quantity or cost that can be read.').problems ?? []),
  };
}

function readStatedLot(event: TransferEvent, account: string, lot: StatedLot, number: number): Fill | null {
  const [quantity, cost, rate] = [parseQuantity(lot.quantity), parseAmount(lot.cost), readRate(lot)];
  if (!quantity || !isPositive(quantity) || cost === null || rate === null || parseInstant(lot.acquired) === null)
    return null;
  const price = perUnit(cost, quantity);
  return buildPurchase(event.instrument, {
    account,
    id: `${event.id}:${number}`,
    time: lot.acquired,
    quantity,
    price,
    rate,
  });
}
