// What a question about worth is of: accounts, evenings, and everything that moved or was held between them.

import {
  type CashLedger,
  type CashMovement,
  DAY_MS,
  type Evening,
  type HeldPosition,
  isFlow,
  isNegative,
  parseRatio,
  type PriceBook,
  type Ratio,
  rateOn,
  type Rates,
  type RowsInput,
  toDouble,
  worthByDay,
  worthRows,
  type WorthRows,
} from '@zorivest/domain';
import { allAccounts, mustHaveAccount, ratesOf, settingOf } from '@zorivest/records';
import type { MarketService } from '@zorivest/market';
import { type Span, spanOf } from '../performance/period.ts';
import { namesIn } from '../performance/scope.ts';
import { heldInBook, type Reading } from '../prices/held-positions.ts';
import { type BookPrices, bookPrices } from '../prices/prices.ts';
import { ledgerOf, textOfDay } from './ledger.ts';

export interface AskedWorth {
  readonly account_ids?: string | undefined;
  readonly period?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly instrument?: string | undefined;
}

export interface WorthScope {
  readonly accounts: readonly string[];
  readonly isAll: boolean;
  readonly currency: string;
  readonly book: BookPrices;
  readonly ledger: CashLedger;
  readonly rates: Rates;
  readonly rateOf: (currency: string, day: number) => Ratio | null;
  /** The evening it starts with and the one it ends with. */
  readonly from: number;
  readonly to: number;
  readonly evenings: readonly Evening[];
  readonly rows: WorthRows;
  readonly withoutCash: readonly string[];
  readonly held: readonly HeldPosition[];
  /** The purses of the accounts asked about. */
  readonly cash: CashLedger['accounts'];
  /** The currency of an account. */
  readonly currencyOf: (account: string) => string;
  /** What a movement of money was booked at. */
  readonly bookedRate: RowsInput['bookedRate'];
}

/** Evenings and rows of money, cached for as long as neither the book nor a price has changed. */
export async function worthScope(
  call: Reading,
  market: MarketService | null,
  asked: AskedWorth,
  besides: readonly string[] = [],
): Promise<WorthScope> {
  const currency = await settingOf(call, 'book.base_currency');
  const book = await bookPrices(call, market, besides);
  const ledger = await ledgerOf(call);
  const rates = await ratesOf(call);
  const wanted = asked.account_ids === undefined ? null : namesIn(asked.account_ids);
  for (const id of wanted ?? []) await mustHaveAccount(call.db, id);
  const all = await allAccounts(call.db);
  const accounts = wanted ?? all.filter(({ is_archived }) => is_archived === 0).map(({ account_id }) => account_id);
  const isAsked = (account: string): boolean => wanted === null || wanted.includes(account);
  const currencies = new Map(all.map((one) => [one.account_id, one.currency]));
  const currencyOf = (account: string): string => currencies.get(account) ?? currency;
  const rateOf = rateInto(currency, rates, book.prices);
  const bookedRate = bookedInto(currency, rates, rateOf);
  const { instrument } = asked;
  const key = `worth of ${wanted?.join(',') ?? 'all'} ${instrument ?? ''} in ${currency} ${book.state}`;
  const parts = await call.results.of(`parts of ${key}`, async () =>
    partsOf(await heldInBook(call), ledger, isAsked, instrument, book),
  );
  const { held, movements, cash, inTransit } = parts;
  const withoutCash = instrument === undefined ? ledger.withoutCash : new Set(movements.map(({ account }) => account));
  const { from, to } = evenings(asked, book, parts.first);
  const common = { held, prices: book.prices, currencyOf, dayOf: book.dayOf };
  const values = await call.results.of(`${key} ${from} ${to}`, () =>
    worthByDay({ ...common, cash, inTransit, rateOf, currency, from, to, upTo: book.today }),
  );
  const rows = await call.results.of(`rows of ${key}`, () =>
    worthRows({ ...common, movements, withoutCash, isAsked, bookedRate }),
  );
  // A record without bounds begins with the first evening whose value is known.
  const isUnbounded = asked.from === undefined && (asked.period ?? 'all') === 'all';
  const skipped = isUnbounded
    ? Math.max(
        0,
        values.findIndex(({ value }) => value !== null),
      )
    : 0;
  return {
    evenings: values.slice(skipped),
    rows,
    accounts,
    isAll: wanted === null,
    currency,
    book,
    ledger,
    rates,
    rateOf,
    from: from + skipped,
    to,
    held,
    cash,
    currencyOf,
    bookedRate,
    withoutCash: [...withoutCash].filter(isAsked).toSorted(),
  };
}

/** Of the book what a question is about, whatever the days. */
function partsOf(
  all: readonly HeldPosition[],
  ledger: CashLedger,
  isAsked: (account: string) => boolean,
  instrument: string | undefined,
  book: BookPrices,
) {
  const isOne = ({ instrument: name }: { readonly instrument: string | null }): boolean =>
    instrument === undefined || name === instrument;
  const held = all.filter((one) => isAsked(one.account) && one.assetClass !== 'FOREX' && isOne(one));
  // One instrument alone has no cash, and dividends count before tax.
  const movements = ledger.movements.filter(
    (one) =>
      isAsked(one.account) &&
      isOne(one) &&
      (instrument === undefined || one.line === 'trade' || one.line === 'dividend'),
  );
  const cash = instrument === undefined ? ledger.accounts.filter(({ account }) => isAsked(account)) : [];
  const purses = new Set(ledger.accounts.map(({ account }) => account));
  const inTransit =
    instrument === undefined
      ? movements.filter(
          ({ amount, other, account }) =>
            isNegative(amount) &&
            other !== null &&
            isAsked(other.account) &&
            purses.has(other.account) &&
            purses.has(account),
        )
      : [];
  return { held, movements, cash, inTransit, first: firstDay(held, movements, cash, book) };
}

function rateInto(currency: string, rates: Rates, prices: PriceBook): WorthScope['rateOf'] {
  // A coin that fees or rewards are paid in is money too, and worth its price.
  const priceOf = (coin: string, day: number): Ratio | null => {
    const priced = prices.on(coin, day);
    const paidIn = priced === null ? null : (priced.currency ?? prices.currencyOf(coin));
    const rate = paidIn === null || paidIn === coin ? null : rateOn({ currency: paidIn }, day, currency, rates);
    return priced === null || rate === null ? null : parseRatio(toDouble(priced.price) * rate);
  };
  const known = new Map<string, Map<number, Ratio | null>>();
  return (from, day) => {
    let days = known.get(from);
    if (days === undefined) known.set(from, (days = new Map()));
    let rate = days.get(day);
    if (rate === undefined) {
      const found = rateOn({ currency: from }, day, currency, rates);
      days.set(day, (rate = found === null ? priceOf(from, day) : parseRatio(found)));
    }
    return rate;
  };
}

/** As results convert what was traded: at the statement's rate where it says one, else at the day's. */
function bookedInto(currency: string, rates: Rates, rateOf: WorthScope['rateOf']): RowsInput['bookedRate'] {
  const same = parseRatio(1);
  return ({ currency: from, day, fxRate, fxCurrency }) => {
    if (from === currency) return same;
    const rate = rateOn({ currency: from, fx_rate: fxRate, fx_currency: fxCurrency }, day, currency, rates);
    return rate === null ? rateOf(from, day) : parseRatio(rate);
  };
}

/** The first day that anything is known of. */
function firstDay(
  held: readonly HeldPosition[],
  movements: readonly CashMovement[],
  cash: readonly { readonly statedOn: number | null }[],
  { dayOf, today }: BookPrices,
): number {
  let first = today;
  for (const { changes } of held) {
    const [change] = changes;
    if (change !== undefined) first = Math.min(first, dayOf(change.time, change.timeKnown) ?? today);
  }
  const [movement] = movements;
  if (movement !== undefined) first = Math.min(first, movement.day);
  for (const { statedOn } of cash) if (statedOn !== null) first = Math.min(first, statedOn);
  return first;
}

function evenings(asked: AskedWorth, { today }: BookPrices, first: number): Span {
  const dayOf = (date: string): number => Date.parse(date) / DAY_MS;
  const named = spanOf(asked.period ?? 'all', today);
  const from = Math.max(named.from, asked.from === undefined ? -Infinity : dayOf(asked.from));
  const to = Math.min(named.to, asked.to === undefined ? Infinity : dayOf(asked.to), today);
  const start = (from === -Infinity ? first : from) - 1;
  return { from: Math.min(start, to), to };
}

/** The value of an evening of the scope. */
export function eveningOf(
  { evenings: all, from }: Pick<WorthScope, 'evenings' | 'from'>,
  day: number,
): Evening | undefined {
  return all[day - from];
}

export function basisOf(scope: WorthScope, convention: string) {
  const last = scope.evenings.at(-1);
  const problems =
    scope.withoutCash.length === 0
      ? []
      : [
          {
            code: 'no_cash',
            message: `The cash of ${scope.withoutCash.join(', ')} was never stated: positions only, and purchases and sales are flows. State a balance (zorivest cash state, or PUT /cash-balances) to have cash counted.`,
          },
        ];
  return {
    account_ids: [...scope.accounts],
    from: textOfDay(scope.from),
    to: textOfDay(scope.to),
    currency: scope.currency,
    time_zone: scope.book.time_zone,
    without_cash: [...scope.withoutCash],
    oldest_price_days: last?.age ?? null,
    convention,
    problems,
  };
}

/** What came from outside and went there, inside the stretch. */
export function flowsOf({ rows, from, to }: WorthScope) {
  return rows.rows.filter((row) => isFlow(row) && row.day > from && row.day <= to);
}
