import type { Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'test_market_provider',
  good: [{ args: { provider_name: 'finnhub' }, gives: { success: true } }],
  bad: [{ args: { provider_name: 'astrology' }, code: 'not_found' }],
};
