// The book's cash ledger: kept until the book changes, what single families held for as long as they are the same.
import {
  balanceOn,
  calendarIn,
  type CashLedger,
  cashLedger,
  DAY_MS,
  dayText,
  roundToEightPlaces,
  type StatedBalance,
} from '@zorivest/domain';
import { allAccounts, mustHaveAccount, positionsOf, settingOf, statedBalances } from '@zorivest/book';
import type { Call } from '@zorivest/store';
import { heldInBook } from '../prices/held.ts';

const CONVENTION =
  'The evening of the day. Every fill (on its trade date), fee, dividend, interest, withholding, deposit, transfer and ' +
  'conversion moves it; before the first stated day it is worked back. A future moves it when it is closed.';

export async function ledgerOf(call: Call): Promise<CashLedger> {
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

/** What brokers' statements say: where nothing earlier was said the rows begin there; else it is held against them. */
async function statedByStatements({ db }: Call): Promise<StatedBalance[]> {
  const rows = await db
    .selectFrom('stated_figures')
    .select(['account_id', 'subject', 'date', 'said'])
    .where('kind', '=', 'cash')
    .where('date', 'is not', null)
    .execute();
  return rows.flatMap(({ account_id, subject, date, said }) => {
    // Written by the import, as its reader read it.
    const { amount, in_base } = JSON.parse(said) as { readonly amount: number; readonly in_base?: boolean };
    // The sum of all currencies is none of them.
    if (in_base === true) return [];
    const day = Date.parse((date ?? '').slice(0, 10)) / DAY_MS;
    return { account_id, currency: subject, day, balance: String(amount), binding: false };
  });
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
