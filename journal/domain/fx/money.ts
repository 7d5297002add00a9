// One amount in another currency: at the statement's rate to its account's currency, and from there at the book's.
import { Decimal } from '../money/index.ts';
import type { Rates } from './rates.ts';

/** What an amount is in, and what its statement says one unit of that was worth. */
export interface ForeignMoney {
  readonly currency: string;
  /** 1 `currency` = `fx_rate` `fx_currency`; absent or null where the statement says nothing. */
  readonly fx_rate?: string | number | null | undefined;
  readonly fx_currency?: string | null | undefined;
}

/** What one unit was worth on a day; null where nothing says so. Twelve places, which no amount of money feels. */
export function rateOn(
  { currency, fx_rate, fx_currency }: ForeignMoney,
  day: number,
  wanted: string,
  rates: Rates,
): number | null {
  if (currency === wanted) return 1;
  if (fx_rate !== undefined && fx_rate !== null && fx_currency !== undefined && fx_currency !== null) {
    if (fx_currency === wanted) return Number(fx_rate);
    const onwards = rates.on(day, fx_currency, wanted);
    if (onwards !== null) return roundRate(onwards.rate.times(fx_rate));
  }
  const known = rates.on(day, currency, wanted);
  return known === null ? null : roundRate(known.rate);
}

/** An amount of money at a rate, as a decimal text. */
export function moneyAt(amount: string | number, rate: number): string {
  return new Decimal(amount).times(rate).toDecimalPlaces(12).toFixed();
}

function roundRate(rate: Decimal): number {
  return rate.toDecimalPlaces(12).toNumber();
}
