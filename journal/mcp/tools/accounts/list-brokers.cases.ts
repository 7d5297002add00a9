import { one, some, type Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'list_brokers',
  good: [
    { gives: { items: one({ broker_id: 'alpaca_paper' }), count: 1 } },
    { args: { include_available: true }, gives: { items: some({ broker_id: 'ibkr_pro' }) } },
  ],
  bad: [{ args: { broker_id: 'alpaca' }, code: 'invalid_arguments' }],
};
