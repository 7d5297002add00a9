// When a sale is clear of wash sales: what the answer says must come true if one sells on that day.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Lot } from '../lots/lot.ts';
import { harvestLosses } from './harvest.ts';
import { simulateSale } from './simulate.ts';

function date(offset: number): string {
  return new Date(Date.UTC(2025, 0, 1 + offset)).toISOString().slice(0, 10);
}

function dayBefore(text: string): string {
  return new Date(Date.parse(text) - 86_400_000).toISOString().slice(0, 10);
}

const TODAY = 120;

/** Purchases before and after the day asked about, some sold since, in the account, in another one and in an IRA. */
const books = fc
  .array(
    fc.record({
      day: fc.integer({ min: 60, max: 170 }),
      held: fc.option(fc.integer({ min: 1, max: 60 })),
      quantity: fc.integer({ min: 1, max: 40 }),
      price: fc.integer({ min: 5, max: 20 }),
      account: fc.constantFrom('main', 'main', 'main', 'other', 'ira'),
      call: fc.constantFrom(false, false, false, true),
    }),
    { minLength: 1, maxLength: 14 },
  )
  .map((rows) =>
    rows.map(({ day, held, quantity, price, account, call }, index): Lot => {
      const lot: Lot = {
        id: `l${index}`,
        symbol: call ? 'X C' : 'X',
        quantity: call ? 1 : quantity,
        acquired: date(day),
        cost_basis: quantity * price,
        account_id: account,
        account_kind: account === 'ira' ? 'ira' : 'taxable',
        ...(call && { option: { underlying: 'X', right: 'call' } }),
      };
      return held === null ? lot : { ...lot, sold: date(day + held), proceeds: quantity * 10, closed_by: `s${index}` };
    }),
  );

describe('clear_date', () => {
  it('is null without risk; else a sale on it is not washed, and one the day before is', () => {
    let washed = 0;
    fc.assert(
      fc.property(
        books,
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom('fifo', 'lifo', 'hifo', 'max_st_loss' as const),
        (lots, quantity, cost_basis_method) => {
          const on = (day: string) =>
            simulateSale({
              year: 2025,
              status: 'single',
              lots,
              ticker: 'X',
              action: 'sell',
              quantity,
              price: 8,
              account_id: 'main',
              cost_basis_method,
              date: day,
            }).wash_sale_risk;
          const { at_risk, clear_date } = on(date(TODAY));
          if (!at_risk) {
            expect(clear_date).toBeNull();
            return;
          }
          washed += 1;
          expect(clear_date).not.toBeNull();
          expect(on(clear_date ?? '').at_risk).toBe(false);
          expect(on(dayBefore(clear_date ?? '')).at_risk).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
    expect(washed).toBeGreaterThan(0);
  });

  it('of a loss to harvest, too', () => {
    fc.assert(
      fc.property(books, (lots) => {
        const on = (as_of: string) =>
          harvestLosses({ lots, prices: { X: 8 }, as_of }).opportunities.find(({ ticker }) => ticker === 'X');
        const today = on(date(TODAY + 60));
        if (today?.wash_risk !== true) {
          expect(today?.clear_date ?? null).toBeNull();
          return;
        }
        expect(on(today.clear_date ?? '')?.wash_risk).toBe(false);
        expect(on(dayBefore(today.clear_date ?? ''))?.wash_risk).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('looks beyond the purchases that wash the sale today: the day after each leaves, the next steps in', () => {
    // Sold 11 November, the shares of 23 October take the loss; from 23 November those of 3 November would.
    const lots: Lot[] = [
      { id: 'old', symbol: 'X', quantity: 100, acquired: '2025-01-10', cost_basis: 1_500, account_id: 'a' },
      { id: 'oct', symbol: 'X', quantity: 100, acquired: '2025-10-23', cost_basis: 1_000, account_id: 'b' },
      { id: 'nov', symbol: 'X', quantity: 60, acquired: '2025-11-03', cost_basis: 600, account_id: 'b' },
    ];
    const sale = { year: 2025, status: 'single', ticker: 'X', action: 'sell', quantity: 100, price: 10 } as const;
    const on = (date: string) => simulateSale({ ...sale, lots, account_id: 'a', date }).wash_sale_risk;
    expect(on('2025-11-11')).toMatchObject({ disallowed_loss: 500, clear_date: '2025-12-04' });
    expect(on('2025-11-11').note).toContain('may still wash it');
    expect(on('2025-11-23')).toMatchObject({ disallowed_loss: 300, clear_date: '2025-12-04' });
    expect(on('2025-12-04')).toMatchObject({ at_risk: false, disallowed_loss: 0, clear_date: null });
  });
});
