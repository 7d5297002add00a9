import { one, type Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'search_ticker',
  good: [{ args: { query: 'apple' }, gives: { items: one({ symbol: 'AAPL' }) } }],
  bad: [{ args: { query: '' }, code: 'invalid_arguments' }],
};
