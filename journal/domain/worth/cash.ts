// The cash of accounts: what moved it, and how much there was on the evening of any day. Cash is never guessed: an account
// of which no balance was ever stated has none, and is worth its positions.

import {
  type Amount,
  absolute,
  isNegative,
  isZero,
  minus,
  multiply,
  negate,
  NO_AMOUNT,
  parseAmount,
  parseRatio,
  plus,
  sumOf,
  textOf,
  valueAt,
  wholeAmount,
} from '../money/index.ts';
import { type Day, parseDay } from '../calendar/day.ts';
import type { DayOf } from '../time/index.ts';
import type { HeldPosition } from './held-position.ts';
import { daysOf, PerHoldingCache, sortByDay } from './per-holding-cache.ts';

/** Where a movement of money stands in the bridge from one evening to another. Every movement stands in one of them. */
export const MONEY_LINES = [
  'trade',
  'external',
  'transfer',
  'dividend',
  'interest',
  'fee',
  'withholding',
  'conversion',
  'other',
] as const;
export type MoneyLine = (typeof MONEY_LINES)[number];

export interface CashMovement {
  /** The execution's, the event's or `transaction-` and the row's. */
  readonly id: string;
  readonly account: string;
  readonly currency: string;
  readonly day: Day;
  /** Above zero: into the account. */
  readonly amount: Amount;
  readonly line: MoneyLine;
  readonly instrument: string | null;
  /** What its statement booked it at, where it says so: one unit of `currency` in `fxCurrency`. */
  readonly fxRate: string | null;
  readonly fxCurrency: string | null;
  /** Of an own transfer: where the other half stands. */
  readonly other: { readonly account: string; readonly day: Day; readonly id: string } | null;
  /** What a person would recognise it by. */
  readonly text: string | null;
}

/** A row of the ledger that banks and brokers wrote. */
export interface CashRow {
  readonly id: number;
  readonly account_id: string;
  readonly date: string;
  readonly amount: string;
  readonly currency: string;
  readonly category: string;
  readonly symbol: string | null;
  readonly description: string;
  readonly fx_rate: string | null;
  readonly fx_currency: string | null;
}

/** What somebody says there was in the evening. */
export interface StatedBalance {
  readonly account_id: string;
  readonly currency: string;
  readonly day: Day;
  readonly balance: string;
  /** It counts from its day on, whatever the rows say; else only the first one is gone by, and rows from there. */
  readonly binding: boolean;
}

export interface CashAccount {
  readonly account: string;
  readonly currency: string;
  /** In order of days; among them what a stated balance differs from the rows by. */
  readonly movements: readonly CashMovement[];
  /** Before the first of them. */
  readonly opening: Amount;
  /** The first day that somebody stated a balance of; null where this currency has one only because it moved. */
  readonly statedOn: Day | null;
}

export interface CashLedger {
  /** Those of accounts whose cash was stated. */
  readonly accounts: readonly CashAccount[];
  /** Everything that moved, also of accounts without cash. */
  readonly movements: readonly CashMovement[];
  /** Accounts that moved money and whose cash was not stated. */
  readonly withoutCash: ReadonlySet<string>;
}

export interface LedgerInput {
  readonly held: readonly HeldPosition[];
  readonly rows: readonly CashRow[];
  readonly stated: readonly StatedBalance[];
  /** The currency of an account. */
  readonly currencyOf: (account: string) => string;
  /** What its statement booked an execution at; null where it says nothing. */
  readonly bookedAt?: (execId: string) => { readonly fx_rate: string; readonly fx_currency: string } | null;
  readonly dayOf: DayOf;
}

const EXTERNAL = new Set(
  'deposit withdrawal ach_debit ach_credit wire_in wire_out check card_purchase refund atm'.split(' '),
);
const TRANSFERS = new Set(['transfer_in', 'transfer_out']);
const LINES: Readonly<Record<string, MoneyLine>> = {
  dividend: 'dividend',
  interest: 'interest',
  fee: 'fee',
  tax: 'withholding',
};

function lineOf(category: string): MoneyLine {
  if (EXTERNAL.has(category)) return 'external';
  if (TRANSFERS.has(category)) return 'transfer';
  return LINES[category] ?? 'other';
}

export function cashLedger(input: LedgerInput): CashLedger {
  const { held, rows, stated, currencyOf, dayOf } = input;
  const ofHeld = held.flatMap((one) => movementsOfHeld(one, currencyOf, dayOf));
  const ofEvents = new Set(
    held.flatMap(({ changes }) => changes.filter(({ cause }) => cause === 'event').map(({ id }) => id)),
  );
  const distinct = deduplicateMovements(ofHeld, rows.flatMap(movementOfRow), ofEvents);
  const all = inOwnCurrencies(pairTransfers(distinct), input);
  const known = new Set(stated.map(({ account_id }) => account_id));
  const withoutCash = new Set(all.map(({ account }) => account).filter((account) => !known.has(account)));
  const purses = Map.groupBy(
    all.filter(({ account }) => known.has(account)),
    purseOf,
  );
  for (const { account_id, currency } of stated) {
    const key = purseOf({ account: account_id, currency });
    if (!purses.has(key)) purses.set(key, []);
  }
  const statedIn = Map.groupBy(stated, ({ account_id, currency }) => purseOf({ account: account_id, currency }));
  const accounts = [...purses].map(([key, movements]) => {
    const [account = '', currency = ''] = key.split('\n');
    return settle({ account, currency }, sortByDay(movements), statedIn.get(key) ?? []);
  });
  const extra = accounts.flatMap(({ movements }) => movements.filter(({ id }) => id.startsWith(STATED)));
  return { accounts, movements: sortByDay(extra.length === 0 ? all : [...all, ...extra]), withoutCash };
}

/** What there was on the evening of a day. */
export function balanceOn({ opening, movements }: Pick<CashAccount, 'opening' | 'movements'>, day: Day): Amount {
  return plus(opening, sumOf(movements.filter((one) => one.day <= day).map(({ amount }) => amount)));
}

const STATED = 'stated-';

function purseOf({ account, currency }: { readonly account: string; readonly currency: string }): string {
  return `${account}\n${currency}`;
}

function byDay(a: CashMovement, b: CashMovement): number {
  return a.day - b.day;
}

/** Worked back from the first balance that was stated; from there on by the rows, and by what a binding one says instead. */
function settle(
  purse: Pick<CashAccount, 'account' | 'currency'>,
  movements: readonly CashMovement[],
  stated: readonly StatedBalance[],
): CashAccount {
  const inOrder = stated.toSorted((a, b) => a.day - b.day || Number(a.binding) - Number(b.binding));
  const [first] = inOrder;
  if (first === undefined) return { ...purse, movements, opening: NO_AMOUNT, statedOn: null };
  const amountOf = ({ balance }: StatedBalance): Amount => parseAmount(balance) ?? NO_AMOUNT;
  // Of several of one day the last one counts.
  const start = inOrder.findLast(({ day }) => day === first.day) ?? first;
  const opening = minus(amountOf(start), balanceOn({ opening: NO_AMOUNT, movements }, start.day));
  const later = new Map(inOrder.filter(({ day, binding }) => binding && day > start.day).map((one) => [one.day, one]));
  const settled: CashMovement[] = [];
  let [balance, next] = [opening, 0];
  const takeUpTo = (day: Day): void => {
    for (let one = movements[next]; one !== undefined && one.day <= day; one = movements[++next]) {
      balance = plus(balance, one.amount);
      settled.push(one);
    }
  };
  for (const [day, one] of later) {
    takeUpTo(day);
    const amount = minus(amountOf(one), balance);
    if (isZero(amount)) continue;
    balance = amountOf(one);
    const text = 'A stated balance that the rows do not explain';
    settled.push({
      ...purse,
      ...PLAIN,
      id: `${STATED}${purse.account}-${purse.currency}-${day}`,
      day,
      amount,
      line: 'other',
      text,
    });
  }
  takeUpTo(Infinity);
  return { ...purse, movements: settled, opening, statedOn: start.day };
}

const PLAIN = { instrument: null, fxRate: null, fxCurrency: null, other: null, text: null } as const;

/** A pair of currencies as an instrument: what is bought, and what is paid with. */
function currenciesOfPair(instrument: string, currency: string): [bought: string, paid: string] | null {
  const [, bought, paid] = /^([A-Z]{3,5})[./ -]?([A-Z]{3,5})$/.exec(instrument.toUpperCase()) ?? [];
  if (bought === undefined || paid === undefined) return null;
  return paid === currency || currency === '' ? [bought, paid] : null;
}

const ofEachHeld = new PerHoldingCache<readonly CashMovement[]>();

function movementsOfHeld(
  held: HeldPosition,
  currencyOf: (account: string) => string,
  dayOf: DayOf,
): readonly CashMovement[] {
  const currency = held.currency ?? currencyOf(held.account);
  return ofEachHeld.of(held, [currency, dayOf], () => movementsIn(held, currency, dayOf));
}

function movementsIn(held: HeldPosition, currency: string, dayOf: DayOf): CashMovement[] {
  const { account, instrument } = held;
  const days = daysOf(held, dayOf);
  const pair = held.assetClass === 'FOREX' ? currenciesOfPair(instrument, currency) : null;
  return held.changes.flatMap(({ id, change, money, fee, cause, currency: own = currency }, at) => {
    const base = { ...PLAIN, id, account, currency: own, instrument, day: days[at] ?? 0 };
    if (pair === null) {
      const amount = minus(money, fee);
      return isZero(amount) || cause === 'move' ? [] : [{ ...base, amount, line: 'trade' as const }];
    }
    // Money changed for other money: no position, two purses.
    const bought = valueAt(change, wholeAmount(1));
    const legs: CashMovement[] = [
      { ...base, currency: pair[0], amount: bought, line: 'conversion' },
      { ...base, amount: money, line: 'conversion' },
      { ...base, amount: negate(fee), line: 'fee' },
    ];
    return legs.filter(({ amount }) => !isZero(amount));
  });
}

function movementOfRow(row: CashRow): CashMovement[] {
  const amount = parseAmount(row.amount);
  const day = parseDay(row.date);
  if (amount === null || day === null || isZero(amount)) return [];
  return [
    {
      id: `transaction-${row.id}`,
      account: row.account_id,
      currency: row.currency,
      day,
      amount,
      line: lineOf(row.category),
      instrument: row.symbol,
      fxRate: row.fx_rate,
      fxCurrency: row.fx_currency,
      other: null,
      text: row.description,
    },
  ];
}

/** A payment is booked within this many days of what it is paid for. */
const PAID_WITHIN_DAYS = 10;
/** What is stated by the share and rounded there is off by this much at most. */
const PAID_NEARLY = parseAmount('0.05') ?? NO_AMOUNT;

/**
 * A statement tells a return of capital twice: as what happens to the position, and as the row of money it was paid by. The
 * row is what moved the cash; it belongs to the position and is no income.
 */
function deduplicateMovements(
  ofHeld: readonly CashMovement[],
  ofRows: readonly CashMovement[],
  events: ReadonlySet<string>,
): CashMovement[] {
  const ofEvents = ofHeld.filter(({ id }) => events.has(id));
  if (ofEvents.length === 0) return [...ofHeld, ...ofRows];
  const paid = new Map<CashMovement, CashMovement>();
  for (const event of ofEvents) {
    const row = ofRows.find(
      (one) =>
        !paid.has(one) &&
        one.account === event.account &&
        one.instrument === event.instrument &&
        (one.line === 'other' || one.line === 'dividend') &&
        Math.abs(one.day - event.day) <= PAID_WITHIN_DAYS &&
        absolute(minus(one.amount, event.amount)) <= PAID_NEARLY,
    );
    if (row !== undefined) paid.set(row, event);
  }
  const replaced = new Set(paid.values());
  return [
    ...ofHeld.filter((one) => !replaced.has(one)),
    ...ofRows.map((one) => (paid.has(one) ? { ...one, line: 'trade' as const } : one)),
  ];
}

/** A bank needs some days to move money, and a weekend more. */
const MOVED_WITHIN_DAYS = 5;

/** Money that left one account of the person and came to another is a transfer, whatever each of the two calls it. */
function pairTransfers(movements: readonly CashMovement[]): CashMovement[] {
  const candidates = movements.filter(({ line }) => line === 'external' || line === 'transfer');
  const incoming = Map.groupBy(
    candidates.filter(({ amount }) => !isNegative(amount)),
    ({ currency, amount }) => `${currency} ${textOf(amount)}`,
  );
  const paired = new Map<CashMovement, CashMovement>();
  for (const out of candidates.filter(({ amount }) => isNegative(amount)).toSorted(byDay)) {
    const fitting = (incoming.get(`${out.currency} ${textOf(negate(out.amount))}`) ?? [])
      .filter((one) => one.account !== out.account && !paired.has(one) && apart(one, out) <= MOVED_WITHIN_DAYS)
      .toSorted((a, b) => apart(a, out) - apart(b, out) || a.day - b.day);
    const [nearest] = fitting;
    if (nearest === undefined) continue;
    paired.set(out, nearest);
    paired.set(nearest, out);
  }
  return movements.map((one) => {
    const other = paired.get(one);
    if (other === undefined) return one;
    return { ...one, line: 'transfer', other: { account: other.account, day: other.day, id: other.id } };
  });
}

function apart(a: CashMovement, b: CashMovement): number {
  return Math.abs(a.day - b.day);
}

/**
 * Some brokers hold every currency (then a purchase in euros makes euros fewer), others convert it immediately (then their
 * statement says at which rate). An account keeps a currency where it states a balance of it, changes money into it or out of
 * it, or has a row in it without a rate.
 */
function inOwnCurrencies(
  movements: readonly CashMovement[],
  { stated, currencyOf, bookedAt }: LedgerInput,
): CashMovement[] {
  const foreign = movements.filter(({ account, currency }) => currency !== currencyOf(account));
  if (foreign.length === 0) return [...movements];
  const rateOf = (one: CashMovement): { readonly fx_rate: string; readonly fx_currency: string } | null =>
    one.fxRate !== null && one.fxCurrency !== null
      ? { fx_rate: one.fxRate, fx_currency: one.fxCurrency }
      : one.line === 'trade'
        ? (bookedAt?.(one.id) ?? null)
        : null;
  const ownPurses = new Set(stated.map(({ account_id, currency }) => purseOf({ account: account_id, currency })));
  for (const one of foreign) if (one.line === 'conversion' || rateOf(one) === null) ownPurses.add(purseOf(one));
  return movements.map((one) => {
    if (one.currency === currencyOf(one.account)) return one;
    const booked = rateOf(one);
    if (booked === null) return one;
    if (ownPurses.has(purseOf(one))) return { ...one, fxRate: booked.fx_rate, fxCurrency: booked.fx_currency };
    const rate = parseRatio(booked.fx_rate);
    if (rate === null) return one;
    return { ...one, currency: booked.fx_currency, amount: multiply(one.amount, rate), fxRate: null, fxCurrency: null };
  });
}
