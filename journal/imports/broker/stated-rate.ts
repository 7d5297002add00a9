// The rate a row itself gives between its currency and the account's.
import { currencyCode } from './cell.ts';
import type { Figures } from './figures.ts';

/** As the file gives it, '' where it does not name the account's currency; `inverse`: units of the row's currency for one of the other. */
export interface StatedRate {
  readonly currency: string;
  readonly rate: string;
  readonly inverse?: boolean;
}

/** As exact as the file gives it: what is handed out is rounded to eight decimals. */
export interface Rate {
  readonly exact: number;
  readonly currency: string;
}

const SMALLEST_RATE = 1e-8;

/**
 * How much of the account's currency one unit of the row's is; null where the file does not say. `parts`: how many of what
 * the file counts in make one unit.
 */
export function rateOf(
  fx: StatedRate | undefined,
  currency: string | null,
  parts: number,
  figures: Figures,
): Rate | null {
  if (fx === undefined) return null;
  const other = fx.currency === '' ? '' : currencyCode(fx.currency);
  const stated = figures.value(fx.rate);
  if (other === null || other === currency || !stated || stated < 0) return null;
  const rate = fx.inverse === true ? parts / stated : stated * parts;
  return rate >= SMALLEST_RATE && Number.isFinite(rate) ? { exact: rate, currency: other } : null;
}
