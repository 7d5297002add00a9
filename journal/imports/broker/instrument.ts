// What was traded, from the many ways brokers name it: one spelling per instrument, and how much one price point is worth.
import {
  canonicalOptionSymbol,
  isPositive,
  parseAmount,
  parseOptionSymbol,
  pointValue,
  roundToEightPlaces,
} from '@zorivest/domain';

export { pointValue } from '@zorivest/domain';
import type { AssetClass } from '../statement/model.ts';
import { fullYear, monthNumber, parseDate } from '../text/time.ts';

export interface Instrument {
  readonly symbol: string;
  readonly multiplier: number;
  readonly kind: 'stock' | 'option' | 'future';
  /** Where the symbol says more than the kind does. */
  readonly assetClass?: AssetClass;
}

/** What an option's symbol says. */
export type Option = Parameters<typeof canonicalOptionSymbol>[0];

/**
 * Spellings that are descriptions rather than symbols; symbols are the domain's. The groups are named for what they hold.
 */
const UNDERLYING = String.raw`(?<underlying>[A-Z^][A-Z0-9./]{0,9}?)`;
const STRIKE = String.raw`\$?(?<strike>\d{1,7}(?:,\d{3})*(?:\.\d{1,5})?|\.\d{1,5})`;
const RIGHT = String.raw`(?<right>CALL|PUT)S?`;
const DESCRIPTIONS: readonly RegExp[] = [
  // Apex clears Firstrade and E*TRADE: PUT HARB 03/21/25 45 HARBOUR TOOLS …
  String.raw`${RIGHT} ${UNDERLYING} (?<month>\d{1,2})/(?<day>\d{1,2})/(?<year>\d{4}|\d{2}) ${STRIKE}(?: .*)?`,
  // thinkorswim: CRM 100 (Weeklys) 2 APR 26 175 PUT
  String.raw`${UNDERLYING} (?:\d+(?:/\d+)? )?(?:\([^)]*\) )?(?<day>\d{1,2}) (?<month>[A-Z]{3}) (?<year>\d{4}|\d{2}) (?:\([^)]*\) )?${STRIKE} (?<right>CALL|PUT|C|P)S?`,
  // Fidelity: CALL (AAPL) APPLE INC MAR 20 26 $200 (100 SHS)
  String.raw`${RIGHT} \(${UNDERLYING}\) .*?(?<month>[A-Z]{3}) (?<day>\d{1,2}) '?(?<year>\d{4}|\d{2}) ${STRIKE}(?: .*)?`,
  // Questrade: SLV20Feb26C55.00
  String.raw`${UNDERLYING}(?<day>\d{1,2})(?<month>[A-Z]{3})(?<year>\d{2})(?<right>[CP])${STRIKE}`,
  // IBKR's readable spelling with its blanks removed: SPY20DEC24450C
  String.raw`${UNDERLYING}(?<day>\d{1,2})(?<month>[A-Z]{3})(?<year>\d{2})${STRIKE}(?<right>[CP])`,
  // Fidelity without its dash, Webull: AAPL260320C200
  String.raw`${UNDERLYING}(?<year>\d{2})(?<month>\d{2})(?<day>\d{2})(?<right>[CP])${STRIKE}`,
].map((pattern) => new RegExp(`^${pattern}$`));

/** The option a symbol or a description names, or null. */
export function parseOption(text: string): Option | null {
  // Every spelling has a digit and is longer than any ticker.
  if (text.length < 8 || text.length > 120 || !/\d/.test(text)) return null;
  const symbol = parseOptionSymbol(text);
  if (symbol !== null) return symbol;
  const upper = text.trim().toUpperCase().replaceAll(/\s+/g, ' ');
  for (const pattern of DESCRIPTIONS) {
    const parts = pattern.exec(upper)?.groups;
    if (parts === undefined) continue;
    const { underlying = '', year = '', month = '', day = '', right = '', strike = '' } = parts;
    const expiry = expiryDate(fullYear(year), /^\d/.test(month) ? Number(month) : monthNumber(month), Number(day));
    const price = parseAmount(strike.replaceAll(',', ''));
    if (expiry !== null && price !== null && isPositive(price))
      return { underlying, expiry, right: right.startsWith('C') ? 'call' : 'put', strike: roundToEightPlaces(price) };
  }
  return null;
}

/** The option that separate columns name; null when one of them says nothing. */
export function optionFrom(
  underlying: string,
  expiry: string | null | undefined,
  right: string,
  strike: string | null,
): Option | null {
  const price = strike ? parseAmount(strike) : null;
  if (underlying === '' || !expiry || price === null || !isPositive(price) || !/^[cp]/i.test(right)) return null;
  return { underlying, expiry, right: /^c/i.test(right) ? 'call' : 'put', strike: roundToEightPlaces(price) };
}

export function expiryDate(year: number, month: number | null, day: number): string | null {
  return month === null ? null : parseDate(`${year}-${month}-${day}`);
}

export function optionInstrument(option: Option, multiplier = OPTION_MULTIPLIER): Instrument {
  const instrument = { symbol: canonicalOptionSymbol(option), multiplier, kind: 'option' } as const;
  // An option on a future is named by the contract it is on: /ESH26.
  return option.underlying.startsWith('/') ? { ...instrument, assetClass: 'FUTURE_OPTION' } : instrument;
}

const OPTION_MULTIPLIER = 100;

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
    if (code !== undefined && (sure || pointValue(root) !== undefined))
      return { root, symbol: `${root}${code}${ninja[3] ?? ninja[5]}` };
  }
  const contract = CONTRACT.exec(upper) ?? CONTINUOUS.exec(upper);
  const root = contract?.[1];
  if (root !== undefined && (sure || pointValue(root) !== undefined || /^[/@]/.test(upper)))
    return { root, symbol: upper.replace(/^[/@]/, '') };
  const bare = upper.replace(/^[/@]/, '');
  if ((bare !== upper || sure) && pointValue(bare) !== undefined) return { root: bare, symbol: bare };
  return null;
}

const FUTURES_EXCHANGES =
  /^(?:CME|CME_MINI|CME_MICRO|CBOT|CBOT_MINI|NYMEX|NYMEX_MINI|COMEX|COMEX_MINI|EUREX|ICEUS|CFE)$/;

/** CQG's own roots, where they differ from the exchange's. */
const CQG_ROOTS: Readonly<Record<string, string>> = {
  EP: 'ES',
  ENQ: 'NQ',
  CLE: 'CL',
  MCLE: 'MCL',
  GCE: 'GC',
  SIE: 'SI',
  NGE: 'NG',
  HOE: 'HO',
  RBE: 'RB',
  CPE: 'HG',
  PLE: 'PL',
  EU6: '6E',
  BP6: '6B',
  JY6: '6J',
  DA6: '6A',
  CA6: '6C',
  SF6: '6S',
  USA: 'ZB',
  TYA: 'ZN',
  FVA: 'ZF',
  TUA: 'ZT',
  ZSE: 'ZS',
  ZCE: 'ZC',
  ZWA: 'ZW',
  DD: 'FDAX',
  DSX: 'FESX',
};
const CQG = /^F\.[A-Z]{2}\.([A-Z0-9]{1,5}?)([FGHJKMNQUVXZ]\d{1,2})$/;

/** CQG writes `F.US.EPH26` for a contract: kind, country, root, month. */
function cqgContract(text: string): string | null {
  const found = CQG.exec(text.toUpperCase());
  const root = found?.[1] ?? '';
  return found === null ? null : `${CQG_ROOTS[root] ?? root}${found[2]}`;
}

/** `NASDAQ:AAPL` -> AAPL; a futures exchange in front says that a contract follows. */
export function withoutExchange(text: string): {
  readonly symbol: string;
  readonly future: boolean;
  readonly assetClass?: AssetClass;
} {
  const contract = text.startsWith('F.') || text.startsWith('f.') ? cqgContract(text) : null;
  if (contract !== null) return { symbol: contract, future: true };
  const colon = text.indexOf(':');
  // thinkorswim puts the venue behind: /ESH24:XCME
  if (colon > 0 && /^[./]/.test(text)) return { symbol: text.slice(0, colon), future: text.startsWith('/') };
  if (colon <= 0 || !/^[A-Z_0-9]+$/i.test(text.slice(0, colon))) return { symbol: text, future: false, ...pair(text) };
  const exchange = text.slice(0, colon).toUpperCase();
  const symbol = text.slice(colon + 1);
  if (FOREX_VENUES.test(exchange)) return { symbol, future: false, assetClass: 'FOREX' };
  if (COIN_VENUES.test(exchange)) return { symbol, future: false, assetClass: 'CRYPTO' };
  return { symbol, future: FUTURES_EXCHANGES.test(exchange), ...pair(symbol) };
}

const FOREX_VENUES = /^(?:FX|FX_IDC|OANDA|FOREXCOM|FXCM|PEPPERSTONE|SAXO|ICMARKETS)$/;
const COIN_VENUES =
  /^(?:BINANCE|BINANCEUS|COINBASE|KRAKEN|BITSTAMP|BYBIT|BITFINEX|OKX|KUCOIN|GEMINI|BITMEX|CRYPTO|MEXC|DERIBIT)$/;
const COINS = 'BTC|ETH|SOL|DOGE|LTC|BCH|XRP|ADA|AVAX|LINK|DOT|UNI|AAVE|SHIB|USDT|USDC|XTZ|MKR|GRT|CRV|SUSHI|YFI|BAT';
const MONEY = 'USD|EUR|GBP|JPY|CHF|CAD|AUD|NZD|SEK|NOK|DKK|HKD|SGD|MXN|ZAR|PLN|CZK|HUF|CNH';
const COIN_PAIR = new RegExp(`^(?:${COINS})/(?:${COINS}|${MONEY})$`);
const MONEY_PAIR = new RegExp(`^(?:${MONEY})[/.](?:${MONEY})$`);

/** Two currencies with a slash or a point between them: BTC/USD, EUR.USD. */
function pair(symbol: string): { readonly assetClass?: AssetClass } {
  if (symbol.length > 9) return {};
  const upper = symbol.toUpperCase();
  if (COIN_PAIR.test(upper)) return { assetClass: 'CRYPTO' };
  return MONEY_PAIR.test(upper) ? { assetClass: 'FOREX' } : {};
}
