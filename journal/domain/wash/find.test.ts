import { describe, expect, it } from 'vitest';
import type { Lot } from '../lots/lot.ts';
import { findWashSales } from './find.ts';

function lot(id: string, acquired: string, cost_basis: number, more: Partial<Lot> = {}): Lot {
  return { id, symbol: 'X', quantity: 10, acquired, cost_basis, account_id: 'main', ...more };
}

// A chain of three, a loss an IRA took, and one that came back.
const lots: Lot[] = [
  lot('a', '2025-01-02', 1_000, { sold: '2025-01-10', proceeds: 900, closed_by: 'sale-a' }),
  lot('b', '2025-01-20', 950, { sold: '2025-02-03', proceeds: 900, account_id: 'other' }),
  lot('c', '2025-02-10', 910),
  lot('d', '2025-05-01', 500, { symbol: 'Y', sold: '2025-05-20', proceeds: 400 }),
  lot('e', '2025-06-01', 420, { symbol: 'Y', account_id: 'ira', account_kind: 'ira' }),
  lot('f', '2025-07-01', 300, { symbol: 'Z', sold: '2025-07-10', proceeds: 250 }),
  lot('g', '2025-07-11', 260, { symbol: 'Z', sold: '2025-12-10', proceeds: 400 }),
];

describe('wash sales asked for', () => {
  it('tell what has become of each loss', () => {
    const found = findWashSales({ lots });
    expect(
      found.wash_sales.map(({ sell_trade, buy_trade, disallowed_loss, adjusted_basis, status }) => [
        sell_trade,
        buy_trade,
        disallowed_loss,
        adjusted_basis,
        status,
      ]),
    ).toEqual([
      ['sale-a', 'b', 100, 1_050, 'continued'],
      ['b', 'c', 150, 1_060, 'absorbed'],
      ['d', 'e', 100, 420, 'destroyed'],
      ['f', 'g', 50, 310, 'released'],
    ]);
    expect(found).toMatchObject({
      total_disallowed: 400,
      affected_tickers: ['X', 'Y', 'Z'],
      trapped_amount: 150,
      permanently_lost: 100,
      problems: [],
    });
  });

  it('parts of one purchase sold at different times are distinguished', () => {
    // Half of lot p is sold in January, half in February, both at a loss; q replaces the first half and is still held, r
    // the second and was sold.
    const part = (sold: string, closed_by: string) => lot('p', '2024-06-03', 1_000, { sold, proceeds: 900, closed_by });
    const found = findWashSales({
      lots: [
        part('2025-01-10', 's1'),
        part('2025-02-20', 's2'),
        lot('q', '2025-01-15', 950),
        lot('r', '2025-02-25', 950, { sold: '2025-12-01', proceeds: 2_000, closed_by: 's3' }),
      ],
    });
    expect(found.wash_sales.map(({ chain_id, sell_trade, status }) => [chain_id, sell_trade, status])).toEqual([
      ['p~s1~q', 's1', 'absorbed'],
      ['p~s2~r', 's2', 'released'],
    ]);
  });

  it('by account, symbol and period', () => {
    expect(findWashSales({ lots, account_id: 'ira' }).affected_tickers).toEqual(['Y']);
    expect(findWashSales({ lots, ticker: 'X' })).toMatchObject({ total_disallowed: 250, trapped_amount: 150 });
    expect(
      findWashSales({ lots, date_range_start: '2025-02-01', date_range_end: '2025-05-20' }).wash_sales.map(
        ({ buy_trade }) => buy_trade,
      ),
    ).toEqual(['c', 'e']);
    expect(
      findWashSales({ lots, date_range_start: '2025-02-01', date_range_end: '2025-01-01' }).problems,
    ).toMatchObject([{ code: 'invalid_range' }]);
  });
});
