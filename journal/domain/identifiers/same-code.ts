// Two codes of one security that follow from each other: an ISIN of the United States or Canada holds the CUSIP.
import { luhn } from './check-digit.ts';
import { looksLikeIsin, validateIdentifier } from './identifier.ts';

const WITH_CUSIP = ['US', 'CA'] as const;

/** The code itself and those it holds or is held by; a text that is no code of these stands alone. */
export function sameCodes(code: string): string[] {
  if (code.length === 12 && WITH_CUSIP.some((country) => code.startsWith(country))) {
    const cusip = code.slice(2, 11);
    return isCode('cusip', cusip) ? [code, cusip] : [code];
  }
  if (code.length === 9 && isCode('cusip', code))
    return [code, ...WITH_CUSIP.map((country) => `${country}${code}${luhn(country + code)}`)];
  return [code];
}

/** A text that stands where a ticker should: an ISIN by its form, a FIGI or a CUSIP by its check digit as well. */
export function codeKind(text: string): 'isin' | 'cusip' | 'figi' | null {
  if (text.length === 12) return isCode('figi', text) ? 'figi' : looksLikeIsin(text) ? 'isin' : null;
  return text.length === 9 && isCode('cusip', text) ? 'cusip' : null;
}

function isCode(type: 'isin' | 'cusip' | 'figi', value: string): boolean {
  return value === value.toUpperCase() && validateIdentifier(type, value).valid;
}
