import { type Execution, roundTrips } from '@zorivest/domain';
import type { Area } from './area.ts';

export const tripAreas: readonly Area[] = [
  {
    name: 'round trips, fifo',
    prepare:
      ({ executions }) =>
      () =>
        roundTrips(executions),
    peer:
      ({ executions }) =>
      () =>
        floatTrips(executions),
    peerName: 'first in, first out in binary floats, nothing checked',
  },
  {
    name: 'round trips, hifo',
    alternative: true,
    prepare:
      ({ executions }) =>
      () =>
        roundTrips(executions, { method: 'hifo' }),
  },
];

/** The least a matcher can do: no validation, no order VWAP, no problems, and cents that drift. */
export function floatTrips(executions: readonly Execution[]): number {
  const books = new Map<string, { quantity: number; price: number; fee: number }[]>();
  let total = 0;
  for (const execution of executions) {
    const key = `${execution.account_id}\n${execution.instrument}`;
    let lots = books.get(key);
    if (lots === undefined) books.set(key, (lots = []));
    const price = Number(execution.price);
    const fee = Number(execution.commission ?? 0);
    let left = (execution.action === 'BOT' ? 1 : -1) * Number(execution.quantity);
    const whole = left;
    for (let lot = lots[0]; lot !== undefined && left !== 0 && lot.quantity > 0 !== left > 0; lot = lots[0]) {
      const part = Math.min(Math.abs(left), Math.abs(lot.quantity)) * Math.sign(lot.quantity);
      const share = part / lot.quantity;
      total += part * (price - lot.price) - lot.fee * share + fee * (part / whole);
      lot.fee -= lot.fee * share;
      lot.quantity -= part;
      left += part;
      if (lot.quantity === 0) lots.shift();
    }
    if (left !== 0) lots.push({ quantity: left, price, fee: fee * (left / whole) });
  }
  return total;
}
