// Why what accounts are worth changed from one evening to another, line by line; every row of money stands in one line. What
// came in from outside, and went out, are the flows that returns are computed by.

import type { Day } from '../calendar/day.ts';
import {
  type Amount,
  absolute,
  isNegative,
  isZero,
  minus,
  multiply,
  negate,
  ONE,
  plus,
  type Ratio,
  roundAmountToCents,
  sumOf,
} from '../money/index.ts';
import type { DayOf } from '../time/index.ts';
import type { CashMovement } from './cash.ts';
import { type Evening, valueOfMove } from './daily.ts';
import type { HeldPosition } from './held-position.ts';
import { sortByDay } from './per-holding-cache.ts';
import type { PriceBook } from './prices.ts';

/** Withdrawals, fees and withholding are positive and taken off. */
export const BRIDGE_LINES = [
  'deposits',
  'withdrawals',
  'transfers',
  'realised',
  'unrealised_change',
  'dividends',
  'interest',
  'fees',
  'withholding',
  'fx',
  'other',
] as const;
export type BridgeLine = (typeof BRIDGE_LINES)[number];

/** One row of money behind a line; `trade` rows are what realised and unrealised results are made of. */
export interface WorthRow {
  readonly line: Exclude<BridgeLine, 'realised' | 'unrealised_change' | 'fx'> | 'trade';
  readonly id: string;
  readonly day: Day;
  readonly account: string;
  readonly instrument: string | null;
  readonly currency: string;
  readonly text: string | null;
  /** Into the accounts, in the currency asked for. */
  readonly amount: Amount;
  /** It is cash, or shares. */
  readonly isCash: boolean;
}

export interface RowsInput {
  /** Of the accounts asked about; positions only. */
  readonly held: readonly HeldPosition[];
  /** Of the accounts asked about. */
  readonly movements: readonly CashMovement[];
  readonly withoutCash: ReadonlySet<string>;
  readonly isAsked: (account: string) => boolean;
  readonly prices: PriceBook;
  /** What a movement was booked at; null where no rate is known. */
  readonly bookedRate: (movement: Pick<CashMovement, 'currency' | 'day' | 'fxRate' | 'fxCurrency'>) => Ratio | null;
  readonly currencyOf: (account: string) => string;
  readonly dayOf: DayOf;
}

export interface WorthRows {
  readonly rows: readonly WorthRow[];
  /** What could not be valued: shares that moved on a day without a price, money without a rate; with its day. */
  readonly missing: readonly { readonly day: Day; readonly what: string }[];
}

/** Every row of money of the accounts, in the order of days. */
export function worthRows(input: RowsInput): WorthRows {
  const missing: { day: Day; what: string }[] = [];
  const rows: WorthRow[] = [];
  for (const movement of input.movements) {
    const rate = input.bookedRate(movement);
    if (rate === null) missing.push({ day: movement.day, what: movement.currency });
    else addMovement(rows, movement, rate === ONE ? movement.amount : multiply(movement.amount, rate), input);
  }
  for (const one of input.held) rows.push(...rowsOfShares(one, input, missing));
  return { rows: sortByDay(rows), missing };
}

const LINES = {
  dividend: 'dividends',
  interest: 'interest',
  fee: 'fees',
  withholding: 'withholding',
  other: 'other',
  trade: 'trade',
} as const;

function addMovement(
  rows: WorthRow[],
  movement: CashMovement,
  amount: Amount,
  { withoutCash, isAsked }: RowsInput,
): void {
  const { id, day, account, instrument, currency, text, line: of, other } = movement;
  const add = (line: WorthRow['line'], money: Amount): void => {
    rows.push({ line, id, day, account, instrument, currency, text, amount: money, isCash: true });
  };
  const hasNoCash = withoutCash.has(account);
  // Money changed for other money is worth what it is worth: the difference is the currency's.
  if (of === 'conversion') return;
  if (of === 'external' || of === 'transfer') {
    // Where an account has no cash, what comes to it is nowhere until something is bought.
    if (hasNoCash || (other !== null && isAsked(other.account) && !withoutCash.has(other.account))) return;
    return add(of === 'transfer' ? 'transfers' : wayOf(amount), amount);
  }
  add(LINES[of], amount);
  // What an account without cash pays comes from outside, and what it is paid goes there.
  if (hasNoCash) add(wayOf(negate(amount)), negate(amount));
}

function wayOf(amount: Amount): 'deposits' | 'withdrawals' {
  return isNegative(amount) ? 'withdrawals' : 'deposits';
}

/** Shares that moved between accounts, and those that came as income. */
function rowsOfShares(held: HeldPosition, input: RowsInput, missing: { day: Day; what: string }[]): WorthRow[] {
  const { account, instrument } = held;
  const rows: WorthRow[] = [];
  for (const change of held.changes) {
    if (change.cause !== 'move' && change.cause !== 'reward') continue;
    const day = input.dayOf(change.time, change.timeKnown) ?? 0;
    const isMove = change.cause === 'move';
    if (isMove && isInside(held, change.id, input)) continue;
    const priced = isMove ? input.prices.on(instrument, day) : null;
    const currency = priced?.currency ?? held.currency ?? input.currencyOf(account);
    const value = isMove ? valueOfMove(held, change, priced) : change.value;
    const rate = input.bookedRate({ currency, day, fxRate: null, fxCurrency: null });
    if (value === null || rate === null) {
      missing.push({ day, what: value === null ? instrument : currency });
      continue;
    }
    if (isZero(value)) continue;
    const amount = multiply(value, rate);
    const text = isMove ? 'Moved in kind' : 'Came as a reward';
    const line = isMove ? 'transfers' : 'other';
    rows.push({ line, id: change.id, day, account, instrument, currency, text, amount, isCash: false });
  }
  return rows;
}

/** Its other half came to, or left, another account that is asked about. */
function isInside(held: HeldPosition, id: string, input: RowsInput): boolean {
  return input.held.some(
    (one) =>
      one !== held &&
      one.account !== held.account &&
      one.changes.some((change) => change.id === id && change.cause === 'move'),
  );
}

/** A flow for returns: what came from outside or went there. */
export function isFlow({ line }: WorthRow): boolean {
  return line === 'deposits' || line === 'withdrawals' || line === 'transfers';
}

export type Bridge = { readonly [L in BridgeLine | 'start' | 'end']: Amount };

export interface BridgeInput {
  /** The evening it begins with, and the one it ends with. */
  readonly start: Evening;
  readonly end: Evening;
  readonly rows: WorthRows;
  /** What trades realised in between, after costs. */
  readonly realised: Amount;
}

/** Null where something is missing, with its name. */
export function bridgeOf({ start, end, rows, realised }: BridgeInput): Bridge | { readonly gaps: readonly string[] } {
  const within = (day: Day): boolean => day > start.day && day <= end.day;
  const gaps = [...start.gaps, ...end.gaps, ...rows.missing.filter(({ day }) => within(day)).map(({ what }) => what)];
  if (gaps.length > 0 || start.value === null || end.value === null) return { gaps: [...new Set(gaps)] };
  const inside = rows.rows.filter(({ day }) => within(day));
  const sum = (line: WorthRow['line'], isCash?: boolean): Amount =>
    sumOf(
      inside
        .filter((row) => row.line === line && (isCash === undefined || row.isCash === isCash))
        .map((row) => row.amount),
    );
  const inKind = plus(sum('transfers', false), sum('other', false));
  const positions = minus(minus(end.value, end.cash), minus(start.value, start.cash));
  // Of accounts without cash the money of trades comes from outside and goes there; it stands in no purse.
  const booked = sumOf(inside.filter((row) => row.isCash).map((row) => row.amount));
  const lines = {
    start: start.value,
    deposits: sum('deposits'),
    withdrawals: negate(sum('withdrawals')),
    transfers: sum('transfers'),
    realised,
    unrealised_change: minus(minus(plus(positions, sum('trade')), realised), inKind),
    dividends: sum('dividends'),
    interest: sum('interest'),
    fees: negate(sum('fees')),
    withholding: negate(sum('withholding')),
    fx: minus(minus(end.cash, start.cash), booked),
    other: sum('other'),
    end: end.value,
  };
  return roundLines(lines);
}

/** In whole cents, so that the lines add up to the end as they are shown: what rounding leaves goes to what is estimated. */
function roundLines(lines: Bridge): Bridge {
  const rounded = Object.fromEntries(
    Object.entries(lines).map(([line, amount]) => [line, roundAmountToCents(amount)]),
  ) as unknown as { -readonly [L in keyof Bridge]: Amount };
  const left = minus(rounded.end, endOf(rounded));
  const into = absolute(lines.unrealised_change) >= absolute(lines.fx) ? 'unrealised_change' : 'fx';
  rounded[into] = plus(rounded[into], left);
  return rounded;
}

/** What the lines of a bridge lead to. */
export function endOf(lines: Bridge): Amount {
  const more = sumOf([
    lines.start,
    lines.deposits,
    lines.transfers,
    lines.realised,
    lines.unrealised_change,
    lines.dividends,
    lines.interest,
    lines.fx,
    lines.other,
  ]);
  return minus(more, plus(lines.withdrawals, plus(lines.fees, lines.withholding)));
}
