// Asking the providers that are set up for what is held now. Their answers are stored in the book; here they count immediately.
import { DAY_MS, type DayOf, parseAmount, type PricePoint } from '@zorivest/domain';
import { type MarketService, NoProvider, providerTickers } from '@zorivest/market';
import type { Call } from '@zorivest/store';

/** A book that holds more is priced from what is known. */
const MOST_ASKED = 100;

/** The quotes of these instruments just now; one without an answer retains the price that was known. */
export async function askQuotes(
  { signal, now }: Call,
  market: MarketService,
  instruments: Iterable<string>,
  dayOf: DayOf,
): Promise<PricePoint[]> {
  const quotes: PricePoint[] = [];
  for (const instrument of [...new Set(instruments)].slice(0, MOST_ASKED)) {
    const [ticker] = providerTickers(instrument, now().getUTCFullYear());
    if (ticker === undefined) continue;
    try {
      const quote = await market.quote(ticker, { signal });
      const price = quote === undefined ? null : parseAmount(quote.price);
      if (quote === undefined || price === null) continue;
      const at = quote.timestamp ?? new Date(now().getTime() - 1000 * quote.age_seconds).toISOString();
      const day = dayOf(at) ?? Date.parse(at.slice(0, 10)) / DAY_MS;
      quotes.push({ instrument, day, price, currency: null, source: 'provider', by: quote.provider });
    } catch (error) {
      if (!(error instanceof NoProvider)) throw error;
      // No provider is set up: asking for the next would end the same way.
      if (error.reasons.length === 0) return quotes;
    }
  }
  return quotes;
}
