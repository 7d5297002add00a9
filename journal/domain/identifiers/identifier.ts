// Is this a real CUSIP, ISIN, SEDOL or FIGI? Form and check digit; whether the security exists is a provider's answer.

import type { IdentifierType } from '@zorivest/vocabulary';
import { doubleAddDouble, luhn, sedolDigit } from './check-digit.ts';

// The first two letters an ISIN may have: ISO 3166-1 countries and the codes ISO 6166 reserves for securities of no
// one country (XS international, EU, XA–XD and XF substitute agencies, XK Kosovo, XT tokens, QS, QT, QW, QY internal use).

const COUNTRIES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR ' +
  'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP ' +
  'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT ' +
  'MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW ' +
  'SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ ' +
  'UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW';
const RESERVED = 'AN CS EU QS QT QW QY SU XA XB XC XD XF XK XS XT YU';

const ISIN_PREFIXES: ReadonlySet<string> = new Set(`${COUNTRIES} ${RESERVED}`.split(' '));

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
