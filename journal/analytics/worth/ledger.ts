// The book's cash ledger: cached until the book changes, what single families held for as long as they are the same.
import {
  balanceOn,
  calendarIn,
  type CashLedger,
  cashLedger,
  DAY_MS,
  dayText,
  NO_AMOUNT,
  parseAmount,
  roundToEightPlaces,
  type StatedBalance,
} from '@zorivest/domain';
import { allAccounts, mustHaveAccount, positionsOf, settingOf, statedBalances } from '@zorivest/records';
import type { Call } from '@zorivest/store';
import { heldInBook, type Reading } from '../prices/held-positions.ts';

const CONVENTION =
  'The evening of the day. Every fill (on its trade date), fee, dividend, interest, withholding, deposit, transfer and ' +
  'conversion moves it; before the first stated day it is worked back. A future moves it when it is closed.';

export async function ledgerOf(call: Reading): Promise<CashLedger> {
  const zone = await settingOf(call, 'display.time_zone');
  return call.results.of(`cash ledger by the days of ${zone}`, async () => {
    const held = await heldInBook(call);
    const accounts = new Map((await allAccounts(call.db)).map(({ account_id, currency }) => [account_id, currency]));
    const rows = await call.db
      .selectFrom('bank_transactions')
      .select(['id', 'account_id', 'date', 'amount', 'currency', 'category', 'symbol', 'description'])
      .select(['fx_rate', 'fx_currency'])
      .orderBy('date')
      .orderBy('id')
      .execute();
    const { index } = await positionsOf(call);
    const dayOf = calendarIn(zone) ?? (() => null);
    return cashLedger({
      held,
      rows,
      stated: [...(await statedBalances(call.db)), ...(await statedByStatements(call))],
      currencyOf: (account) => accounts.get(account) ?? '',
      bookedAt: (id) => {
        const [row] = index().rows.named([id]);
        if (row === undefined || row.fx_rate === null || row.fx_currency === null) return null;
        return { fx_rate: row.fx_rate, fx_currency: row.fx_currency };
      },
      dayOf,
    });
  });
}

interface StatedCash {
  readonly amount: number;
  readonly in_base?: boolean;
  /** What it began with, and the first day after that. */
  readonly opening?: number;
  readonly from?: string;
}

const dayOfText = (date: string): number => Date.parse(date.slice(0, 10)) / DAY_MS;

/** What brokers' statements state: where nothing earlier was stated the rows begin there; else it is compared with them. */
async function statedByStatements({ db }: Pick<Reading, 'db'>): Promise<StatedBalance[]> {
  const rows = await db
    .selectFrom('stated_figures')
    .select(['run_id', 'account_id', 'kind', 'subject', 'date', 'said'])
    .where('kind', 'in', ['cash', 'position'])
    .where('date', 'is not', null)
    .execute();
  const settled = new Map<string, number>();
  for (const { run_id, account_id, kind, said } of rows) {
    if (kind !== 'position') continue;
    const position = JSON.parse(said) as StatedFuture; // written by the import, as its reader read it
    const name = `${run_id} ${account_id} ${position.currency ?? ''}`;
    const open = settledDaily(position);
    if (open !== null) settled.set(name, (settled.get(name) ?? 0) + open);
  }
  return rows.flatMap(({ run_id, account_id, kind, subject, date, said }): StatedBalance[] => {
    if (kind !== 'cash') return [];
    const { amount, in_base, opening, from } = JSON.parse(said) as StatedCash; // the same
    // The sum of all currencies is none of them.
    if (in_base === true) return [];
    const ofFutures = settled.get(`${run_id} ${account_id} ${subject}`);
    const statedBalance = (day: number, balance: number): StatedBalance => ({
      account_id,
      currency: subject,
      day,
      balance: String(balance),
      binding: false,
    });
    // What it began with has what futures had brought by then in it, which is stated nowhere.
    const isBegun = opening !== undefined && from !== undefined && (ofFutures === undefined || opening === 0);
    return [
      ...(isBegun ? [statedBalance(dayOfText(from) - 1, opening)] : []),
      statedBalance(dayOfText(date ?? ''), roundToEightPlaces(parseAmount(amount - (ofFutures ?? 0)) ?? NO_AMOUNT)),
    ];
  });
}

export interface StatedFuture {
  readonly kind?: string | undefined;
  readonly quantity: number;
  readonly price?: number | undefined;
  readonly cost?: number | undefined;
  readonly multiplier?: number | undefined;
  readonly currency?: string | undefined;
}

/**
 * Brokers settle futures every day: what open ones stand over their entries is in the cash they state, and in the book in the
 * position until it is closed. Null for anything else.
 */
export function settledDaily({ kind, quantity, price, cost, multiplier = 1 }: StatedFuture): number | null {
  if (!/^fut/i.test(kind ?? '') || price === undefined || cost === undefined) return null;
  return quantity * price * multiplier - cost;
}

/** Those that somebody has stated the cash of. */
export async function accountsWithCash(call: Call): Promise<ReadonlySet<string>> {
  return call.results.of(
    'accounts with cash',
    async () =>
      new Set(
        [...(await statedBalances(call.db)), ...(await statedByStatements(call))].map(({ account_id }) => account_id),
      ),
  );
}

export async function cashBalances(
  call: Call,
  { account_id, date }: { readonly account_id?: string | undefined; readonly date?: string | undefined },
) {
  if (account_id !== undefined) await mustHaveAccount(call.db, account_id);
  const ledger = await ledgerOf(call);
  const zone = await settingOf(call, 'display.time_zone');
  const today = calendarIn(zone)?.(call.now().toISOString()) ?? 0;
  const day = date === undefined ? today : Date.parse(date) / DAY_MS;
  const isAsked = (account: string): boolean => account_id === undefined || account === account_id;
  const known = new Set(ledger.accounts.map(({ account }) => account));
  const accounts = (await allAccounts(call.db)).filter(
    ({ is_archived, is_system }) => is_archived === 0 && is_system === 0,
  );
  return {
    items: ledger.accounts
      .filter(({ account }) => isAsked(account))
      .map((one) => ({
        account_id: one.account,
        currency: one.currency,
        balance: roundToEightPlaces(balanceOn(one, day)),
        as_of: textOfDay(day),
        stated_on: one.statedOn === null ? null : textOfDay(one.statedOn),
        last_moved: lastDay(one.movements, day),
      }))
      .toSorted((a, b) =>
        a.account_id === b.account_id ? (a.currency < b.currency ? -1 : 1) : a.account_id < b.account_id ? -1 : 1,
      ),
    without_cash: accounts
      .map((one) => one.account_id)
      .filter((id) => isAsked(id) && !known.has(id))
      .toSorted(),
    convention: CONVENTION,
  };
}

function lastDay(movements: readonly { readonly day: number }[], upTo: number): string | null {
  const last = movements.findLast(({ day }) => day <= upTo);
  return last === undefined ? null : textOfDay(last.day);
}

export function textOfDay(day: number): string {
  return dayText(day * DAY_MS);
}
