import type { Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'sync_broker',
  good: [
    { args: { broker_id: 'alpaca_paper' }, gives: { status: 'success', imported: 1 } },
    { args: { broker_id: 'alpaca_paper' }, confirmed: true, gives: { imported: 0 } },
  ],
  bad: [{ args: { broker_id: 'lemonade_stand' }, code: 'not_found' }],
};
