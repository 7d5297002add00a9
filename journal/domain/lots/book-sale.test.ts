import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LotMethod, lotMethods } from '@zorivest/vocabulary';
import { casesOf } from '../testing/cases.ts';
import { bookSale, type Sale } from './book-sale.ts';
import type { Lot } from './lot.ts';

function lot(
  id: string,
  acquired: string,
  quantity: number | string,
  cost_basis: number | string,
  more: Partial<Lot> = {},
): Lot {
  return { id, symbol: 'X', acquired, quantity, cost_basis, ...more };
}

function order(lots: Lot[], method: LotMethod, sale: Partial<Sale> = {}): string[] {
  const quantity = lots.reduce((sum, { quantity }) => sum + Number(quantity), 0);
  const booked = bookSale(lots, { symbol: 'X', quantity, date: '2026-06-01', price: 100, ...sale }, method);
  expect(booked.problems).toEqual([]);
  return booked.closed.map(({ lot_id }) => lot_id);
}

describe('open cases', () => {
  interface Posting {
    units: string;
    symbol: string;
    cost: string;
    date: string;
  }
  interface Case {
    id: string;
    method: string;
    before: Posting[];
    reduction: { units: string; symbol: string }[];
    booked: Posting[];
    after: Posting[];
  }

  it('are booked as beancount books them', (ctx) => {
    const { cases } = casesOf(ctx, 'journal/lots/beancount_booking_open.json') as { cases: Case[] };
    for (const one of cases) {
      const lots = one.before.map(({ units, symbol, cost, date }, index): Lot => {
        return { id: String(index), symbol, quantity: units, acquired: date, cost_basis: Number(units) * Number(cost) };
      });
      const reduction = one.reduction[0];
      if (reduction === undefined) throw new Error('no reduction');
      const sale = { symbol: reduction.symbol, quantity: reduction.units.slice(1), date: '2016-01-04' };
      const result = bookSale(lots, sale, one.method.toLowerCase() as LotMethod);
      const perShare = (cost: number, quantity: number): string => (cost / quantity).toFixed(2);
      expect(result.problems).toEqual([]);
      expect(result.closed.map((lot) => [-lot.quantity, perShare(lot.cost_basis, lot.quantity)])).toEqual(
        one.booked.map(({ units, cost }) => [Number(units), cost]),
      );
      expect(
        result.remaining.map((lot) => [
          lot.quantity,
          perShare(Number(lot.cost_basis), Number(lot.quantity)),
          lot.acquired,
        ]),
      ).toEqual(one.after.map(({ units, cost, date }) => [Number(units), cost, date]));
      // The cases themselves sell before the lots were bought: booked all the same, and reported as a problem.
      const early = bookSale(lots, { ...sale, date: '2015-02-22' }, one.method.toLowerCase() as LotMethod);
      expect(early.closed.map(({ lot_id, quantity }) => [lot_id, quantity])).toEqual(
        result.closed.map(({ lot_id, quantity }) => [lot_id, quantity]),
      );
      expect(early.problems).toMatchObject([{ code: 'lot_acquired_after_sale' }]);
    }
  });
});

describe('which lots a sale takes', () => {
  const three = [lot('b', '2026-02-01', 10, 1_200), lot('a', '2026-01-01', 10, 900), lot('c', '2026-03-01', 10, 1_100)];

  it('first in, last in or highest basis first', () => {
    expect(order(three, 'fifo')).toEqual(['a', 'b', 'c']);
    expect(order(three, 'lifo')).toEqual(['c', 'b', 'a']);
    expect(order(three, 'hifo')).toEqual(['b', 'c', 'a']);
  });

  it('lots of equal date keep the order of the input', () => {
    const twins = [lot('2', '2026-01-01', 1, 10), lot('1', '2026-01-01', 1, 10), lot('3', '2026-01-01', 1, 10)];
    for (const method of ['fifo', 'lifo', 'hifo', 'avg_cost', 'max_lt_gain'] as const)
      expect(order(twins, method)).toEqual(['2', '1', '3']);
  });

  it('the named ones, in the order named', () => {
    expect(order(three, 'specific_id', { quantity: 15, lot_ids: ['c', 'a'] })).toEqual(['c', 'a']);
  });

  it('by term and result, in four tiers', () => {
    // Sold at 100 on 2026-06-01: bought before 2025-06-01 is long-term.
    const lots = [
      lot('lt +10', '2025-01-01', 1, 90),
      lot('lt +30', '2025-01-02', 1, 70),
      lot('st +5', '2026-01-01', 1, 95),
      lot('st +20', '2026-01-02', 1, 80),
      lot('st -4', '2026-01-03', 1, 104),
      lot('st -25', '2026-01-04', 1, 125),
      lot('lt -2', '2025-01-03', 1, 102),
      lot('lt -40', '2025-01-04', 1, 140),
    ];
    expect(order(lots, 'max_lt_gain')).toEqual([
      'lt +30',
      'lt +10',
      'st +20',
      'st +5',
      'st -4',
      'st -25',
      'lt -2',
      'lt -40',
    ]);
    expect(order(lots, 'max_lt_loss')).toEqual([
      'lt -40',
      'lt -2',
      'st -25',
      'st -4',
      'st +5',
      'st +20',
      'lt +10',
      'lt +30',
    ]);
    expect(order(lots, 'max_st_gain')).toEqual([
      'st +20',
      'st +5',
      'lt +30',
      'lt +10',
      'lt -2',
      'lt -40',
      'st -4',
      'st -25',
    ]);
    expect(order(lots, 'max_st_loss')).toEqual([
      'st -25',
      'st -4',
      'lt -40',
      'lt -2',
      'lt +10',
      'lt +30',
      'st +5',
      'st +20',
    ]);
  });

  it('only of that symbol, that account, and not yet sold', () => {
    const lots = [
      lot('other', '2026-01-01', 10, 1, { symbol: 'Y' }),
      lot('gone', '2026-01-01', 10, 1, { sold: '2026-02-01', proceeds: 5 }),
      lot('away', '2026-01-01', 10, 1, { account_id: 'b' }),
      lot('here', '2026-01-02', 10, 1, { account_id: 'a' }),
    ];
    const booked = bookSale(lots, { symbol: 'X', quantity: 4, date: '2026-06-01', account_id: 'a' }, 'fifo');
    expect(booked.closed).toMatchObject([{ lot_id: 'here', quantity: 4 }]);
    expect(booked.remaining.map(({ id, quantity }) => [id, quantity])).toEqual([
      ['other', 10],
      ['away', 10],
      ['here', 6],
    ]);
  });
});

describe('what the pieces are worth', () => {
  it('a partly sold lot keeps its id and the rest of its basis', () => {
    const booked = bookSale(
      [lot('a', '2026-01-01', 3, '100.00')],
      { symbol: 'X', quantity: 1, date: '2026-06-01', price: '40.005' },
      'fifo',
    );
    expect(booked).toMatchObject({
      closed: [{ lot_id: 'a', quantity: 1, cost_basis: 33.33, proceeds: 40.01, term: 'short' }],
      remaining: [{ id: 'a', quantity: 2, cost_basis: 66.67 }],
    });
  });

  it('average cost spreads the whole basis, and the holding runs first in first out', () => {
    const lots = [lot('new', '2026-05-01', 1, 40), lot('old', '2024-01-01', 2, 20)];
    const booked = bookSale(lots, { symbol: 'X', quantity: '2.5', date: '2026-06-01', price: 30 }, 'avg_cost');
    expect(booked.closed).toEqual([
      { lot_id: 'old', quantity: 2, cost_basis: 40, proceeds: 60, term: 'long' },
      { lot_id: 'new', quantity: 0.5, cost_basis: 10, proceeds: 15, term: 'short' },
    ]);
    expect(booked.remaining).toMatchObject([{ id: 'new', quantity: 0.5, cost_basis: 10 }]);
  });

  it('an option is quoted per share of its underlying', () => {
    const call = lot('c', '2026-01-01', 2, 500, { option: { underlying: 'X', right: 'call' } });
    const booked = bookSale([call], { symbol: 'X', quantity: 1, date: '2026-02-01', price: 3.1 }, 'fifo');
    expect(booked.closed).toMatchObject([{ quantity: 1, cost_basis: 250, proceeds: 310 }]);
  });

  it('without a price the proceeds are unknown, not zero', () => {
    expect(
      bookSale([lot('a', '2026-01-01', 1, 1)], { symbol: 'X', quantity: 1, date: '2026-06-01' }, 'fifo').closed,
    ).toMatchObject([{ proceeds: null }]);
  });
});

describe('bad input comes back as a problem', () => {
  const sale = { symbol: 'X', quantity: 5, date: '2026-06-01' };
  const one = [lot('a', '2026-01-01', 3, 30)];

  it.each([
    ['a sale with no lot', [], sale, 'fifo', 'insufficient_quantity'],
    ['more than is held', one, sale, 'fifo', 'insufficient_quantity'],
    ['no lot named', one, sale, 'specific_id', 'lot_ids_required'],
    ['an unknown lot named', one, { ...sale, lot_ids: ['zz'] }, 'specific_id', 'unknown_lot'],
    ['a ranking without price', one, sale, 'max_lt_gain', 'price_required'],
    ['an unknown method', one, sale, 'best', 'unknown_method'],
    ['a negative quantity', one, { ...sale, quantity: -1 }, 'fifo', 'invalid_quantity'],
    ['no date', one, { ...sale, date: 'soon' }, 'fifo', 'invalid_date'],
    ['a lot without basis', [{ ...one[0], cost_basis: undefined }], { ...sale, quantity: 1 }, 'fifo', 'missing_basis'],
    ['a lot twice', [...one, ...one], { ...sale, quantity: 1 }, 'fifo', 'duplicate_lot'],
    [
      'a lot sold before it was bought',
      [lot('a', '2026-01-01', 3, 30, { sold: '2025-01-01' })],
      sale,
      'fifo',
      'impossible_dates',
    ],
  ])('%s', (_, lots, sale, method, code) => {
    const booked = bookSale(lots as Lot[], sale, method as LotMethod);
    expect(booked.problems.map((problem) => problem.code)).toContain(code);
  });

  it('what can be booked is booked', () => {
    const booked = bookSale(one, sale, 'fifo');
    expect(booked.closed).toMatchObject([{ lot_id: 'a', quantity: 3 }]);
    expect(booked.problems[0]?.message).toContain('exceeds the open lots by 2');
  });

  it('nothing throws', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (lots, sale, method) => {
        expect(bookSale(lots as Lot[], sale as Sale, method as LotMethod).problems).toBeInstanceOf(Array);
      }),
    );
  });
});

describe('laws', () => {
  const lots = fc
    .array(
      fc.record({
        quantity: fc.integer({ min: 1, max: 10_000_000 }).map((count) => count / 1e4),
        cost: fc.integer({ min: 0, max: 10_000_000 }).map((count) => count / 100),
        day: fc.integer({ min: 1, max: 28 }),
      }),
      { minLength: 1, maxLength: 12 },
    )
    .map((rows) =>
      rows.map(({ quantity, cost, day }, index) =>
        lot(`l${index}`, `2025-0${1 + (index % 9)}-${String(day).padStart(2, '0')}`, quantity, cost),
      ),
    );

  it('basis and shares are neither made nor lost, by any method', () => {
    fc.assert(
      fc.property(
        lots,
        fc.constantFrom(...lotMethods),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        (lots, method, share) => {
          const sum = (values: readonly unknown[]): number =>
            values.reduce<number>((total, value) => total + Number(value), 0);
          const held = sum(lots.map(({ quantity }) => quantity));
          const quantity = Math.max(0.0001, Math.round(held * share * 1e4) / 1e4);
          const sale = { symbol: 'X', quantity, date: '2026-06-01', price: 12.34, lot_ids: lots.map(({ id }) => id) };
          const { closed, remaining, problems } = bookSale(lots, sale, method);
          expect(problems).toEqual([]);
          expect(sum(closed.map((lot) => lot.quantity))).toBeCloseTo(quantity, 6);
          expect(sum([...closed, ...remaining].map((lot) => lot.quantity))).toBeCloseTo(held, 6);
          expect(sum([...closed, ...remaining].map((lot) => lot.cost_basis))).toBeCloseTo(
            sum(lots.map((lot) => lot.cost_basis)),
            4,
          );
          expect(sum(closed.map((lot) => lot.proceeds))).toBeCloseTo(quantity * 12.34, 1);
        },
      ),
    );
  });
});
