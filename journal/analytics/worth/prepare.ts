// What the first question about worth would wait for, worked out before anybody asks: what each holding was worth over its
// whole record. Later questions put that together, and a changed trade makes only its own holdings new.
import { worthByDay } from '@zorivest/domain';
import type { MarketService } from '@zorivest/market';
import { heldInBook, inTurns, type Reading } from '../prices/held-positions.ts';
import { bookPrices } from '../prices/prices.ts';
import { worthScope } from './scope.ts';

export async function prepareWorth(reading: Reading, market: MarketService, pause: () => Promise<void>): Promise<void> {
  const { prices, dayOf, today } = await bookPrices(reading, market);
  const rest = { cash: [], inTransit: [], prices, dayOf, rateOf: () => null, currencyOf: () => '', currency: '' };
  await inTurns(await heldInBook(reading), pause, (held) => {
    worthByDay({ ...rest, held: [held], from: today, to: today, upTo: today });
  });
  await pause();
  // What the first page asks for: all accounts over the whole record.
  await worthScope(reading, market, {});
}
