// Prices that tax needs from the market: of what is open now, and of contracts at the end of a year.
import { type MarkInput, roundToEightPlaces, unpricedMarks, yearEndNeeds } from '@zorivest/domain';
import type { Call } from '@zorivest/store';
import { isTicker, type MarketService, NoProvider, providerTickers } from '@zorivest/market';
import { bookPrices } from '../prices/prices.ts';
import { askedTaxRecords, type TaxRecords } from './records.ts';
import { pricesInDollars } from './dollars.ts';

const MOST_TICKERS = 100;

/**
 * Current prices in dollars of what is open: the book's, after whoever can be asked was asked; what nobody knows is simply
 * missing.
 */
export async function currentPrices(
  call: Call,
  market: MarketService,
  { lots, today }: TaxRecords,
): Promise<Record<string, number>> {
  const open = lots.filter((lot) => lot.sold === undefined || lot.acquired === '');
  const symbols = [...new Set(open.map((lot) => lot.symbol))];
  const stocks = new Set(open.filter((lot) => lot.option === undefined).map((lot) => lot.symbol));
  const quoted = await askPrices(
    symbols.filter((symbol) => stocks.has(symbol) && isTicker(symbol)).map((symbol) => [symbol, [symbol]] as const),
    async (ticker) => (await market.quote(ticker, { signal: call.signal }))?.price,
  );
  const { prices, today: day } = await bookPrices(call, symbols);
  const known: Record<string, number> = {};
  for (const symbol of symbols) {
    const priced = prices.on(symbol, day);
    const quote = quoted[symbol];
    // A provider has just been asked: only what is said of today comes before that.
    const isNewer = quote !== undefined && (priced === null || priced.day < day);
    const price = isNewer ? quote : priced === null ? undefined : roundToEightPlaces(priced.price);
    if (price !== undefined) known[symbol] = price;
  }
  return pricesInDollars(call, known, today);
}

/** The book of a year, with the prices at its end. */
export async function markedTaxRecords(
  call: Call,
  market: MarketService,
  asked: { tax_year?: number | undefined; account_id?: string | undefined },
): Promise<TaxRecords> {
  return withYearEnds(call, market, await askedTaxRecords(call, asked));
}

/** The book with the prices at the ends of years that a provider knows and the person has not given. */
async function withYearEnds(call: Call, market: MarketService, records: TaxRecords): Promise<TaxRecords> {
  const missing = Map.groupBy(unpricedMarks(marksOf(records)), ({ year }) => year);
  if (missing.size === 0) return records;
  const found: Record<string, Record<string, number>> = {};
  for (const [year, marks] of missing) {
    // The last trading day is at most some days before the end: weekends, and an exchange that was closed.
    const range = { start: `${year}-12-22`, end: `${year}-12-31`, interval: '1d' } as const;
    const prices = await askPrices(
      marks.map(({ symbol }) => [symbol, providerTickers(symbol, year)] as const),
      async (ticker) => {
        const bars = await market.bars({ ticker, ...range }, { signal: call.signal });
        const inYear = bars.filter(({ timestamp }) => timestamp.slice(0, 10) <= range.end);
        return inYear.toSorted((a, b) => (a.timestamp < b.timestamp ? -1 : 1)).at(-1)?.close;
      },
    );
    found[year] = await pricesInDollars(call, prices, range.end);
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

/** The price of each symbol that somebody knows, by the first of its spellings that finds one. */
async function askPrices(
  wanted: readonly (readonly [symbol: string, tickers: readonly string[]])[],
  priceOf: (ticker: string) => Promise<number | undefined>,
): Promise<Record<string, number>> {
  const prices: Record<string, number> = {};
  for (const [symbol, tickers] of wanted.slice(0, MOST_TICKERS)) {
    for (const ticker of tickers) {
      if (Object.hasOwn(prices, symbol)) break;
      try {
        const price = await priceOf(ticker);
        if (price !== undefined) prices[symbol] = price;
      } catch (error) {
        if (!(error instanceof NoProvider)) throw error;
        // Nobody is set up: asking for the next ticker would end the same way.
        if (error.reasons.length === 0) return prices;
      }
    }
  }
  return prices;
}
