// Numbers as text in the language that the person chose.
import { numberFormats, type NumberFormats } from '@zorivest/pictures/numbers';
import { currentLook } from '../client/look.ts';

const made = new Map<string, NumberFormats>();

function formats(): NumberFormats {
  const locale = currentLook().locale || navigator.language;
  let found = made.get(locale);
  if (found === undefined) made.set(locale, (found = numberFormats(locale)));
  return found;
}

type OptionalNumber = number | null | undefined;

export function money(
  value: OptionalNumber,
  currency?: string | null,
  sign: 'always' | 'negative' = 'negative',
): string {
  return sign === 'always' ? formats().gain(value, currency) : formats().money(value, currency);
}

export const plain = (value: OptionalNumber, most?: number): string => formats().plain(value, most);
export const quantity = (value: OptionalNumber, exact?: string): string => formats().quantity(value, exact);
export const price = (value: OptionalNumber, most?: number): string => formats().price(value, most);
export const percent = (value: OptionalNumber, places?: number, sign?: 'always' | 'negative'): string =>
  formats().percent(value, places, sign);
export const multiple = (value: OptionalNumber): string => formats().multiple(value);
export const count = (value: number): string => formats().count(value);

/** "1 trade", "1,234 trades". */
export const countOf = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;
export const short = (value: number): string => formats().short(value);
export const compact = (value: number, places: 0 | 1): string => formats().compact(value, places);
