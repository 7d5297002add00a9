import type { AccountKind } from '@zorivest/vocabulary';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Lot } from '../lots/lot.ts';
import { washSales } from './wash-sales.ts';

const kinds: AccountKind[] = ['taxable', 'taxable', 'taxable', 'spouse', 'ira', 'roth_ira'];
const history = fc
  .array(
    fc.record({
      day: fc.integer({ min: 0, max: 120 }),
      held: fc.option(fc.integer({ min: 0, max: 60 })),
      quantity: fc.integer({ min: 1, max: 40 }),
      cost: fc.integer({ min: 1, max: 500_000 }),
      proceeds: fc.integer({ min: 0, max: 500_000 }),
      kind: fc.constantFrom(...kinds),
      symbol: fc.constantFrom('X', 'X', 'Y'),
      short: fc.constantFrom(false, false, true),
    }),
    { maxLength: 25 },
  )
  .map((rows) =>
    rows.map(({ day, held, quantity, cost, proceeds, kind, symbol, short }, index): Lot => {
      const date = (offset: number): string => new Date(Date.UTC(2025, 0, 1 + offset)).toISOString().slice(0, 10);
      const base = {
        id: `l${index}`,
        symbol,
        quantity,
        acquired: date(day),
        cost_basis: cost / 100,
        account_kind: kind,
      };
      if (!short) return held === null ? base : { ...base, sold: date(day + held), proceeds: proceeds / 100 };
      const opened = { ...base, side: 'short' as const, sold: date(day), proceeds: proceeds / 100 };
      return held === null
        ? { ...opened, acquired: '', cost_basis: 0 }
        : { ...opened, acquired: date(day + held), account_kind: 'taxable' };
    }),
  );

function inCents(values: readonly unknown[]): number {
  return values.reduce<number>((sum, value) => sum + Math.round(Number(value) * 100), 0);
}

describe('laws', () => {
  it('basis out = basis in + disallowed − permanently lost, and no share appears or vanishes', () => {
    fc.assert(
      fc.property(history, (lots) => {
        const { lots: out, wash_sales } = washSales(lots);
        const lost = wash_sales.filter(({ permanently_lost }) => permanently_lost);
        expect(inCents(out.map((lot) => lot.adjusted_basis))).toBe(
          inCents(lots.map((lot) => lot.cost_basis)) +
            inCents(wash_sales.map((wash) => wash.disallowed_loss)) -
            inCents(lost.map((wash) => wash.disallowed_loss)),
        );
        expect(inCents(out.map((lot) => lot.cost_basis))).toBe(inCents(lots.map((lot) => lot.cost_basis)));
        expect(inCents(out.map((lot) => lot.proceeds ?? 0))).toBe(inCents(lots.map((lot) => lot.proceeds ?? 0)));
        expect(inCents(out.map((lot) => lot.quantity))).toBe(inCents(lots.map((lot) => lot.quantity)));
      }),
      { numRuns: 300 },
    );
  });

  it('a share replaces once, a loss share is disallowed once, and only inside the window', () => {
    fc.assert(
      fc.property(history, (lots) => {
        const byId = new Map(lots.map((lot) => [lot.id, lot]));
        // Bought once and sold once: as a purchase and as a sale a lot can take over a loss each time.
        const taken = new Map<string, number>();
        const replaced = new Map<string, number>();
        for (const { loss_lot, replacement_lot, shares, sold, replaced_on } of washSales(lots).wash_sales) {
          const side = byId.get(loss_lot)?.side ?? 'long';
          taken.set(`${side} ${replacement_lot}`, (taken.get(`${side} ${replacement_lot}`) ?? 0) + shares);
          replaced.set(loss_lot, (replaced.get(loss_lot) ?? 0) + shares);
          const days = (Date.parse(replaced_on) - Date.parse(sold)) / 86_400_000;
          expect(Math.abs(days)).toBeLessThanOrEqual(30);
          expect(loss_lot).not.toBe(replacement_lot);
        }
        for (const used of [taken, replaced])
          for (const [id, shares] of used)
            expect(shares).toBeLessThanOrEqual(Number(byId.get(id.split(' ').at(-1) ?? '')?.quantity));
      }),
      { numRuns: 300 },
    );
  });

  it('the order of the input does not matter when every lot has its own date', () => {
    const distinct = history.map((lots) => {
      const seen = new Set<string>();
      return lots.filter((lot) => {
        const clash = seen.has(lot.acquired) || (lot.sold !== undefined && seen.has(`sold ${lot.sold}`));
        seen
          .add(lot.acquired)
          .add(`sold ${lot.sold}`)
          .add(`sold ${lot.acquired}`)
          .add(lot.sold ?? '');
        return !clash;
      });
    });
    fc.assert(
      fc.property(distinct, fc.integer(), (lots, seed) => {
        const shuffled = lots.toSorted(
          (a, b) => ((Number(a.id.slice(1)) * 7 + seed) % 11) - ((Number(b.id.slice(1)) * 7 + seed) % 11),
        );
        const sortedLots = (lotsIn: readonly Lot[]): unknown[] =>
          washSales(lotsIn).lots.toSorted((a, b) => (a.id < b.id ? -1 : 1));
        expect(sortedLots(shuffled)).toEqual(sortedLots(lots));
      }),
    );
  });
});
