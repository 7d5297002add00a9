import { one, type Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'list_trades',
  good: [
    {
      args: { instrument: 'XYZ', account_id: 'main', sort: 'exec_id', limit: 1, offset: 1 },
      gives: { items: one({ exec_id: 'E4' }), total: 2, limit: 1, offset: 1 },
    },
    {
      args: { from: '2026-01-05', to: '2026-01-06', action: 'SLD', asset_class: 'EQUITY', search: 'aap' },
      gives: { items: one({ exec_id: 'E2' }), total: 1 },
    },
  ],
  bad: [{ args: { sort: 'colour' }, code: 'validation_failed' }],
};
