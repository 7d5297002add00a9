// When the session of a moment ends: what replay and what-if go to, and never the exit's own time.
import { accountDays, clockTimeIn, DAY_MS, daysIn, dayText, type RoundTrip } from '@zorivest/domain';
import { sessionOf } from '@zorivest/market';

const NEW_YORK = 'America/New_York';
const HOUR_MS = 3_600_000;
const dayAt = daysIn(NEW_YORK) ?? ((instant: number) => Math.floor(instant / DAY_MS));
const clockAt = clockTimeIn(NEW_YORK) ?? ((instant: number) => new Date(instant).toISOString());

/** When a clock in New York shows this on a day. */
function inNewYork(date: string, hour: number): number {
  const guess = Date.parse(`${date}T00:00:00Z`) + (hour + 5) * HOUR_MS;
  const shown = Number(clockAt(guess).slice(11, 13));
  return guess + (hour - shown) * HOUR_MS;
}

/** When stocks open in New York on a day. */
export function opening(date: string): number {
  return inNewYork(date, 9) + HOUR_MS / 2;
}

/** Stocks and options: the close in New York, after it the end of late trading. Futures: 17:00 there. Others: midnight in UTC. */
export function sessionEnd(instant: number, assetClass: RoundTrip['asset_class']): number {
  if (assetClass === 'FUTURE' || assetClass === 'FUTURE_OPTION') {
    const day = accountDays({ time: '17:00', zone: NEW_YORK })?.(instant) ?? Math.floor(instant / DAY_MS);
    return inNewYork(new Date(day * DAY_MS).toISOString().slice(0, 10), 17);
  }
  if (assetClass === 'CRYPTO' || assetClass === 'FOREX') return (Math.floor(instant / DAY_MS) + 1) * DAY_MS;
  const { close, late } = closesOn(dayAt(instant));
  if (instant < close) return close;
  return instant < late ? late : (Math.floor(instant / DAY_MS) + 1) * DAY_MS;
}

/** A year of days is asked for again and again, and does not change. */
const closes = new Map<number, { readonly close: number; readonly late: number }>();
const MOST_DAYS = 5000;

function closesOn(day: number): { readonly close: number; readonly late: number } {
  let known = closes.get(day);
  if (known === undefined) {
    if (closes.size >= MOST_DAYS) closes.clear();
    const date = dayText(day * DAY_MS);
    known = { close: inNewYork(date, sessionOf(date) === 'early' ? 13 : 16), late: inNewYork(date, 20) };
    closes.set(day, known);
  }
  return known;
}
