// Dividends, interest and lending as they were paid, and what is ahead.
import type { contract, HandlerInput, HandlerOutput } from '@zorivest/contract';
import {
  type Amount,
  isZero,
  minus,
  multiply,
  NO_AMOUNT,
  plus,
  roundToCents,
  toDouble,
  valueAt,
  type WorthRow,
} from '@zorivest/domain';
import type { MarketService } from '@zorivest/market';
import type { Call } from '@zorivest/store';
import { scopeOf } from '../performance/scope.ts';
import { ahead } from './forecast.ts';
import { textOfDay } from './ledger.ts';
import { type WorthScope, worthScope } from './scope.ts';

type Query = HandlerInput<typeof contract.worth.income>['query'];
type Answer = HandlerOutput<typeof contract.worth.income>;

const CONVENTION =
  'On the day it was paid, at the rate of that day. Lending is what a broker pays for shares it lends out, recognised by its words. ' +
  'Withheld is the tax that was deducted from a payment. The yield on cost is the gross of the period over what is still held ' +
  'cost, the yield on value over what it is worth. What is ahead: dividends that companies declared for what is held, those ' +
  'expected a year after each payment of the last twelve months, and ex-dates and earnings before an open option ends.';

interface Sums {
  dividends: Amount;
  interest: Amount;
  lending: Amount;
  withheld: Amount;
  payments: number;
}

export async function income(call: Call, market: MarketService, query: Query): Promise<Answer> {
  const scope = await worthScope(call, market, query);
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
    totals: presentSums(all),
    items: [...groups]
      .map(([key, group]) => ({
        key,
        ...presentSums(group),
        payments: group.payments,
        ...yields(key, group, costs, scope),
      }))
      .toSorted((a, b) => (query.by === 'instrument' ? b.gross - a.gross : a.key < b.key ? -1 : 1)),
    ahead: await ahead(call, market, scope, query.ahead),
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

function presentSums({ dividends, interest, lending, withheld }: Sums) {
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

/** What is still held of each instrument cost, in the currency of the answer: at the rates of the days it was paid. */
async function costOf(call: Call, { isAll, accounts, currency }: WorthScope): Promise<Map<string, number>> {
  const costs = new Map<string, number>();
  const asked = { currency, unit: 'leg' as const, ...(!isAll && { account_ids: accounts.join(',') }) };
  for (const { status, direction, instrument, open_cost } of (await scopeOf(call, asked)).trades)
    if (status !== 'closed' && direction === 'long') costs.set(instrument, (costs.get(instrument) ?? 0) + open_cost);
  return costs;
}

function yields(key: string, group: Sums, costs: ReadonlyMap<string, number>, scope: WorthScope) {
  const gross = toDouble(plus(plus(group.dividends, group.interest), group.lending));
  const over = (amount: number | undefined): number | null =>
    amount === undefined || amount <= 0 ? null : Math.round((gross / amount) * 1e6) / 1e6;
  const value = valueHeld(key, scope);
  return { yield_on_cost: over(costs.get(key)), yield_on_value: over(value === null ? undefined : toDouble(value)) };
}

/** What is held of an instrument on the last evening is worth; null where unknown, or nothing is held. */
function valueHeld(instrument: string, { held, book, rateOf, to, currency }: WorthScope): Amount | null {
  const priced = book.prices.on(instrument, to);
  if (priced === null) return null;
  let sum = NO_AMOUNT;
  for (const one of held) {
    const last =
      one.instrument === instrument
        ? one.changes.findLast(({ time, timeKnown }) => (book.dayOf(time, timeKnown) ?? 0) <= to)
        : undefined;
    if (last === undefined || isZero(last.shares)) continue;
    const own = priced.currency ?? one.currency ?? currency;
    const rate = rateOf(own, to);
    if (rate === null) return null;
    sum = plus(sum, multiply(multiply(valueAt(last.shares, priced.price), one.multiplier), rate));
  }
  return isZero(sum) ? null : sum;
}
