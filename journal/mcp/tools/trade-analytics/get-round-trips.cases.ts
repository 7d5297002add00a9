import { expect } from 'vitest';
import { FILTERED, list, number, one, type Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'get_round_trips',
  good: [
    { args: { status: 'closed', instrument: 'AAPL' }, gives: { items: one({ pnl: 100 }), total: 1 } },
    { args: { account_id: 'main', limit: 1, offset: 1 }, gives: { items: [expect.anything()], limit: 1, offset: 1 } },
    FILTERED,
    { args: { sort: '-pnl', limit: 1 }, gives: { items: one({ pnl: number }) } },
    {
      args: {
        account_ids: 'main',
        strategy: 'breakout',
        underlying: 'AAPL',
        direction: 'long',
        result: 'loss',
        currency: 'USD',
        open_positions: 'closed_only',
        follow_rolls: true,
        slice: 'weekday:Monday',
        sort: 'pnl',
      },
      gives: { currency: 'USD', items: list },
    },
  ],
  bad: [{ args: { status: 'partial' }, code: 'invalid_arguments' }],
};
