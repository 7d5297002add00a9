// What an instrument is: decided once, from what the statement or the person says, else from the symbol, and used by
// everything that counts it: its worth per point, its trips, its lots, the form it stands on.

import type { AssetClass } from '@zorivest/vocabulary';
import { parseOptionSymbol } from '../options/symbol.ts';
import { isContractClass, isOptionClass } from './asset-classes.ts';
import { pointValue } from './point-values.ts';

export interface InstrumentFacts {
  readonly asset_class: AssetClass;
  /** The letters a contract is listed under: SPXW of an option, ES of a future or an option on one; else null. */
  readonly root: string | null;
  /** What it is a claim on, the instrument itself where it is none: SPX for both SPX and SPXW. */
  readonly underlying: string;
  /** What one unit is worth per point. */
  readonly multiplier: number;
  /** False when the multiplier is a stand-in: a future whose contract size we do not know. */
  readonly known: boolean;
  /** An option's last day, `YYYY-MM-DD`. */
  readonly expiry: string | null;
}

const OPTION_MULTIPLIER = 100;
/** A bond's price is in percent of its face value, and the quantity is the face value. */
const BOND_MULTIPLIER = 0.01;

/** `stated` is what a statement or a person says it is; without it the symbol decides. */
export function instrumentFacts(instrument: string, stated?: AssetClass): InstrumentFacts {
  const contract = stated === undefined || isContractClass(stated) ? contractOf(instrument, stated) : null;
  if (contract !== null) return contract;
  const asset_class = stated ?? plainClass(instrument);
  return {
    asset_class,
    root: null,
    underlying: instrument,
    multiplier: asset_class === 'BOND' ? BOND_MULTIPLIER : asset_class === 'OPTION' ? OPTION_MULTIPLIER : 1,
    known: !isContractClass(asset_class) || asset_class === 'OPTION',
    expiry: null,
  };
}

/** What an instrument is a claim on; the instrument itself where it is none. */
export function underlyingOf(instrument: string, stated?: AssetClass): string {
  return instrumentFacts(instrument, stated).underlying;
}

function contractOf(instrument: string, stated: AssetClass | undefined): InstrumentFacts | null {
  const option = stated === 'FUTURE' ? null : parseOptionSymbol(instrument);
  if (option === null) return isOptionClass(stated) ? null : futureOf(instrument, stated);
  const { underlying, expiry } = option;
  if (stated !== 'FUTURE_OPTION' && !underlying.startsWith('/'))
    return {
      asset_class: 'OPTION',
      root: underlying,
      underlying: underlyingOfRoot(underlying),
      multiplier: OPTION_MULTIPLIER,
      known: true,
      expiry,
    };
  // /ESZ5 E1AX5 is a series on /ESZ5: the first word names the future.
  const [future = underlying] = underlying.split(' ');
  const root = rootOfFuture(future, true) ?? underlying;
  return { ...contractFacts(root), asset_class: 'FUTURE_OPTION', expiry };
}

function futureOf(instrument: string, stated: AssetClass | undefined): InstrumentFacts | null {
  const root = rootOfFuture(instrument, stated === 'FUTURE');
  return root === null ? null : { ...contractFacts(root), asset_class: 'FUTURE', expiry: null };
}

function contractFacts(root: string): Pick<InstrumentFacts, 'root' | 'underlying' | 'multiplier' | 'known'> {
  const value = pointValue(root);
  return { root, underlying: root, multiplier: value ?? 1, known: value !== undefined };
}

/** ESU6, /ESU6:XCME, MCLZ25: a root, the letter of a month, a year. */
const DATED = /^[/@]?([A-Z][A-Z0-9]{0,4}?|[0-9][A-Z]|M6[A-Z])([FGHJKMNQUVXZ])\d{0,3}(\d)(?::\w+)?$/;
/** /ES, and a chart's continuous ES1!. */
const UNDATED = /^(?:[/@]([A-Z0-9]{1,5})(?::\w+)?|[/@]?([A-Z0-9]{1,4}?)\d?!)$/;

/** Without a slash and without a word about it, only a root that we know makes a symbol a future. */
function rootOfFuture(text: string, sure: boolean): string | null {
  const symbol = text.toUpperCase();
  const undated = UNDATED.exec(symbol);
  const root = DATED.exec(symbol)?.[1] ?? undated?.[1] ?? undated?.[2] ?? null;
  if (root !== null && (sure || /^[/@]/.test(symbol) || pointValue(root) !== undefined)) return root;
  return sure ? symbol.replace(/^[/@]/, '') : null;
}

/** One name for all spellings of a dated future: ESH4, /ESH24 and /ESH4:XCME are ESH4; null where no month is named. */
export function contractName(instrument: string): string | null {
  const [, root, month, year] = DATED.exec(instrument.toUpperCase()) ?? [];
  return root === undefined ? null : `${root}${month}${year}`;
}

/** Weekly and p.m.-settled series of an index are listed under a root of their own. */
const INDEX_OF_ROOT: Readonly<Record<string, string>> = { SPXW: 'SPX', NDXP: 'NDX', RUTW: 'RUT', VIXW: 'VIX' };

const WEEKLY_ROOTS = new Map(Object.entries(INDEX_OF_ROOT).map(([root, index]) => [index, root]));

/** The root of an index's weekly options, for statements that say only that they are weekly; a share has no other root. */
export function weeklyRoot(underlying: string): string {
  return WEEKLY_ROOTS.get(underlying) ?? underlying;
}

/** AAPL1 is an option on AAPL that a split or a merger has adjusted. */
function underlyingOfRoot(root: string): string {
  return INDEX_OF_ROOT[root] ?? (/^[A-Z]{1,5}\d$/.test(root) ? root.slice(0, -1) : root);
}

const COINS =
  'AAVE|ADA|ALGO|ATOM|AVAX|BAT|BCH|BNB|BTC|CRV|DOGE|DOT|ETC|ETH|FIL|GRT|LINK|LTC|MATIC|MKR|NEAR|SHIB|SOL|SUSHI|TRX|UNI|USDC|USDT|XLM|XMR|XRP|XTZ|YFI';
const MONEY = 'USD|EUR|GBP|JPY|CHF|CAD|AUD|NZD|SEK|NOK|DKK|HKD|SGD|MXN|ZAR|PLN|CZK|HUF|CNH|TRY|ILS|KRW|INR';
const COIN_PAIR = new RegExp(`^(${COINS})[-/.](?:${COINS}|${MONEY})$`);
const JOINED_COIN_PAIR = new RegExp(`^(${COINS})(?:USD|USDT|USDC|EUR)$`);
const MONEY_PAIR = new RegExp(`^(?:${MONEY})[-/.]?(?:${MONEY})$`);
/** Nasdaq gives open-end funds five letters, the last an X. */
const FUND = /^[A-Z]{4}X$/;

/** What a pair buys: the BTC of BTC-USD. Any other name stays as it is. */
export function coinOf(instrument: string): string {
  const symbol = instrument.toUpperCase();
  return (COIN_PAIR.exec(symbol) ?? JOINED_COIN_PAIR.exec(symbol))?.[1] ?? instrument;
}

/** What a symbol that names no contract says: BTC-USD, EUR.USD, VTSAX; anything else is a share. */
function plainClass(instrument: string): AssetClass {
  if (instrument.length < 5 || instrument.length > 9) return 'EQUITY';
  const symbol = instrument.toUpperCase();
  if (COIN_PAIR.test(symbol) || JOINED_COIN_PAIR.test(symbol)) return 'CRYPTO';
  if (MONEY_PAIR.test(symbol)) return 'FOREX';
  return FUND.test(symbol) ? 'MUTUAL_FUND' : 'EQUITY';
}
