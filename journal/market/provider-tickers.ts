// What providers call a contract: each has its own spelling, and asking by the wrong one only finds nothing.
import { parseOptionSymbol } from '@zorivest/domain';

const TICKER = /^[A-Z0-9.^=-]{1,20}$/;

export function isTicker(symbol: string): boolean {
  return TICKER.test(symbol);
}

/** Where futures are listed, by root: Yahoo names the exchange behind the contract. */
const EXCHANGES: Readonly<Record<string, readonly string[]>> = {
  CME: 'ES NQ RTY EMD NKD MES MNQ M2K 6E 6B 6J 6A 6C 6S 6N 6M M6E M6B M6A LE HE GF BTC MBT ETH MET'.split(' '),
  CBT: 'YM MYM ZB UB ZN TN ZF ZT ZC ZS ZW KE ZM ZL ZO ZR'.split(' '),
  NYM: 'CL QM MCL NG QG MNG RB HO BZ PL PA'.split(' '),
  CMX: 'GC QO MGC SI QI SIL HG MHG'.split(' '),
};

const CONTRACT = /^([A-Z0-9]{1,4}?)([FGHJKMNQUVXZ])(\d{1,4})$/;

/** The spellings of a symbol to ask for, the likeliest first. */
export function providerTickers(symbol: string, year: number): string[] {
  const option = parseOptionSymbol(symbol);
  if (option !== null) return /^[A-Z]{1,6}$/.test(option.underlying) ? [clearingSymbol(option)] : [];
  const bare = symbol.replace(/^[/@]/, '').replace(/:\w+$/, '');
  const [, root = '', month = '', digits = ''] = CONTRACT.exec(bare) ?? [];
  const exchange = Object.keys(EXCHANGES).find((name) => EXCHANGES[name]?.includes(root));
  const listed = exchange === undefined ? [] : [`${root}${month}${expiryYear(digits, year)}.${exchange}`];
  return [...listed, bare].filter(isTicker);
}

/** ESH6 held at the end of 2025 is the contract of 2026: the next year that ends in these digits. */
function expiryYear(digits: string, year: number): string {
  for (let later = year; later < year + 10; later += 1)
    if (String(later).endsWith(digits)) return String(later).slice(2);
  return digits.slice(-2).padStart(2, '0');
}

/** SPXW240119P04700000, as the clearing house spells it. */
function clearingSymbol({
  underlying,
  expiry,
  right,
  strike,
}: NonNullable<ReturnType<typeof parseOptionSymbol>>): string {
  const thousandths = String(Math.round(strike * 1000)).padStart(8, '0');
  return `${underlying}${expiry.slice(2).replaceAll('-', '')}${right === 'call' ? 'C' : 'P'}${thousandths}`;
}
