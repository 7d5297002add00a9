// What a lot holds: known for currencies and metals, else worked out from the result a statement gives.
import { isMoney } from './coins.ts';

const METALS: Readonly<Record<string, number>> = { XAU: 100, XAG: 5000, XPT: 100, XPD: 100 };
const CURRENCY_LOT = 100_000;
/** Sizes of a lot: 100,000 units of a currency, 100 ounces of gold, 5,000 of silver, one of an index … */
const SIZES = [1, 10, 100, 1000, 5000, 10_000, 100_000];

/** The usual size a lot's worth per point comes to, as far as the result's rounding to cents allows; else undefined. */
export function usualSize(each: number, moved: number): number | undefined {
  return SIZES.find((one) => Math.abs(each - one) * Math.abs(moved) <= 0.011 || Math.abs(each / one - 1) < 0.002);
}

interface LotMovement {
  readonly lots: number;
  /** What the price moved by. */
  readonly moved: number;
}

/**
 * Units in a lot; `rate` turns the price's currency into the result's, where the two differ. A result in the price's own
 * currency tells the size; in another it tells the rate, and the size is the usual one.
 */
export function lotSize(
  symbol: string,
  { lots, moved }: LotMovement,
  result: number,
  sameCurrency: boolean,
): { readonly units: number; readonly rate: number | null } {
  const known = METALS[symbol.slice(0, 3)] ?? (isCurrencies(symbol) ? CURRENCY_LOT : null);
  const each = moved === 0 || lots === 0 ? 0 : Math.abs(result / (moved * lots));
  const hasResult = each > 0 && Number.isFinite(each);
  const size = hasResult ? usualSize(each, moved * lots) : undefined;
  if (size !== undefined && (sameCurrency || known === null)) return { units: size, rate: null };
  if (known !== null) return { units: known, rate: hasResult && !sameCurrency ? each / known : null };
  return { units: 1, rate: hasResult ? each : null };
}

function isCurrencies(symbol: string): boolean {
  const pair = symbol.replaceAll(/[^A-Z]/g, '');
  return isMoney(pair.slice(0, 3)) && isMoney(pair.slice(3, 6));
}
