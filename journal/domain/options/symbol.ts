// One contract, many spellings. Each format is a pattern; the first that names a real contract wins.

import type { OptionRight } from '@zorivest/vocabulary';
import { isPositive, parseAmount, roundToEightPlaces } from '../money/index.ts';
import { isDay } from '../time/index.ts';

type OptionFormat =
  | 'occ'
  | 'tos'
  | 'canonical'
  | 'ibkr'
  | 'schwab'
  | 'tastytrade'
  | 'fidelity'
  | 'etrade'
  | 'robinhood';

export interface OptionContract {
  readonly underlying: string;
  /** `YYYY-MM-DD`. */
  readonly expiry: string;
  readonly right: OptionRight;
  readonly strike: number;
  readonly format: OptionFormat;
}

interface Spelling {
  readonly format: OptionFormat;
  readonly pattern: RegExp;
  /** The strike is written in thousandths, as OCC does. */
  readonly thousandths?: true;
}

const ROOT = String.raw`(?<underlying>[A-Z^][A-Z0-9]{0,5}(?:[./][A-Z]{1,2})?)`;
const STRIKE_DIGITS = String.raw`(?<strike>\d{1,7}(?:,\d{3})*(?:\.\d+)?|\.\d+)`;
const STRIKE = String.raw`\$?${STRIKE_DIGITS}`;
const YYMMDD = String.raw`(?<yy>\d{2})(?<mm>\d{2})(?<dd>\d{2})`;
const SLASHED = String.raw`(?<mm>\d{1,2})/(?<dd>\d{1,2})/(?<yy>\d{4}|\d{2})`;
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const MONTH = `(?<mon>${MONTHS.join('|')})[A-Z]*`;
const RIGHT = String.raw`(?<right>C|P|CALL|PUT)`;
/** A future option's underlying, as tastytrade and thinkorswim write it: ./ESZ5 E1AX5. */
const FUTURE_ROOT = String.raw`(?<underlying>\.?/[A-Z0-9]{2,6}(?: [A-Z0-9]{2,6})?)`;

const SPELLINGS: readonly Spelling[] = [
  { format: 'occ', pattern: compilePattern(`${ROOT}\\s*${YYMMDD}(?<right>[CP])(?<strike>\\d{8})`), thousandths: true },
  { format: 'tos', pattern: compilePattern(`\\.${ROOT}${YYMMDD}(?<right>[CP])${STRIKE}`) },
  { format: 'fidelity', pattern: compilePattern(`-${ROOT}${YYMMDD}(?<right>[CP])${STRIKE}`) },
  { format: 'canonical', pattern: compilePattern(`${ROOT} ${YYMMDD} (?<right>[CP]) ${STRIKE}`) },
  { format: 'canonical', pattern: compilePattern(`${FUTURE_ROOT} ${YYMMDD} (?<right>[CP]) ${STRIKE}`) },
  { format: 'tastytrade', pattern: compilePattern(`${FUTURE_ROOT} ?${YYMMDD}(?<right>[CP])${STRIKE}`) },
  { format: 'ibkr', pattern: compilePattern(`${ROOT} (?<dd>\\d{1,2})${MONTH}(?<yy>\\d{4}|\\d{2}) ${STRIKE} ${RIGHT}`) },
  { format: 'ibkr', pattern: compilePattern(`${ROOT} ${MONTH}(?<dd>\\d{1,2})'(?<yy>\\d{2}) ${STRIKE} ${RIGHT}`) },
  {
    format: 'etrade',
    pattern: compilePattern(`${ROOT} ${MONTH} (?<dd>\\d{1,2}),? '?(?<yy>\\d{4}|\\d{2}) ${STRIKE} ${RIGHT}`),
  },
  { format: 'schwab', pattern: compilePattern(`${ROOT} ${SLASHED} ${STRIKE} ${RIGHT}`) },
  // The two differ in the dollar sign alone.
  { format: 'robinhood', pattern: compilePattern(`${ROOT} ${SLASHED} ${RIGHT} \\$${STRIKE_DIGITS}`) },
  { format: 'tastytrade', pattern: compilePattern(`${ROOT} ${SLASHED} ${RIGHT} ?${STRIKE_DIGITS}`) },
];

function compilePattern(pattern: string): RegExp {
  return new RegExp(`^${pattern}$`);
}

/** The contract a broker's symbol names, or null when it is not an option symbol (or names an impossible date). */
export function parseOptionSymbol(text: string): OptionContract | null {
  if (typeof text !== 'string' || text.length > 60 || !/\d/.test(text)) return null;
  const tidy = text.trim().toUpperCase().replace(/\s+/g, ' ');
  for (const { format, pattern, thousandths } of SPELLINGS) {
    const parts = pattern.exec(tidy)?.groups;
    if (parts === undefined) continue;
    const expiry = expiryOf(parts);
    const strike = strikeOf(parts['strike'] ?? '', thousandths === true);
    if (expiry === null || strike === null) continue;
    const right = (parts['right'] ?? '').startsWith('C') ? 'call' : 'put';
    return { underlying: (parts['underlying'] ?? '').replace(/^\.(?=\/)/, ''), expiry, right, strike, format };
  }
  return null;
}

function expiryOf(parts: Record<string, string>): string | null {
  const { yy = '', mm, mon = '', dd = '' } = parts;
  const year = yy.length === 2 ? 2000 + Number(yy) : Number(yy);
  const month = mm === undefined ? MONTHS.indexOf(mon) + 1 : Number(mm);
  if (!isDay(year, month, Number(dd))) return null;
  return `${year}-${String(month).padStart(2, '0')}-${dd.padStart(2, '0')}`;
}

function strikeOf(text: string, thousandths: boolean): number | null {
  const digits = text.replaceAll(',', '');
  const value = parseAmount(thousandths ? `${digits}e-3` : digits);
  return value === null || !isPositive(value) ? null : roundToEightPlaces(value);
}

/** The spelling the journal stores: `AAPL 260320 C 200`. */
export function canonicalOptionSymbol(contract: Omit<OptionContract, 'format'>): string {
  const date = contract.expiry.slice(2).replaceAll('-', '');
  return `${contract.underlying} ${date} ${contract.right === 'call' ? 'C' : 'P'} ${contract.strike}`;
}
