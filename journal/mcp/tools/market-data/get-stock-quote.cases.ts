import type { Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'get_stock_quote',
  good: [{ args: { ticker: 'aapl', provider: 'finnhub' }, gives: { price: 190.5, provider: 'finnhub' } }],
  bad: [{ args: { ticker: 'AAPL', provider: 'astrology' }, code: 'not_found' }],
};
