import { describe, expect, it } from 'vitest';
import { type BookSide, compareStatement } from './compare.ts';
import type { Statement } from './statement.ts';

const statement = (said: Partial<Statement>): Statement => ({
  run_id: 'r',
  account_id: 'a',
  date: '2025-03-31',
  source: 'broker',
  positions: [],
  cash: [],
  figures: [],
  contradictions: [],
  ...said,
});

/** 100 at 40.00 and 100 at 44.00, one dollar each; 100 were sold for 4,599 net. */
const book: BookSide = {
  held: () => new Map([['HARB', 100]]),
  cost: (_, __, method) => ({ cost: method === 'fifo' ? 4401 : 4001, fees: 1, lots: 1 }),
  realised: (_, __, ___, method) => ({ total: method === 'fifo' ? 598 : 198, ids: ['s'], currency: 'USD' }),
  cash: () => null,
  paid: () => ({ total: 0, ids: [] }),
  fills: () => ['b'],
  elsewhere: () => [],
  halves: () => [],
  nameOf: (instrument) => instrument,
};

describe('a difference is explained only where a figure proves it', () => {
  it.each([
    ['by the lots in the order of the book', 4401, 'equal'],
    ['by another lot method', 4001, 'Another lot method: by lifo'],
    ['without the fees', 4400, 'Fees of 1'],
    ['by nothing', 4200, 'open'],
  ])('cost: %s', (_, cost, expected) => {
    const checks = compareStatement(
      statement({
        positions: [60, 40].map((quantity) => ({ instrument: 'HARB', quantity, cost: (cost * quantity) / 100 })),
      }),
      book,
      null,
    );
    const found = checks.find(({ kind }) => kind === 'cost');
    expect(checks.find(({ kind }) => kind === 'position')).toMatchObject({ stated: 100, book: 100, difference: 0 });
    expect(found?.cause === null ? 'equal' : found?.open === true ? 'open' : found?.cause).toContain(expected);
  });

  it('a result is ours by another lot method', () => {
    const amounts = { realised: 198, proceeds: 4599, cost: 4401 };
    const [check] = compareStatement(
      statement({ figures: [{ kind: 'realised', subject: 'HARB', date: '2025-03-20', amounts }] }),
      book,
      null,
    );
    expect(check).toMatchObject({ kind: 'realised', stated: 198, book: 598, open: false });
    expect(check?.cause).toBe('Another lot method: their result is ours by lifo.');
  });

  it('a statement that does not begin with what the one before ended with is told', () => {
    const cash = { currency: 'USD', amount: 5, date: '2025-03-31', opening: 90, from: '2025-03-01' };
    const before = statement({ date: '2025-02-28', cash: [{ currency: 'USD', amount: 100, date: '2025-02-28' }] });
    expect(compareStatement(statement({ cash: [cash] }), book, before)).toMatchObject([
      { kind: 'statement', subject: 'cash USD between statements', stated: 90, book: 100 },
    ]);
  });
});
