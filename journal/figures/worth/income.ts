// Dividends, interest and lending as they were paid, and what is ahead.
import type { contract, HandlerInput, HandlerOutput } from '@zorivest/contract';
import {
  type Amount,
  isZero,
  minus,
  multiply,
  NO_AMOUNT,
  parseOptionSymbol,
  plus,
  roundToCents,
  toDouble,
  valueAt,
  type WorthRow,
} from '@zorivest/domain';
import { positionsOf } from '@zorivest/book';
import type { Call } from '@zorivest/store';
import { textOfDay } from './ledger.ts';
import { type WorthScope, worthScope } from './scope.ts';

type Query = HandlerInput<typeof contract.worth.income>['query'];
type Answer = HandlerOutput<typeof contract.worth.income>;

const CONVENTION =
  'On the day it was paid, at the rate of that day. Lending is what a broker pays for shares it lends out, told by its words. ' +
  'Withheld is the tax that was taken off beside a payment. yield_on_cost is the gross of the period over what is still held cost.';

interface Sums {
  dividends: Amount;
  interest: Amount;
  lending: Amount;
  withheld: Amount;
  payments: number;
}

export async function income(call: Call, query: Query): Promise<Answer> {
  const scope = await worthScope(call, query);
  const groups = new Map<string, Sums>();
  const all = sums();
  for (const row of scope.rows.rows) {
    if (row.day <= scope.from || row.day > scope.to) continue;
    const kind = kindOf(row);
    if (kind === null) continue;
    const key = keyOf(row, query.by);
    let group = groups.get(key);
    if (group === undefined) groups.set(key, (group = sums()));
    for (const each of [group, all]) {
      if (kind === 'withheld') each.withheld = minus(each.withheld, row.amount);
      else {
        each[kind] = plus(each[kind], row.amount);
        each.payments += 1;
      }
    }
  }
  const costs = query.by === 'instrument' ? await costOf(call, scope) : new Map<string, number>();
  return {
    account_ids: [...scope.accounts],
    from: textOfDay(scope.from + 1),
    to: textOfDay(scope.to),
    currency: scope.currency,
    time_zone: scope.book.time_zone,
    convention: CONVENTION,
    problems: scope.rows.missing
      .filter(({ day }) => day > scope.from && day <= scope.to)
      .slice(0, 1)
      .map(({ what }) => ({
        code: 'no_rate',
        message: `Some payments have no rate from ${what} to ${scope.currency}.`,
      })),
    totals: shown(all),
    items: [...groups]
      .map(([key, group]) => ({ key, ...shown(group), payments: group.payments, ...yields(key, group, costs, scope) }))
      .toSorted((a, b) => (query.by === 'instrument' ? b.gross - a.gross : a.key < b.key ? -1 : 1)),
    ahead: await ahead(call, scope),
  };
}

function sums(): Sums {
  return { dividends: NO_AMOUNT, interest: NO_AMOUNT, lending: NO_AMOUNT, withheld: NO_AMOUNT, payments: 0 };
}

const LENDING = /\b(?:securit(?:y|ies)|stock|share)s? (?:lending|loan|lent)|\bSYEP\b|yield enhancement/i;

/** What a company, a bank or a borrower paid; interest that was owed is none. */
function kindOf({ line, text, amount }: WorthRow): 'dividends' | 'interest' | 'lending' | 'withheld' | null {
  if (line === 'withholding') return 'withheld';
  if (line !== 'dividends' && line !== 'interest') return null;
  if (LENDING.test(text ?? '')) return 'lending';
  return line === 'interest' && amount < NO_AMOUNT ? null : line;
}

function keyOf({ instrument, day, account, text }: WorthRow, by: Query['by']): string {
  if (by === 'month') return textOfDay(day).slice(0, 7);
  if (by === 'account') return account;
  return instrument ?? (LENDING.test(text ?? '') ? 'lending' : 'cash');
}

function shown({ dividends, interest, lending, withheld }: Sums) {
  const gross = plus(plus(dividends, interest), lending);
  return {
    dividends: roundToCents(dividends),
    interest: roundToCents(interest),
    lending: roundToCents(lending),
    gross: roundToCents(gross),
    withheld: roundToCents(withheld),
    net: roundToCents(minus(gross, withheld)),
  };
}

/** What is still held of each instrument cost, in the currency of the answer. */
async function costOf(call: Call, { isAll, accounts, currency, rateOf, to }: WorthScope): Promise<Map<string, number>> {
  const costs = new Map<string, number>();
  for (const trip of (await positionsOf(call)).trips) {
    if (trip.status === 'closed' || trip.direction !== 'long') continue;
    if (!isAll && !accounts.includes(trip.account_id)) continue;
    const rate =
      trip.currency === null || trip.currency === currency ? 1 : Number(rateOf(trip.currency, to) ?? 0n) / 1e12;
    costs.set(trip.instrument, (costs.get(trip.instrument) ?? 0) + trip.open_cost * rate);
  }
  return costs;
}

function yields(key: string, group: Sums, costs: ReadonlyMap<string, number>, scope: WorthScope) {
  const gross = toDouble(plus(plus(group.dividends, group.interest), group.lending));
  const over = (amount: number | undefined): number | null =>
    amount === undefined || amount <= 0 ? null : Math.round((gross / amount) * 1e6) / 1e6;
  const value = valueHeld(key, scope);
  return { yield_on_cost: over(costs.get(key)), yield_on_value: over(value === null ? undefined : toDouble(value)) };
}

/** What is held of an instrument on the last evening is worth; null where nobody knows, or nothing is held. */
function valueHeld(instrument: string, { held, book, rateOf, to, currency }: WorthScope): Amount | null {
  const priced = book.prices.on(instrument, to);
  if (priced === null) return null;
  let sum = NO_AMOUNT;
  for (const one of held) {
    const last = one.instrument === instrument ? one.changes.at(-1) : undefined;
    if (last === undefined || isZero(last.shares)) continue;
    const own = priced.currency ?? one.currency ?? currency;
    const rate = rateOf(own, to);
    if (rate === null) return null;
    sum = plus(sum, multiply(multiply(valueAt(last.shares, priced.price), one.multiplier), rate));
  }
  return isZero(sum) ? null : sum;
}

/** What is known to come: dividends of what is held, and what happens before the expiry of an open option. */
async function ahead(call: Call, scope: WorthScope): Promise<Answer['ahead']> {
  const today = textOfDay(scope.book.today);
  const open = scope.held.flatMap((one) => {
    const last = one.changes.at(-1);
    return last === undefined || isZero(last.shares) ? [] : [{ ...one, shares: last.shares }];
  });
  const shares = new Map<string, number>();
  const options: { readonly option: string; readonly underlying: string; readonly expiry: string }[] = [];
  for (const { instrument, shares: count } of open) {
    const option = parseOptionSymbol(instrument);
    if (option !== null) options.push({ option: instrument, underlying: option.underlying, expiry: option.expiry });
    else shares.set(instrument, (shares.get(instrument) ?? 0) + Number(count) / 1e18);
  }
  const tickers = [...new Set([...shares.keys(), ...options.map(({ underlying }) => underlying)])];
  if (tickers.length === 0) return [];
  const dividends = await call.db
    .selectFrom('market_dividends')
    .select(['ticker', 'dividend_amount', 'ex_date', 'pay_date'])
    .where('ticker', 'in', tickers)
    .where((eb) => eb.or([eb('ex_date', '>=', today), eb('pay_date', '>=', today)]))
    .execute();
  const earnings = await call.db
    .selectFrom('market_earnings')
    .select(['ticker', 'report_date'])
    .where('ticker', 'in', tickers)
    .where('report_date', '>=', today)
    .execute();
  const beforeExpiry = (ticker: string, date: string) =>
    options.filter((one) => one.underlying === ticker && date <= one.expiry && date >= today);
  return [
    ...dividends.flatMap(({ ticker, dividend_amount, ex_date, pay_date }) => {
      const count = shares.get(ticker);
      const own =
        count === undefined
          ? []
          : [
              {
                kind: 'dividend' as const,
                instrument: ticker,
                date: pay_date ?? ex_date,
                amount: Math.round(count * dividend_amount * 100) / 100,
                option: null,
              },
            ];
      const ofOptions = beforeExpiry(ticker, ex_date).map(({ option }) => ({
        kind: 'dividend' as const,
        instrument: ticker,
        date: ex_date,
        amount: null,
        option,
      }));
      return [...own, ...ofOptions];
    }),
    ...earnings.flatMap(({ ticker, report_date }) =>
      beforeExpiry(ticker, report_date).map(({ option }) => ({
        kind: 'earnings' as const,
        instrument: ticker,
        date: report_date,
        amount: null,
        option,
      })),
    ),
  ].toSorted((a, b) => (a.date < b.date ? -1 : 1));
}
