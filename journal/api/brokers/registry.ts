// Every broker we can ask. A new one is one file in `adapters/` and its line here.
import type { BrokerAdapter } from './adapter.ts';
import { alpacaLive, alpacaPaper } from './adapters/alpaca.ts';
import { ibkrLite, ibkrPro } from './adapters/ibkr.ts';

export const BROKERS: readonly BrokerAdapter[] = [ibkrPro, ibkrLite, alpacaPaper, alpacaLive];
