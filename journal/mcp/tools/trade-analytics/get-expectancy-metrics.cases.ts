import { FILTERED, number, type Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'get_expectancy_metrics',
  good: [
    { gives: { trade_count: number, period: 'all' } },
    { args: { account_id: 'main', period: '2026', chart: 'equity' }, gives: { period: '2026' }, image: true },
    { args: { chart: 'drawdown' }, gives: { trade_count: number }, image: true },
    { args: { chart: 'calendar' }, gives: { trade_count: number }, image: true },
    FILTERED,
  ],
  bad: [{ args: { period: 'someday' }, code: 'invalid_arguments' }],
};
