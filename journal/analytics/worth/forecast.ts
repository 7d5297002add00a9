// What is known to come: dividends that companies declared for what is held, those to be expected from what was paid, and
// what happens before an open option ends.
import type { contract, HandlerOutput } from '@zorivest/contract';
import { DAY_MS, isZero, parseOptionSymbol, quantityText, toDouble } from '@zorivest/domain';
import { type MarketService, NoProvider } from '@zorivest/market';
import type { Call } from '@zorivest/store';
import { textOfDay } from './ledger.ts';
import type { WorthScope } from './scope.ts';

type Ahead = HandlerOutput<typeof contract.worth.income>['ahead'];

interface DeclaredDividend {
  readonly ticker: string;
  readonly dividend_amount: number;
  readonly currency: string | null;
  readonly ex_date: string;
  readonly pay_date: string | null;
}

interface Report {
  readonly ticker: string;
  readonly report_date: string;
}

interface OpenOption {
  readonly option: string;
  readonly underlying: string;
  readonly expiry: string;
}

/** A year on, what was paid is paid again. */
const YEAR = 365;
/** A declared dividend this near to an expected one is that one. */
const SAME_WITHIN_DAYS = 25;
/** A book that holds more has the rest from what is known. */
const MOST_ASKED = 50;

/** `current` also asks providers; what they say counts here and is written nowhere. */
export async function ahead(
  call: Call,
  market: MarketService,
  scope: WorthScope,
  wanted: 'known' | 'current',
): Promise<Ahead> {
  const today = textOfDay(scope.book.today);
  const sharesOn = sharesIn(scope);
  const options: OpenOption[] = [];
  const held = new Set<string>();
  for (const { instrument, changes } of scope.held) {
    const last = changes.at(-1);
    if (last === undefined || isZero(last.shares)) continue;
    const option = parseOptionSymbol(instrument);
    if (option === null) held.add(instrument);
    // One that expired and was not recorded has nothing ahead.
    else if (option.expiry >= today)
      options.push({ option: instrument, underlying: option.underlying, expiry: option.expiry });
  }
  const tickers = [...new Set([...held, ...options.map(({ underlying }) => underlying)])];
  if (tickers.length === 0) return [];
  const asked = wanted === 'current' ? await ask(call, market, tickers, today) : { dividends: [], reports: [] };
  const dividends = await declaredDividends(call, tickers, today, asked.dividends);
  const reports = await reportsOf(call, tickers, today, asked.reports);
  const before = (ticker: string, date: string) =>
    options.filter(({ underlying, expiry }) => underlying === ticker && date >= today && date <= expiry);
  const known = dividends
    .filter(({ ticker }) => held.has(ticker))
    .map((one) => ({
      kind: 'dividend' as const,
      instrument: one.ticker,
      date: one.pay_date ?? one.ex_date,
      amount: inMoney(scope, one, sharesOn(one.ticker, Math.min(dayOf(one.ex_date) - 1, scope.book.today))),
      option: null,
    }));
  return [
    ...known,
    ...expectPayments(scope, held, sharesOn).filter(
      ({ instrument, date }) =>
        !known.some(
          (one) => one.instrument === instrument && Math.abs(dayOf(one.date) - dayOf(date)) <= SAME_WITHIN_DAYS,
        ),
    ),
    ...dividends.flatMap(({ ticker, ex_date }) =>
      before(ticker, ex_date).map(({ option }) => ({
        kind: 'ex_date' as const,
        instrument: ticker,
        date: ex_date,
        amount: null,
        option,
      })),
    ),
    ...reports.flatMap(({ ticker, report_date }) =>
      before(ticker, report_date).map(({ option }) => ({
        kind: 'earnings' as const,
        instrument: ticker,
        date: report_date,
        amount: null,
        option,
      })),
    ),
  ].toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

const dayOf = (date: string): number => Date.parse(date.slice(0, 10)) / DAY_MS;

/** How many shares the accounts had of an instrument on an evening. */
function sharesIn({ held, book }: WorthScope): (instrument: string, day: number) => number {
  const byName = Map.groupBy(held, ({ instrument }) => instrument);
  return (instrument, day) => {
    let sum = 0;
    for (const { changes } of byName.get(instrument) ?? []) {
      const last = changes.findLast(({ time, timeKnown }) => (book.dayOf(time, timeKnown) ?? 0) <= day);
      if (last !== undefined) sum += Number(quantityText(last.shares));
    }
    return sum;
  };
}

/** In the currency of the answer, at today's rate; null where there is none. */
function inMoney({ rateOf, book, currency }: WorthScope, one: DeclaredDividend, shares: number): number | null {
  const own = one.currency ?? currency;
  const rate = rateOf(own, book.today);
  return rate === null ? null : Math.round(shares * one.dividend_amount * toDouble(rate) * 100) / 100;
}

/** What each payment of the last year would be, of what is held now, a year after it. */
function expectPayments(
  { rows, book, accounts }: WorthScope,
  held: ReadonlySet<string>,
  sharesOn: (instrument: string, day: number) => number,
): Ahead {
  const paid = new Map<string, { instrument: string; day: number; amount: number }>();
  for (const { line, instrument, day, amount, account } of rows.rows) {
    if (line !== 'dividends' || instrument === null || !held.has(instrument)) continue;
    if (day <= book.today - YEAR || day > book.today || !accounts.includes(account)) continue;
    const key = `${instrument} ${day}`;
    paid.set(key, { instrument, day, amount: (paid.get(key)?.amount ?? 0) + toDouble(amount) });
  }
  return [...paid.values()].flatMap(({ instrument, day, amount }) => {
    const [then, now] = [sharesOn(instrument, day), sharesOn(instrument, book.today)];
    // Paid for shares that were sold before: the amount per share is unknown.
    if (then <= 0 || now <= 0 || amount <= 0) return [];
    const again = Math.round((amount / then) * now * 100) / 100;
    return [{ kind: 'expected' as const, instrument, date: textOfDay(day + YEAR), amount: again, option: null }];
  });
}

async function declaredDividends(
  { db }: Call,
  tickers: readonly string[],
  today: string,
  provided: readonly DeclaredDividend[],
): Promise<DeclaredDividend[]> {
  const stored = await db
    .selectFrom('market_dividends')
    .select(['ticker', 'dividend_amount', 'currency', 'ex_date', 'pay_date'])
    .where('ticker', 'in', tickers)
    .execute();
  const byDay = new Map([...stored, ...provided].map((one) => [`${one.ticker} ${one.ex_date}`, one]));
  return [...byDay.values()].filter(({ ex_date, pay_date }) => ex_date >= today || (pay_date ?? '') >= today);
}

async function reportsOf(
  { db }: Call,
  tickers: readonly string[],
  today: string,
  provided: readonly Report[],
): Promise<Report[]> {
  const stored = await db
    .selectFrom('market_earnings')
    .select(['ticker', 'report_date'])
    .where('ticker', 'in', tickers)
    .execute();
  const byDay = new Map([...stored, ...provided].map((one) => [`${one.ticker} ${one.report_date.slice(0, 10)}`, one]));
  return [...byDay.values()].filter(({ report_date }) => report_date >= today);
}

/** Asks the providers that are set up, about half a year ahead; one without an answer adds nothing. */
async function ask({ signal }: Call, market: MarketService, tickers: readonly string[], today: string) {
  const found = { dividends: [] as DeclaredDividend[], reports: [] as Report[] };
  const range = { start: textOfDay(dayOf(today) - 60), end: textOfDay(dayOf(today) + 180) };
  const askOne = async (ticker: string): Promise<void> => {
    found.dividends.push(...(await market.get('dividends', { ticker, ...range }, { signal }).catch(nothing)));
    found.reports.push(...(await market.get('earnings', { ticker }, { signal }).catch(nothing)));
  };
  for (const ticker of tickers.slice(0, MOST_ASKED)) await askOne(ticker);
  return found;
}

/** No provider is set up for it, or none has it. */
function nothing(error: unknown): [] {
  if (error instanceof NoProvider) return [];
  throw error;
}
