import { one, type Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'get_market_news',
  good: [{ args: { ticker: 'AAPL', count: 1 }, gives: { items: one({ title: 'Apple up' }), count: 1 } }],
  bad: [{ args: { count: 51 }, code: 'invalid_arguments' }],
};
