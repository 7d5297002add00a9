// What was traded, from the many ways brokers name it: one spelling per instrument, and how much one price point is worth.
import { fullYear, monthNumber } from '../text/time.ts';

export interface Instrument {
  readonly symbol: string;
  readonly multiplier: number;
  readonly kind: 'stock' | 'option' | 'future' | 'other';
}

export interface OptionContract {
  readonly underlying: string;
  /** `YYYY-MM-DD`. */
  readonly expiry: string;
  readonly right: 'call' | 'put';
  /** A plain decimal. */
  readonly strike: string;
}

/** `AAPL 260320 C 200`: the one spelling of an option. */
export function optionSymbol(option: OptionContract): string {
  const strike = option.strike.includes('.') ? option.strike.replace(/\.?0+$/, '') : option.strike;
  const right = option.right === 'call' ? 'C' : 'P';
  return `${option.underlying} ${option.expiry.slice(2).replaceAll('-', '')} ${right} ${strike.replace(/^0+(?=\d)/, '')}`;
}

const UNDERLYING = String.raw`([A-Z^$/.][A-Z0-9./]{0,9}?)`;
const STRIKE = String.raw`\$?\s*(\d{1,7}(?:,\d{3})*(?:\.\d{1,5})?|\.\d{1,5})`;
const RIGHT = String.raw`(C|P|CALL|PUT)S?`;

/** How each spelling names its parts: u underlying, y/m/d expiry, r right, k strike, t strike in thousandths. */
const SPELLINGS: readonly { readonly pattern: RegExp; readonly order: string }[] = [
  // OCC: AAPL  260320C00200000, also without the padding.
  { pattern: new RegExp(`^${UNDERLYING}\\s*(\\d{2})(\\d{2})(\\d{2})([CP])(\\d{8})$`), order: 'uymdrt' },
  // thinkorswim and Fidelity: .AAPL260320C200, -AAPL260320C200.5
  { pattern: new RegExp(`^[-.]?${UNDERLYING}\\s?(\\d{2})(\\d{2})(\\d{2})([CP])${STRIKE}$`), order: 'uymdrk' },
  // Ours: AAPL 260320 C 200
  { pattern: new RegExp(`^${UNDERLYING}\\s+(\\d{2})(\\d{2})(\\d{2})\\s+${RIGHT}\\s+${STRIKE}$`), order: 'uymdrk' },
  // Schwab: AAPL 03/20/2026 200.00 C
  {
    pattern: new RegExp(`^${UNDERLYING}\\s+(\\d{1,2})/(\\d{1,2})/(\\d{2,4})\\s+${STRIKE}\\s*${RIGHT}$`),
    order: 'umdykr',
  },
  // Robinhood: AAPL 3/20/2026 Call $200.00
  {
    pattern: new RegExp(`^${UNDERLYING}\\s+(\\d{1,2})/(\\d{1,2})/(\\d{2,4})\\s+${RIGHT}\\s+${STRIKE}$`),
    order: 'umdyrk',
  },
  // Apex (Firstrade, E*TRADE): PUT IAG 02/21/25 6 IAMGOLD CORP …
  {
    pattern: new RegExp(`^${RIGHT}\\s+${UNDERLYING}\\s+(\\d{1,2})/(\\d{1,2})/(\\d{2,4})\\s+${STRIKE}(?:\\s|$)`),
    order: 'rumdyk',
  },
  // IBKR: AAPL 20MAR26 200 C, AAPL 260320C200.0
  {
    pattern: new RegExp(`^${UNDERLYING}\\s+(\\d{1,2})\\s?([A-Z]{3})\\s?'?(\\d{2,4})\\s+${STRIKE}\\s*${RIGHT}$`),
    order: 'udnykr',
  },
  // thinkorswim's descriptions: CRM 100 (Weeklys) 2 APR 26 175 PUT
  {
    pattern: new RegExp(
      `^${UNDERLYING}\\s+(?:\\d+(?:/\\d+)?\\s+)?(?:\\([^)]*\\)\\s+)?(\\d{1,2})\\s+([A-Z]{3})\\s+(\\d{2,4})\\s+(?:\\([^)]*\\)\\s+)?${STRIKE}\\s+${RIGHT}$`,
    ),
    order: 'udnykr',
  },
  // Questrade: SLV20Feb26C55.00
  { pattern: new RegExp(`^${UNDERLYING}(\\d{1,2})([A-Z]{3})(\\d{2})([CP])${STRIKE}$`), order: 'udnyrk' },
  // Fidelity: CALL (AAPL) APPLE INC MAR 20 26 $200 (100 SHS)
  {
    pattern: new RegExp(
      `^${RIGHT}\\s+\\(${UNDERLYING}\\)\\s.*?([A-Z]{3})\\s+(\\d{1,2})\\s+'?(\\d{2,4})\\s+${STRIKE}(?:\\s|$)`,
    ),
    order: 'rundyk',
  },
  // E*TRADE: AAPL Mar 20 '26 $200 Call
  {
    pattern: new RegExp(`^${UNDERLYING}\\s+([A-Z]{3})\\s+(\\d{1,2}),?\\s+'?(\\d{2,4})\\s+${STRIKE}\\s*${RIGHT}$`),
    order: 'undykr',
  },
];

/** The option a text names, or null. */
export function parseOption(text: string): OptionContract | null {
  // Every spelling has a digit and is longer than any ticker.
  if (text.length < 8 || text.length > 120 || !/\d/.test(text)) return null;
  const upper = text.trim().toUpperCase().replaceAll(/\s+/g, ' ');
  for (const { pattern, order } of SPELLINGS) {
    const match = pattern.exec(upper);
    if (match === null) continue;
    const part = (key: string) => match[order.indexOf(key) + 1] ?? '';
    const month = order.includes('n') ? monthNumber(part(order.includes('n') ? 'n' : 'm')) : Number(part('m'));
    const expiry = expiryDate(fullYear(part('y')), month, Number(part('d')));
    if (expiry === null) continue;
    const strike = order.includes('t') ? thousandths(part('t')) : part('k').replaceAll(',', '').replace(/^\./, '0.');
    return {
      underlying: part('u').replace(/^[.$]/, ''),
      expiry,
      right: part('r').startsWith('C') ? 'call' : 'put',
      strike,
    };
  }
  return null;
}

function thousandths(digits: string): string {
  return `${digits.slice(0, -3)}.${digits.slice(-3)}`.replace(/^0+(?=\d)/, '').replace(/\.?0+$/, '');
}

export function expiryDate(year: number, month: number | null, day: number): string | null {
  if (month === null || month < 1 || month > 12 || day < 1 || day > 31) return null;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

export const OPTION_MULTIPLIER = 100;

/** Dollars per point of a contract, by its root. CME Group and ICE contract specifications. */
const POINT_VALUES: Readonly<Record<string, number>> = {
  ES: 50,
  NQ: 20,
  YM: 5,
  RTY: 50,
  EMD: 100,
  NKD: 5,
  MES: 5,
  MNQ: 2,
  MYM: 0.5,
  M2K: 5,
  CL: 1000,
  QM: 500,
  MCL: 100,
  NG: 10_000,
  QG: 2500,
  MNG: 1000,
  RB: 42_000,
  HO: 42_000,
  BZ: 1000,
  GC: 100,
  QO: 50,
  MGC: 10,
  SI: 5000,
  QI: 2500,
  SIL: 1000,
  HG: 25_000,
  MHG: 2500,
  PL: 50,
  PA: 100,
  ZB: 1000,
  UB: 1000,
  ZN: 1000,
  TN: 1000,
  ZF: 1000,
  ZT: 2000,
  ZC: 50,
  ZS: 50,
  ZW: 50,
  KE: 50,
  ZM: 100,
  ZL: 600,
  ZO: 50,
  ZR: 2000,
  LE: 400,
  HE: 400,
  GF: 500,
  '6E': 125_000,
  M6E: 12_500,
  '6B': 62_500,
  M6B: 6250,
  '6J': 12_500_000,
  '6A': 100_000,
  M6A: 10_000,
  '6C': 100_000,
  '6S': 125_000,
  '6N': 100_000,
  '6M': 500_000,
  BTC: 5,
  MBT: 0.1,
  ETH: 50,
  MET: 0.1,
  VX: 1000,
  VXM: 100,
  DX: 1000,
  KC: 375,
  SB: 1120,
  CC: 10,
  CT: 500,
  OJ: 150,
  FDAX: 25,
  FDXM: 5,
  FESX: 10,
  FGBL: 1000,
};

const MONTH_CODES = 'FGHJKMNQUVXZ';
const CONTRACT = /^[/@]?([A-Z][A-Z0-9]{0,3}|[0-9][A-Z]|M6[A-Z])([FGHJKMNQUVXZ])(\d{1,4})$/;
const CONTINUOUS = /^[/@]?([A-Z0-9]{1,4}?)\d?!$/;
const NINJA = /^([A-Z0-9]{1,5})\s+(?:(\d{2})-(\d{2})|([A-Z]{3})(\d{2}))$/;

/** The futures contract a symbol names: its root, and our spelling of it. Null when the root is unknown and not `sure`. */
export function parseFuture(text: string, sure = false): { readonly root: string; readonly symbol: string } | null {
  const upper = text.toUpperCase();
  const ninja = NINJA.exec(upper);
  if (ninja !== null) {
    const root = ninja[1] ?? '';
    const month = ninja[2] === undefined ? monthNumber(ninja[4] ?? '') : Number(ninja[2]);
    const code = month === null ? undefined : MONTH_CODES[month - 1];
    if (code !== undefined && (sure || root in POINT_VALUES))
      return { root, symbol: `${root}${code}${ninja[3] ?? ninja[5]}` };
  }
  const contract = CONTRACT.exec(upper) ?? CONTINUOUS.exec(upper);
  const root = contract?.[1];
  if (root !== undefined && (sure || root in POINT_VALUES || /^[/@]/.test(upper)))
    return { root, symbol: upper.replace(/^[/@]/, '') };
  const bare = upper.replace(/^[/@]/, '');
  if ((bare !== upper || sure) && bare in POINT_VALUES) return { root: bare, symbol: bare };
  return null;
}

export function pointValue(root: string): number | undefined {
  return POINT_VALUES[root];
}

const FUTURES_EXCHANGES =
  /^(?:CME|CME_MINI|CME_MICRO|CBOT|CBOT_MINI|NYMEX|NYMEX_MINI|COMEX|COMEX_MINI|EUREX|ICEUS|CFE)$/;

/** `NASDAQ:AAPL` -> AAPL; a futures exchange in front says that a contract follows. */
export function withoutExchange(text: string): { readonly symbol: string; readonly future: boolean } {
  const colon = text.indexOf(':');
  if (colon <= 0 || !/^[A-Z_0-9]+$/i.test(text.slice(0, colon))) return { symbol: text, future: false };
  return { symbol: text.slice(colon + 1), future: FUTURES_EXCHANGES.test(text.slice(0, colon).toUpperCase()) };
}
