// What one event comes to, and what every reader of events needs.

import type { Fill } from '../executions/index.ts';
import { instrumentFacts } from '../instruments/index.ts';
import {
  type Amount,
  type Compact,
  compactAmount,
  compactQuantity,
  expandAmount,
  isAboveZero,
  multiply,
  NO_AMOUNT,
  NONE,
  type Num,
  PAR,
  parseAmount,
  parseCompact,
  type Quantity,
} from '../money/index.ts';
import { isDateOnly, parseInstant } from '../time/index.ts';
import type { PositionEvent } from './event.ts';
import type { Step } from './step.ts';

export interface Reading {
  readonly step?: Step;
  /** Shares that came without an execution. */
  readonly delivery?: Fill;
  readonly problems?: readonly { readonly code: string; readonly message: string }[];
}

/** When an event takes effect, and at which rate its money is converted. */
export interface Occasion {
  readonly base: Pick<Step, 'id' | 'instrument' | 'time' | 'account' | 'second'>;
  readonly start: number;
  /** A day without a time means its close: what was traded that day comes first. */
  readonly end: number;
  readonly rate: Compact<'ratio'>;
}

const LAST_SECOND = 86_399;

/** The occasion, or why there is none. */
export function readOccasion(event: PositionEvent): Occasion | Reading {
  const instant = parseInstant(event.time);
  if (instant === null) return refuse('The event has no ISO-8601 time; it is left out.');
  const rate = readRate(event);
  if (rate === null) return refuseEvent(event, 'has no positive rate');
  const start = Math.floor(instant / 1000);
  const { id, instrument, time } = event;
  const account = event.account_id === undefined || event.account_id === '' ? null : event.account_id;
  return {
    base: { id, instrument, time, account, second: start },
    start,
    end: isDateOnly(time) ? start + LAST_SECOND + 1 : start + 1,
    rate,
  };
}

export function refuse(message: string, code = 'invalid_event'): Reading {
  return { problems: [{ code, message }] };
}

export function refuseEvent(event: PositionEvent, what: string): Reading {
  return refuse(`The ${event.kind.replaceAll('_', ' ')} ${what}; it is left out.`);
}

/** What is paid out closes at a price; most of it says no more. */
export const CLOSING = {
  kind: 'close',
  quantity: null,
  price: NO_AMOUNT,
  total: null,
  rate: PAR,
  fee: NO_AMOUNT,
  isOptionEnd: false,
} as const;

/** Null where it is not a positive number. */
export function readRate({ rate }: { readonly rate?: Num }): Compact<'ratio'> | null {
  const read = rate === undefined ? PAR : parseCompact('ratio', rate);
  return read === null || !isAboveZero(read) ? null : read;
}

/** An amount in the currency that results are asked for in; null where it is no number. */
export function readMoney(amount: Num | undefined, rate: Compact<'ratio'>): Amount | null {
  const read = parseAmount(amount);
  return read === null || rate === PAR ? read : multiply(read, expandAmount(rate));
}

interface Purchase extends Pick<Fill, 'account' | 'id' | 'time' | 'rate'> {
  readonly quantity: Quantity;
  readonly price: Amount;
}

/** A purchase without an execution. */
export function buildPurchase(instrument: string, { quantity, price, time, ...stated }: Purchase): Fill {
  return {
    ...stated,
    instrument,
    facts: instrumentFacts(instrument),
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
