// Every broker we can ask. A new one is one file in `adapters/` and its line here.
import type { BrokerAdapter } from './adapter.ts';
import { alpacaLive, alpacaPaper } from './adapters/alpaca.ts';
import { ibkrLite, ibkrPro } from './adapters/ibkr.ts';

const BROKERS: readonly BrokerAdapter[] = [ibkrPro, ibkrLite, alpacaPaper, alpacaLive];

/** Those that a book can have; `demo` where it is a demo book, which has one of its own. */
export function brokersFor(demo: BrokerAdapter | null): readonly BrokerAdapter[] {
  return demo === null ? BROKERS : [...BROKERS, demo];
}
