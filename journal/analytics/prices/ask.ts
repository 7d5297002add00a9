// Asking whoever is set up for what is held now. What they say is kept in the book; here it counts at once.
import { DAY_MS, type DayOf, parseAmount, type PricePoint } from '@zorivest/domain';
import { type MarketService, NoProvider, providerTickers } from '@zorivest/market';
import type { Call } from '@zorivest/store';

/** A book that holds more is priced from what is known. */
const MOST_ASKED = 100;

/** What was told of these instruments just now; who has no answer keeps the price that was known. */
export async function askQuotes(
  { signal, now }: Call,
  market: MarketService,
  instruments: Iterable<string>,
  dayOf: DayOf,
): Promise<PricePoint[]> {
  const told: PricePoint[] = [];
  for (const instrument of [...new Set(instruments)].slice(0, MOST_ASKED)) {
    const [ticker] = providerTickers(instrument, now().getUTCFullYear());
    if (ticker === undefined) continue;
    try {
      const quote = await market.quote(ticker, { signal });
      const price = quote === undefined ? null : parseAmount(quote.price);
      if (quote === undefined || price === null) continue;
      const at = quote.timestamp ?? new Date(now().getTime() - 1000 * quote.age_seconds).toISOString();
      const day = dayOf(at) ?? Date.parse(at.slice(0, 10)) / DAY_MS;
      told.push({ instrument, day, price, currency: null, source: 'provider', by: quote.provider });
    } catch (error) {
      if (!(error instanceof NoProvider)) throw error;
      // Nobody is set up: asking for the next would end the same way.
      if (error.reasons.length === 0) return told;
    }
  }
  return told;
}
