import { one, type Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'get_sec_filings',
  good: [{ args: { ticker: 'AAPL' }, gives: { items: one({ filing_type: '10-K' }) } }],
  bad: [{ args: { ticker: 'not a ticker' }, code: 'invalid_arguments' }],
};
