// Numbers and days as text, for app and chat alike. Formatters are made once for each locale: making one costs more than a table cell.

export { type DateFormats, dateFormats } from './dates.ts';

type MaybeNumber = number | null | undefined;

export interface NumberFormats {
  /** Two places, a true minus; the currency behind it where the heading does not say it. */
  readonly money: (value: MaybeNumber, currency?: string | null) => string;
  /** The same with a plus for gains. */
  readonly gain: (value: MaybeNumber, currency?: string | null) => string;
  /** A figure with as many places as it has. */
  readonly plain: (value: MaybeNumber, most?: number) => string;
  /** With all digits that its number holds, or those of its text where that has more. */
  readonly quantity: (value: MaybeNumber, exact?: string) => string;
  /** One that is small is shown by its digits: eight of them. */
  readonly price: (value: MaybeNumber, most?: number) => string;
  /** A share (0.543) as a percentage. */
  readonly percent: (share: MaybeNumber, places?: number, sign?: 'always' | 'negative') => string;
  /** A multiple of the risk. */
  readonly multiple: (value: MaybeNumber) => string;
  readonly count: (value: MaybeNumber) => string;
  /** For an axis, where two places would be noise. */
  readonly short: (value: number) => string;
  /** Where there is room for a few signs only: 12.4k, 1.2M. */
  readonly compact: (value: number, places: 0 | 1) => string;
}

/** An unknown value is a dash, never a zero. */
export const DASH = '–';

/** A minus as wide as the plus. */
const trueMinus = (text: string): string => text.replace(/^-/, '−');

const isKnown = (value: MaybeNumber): value is number => typeof value === 'number' && Number.isFinite(value);

export function numberFormats(locale: string): NumberFormats {
  const made = new Map<string, Intl.NumberFormat>();
  const number = (value: number, key: string, options: Intl.NumberFormatOptions): string => {
    let found = made.get(key);
    if (found === undefined)
      made.set(key, (found = new Intl.NumberFormat(locale, { signDisplay: 'negative', ...options })));
    return trueMinus(found.format(value));
  };
  const formatFixed = (value: number, places: number, signDisplay: 'negative' | 'exceptZero'): string =>
    number(value, `${places} ${signDisplay}`, {
      minimumFractionDigits: places,
      maximumFractionDigits: places,
      signDisplay,
    });
  const amount = (value: MaybeNumber, currency: string | null | undefined, sign: 'negative' | 'exceptZero'): string =>
    isKnown(value) ? `${formatFixed(value, 2, sign)}${currency ? ` ${currency}` : ''}` : DASH;

  return {
    money: (value, currency) => amount(value, currency, 'negative'),
    gain: (value, currency) => amount(value, currency, 'exceptZero'),
    plain: (value, most = 8) => (isKnown(value) ? number(value, `to ${most}`, { maximumFractionDigits: most }) : DASH),
    quantity: (value, exact) => {
      const [, whole, fraction] = /^(\d+)\.(\d+)$/.exec(exact ?? '') ?? [];
      if (whole === undefined || fraction === undefined)
        return isKnown(value) ? number(value, 'to 12', { maximumFractionDigits: 12 }) : DASH;
      const point = number(0.5, 'to 1', { maximumFractionDigits: 1 }).replaceAll(/\p{Nd}/gu, '');
      return `${number(Number(whole), 'to 0', { maximumFractionDigits: 0 })}${point}${fraction}`;
    },
    price: (value, most = 8) => {
      if (!isKnown(value)) return DASH;
      return value !== 0 && Math.abs(value) < 0.1
        ? number(value, '8 digits', { maximumSignificantDigits: 8 })
        : number(value, `2 to ${most}`, { minimumFractionDigits: 2, maximumFractionDigits: most });
    },
    percent: (share, places = 1, sign = 'negative') =>
      isKnown(share) ? `${formatFixed(100 * share, places, sign === 'always' ? 'exceptZero' : sign)} %` : DASH,
    multiple: (value) => (isKnown(value) ? `${formatFixed(value, 2, 'exceptZero')} R` : DASH),
    count: (value) => (isKnown(value) ? number(value, 'to 0', { maximumFractionDigits: 0 }) : DASH),
    short: (value) => {
      if (!isKnown(value)) return DASH;
      const size = Math.abs(value);
      if (size >= 100_000) return number(value, 'compact', { notation: 'compact', maximumFractionDigits: 1 });
      return size < 10
        ? number(value, 'to 2', { maximumFractionDigits: 2 })
        : number(value, 'to 0', { maximumFractionDigits: 0 });
    },
    compact: (value, places) => {
      const { scaled, letter } = scaleByThousands(value, places);
      return `${number(scaled, `to ${places}`, { maximumFractionDigits: places })}${letter}`;
    },
  };
}

/** The same letters in every language, since some have long words. */
const units = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const;

/** A value that would round to a thousand of a unit becomes one of the next unit. */
function scaleByThousands(value: number, places: number): { readonly scaled: number; readonly letter: string } {
  const least = 1 - 0.0005 * 10 ** -places;
  const [unit, letter] = units.find(([each]) => Math.abs(value) >= each * least) ?? [1, ''];
  return { scaled: value / unit, letter };
}
