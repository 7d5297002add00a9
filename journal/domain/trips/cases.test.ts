import { describe, expect, it } from 'vitest';
import { casesOf } from '../testing/cases.ts';
import { positions, roundTrips } from './index.ts';

interface EngineCase {
  readonly test: string;
  readonly input: readonly {
    readonly executions?: readonly {
      action: string;
      quantity: number;
      price: number;
      datetime: string;
      commission?: number;
      fees?: number;
    }[];
  }[];
  readonly output: {
    readonly aggregate: {
      entry_price: number;
      exit_price: number;
      quantity: number;
      pnl: number;
      commission: number;
      fees: number;
      entry_time: string;
      exit_time: string;
      is_fully_closed: boolean;
    };
  };
}

interface PositionCase {
  readonly id: string;
  readonly activities: readonly {
    date: string;
    type: string;
    symbol: string;
    quantity: number;
    unitPrice: number;
    fee: number;
    currency: string;
  }[];
  readonly expected: readonly {
    subject: string;
    value: { positions?: { netPerformance: string; quantity: string; symbol: string }[] };
  }[];
}

describe('open cases', () => {
  it('a P&L engine of another journal agrees on prices, quantity and result', (ctx) => {
    const { cases } = casesOf(ctx, 'journal/pnl/tradetally_pnl_engine_open.json') as { cases: EngineCase[] };
    for (const { input, output } of cases) {
      const executions = (input[0]?.executions ?? []).map((fill, i) => ({
        exec_id: `e${i}`,
        time: fill.datetime,
        instrument: 'X',
        action: fill.action === 'buy' ? ('BOT' as const) : ('SLD' as const),
        quantity: fill.quantity,
        price: fill.price,
        account_id: 'a',
        commission: (fill.commission ?? 0) + (fill.fees ?? 0),
      }));
      const { aggregate } = output;
      expect(roundTrips(executions)).toMatchObject({
        round_trips: [
          {
            status: aggregate.is_fully_closed ? 'closed' : 'partial',
            quantity: aggregate.quantity,
            entry_avg_price: aggregate.entry_price,
            exit_avg_price: aggregate.exit_price,
            realized_pnl: aggregate.pnl,
            commission: aggregate.commission + aggregate.fees,
            opened_at: aggregate.entry_time,
            closed_at: aggregate.exit_time,
          },
        ],
        problems: [],
      });
    }
  });

  it('a portfolio tracker agrees on the realised result of a closed position', (ctx) => {
    const { cases } = casesOf(ctx, 'journal/positions/ghostfolio_calculator_open.json') as { cases: PositionCase[] };
    for (const { activities, expected } of cases) {
      const executions = activities.map((activity, i) => ({
        exec_id: `e${i}`,
        time: activity.date,
        instrument: activity.symbol,
        action: activity.type === 'BUY' ? ('BOT' as const) : ('SLD' as const),
        quantity: activity.quantity,
        price: activity.unitPrice,
        account_id: 'a',
        commission: activity.fee,
        currency: activity.currency,
      }));
      const [position] = expected.find((entry) => entry.subject === 'portfolioSnapshot')?.value.positions ?? [];
      const realized = roundTrips(executions).round_trips.reduce((sum, trip) => sum + trip.realized_pnl, 0);
      expect(realized).toBe(Number(position?.netPerformance));
      expect(positions(executions).positions).toEqual([]);
    }
  });
});

describe('open positions', () => {
  const bought = {
    exec_id: 'b',
    time: '2026-01-05T15:00:00Z',
    instrument: 'AAPL 260320 P 200',
    action: 'BOT',
    quantity: 2,
    price: 3.25,
    account_id: 'a',
    commission: 1.3,
  } as const;

  it('are valued at the price given, opening fees counted', () => {
    expect(positions([bought], { 'AAPL 260320 P 200': '4.00' }).positions).toMatchObject([
      { quantity: 2, avg_price: 3.25, cost: 650, market_value: 800, unrealized_pnl: 148.7 },
    ]);
  });

  it('say which price is missing instead of showing zero', () => {
    expect(positions([{ ...bought, action: 'SLD' }])).toMatchObject({
      positions: [{ quantity: -2, market_value: null, unrealized_pnl: null }],
      problems: [{ code: 'missing_price' }],
    });
  });
});
