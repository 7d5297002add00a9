import { expect } from 'vitest';
import { FILTERED, one, type Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'get_round_trips',
  good: [
    { args: { status: 'closed', instrument: 'AAPL' }, gives: { items: one({ pnl: 100 }), total: 1 } },
    { args: { account_id: 'main', limit: 1, offset: 1 }, gives: { items: [expect.anything()], limit: 1, offset: 1 } },
    FILTERED,
  ],
  bad: [{ args: { status: 'partial' }, code: 'invalid_arguments' }],
};
