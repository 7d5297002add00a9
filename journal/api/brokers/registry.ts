// Every broker we can ask. A new one is one file in `adapters/` and its line here.
import type { BrokerAdapter } from './adapter.ts';
import { alpacaLive, alpacaPaper } from './adapters/alpaca.ts';
import { demoBroker } from '../demo/broker.ts';
import { ibkrLite, ibkrPro } from './adapters/ibkr.ts';

const BROKERS: readonly BrokerAdapter[] = [ibkrPro, ibkrLite, alpacaPaper, alpacaLive, demoBroker];

/** Those that a book can have: the demo's own only where it is one. */
export function brokersFor(isDemo: boolean): readonly BrokerAdapter[] {
  return BROKERS.filter((broker) => broker.isDemo !== true || isDemo);
}
