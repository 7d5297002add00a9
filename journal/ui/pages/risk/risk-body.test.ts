import { expect, it } from 'vitest';
import { changedRisk, riskBody } from './risk-body.ts';

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

it('keeps of a rule what the form does not show, and takes away what was emptied', () => {
  const before = {
    daily_loss: { limit: 500, limit_in: 'money', from: 'balance', ends: true, checked: 'live', touch: false },
    drawdown: { kind: 'static', limit: 2000, limit_in: 'money', lock_at: null, checked: 'close', touch: true },
  };
  const values = { name: 'Mine', day_limit: 400, day_from: 'equity', drawdown_kind: 'static', refuse_plans: true };
  expect(changedRisk({ ...values, valid_from: '2026-04-01' }, before)).toEqual({
    name: 'Mine',
    refuse_plans: true,
    profit_target: null,
    max_size: null,
    source: '',
    daily_loss: { ...before.daily_loss, limit: 400, from: 'equity' },
    drawdown: null,
    valid_from: '2026-04-01',
  });
  expect(changedRisk({ ...values, drawdown_limit: 1500, lock_at: 50_000 }, before)).toMatchObject({
    drawdown: { kind: 'static', limit: 1500, lock_at: 50_000, checked: 'close' },
  });
});
