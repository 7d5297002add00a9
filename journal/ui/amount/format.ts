// The only place where numbers become text. Formatters are made once: making one costs more than a table cell.
import { currentLook } from '../look/look.ts';
import { inThousands } from './thousands.ts';

const made = new Map<string, Intl.NumberFormat>();

function formatter(key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const locale = currentLook().locale || navigator.language;
  const name = `${locale} ${key}`;
  let found = made.get(name);
  if (found === undefined) made.set(name, (found = new Intl.NumberFormat(locale, options)));
  return found;
}

/** A minus as wide as the plus. */
const trueMinus = (text: string): string => text.replace(/^-/, '−');

const DASH = '–';

/** Money: two places, a true minus, the currency behind it unless the heading says it. */
export function money(
  value: number | null | undefined,
  currency?: string | null,
  sign: 'always' | 'negative' = 'negative',
): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return DASH;
  const text = formatter(`money ${sign}`, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: sign === 'always' ? 'exceptZero' : 'auto',
  }).format(value === 0 ? 0 : value);
  return `${trueMinus(text)}${currency ? ` ${currency}` : ''}`;
}

/** A price or quantity: as many places as it has, eight at most. */
export function plain(value: number | null | undefined, most = 8): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return DASH;
  return trueMinus(formatter(`plain ${most}`, { maximumFractionDigits: most }).format(value));
}

export function price(value: number | null | undefined, most = 8): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return DASH;
  return trueMinus(formatter(`price ${most}`, { minimumFractionDigits: 2, maximumFractionDigits: most }).format(value));
}

/** A share (0.543) as a percentage. */
export function percent(
  value: number | null | undefined,
  places = 1,
  sign: 'always' | 'negative' = 'negative',
): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return DASH;
  const text = formatter(`percent ${places} ${sign}`, {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
    signDisplay: sign === 'always' ? 'exceptZero' : 'auto',
  }).format(100 * value);
  return `${trueMinus(text)} %`;
}

export function multiple(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return DASH;
  const text = formatter('multiple', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: 'exceptZero',
  }).format(value);
  return `${trueMinus(text)} R`;
}

export const count = (value: number): string => formatter('count', { maximumFractionDigits: 0 }).format(value);

/** For an axis, where two places would be noise. */
export function short(value: number): string {
  return trueMinus(
    formatter('short', {
      notation: Math.abs(value) >= 100_000 ? 'compact' : 'standard',
      maximumFractionDigits: Math.abs(value) < 10 ? 2 : 0,
    }).format(value),
  );
}

/** Where there is room for a few signs only: 12.4k, 1.2M. */
export function compact(value: number, places: 0 | 1): string {
  const { scaled, letter } = inThousands(value, places);
  return `${trueMinus(formatter(`compact ${places}`, { maximumFractionDigits: places }).format(scaled))}${letter}`;
}
