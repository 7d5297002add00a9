// One idea of the demo's trader from entry to exit, and what it is written with.
import type { contract, HandlerInput } from '@zorivest/contract';
import { cents, type DemoMarket } from './market.ts';
import type { Random } from './random.ts';
import { MINUTE } from './session.ts';

type NewTrade = HandlerInput<typeof contract.trades.create>['body'];
export type DemoTrade = NewTrade & { readonly exec_id: string; readonly time: string };

export interface DemoIdea {
  readonly trades: readonly DemoTrade[];
  readonly strategy: string;
  readonly ticker: string;
  readonly direction: 'long' | 'short';
  /** Of the underlying, as a plan states them. */
  readonly entry: number;
  readonly stop: number;
  readonly target: number;
  /** Before costs, in the currency of the trades; of what is still open nothing. */
  readonly pnl: number;
  readonly isOpen: boolean;
}

export const MARGIN = 'DEMO-MARGIN';
export const LONG_TERM = 'DEMO-LONG';
export const IRA = 'DEMO-IRA';
export const EURO = 'DEMO-EUR';
export const BANK = 'DEMO-BANK';

/** What every kind of idea is made with: the market, chance, and numbers for orders and fills. */
export interface DemoContext {
  readonly market: DemoMarket;
  readonly random: Random;
  /** The last moment there is. */
  readonly until: number;
  order(): string;
  execution(trade: Omit<DemoTrade, 'exec_id' | 'realized_pnl' | 'time'> & { readonly at: number }): DemoTrade;
  /** A moment of a session, at least `earliest` and at most `latest` minutes after its open. */
  moment(session: number, earliest?: number, latest?: number): number;
  /** The price of a moment; of what is traded here there is always one. */
  price(instrument: string, at: number): number;
}

export function createDemoContext(market: DemoMarket, random: Random, until: number): DemoContext {
  let orders = 0;
  let fills = 0;
  return {
    market,
    random,
    until,
    order: () => `demo-order-${String(++orders).padStart(4, '0')}`,
    execution: ({ at, ...trade }) => ({
      ...trade,
      exec_id: `DEMO-${String(++fills).padStart(5, '0')}`,
      time: new Date(Math.floor(at / 1000) * 1000).toISOString().replace('.000Z', 'Z'),
      price: cents(trade.price),
      commission: cents(trade.commission),
      realized_pnl: 0,
    }),
    moment: (session, earliest = 5, latest = 380) =>
      market.sessions.opens(session) + random.between(earliest, latest) * MINUTE,
    price(instrument, at) {
      const price = market.at(instrument, at);
      if (price === null) throw new Error(`the demo has no price of ${instrument}`);
      return price;
    },
  };
}
