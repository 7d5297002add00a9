import { expect, it } from 'vitest';
import { riskBody } from './risk-body.ts';

it('makes a rule of every limit that was written, and of no other', () => {
  const common = { name: 'Mine', account_id: 'U1', start: 50_000, from: '2026-03-02', day_from: 'balance' };
  expect(riskBody({ ...common, drawdown_kind: 'static' })).toEqual({
    name: 'Mine',
    account_ids: ['U1'],
    start: 50_000,
    from: '2026-03-02',
  });
  expect(
    riskBody({
      ...common,
      day_limit: 500,
      drawdown_kind: 'trailing_close',
      drawdown_limit: 2000,
      lock_at: 50_000,
      time: '17:00',
    }),
  ).toMatchObject({
    daily_loss: { limit: 500, from: 'balance' },
    drawdown: { kind: 'trailing_close', limit: 2000, lock_at: 50_000 },
    day_ends: { time: '17:00', zone: 'America/New_York' },
  });
});
