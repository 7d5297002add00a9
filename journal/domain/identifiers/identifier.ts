// Is this a real CUSIP, ISIN, SEDOL or FIGI? Form and check digit; whether the security exists is a provider's answer.

import type { IdentifierType } from '@zorivest/words';
import { doubleAddDouble, luhn, sedolDigit } from './check-digit.ts';
import { ISIN_PREFIXES } from './isin-prefixes.ts';

export interface IdentifierCheck {
  readonly valid: boolean;
  /** What is wrong, when it is not valid. */
  readonly reason?: string;
}

interface Scheme {
  readonly length: number;
  readonly form: RegExp;
  readonly formText: string;
  /** Rules beyond the form: the reason it is refused, or null. */
  readonly refuse?: (value: string) => string | null;
  readonly checkDigit: (body: string) => string;
}

/** Prefixes FIGI avoids because an ISIN of that country could look the same. */
const NOT_FIGI = new Set(['BS', 'BM', 'GG', 'GB', 'GH', 'KY', 'VG']);

const SCHEMES: Readonly<Record<IdentifierType, Scheme>> = {
  cusip: {
    length: 9,
    // I and O are never given out: they look like 1 and 0.
    form: /^[0-9A-HJ-NP-Z*@#]{8}[0-9]$/,
    formText: 'letters without I and O, digits, *, @ or #, and a digit at the end',
    checkDigit: doubleAddDouble,
  },
  isin: {
    length: 12,
    form: /^[A-Z]{2}[0-9A-Z]{9}[0-9]$/,
    formText: 'two letters, nine letters or digits, and a digit at the end',
    refuse: (value) =>
      ISIN_PREFIXES.has(value.slice(0, 2)) ? null : `${value.slice(0, 2)} is not a country or ISIN prefix`,
    checkDigit: luhn,
  },
  sedol: {
    length: 7,
    form: /^[0-9BCDFGHJ-NP-TV-Z]{6}[0-9]$/,
    formText: 'digits and consonants, and a digit at the end',
    // Numbers given out since 2004 start with a letter; the older ones have no letters at all.
    refuse: (value) =>
      /^[0-9]/.test(value) && /[A-Z]/.test(value) ? 'a SEDOL that starts with a digit has no letters' : null,
    checkDigit: sedolDigit,
  },
  figi: {
    length: 12,
    form: /^[B-DF-HJ-NP-TV-Z]{2}G[0-9B-DF-HJ-NP-TV-Z]{8}[0-9]$/,
    formText: 'two consonants, G, eight consonants or digits, and a digit at the end',
    refuse: (value) => (NOT_FIGI.has(value.slice(0, 2)) ? `a FIGI never starts with ${value.slice(0, 2)}` : null),
    checkDigit: doubleAddDouble,
  },
};

/** By its form alone: enough to tell it from a ticker. */
export function looksLikeIsin(text: string): boolean {
  return SCHEMES.isin.form.test(text);
}

/** Checks form and check digit. Case and blanks, as people type and print them, do not matter. */
export function validateIdentifier(type: IdentifierType, value: string): IdentifierCheck {
  // Callers in plain JavaScript may hand in anything; the answer is a reason, not a throw.
  const scheme = typeof type === 'string' && Object.hasOwn(SCHEMES, type) ? SCHEMES[type] : undefined;
  if (scheme === undefined) return invalid('unknown identifier type: use cusip, isin, sedol or figi');
  if (typeof value !== 'string') return invalid(`the ${type} is not text`);
  const compact = value.replace(/\s+/g, '').toUpperCase();
  if (compact.length !== scheme.length)
    return invalid(`a ${type} has ${scheme.length} characters, this has ${compact.length}`);
  if (!scheme.form.test(compact)) return invalid(`a ${type} is made of ${scheme.formText}`);
  const refused = scheme.refuse?.(compact) ?? null;
  if (refused !== null) return invalid(refused);
  const expected = scheme.checkDigit(compact.slice(0, -1));
  if (compact.at(-1) !== expected) return invalid(`the check digit is ${compact.at(-1)}, it should be ${expected}`);
  return { valid: true };
}

function invalid(reason: string): IdentifierCheck {
  return { valid: false, reason };
}
