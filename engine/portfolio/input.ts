// What a portfolio is asked: symbols with their bars, one way to decide, and by which rules it trades.
import type { Direction, SizeType } from './account.ts';
import type { PortfolioCosts } from './costs.ts';
import type { Label, PriceRow, SymbolInput } from './market.ts';
import type { OrderKind, OrderPrices } from './order-kinds.ts';

/** "max": as much as the cash allows; "-max": all that is held, or as much as the account is worth. */
export type Size = number | 'max' | '-max' | null;

export interface OrderInput extends OrderPrices {
  readonly date: Label;
  readonly symbol: string;
  readonly size?: Size | undefined;
  /** In place of size: so much money, fees included, in whole units where those are asked for. */
  readonly money?: number | undefined;
  /** Absent: filled on its own bar as `convention` says, else at its close. With one it is active from the next bar. */
  readonly type?: OrderKind | undefined;
  /** Of the orders of one group the first that fills takes the others back. */
  readonly oco?: string | number | undefined;
  /** How long an order with a type waits: until it fills (default), the day of its first bar, or up to a date. */
  readonly time_in_force?: 'gtc' | 'day' | { readonly until: Label } | undefined;
}

/** One truth for each bar of the symbol, or an expression. */
export type SignalColumn = readonly (boolean | null)[] | string;
export interface SignalInput {
  readonly entries: SignalColumn;
  readonly exits?: SignalColumn | undefined;
}

export interface WeightsAt {
  readonly date: Label;
  /** Shares of the account's value; a symbol that is not named is sold. */
  readonly weights: Readonly<Record<string, number>>;
  /** Of which so much stays cash. */
  readonly cash_share?: number | undefined;
}

export type Rebalance = 'daily' | 'weekly' | 'monthly' | 'on signal';
export interface WeightsRule {
  /** The share of each symbol, such as `if(top(2, close / close[20]), 0.5, 0)`. */
  readonly expression: string;
  /** Decided on the first bar of each period, or whenever a share changes. */
  readonly rebalance?: Rebalance | undefined;
}

export interface Limits {
  /** Most of a single symbol, of a sector, of all together, as shares of the account's value, without signs. */
  readonly symbol?: number | undefined;
  readonly sector?: number | undefined;
  readonly gross?: number | undefined;
}

export interface PortfolioInput {
  readonly symbols: readonly string[] | readonly SymbolInput[];
  /** Where `symbols` are names. */
  readonly prices?: Readonly<Record<string, readonly PriceRow[]>> | undefined;
  readonly orders?: readonly OrderInput[] | undefined;
  readonly signals?: Readonly<Record<string, SignalInput>> | SignalInput | undefined;
  readonly weights?: readonly WeightsAt[] | WeightsRule | undefined;
  readonly size?: Size | undefined;
  readonly size_type?: SizeType | undefined;
  readonly direction?: Direction | Readonly<Record<string, Direction>> | undefined;
  /** Order of the symbols inside a bar: as given, the other way round, or sells before buys. */
  readonly call_sequence?: 'default' | 'reversed' | 'auto' | undefined;
  readonly costs?: PortfolioCosts | undefined;
  readonly cash?: number | undefined;
  readonly integer_positions?: boolean | undefined;
  readonly lock_cash?: boolean | undefined;
  readonly update_value?: boolean | undefined;
  /** The rules of a case in words. */
  readonly convention?: string | undefined;
  /** Where one bar holds both ends of a group, the better one fills first. */
  readonly optimistic?: boolean | undefined;
  /** Signals and weights trade at the close that decides them, or at the next open of each symbol. */
  readonly fill?: 'close' | 'next_open' | undefined;
  readonly limits?: Limits | undefined;
  /** The most that all positions together may be worth, as a multiple of the account; default 1. */
  readonly leverage?: number | undefined;
  /** Share of what they are worth that must be left at the worst prices of a bar; default: half of 1/leverage. */
  readonly maintenance?: number | undefined;
  /** Numbers that expressions name. */
  readonly params?: Readonly<Record<string, number>> | undefined;
  readonly time_zone?: string | undefined;
  /** A contract ends and the next one begins at another price: the difference is no profit. */
  readonly rolls?: readonly { readonly date: Label; readonly symbol: string; readonly gap: number }[] | undefined;
}

/** What is left of a size once it is a number. */
export function sizeOf(size: Size | undefined): number {
  if (size === 'max') return Infinity;
  if (size === '-max') return -Infinity;
  return size ?? NaN;
}

export function symbolsOf({ symbols, prices }: PortfolioInput): readonly SymbolInput[] {
  return symbols.map((symbol) => {
    if (typeof symbol !== 'string') return symbol;
    const candles = prices?.[symbol];
    if (candles === undefined) throw new RangeError(`prices: ${symbol} is missing`);
    return { symbol, candles };
  });
}

/** What a case's own words change. */
export interface Conventions {
  /** Of orders without a type. */
  readonly fill: 'close' | 'open' | 'next_open' | 'next_close';
  readonly isLimited: boolean;
}

export function readConvention(words: string | undefined): Conventions {
  if (words === undefined) return { fill: 'close', isLimited: true };
  const next = /\bnext (?:bar|day|session)/i.test(words) || /\bnext (open|close)/i.test(words);
  const open = /(?:fill|trade|execut)\w*[^.]*\bopen\b/i.test(words);
  return {
    fill: next ? (open ? 'next_open' : 'next_close') : open ? 'open' : 'close',
    isLimited: /cut down to what the cash/i.test(words),
  };
}
