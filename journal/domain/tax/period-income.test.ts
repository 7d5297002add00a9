import { describe, expect, it } from 'vitest';
import { taxLots } from '../lots/index.ts';
import { buy, sell } from '../testing/executions.ts';
import { incomeByPeriod } from './period-income.ts';

const DAY = 24 * 60;
// Minute 0 is Monday, 5 January 2026, 09:30 in New York; day 85 is 31 March.
const at = (day: number, minute = 0) => day * DAY + minute;
const { lots } = taxLots([
  buy('a', at(0), 100, 10),
  sell('b', at(10), 100, 12),
  // Sold on 31 March at 21:30 in New York, which is April in UTC.
  buy('c', at(20), 100, 10),
  sell('d', at(85, 12 * 60), 100, 15),
  // Sold short in February, covered in June.
  sell('e', at(40), 100, 20, { instrument: 'F' }),
  buy('f', at(160), 100, 17, { instrument: 'F' }),
  // A micro future of March, 5 dollars a point, and one held over the end of the year.
  buy('g', at(50), 1, 5000, { instrument: '/MESH6' }),
  sell('h', at(51), 1, 5100, { instrument: '/MESH6' }),
  buy('i', at(300), 1, 5000, { instrument: '/MESH7' }),
]);
const year = { year: 2026, lots, wages: 120_000, qualifiedDividends: 1_200, otherIncome: 0 } as const;

describe('income by period', () => {
  it('is what had come in by then: sales by trade date, shorts when they are covered, contracts when they are closed', () => {
    const { periods, problems } = incomeByPeriod({
      ...year,
      as_of: '2026-12-31',
      year_end_prices: { 2026: { '/MESH7': 5020 } },
    });
    expect(problems).toEqual([]);
    expect(periods).toEqual([
      // 200 + 500 of the shares, 40 % and 60 % of 500 of the future.
      { ends: '2026-03-31', ordinary: 30_000, shortTerm: 900, longTerm: 300, qualifiedDividends: 300, otherIncome: 0 },
      { ends: '2026-05-31', ordinary: 50_000, shortTerm: 900, longTerm: 300, qualifiedDividends: 500, otherIncome: 0 },
      {
        ends: '2026-08-31',
        ordinary: 80_000,
        shortTerm: 1_200,
        longTerm: 300,
        qualifiedDividends: 800,
        otherIncome: 0,
      },
      // The open future is marked: 100 more.
      {
        ends: '2026-12-31',
        ordinary: 120_000,
        shortTerm: 1_240,
        longTerm: 360,
        qualifiedDividends: 1_200,
        otherIncome: 0,
      },
    ]);
  });

  it('dividends and interest count when they came', () => {
    const dated = [
      { date: '2026-02-10', kind: 'qualified', amount: 50.5 },
      { date: '2026-05-31', kind: 'ordinary', amount: 7 },
      { date: '2026-06-01', kind: 'ordinary', amount: 3 },
    ] as const;
    const { periods } = incomeByPeriod({ year: 2026, lots: [], as_of: '2026-12-31', dated });
    expect(periods.map(({ qualifiedDividends, otherIncome }) => [qualifiedDividends, otherIncome])).toEqual([
      [50.5, 0],
      [50.5, 7],
      [50.5, 10],
      [50.5, 10],
    ]);
  });

  it('leaves out periods that have not begun', () => {
    const count = (as_of: string) => incomeByPeriod({ ...year, as_of }).periods.length;
    expect([count('2026-02-01'), count('2026-03-31'), count('2026-04-01'), count('2026-09-01')]).toEqual([1, 1, 2, 4]);
    expect(incomeByPeriod({ ...year, as_of: 'someday' })).toMatchObject({ periods: [] });
  });
});
