// What a clock at the exchange showed.
import { cityOf, exchangeZone, type TradedInstrument } from './exchange.ts';
import { moment } from './time.ts';

/** `2026-03-02 10:00 in New York`; null where no exchange is known, or where its clock shows what the person's does. */
export function exchangeTime(at: string | null, zone: string, of: TradedInstrument): string | null {
  const exchange = exchangeZone(of);
  if (at === null || exchange === null) return null;
  const there = moment(at, exchange);
  // A day is the same everywhere, and so is a clock that shows the same.
  return there === moment(at, zone) ? null : `${there} in ${cityOf(exchange)}`;
}
