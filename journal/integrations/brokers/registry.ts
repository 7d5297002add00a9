// Every broker we can ask. A new one is one file in `adapters/`, its line here, and what it answers in `test/played/`.
import type { BrokerAdapter } from './client/adapter.ts';
import { alpacaLive, alpacaPaper } from './adapters/alpaca.ts';
import { binance } from './adapters/binance.ts';
import { bybit } from './adapters/bybit.ts';
import { coinbase } from './adapters/coinbase.ts';
import { hyperliquid } from './adapters/hyperliquid.ts';
import { ibkrLite, ibkrPro } from './adapters/ibkr.ts';
import { kraken } from './adapters/kraken.ts';
import { questrade } from './adapters/questrade.ts';
import { schwab } from './adapters/schwab.ts';
import { snaptrade } from './adapters/snaptrade.ts';
import { tastytrade } from './adapters/tastytrade.ts';
import { tradier } from './adapters/tradier.ts';

export const BROKERS = [
  ibkrPro,
  ibkrLite,
  alpacaPaper,
  alpacaLive,
  binance,
  bybit,
  coinbase,
  hyperliquid,
  kraken,
  questrade,
  schwab,
  snaptrade,
  tastytrade,
  tradier,
] as const satisfies readonly BrokerAdapter[];

/** The id of a broker that is listed. */
export type Broker = (typeof BROKERS)[number]['id'];

/** Those that a book can have; `demo` where it is a demo book, which has one of its own. */
export function brokersFor(demo: BrokerAdapter | null): readonly BrokerAdapter[] {
  return demo === null ? BROKERS : [...BROKERS, demo];
}
