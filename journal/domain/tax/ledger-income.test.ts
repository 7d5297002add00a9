import { describe, expect, it } from 'vitest';
import type { Lot } from '../lots/lot.ts';
import { ledgerIncome } from './ledger-income.ts';

const lot = (acquired: string, sold?: string): Lot => ({
  id: `${acquired}-${sold}`,
  symbol: 'X',
  quantity: 1,
  acquired,
  cost_basis: 1,
  account_id: 'a',
  ...(sold !== undefined && { sold, proceeds: 1 }),
});
const paid = { id: 't1', date: '2025-06-30', kind: 'dividend', symbol: 'X', amount: 10, account_id: 'a' } as const;
const income = (lots: Lot[], as_of = '2025-12-31') => ledgerIncome({ year: 2025, cash: [paid], lots, as_of });

describe('a dividend', () => {
  it.each([
    ['held all the time', [lot('2024-01-02')], true],
    ['bought on the day after which 61 days remain', [lot('2025-06-20', '2025-08-20')], true],
    ['sold a day earlier', [lot('2025-06-20', '2025-08-19')], false],
    ['sold before the payment after 61 days', [lot('2025-04-01', '2025-06-10')], true],
    ['some shares held too briefly', [lot('2024-01-02'), lot('2025-06-01', '2025-06-25')], false],
    ['a quick trade long before', [lot('2024-01-02'), lot('2025-02-01', '2025-02-10')], true],
    ['no shares known', [], false],
  ])('%s', (_, lots, qualified) => {
    const { qualified_dividends, other_dividends, problems } = income(lots);
    expect([qualified_dividends, other_dividends]).toEqual(qualified ? [10, 0] : [0, 10]);
    expect(problems.map(({ code }) => code)).toEqual(qualified ? [] : ['dividend_not_known_qualified']);
  });

  it('is known to be qualified only once the shares have been held long enough', () => {
    expect(income([lot('2025-06-20')], '2025-08-19').other_dividends).toBe(10);
    expect(income([lot('2025-06-20')], '2025-08-20').qualified_dividends).toBe(10);
  });
});
