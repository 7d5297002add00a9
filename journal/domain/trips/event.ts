// What happens to a position without a trade.

import type { OptionEnding } from '@zorivest/words';
import { type Fill } from '../executions/index.ts';
import { deliveryOf, instrumentFacts } from '../instruments/index.ts';
import { amountOf, type Fixed, parseFixed, type Problems, type Num } from '../money/index.ts';
import { parseOptionSymbol } from '../options/symbol.ts';
import { isDateOnly, parseInstant } from '../time/index.ts';

interface SplitEvent {
  readonly kind: 'split';
  readonly id: string;
  readonly instrument: string;
  readonly time: string;
  /** A 4-for-1 split has 4 new shares for 1 old one; a 1-for-10 reverse split has 1 for 10. */
  readonly new_shares: Num;
  readonly old_shares: Num;
}

interface SymbolChangeEvent {
  readonly kind: 'symbol_change';
  readonly id: string;
  readonly instrument: string;
  readonly new_instrument: string;
  readonly time: string;
}

interface OptionEndEvent {
  readonly kind: OptionEnding;
  readonly id: string;
  readonly instrument: string;
  readonly account_id: string;
  readonly time: string;
  /** Contracts concerned; absent: all that are open (for an expiry, or a cash settlement). */
  readonly quantity?: Num;
  /** Cash settlement: the contract closes at its intrinsic value at this price. */
  readonly settlement_price?: Num;
  /** True when the shares delivered are among the executions already. */
  readonly stock_recorded?: boolean;
  readonly commission?: Num;
}

export type PositionEvent = SplitEvent | SymbolChangeEvent | OptionEndEvent;

/** An event as the matching needs it. */
export type Step =
  | {
      readonly kind: 'rescale';
      readonly instrument: string;
      readonly second: number;
      readonly id: string;
      readonly newShares: Fixed;
      readonly oldShares: Fixed;
    }
  | {
      readonly kind: 'rename';
      readonly instrument: string;
      readonly second: number;
      readonly id: string;
      readonly to: string;
    }
  | {
      readonly kind: 'end';
      readonly instrument: string;
      readonly second: number;
      readonly id: string;
      readonly account: string;
      readonly time: string;
      readonly quantity: Fixed | null;
      readonly price: Fixed;
      readonly fee: Fixed;
    };

/** The events that can be used, and the deliveries of shares they stand for. */
export function readEvents(
  events: readonly PositionEvent[],
  problems: Problems,
): { steps: Step[]; deliveries: Fill[] } {
  const steps: Step[] = [];
  const deliveries: Fill[] = [];
  if (!Array.isArray(events)) {
    problems.add('invalid_event', 'The events must be a list.');
    return { steps, deliveries };
  }
  for (const event of events as readonly (PositionEvent | null | undefined)[]) {
    if (event === null || typeof event !== 'object') {
      problems.add('invalid_event', 'An event is no object; it is left out.');
      continue;
    }
    const instant = parseInstant(event.time);
    if (instant === null) {
      problems.add('invalid_event', 'The event has no ISO-8601 time; it is left out.', event.id);
      continue;
    }
    const second = Math.floor(instant / 1000);
    if (event.kind === 'split') {
      const newShares = parseFixed(event.new_shares);
      const oldShares = parseFixed(event.old_shares);
      if (newShares === null || oldShares === null || newShares <= 0n || oldShares <= 0n)
        problems.add('invalid_event', 'The split names no ratio of positive numbers; it is left out.', event.id);
      else steps.push({ kind: 'rescale', instrument: event.instrument, second, id: event.id, newShares, oldShares });
    } else if (event.kind === 'symbol_change') {
      steps.push({ kind: 'rename', instrument: event.instrument, second, id: event.id, to: event.new_instrument });
    } else {
      // A day without a time means its close: what was traded that day comes first.
      readEnd(event, isDateOnly(event.time) ? second + 86_399 : second, steps, deliveries, problems);
    }
  }
  return { steps, deliveries };
}

function readEnd(event: OptionEndEvent, second: number, steps: Step[], deliveries: Fill[], problems: Problems): void {
  const option = parseOptionSymbol(event.instrument);
  const quantity = event.quantity === undefined ? null : parseFixed(event.quantity);
  const fee = parseFixed(event.commission ?? 0);
  const settled = event.settlement_price === undefined ? null : parseFixed(event.settlement_price);
  const unreadable =
    (event.quantity !== undefined && (quantity === null || quantity <= 0n)) ||
    (event.settlement_price !== undefined && settled === null) ||
    fee === null;
  if (option === null || unreadable) {
    problems.add('invalid_event', 'The event names no option contract, quantity or price that can be read.', event.id);
    return;
  }
  const strike = parseFixed(option.strike) ?? 0n;
  let price = 0n;
  if (event.kind !== 'expiry' && settled !== null) {
    const inside = option.right === 'call' ? settled - strike : strike - settled;
    price = inside > 0n ? inside : 0n;
  } else if (event.kind !== 'expiry' && event.stock_recorded !== true) {
    if (quantity === null) {
      problems.add('invalid_event', 'An exercise that delivers shares must say how many contracts.', event.id);
      return;
    }
    const delivered = deliveryOf(option);
    if (delivered === null) {
      problems.add(
        'delivery_unknown',
        `${option.underlying} options settle in cash or deliver something adjusted: give the settlement_price, or record the shares.`,
        event.id,
      );
      return;
    }
    const holder = event.kind === 'exercise';
    deliveries.push({
      id: `${event.id}:shares`,
      account: event.account_id,
      instrument: delivered.instrument,
      facts: instrumentFacts(delivered.instrument),
      time: event.time,
      timeKnown: !isDateOnly(event.time),
      second,
      side: (option.right === 'call') === holder ? 1 : -1,
      quantity: amountOf(quantity * BigInt(delivered.units)),
      price: amountOf(strike),
      multiplier: delivered.multiplier,
      fee: 0,
      order: undefined,
      currency: undefined,
    });
  }
  steps.push({
    kind: 'end',
    instrument: event.instrument,
    second,
    id: event.id,
    account: event.account_id,
    time: event.time,
    quantity,
    price,
    fee,
  });
}
