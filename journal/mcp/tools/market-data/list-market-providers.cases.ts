import { list, type Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'list_market_providers',
  good: [{ gives: { items: list } }],
  bad: [{ args: { provider_name: 'finnhub' }, code: 'invalid_arguments' }],
};
