// Prices that tax needs: of what is open now, and of contracts at the end of a year; the same that net worth has.
import {
  DAY_MS,
  dayText,
  type MarkInput,
  parseAmount,
  type PriceBook,
  type PricePoint,
  unpricedMarks,
  yearEndNeeds,
} from '@zorivest/domain';
import type { Call } from '@zorivest/store';
import { type MarketService, NoProvider, providerTickers } from '@zorivest/market';
import { askQuotes } from '../prices/ask.ts';
import { bookPrices, presentPrice } from '../prices/prices.ts';
import { askedTaxRecords, type TaxRecords } from './records.ts';
import { pricesInDollars } from './dollars.ts';

const MOST_TICKERS = 100;

interface CurrentPrices {
  /** In dollars, by symbol. */
  readonly prices: Readonly<Record<string, number>>;
  readonly oldest_price_days: number | null;
}

/** Of what is open: the book's prices, after every provider that is set up was asked; an unknown price is missing. */
export async function currentPrices(call: Call, market: MarketService, { lots }: TaxRecords): Promise<CurrentPrices> {
  const open = lots.filter((lot) => lot.sold === undefined || lot.acquired === '');
  const symbols = [...new Set(open.map((lot) => lot.symbol))];
  const stocks = open.filter((lot) => lot.option === undefined).map((lot) => lot.symbol);
  const { dayOf } = await bookPrices(call, market, symbols);
  const quotes = await askQuotes(call, market, stocks, dayOf);
  const { prices, today } = await bookPrices(call, market, symbols, quotes);
  const ages = symbols.flatMap((symbol) => today - (prices.on(symbol, today)?.day ?? NaN)).filter((age) => age >= 0);
  return {
    prices: await inDollarsOn(call, prices, symbols, today),
    oldest_price_days: ages.length === 0 ? null : Math.max(...ages),
  };
}

export const NO_PRICES: CurrentPrices = { prices: {}, oldest_price_days: null };

function inDollarsOn(call: Call, prices: PriceBook, symbols: readonly string[], day: number) {
  const known = symbols.flatMap((symbol) => {
    const priced = prices.on(symbol, day);
    if (priced === null) return [];
    const { price, currency } = presentPrice(symbol, priced);
    return [[symbol, { price, currency }] as const];
  });
  return pricesInDollars(call, new Map(known), dayText(day * DAY_MS));
}

/** The book of a year, with the prices at its end. */
export async function markedTaxRecords(
  call: Call,
  market: MarketService,
  asked: { tax_year?: number | undefined; account_id?: string | undefined },
): Promise<TaxRecords> {
  return withYearEnds(call, market, await askedTaxRecords(call, asked));
}

/** The book with the prices at the ends of years that the tax profile does not give: the book's, after asking. */
async function withYearEnds(call: Call, market: MarketService, records: TaxRecords): Promise<TaxRecords> {
  const missing = Map.groupBy(unpricedMarks(marksOf(records)), ({ year }) => year);
  if (missing.size === 0) return records;
  const found: Record<string, Record<string, number>> = {};
  for (const [year, marks] of missing) {
    // The last trading day is at most some days before the end: weekends, and an exchange that was closed.
    const range = { start: `${year}-12-22`, end: `${year}-12-31`, interval: '1d' } as const;
    const asked = await askPrices(
      marks.map(({ symbol }) => [symbol, providerTickers(symbol, year)] as const),
      async (ticker) => {
        const bars = await market.bars({ ticker, ...range }, { signal: call.signal });
        const inYear = bars.filter(({ timestamp }) => timestamp.slice(0, 10) <= range.end);
        const last = inYear.toSorted((a, b) => (a.timestamp < b.timestamp ? -1 : 1)).at(-1);
        return last && { day: Date.parse(last.timestamp.slice(0, 10)) / DAY_MS, close: last.close };
      },
    );
    // What was just received is being stored in the book, and in a demo is never stored.
    const closes = Object.entries(asked).flatMap(([instrument, { day, close }]): PricePoint[] => {
      const price = parseAmount(close);
      return price === null ? [] : [{ instrument, day, price, currency: null, source: 'provider', by: null }];
    });
    const symbols = marks.map(({ symbol }) => symbol);
    const { prices } = await bookPrices(call, market, symbols, closes);
    found[year] = await inDollarsOn(call, prices, symbols, Date.parse(range.end) / DAY_MS);
  }
  const years = [...new Set([...Object.keys(records.yearEndPrices), ...Object.keys(found)])];
  return {
    ...records,
    yearEndPrices: Object.fromEntries(years.map((year) => [year, { ...found[year], ...records.yearEndPrices[year] }])),
  };
}

/** What only the person knows, as questions. */
export function needsOf(records: TaxRecords, accountId?: string) {
  return yearEndNeeds({ ...marksOf(records), ...(accountId !== undefined && { account_id: accountId }) });
}

function marksOf({ profile, lots, yearEndPrices, today }: TaxRecords): MarkInput {
  return { year: profile.tax_year, lots, year_end_prices: yearEndPrices, as_of: today };
}

interface Close {
  readonly day: number;
  readonly close: number;
}

/** The close of each symbol that somebody knows, by the first of its spellings that finds one. */
async function askPrices(
  wanted: readonly (readonly [symbol: string, tickers: readonly string[]])[],
  priceOf: (ticker: string) => Promise<Close | undefined>,
): Promise<Record<string, Close>> {
  const prices: Record<string, Close> = {};
  for (const [symbol, tickers] of wanted.slice(0, MOST_TICKERS)) {
    for (const ticker of tickers) {
      if (Object.hasOwn(prices, symbol)) break;
      try {
        const price = await priceOf(ticker);
        if (price !== undefined) prices[symbol] = price;
      } catch (error) {
        if (!(error instanceof NoProvider)) throw error;
        // No provider is set up: asking for the next ticker would end the same way.
        if (error.reasons.length === 0) return prices;
      }
    }
  }
  return prices;
}
