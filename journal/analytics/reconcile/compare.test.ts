import { describe, expect, it } from 'vitest';
import type { BookSide } from './check.ts';
import { compareStatement as compare } from './compare.ts';
import type { Statement } from './statement.ts';

const compareStatement = (evening: Statement, side: BookSide, before: Statement | null) =>
  compare(evening, side, before, null);

const statement = (fields: Partial<Statement>): Statement => ({
  run_id: 'r',
  account_id: 'a',
  date: '2025-03-31',
  source: 'broker',
  isSync: false,
  isWhole: false,
  positions: [],
  cash: [],
  figures: [],
  contradictions: [],
  ...fields,
});

/** 100 at 40.00 and 100 at 44.00, one dollar each; 100 were sold for 4,599 net. */
const book: BookSide = {
  held: () => new Map([['HARB', 100]]),
  movedAsMoney: () => 0,
  cost: (_, __, method) => ({ cost: method === 'fifo' ? 4401 : 4001, fees: 1, lots: 1 }),
  realised: (_, __, ___, method) => ({ total: method === 'fifo' ? 598 : 198, ids: ['s'], currency: 'USD' }),
  cash: () => null,
  paid: () => ({ total: 0, ids: [] }),
  fills: () => ['b'],
  elsewhere: () => [],
  halves: () => [],
  unpaired: () => [],
  accrued: () => ({ total: 0, ids: [] }),
  price: () => null,
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

  it('a statement that does not begin with what the one before ended with is reported', () => {
    const cash = { currency: 'USD', amount: 5, date: '2025-03-31', opening: 90, from: '2025-03-01' };
    const before = statement({ date: '2025-02-28', cash: [{ currency: 'USD', amount: 100, date: '2025-02-28' }] });
    expect(compareStatement(statement({ cash: [cash] }), book, before)).toMatchObject([
      { kind: 'statement', subject: 'cash USD between statements', stated: 90, book: 100 },
    ]);
  });

  it('accrued interest that was paid with a bond is in the stated cost', () => {
    const [, check] = compareStatement(
      statement({ positions: [{ instrument: 'HARB', quantity: 100, cost: 4413.5 }] }),
      { ...book, accrued: () => ({ total: -12.5, ids: ['transaction-1'] }) },
      null,
    );
    expect(check).toMatchObject({
      kind: 'cost',
      open: false,
      cause: expect.stringContaining('Accrued interest of 12.5'),
    });
  });

  it('a mark is compared with the price of its day, unless only a fill states one', () => {
    const marked = statement({ positions: [{ instrument: 'HARB', quantity: 100, price: 45, currency: 'USD' }] });
    const checkMark = (price: number, source: string, date = marked.date) =>
      compareStatement(marked, { ...book, price: () => ({ price, source, date, currency: null }) }, null).filter(
        ({ kind }) => kind === 'mark',
      );
    expect(checkMark(45, 'statement')).toMatchObject([{ difference: 0, cause: null }]);
    expect(checkMark(44, 'person')).toMatchObject([
      { stated: 45, book: 44, open: true, cause: expect.stringContaining('a person') },
    ]);
    expect([...checkMark(44, 'fill'), ...checkMark(44, 'person', '2025-03-28')]).toEqual([]);
  });

  it('cash: the line of the cash report that has what the book lacks, else a transfer without its other side', () => {
    const cash = {
      currency: 'USD',
      amount: 105,
      date: '2025-03-31',
      from: '2025-03-01',
      moved: { dividends: 4, broker_interest: 5 },
    };
    const lacking = { ...book, cash: () => 100 };
    const [byLine] = compareStatement(
      statement({ cash: [cash] }),
      {
        ...lacking,
        paid: (line) => (line === 'dividend' ? { total: 4, ids: ['transaction-1'] } : { total: 0, ids: [] }),
      },
      null,
    );
    expect(byLine?.cause).toContain('5 USD of interest between 2025-03-01 and 2025-03-31, the book 0');
    const row = { account_id: 'a', date: '2025-03-31', amount: 5, currency: 'USD', category: 'interest' };
    expect(byLine?.fix).toEqual({
      kind: 'cash',
      ...row,
      description: 'The interest that the statement of 2025-03-31 has',
    });
    expect(byLine?.act).toContain(
      'zorivest cash add --account-id a --date 2025-03-31 --amount 5 --currency USD --category interest --description "The interest',
    );
    const { moved: _, ...bare } = cash;
    const [byTransfer] = compareStatement(
      statement({ cash: [bare] }),
      {
        ...lacking,
        unpaired: (_currency, amount) =>
          amount === -5 ? [{ id: 'transaction-7', account: 'bank', date: '2025-03-12' }] : [],
      },
      null,
    );
    expect(byTransfer?.cause).toContain('bank sent 5 USD on 2025-03-12 (transaction-7)');
    expect(byTransfer?.fix).toEqual({
      kind: 'cash',
      ...row,
      date: '2025-03-12',
      category: 'transfer_in',
      description: 'Transfer from bank',
    });
  });

  it('cash: several lines of the report that together have what the book lacks', () => {
    const moved = { net_trades_purchases: -460, commissions: -1, other_fees: -12.5, dividends: 4 };
    const cash = { currency: 'USD', amount: 30.5, date: '2025-03-31', from: '2025-03-01', moved };
    const [check] = compareStatement(
      statement({ cash: [cash] }),
      {
        ...book,
        cash: () => 504,
        paid: (line) => (line === 'dividend' ? { total: 4, ids: ['transaction-1'] } : { total: 0, ids: [] }),
      },
      null,
    );
    expect(check).toMatchObject({ open: true, fix: null, difference: -473.5 });
    expect(check?.cause).toContain('between 2025-03-01 and 2025-03-31: -12.5 of fees, -461 of fills USD');
  });

  it('a fill that no file tells is proposed with the price that the stated cost says, a sale without one', () => {
    const whole = (quantity: number, cost?: number) =>
      compareStatement(
        statement({
          positions: [{ instrument: 'HARB', quantity, ...(cost !== undefined && { cost }), currency: 'USD' }],
        }),
        book,
        null,
      )[0];
    const fill = { kind: 'trade', account_id: 'a', instrument: 'HARB', currency: 'USD', time: '2025-03-31' };
    expect(whole(110, 4841)?.fix).toEqual({ ...fill, action: 'BOT', quantity: 10, price: 44 });
    expect(whole(90, 3961)?.fix).toEqual({ ...fill, action: 'SLD', quantity: 10 });
    const [none] = compareStatement(
      statement({ positions: [{ instrument: 'NIMB', quantity: 10, cost: 415 }] }),
      { ...book, held: () => new Map(), cost: () => null },
      null,
    );
    expect(none?.fix).toMatchObject({ instrument: 'NIMB', action: 'BOT', quantity: 10, price: 41.5 });
    expect(whole(90)?.act).toContain(
      'zorivest trade add --account-id a --instrument HARB --action SLD --quantity 10 --currency USD --time <day of the trade> --price <price>',
    );
  });

  it('money that no file tells is proposed as a row where everything held is equal, and not where a fill may be missing', () => {
    const cash = [{ currency: 'USD', amount: 87.5, date: '2025-03-31' }];
    const with100 = { ...book, cash: () => 100 };
    const findCheck = (quantity: number) =>
      compareStatement(statement({ positions: [{ instrument: 'HARB', quantity }], cash }), with100, null).find(
        ({ kind }) => kind === 'cash',
      );
    expect(findCheck(100)?.fix).toEqual({
      kind: 'cash',
      account_id: 'a',
      date: '2025-03-31',
      amount: -12.5,
      currency: 'USD',
    });
    expect(findCheck(110)?.fix).toBeNull();
  });

  it('shares of another account were moved in kind, and one event settles it', () => {
    const [check] = compareStatement(
      statement({ positions: [{ instrument: 'HARB', quantity: 130 }] }),
      { ...book, elsewhere: () => [{ account: 'old', quantity: 30 }] },
      null,
    );
    expect(check?.fix).toEqual({
      kind: 'transfer',
      instrument: 'HARB',
      quantity: 30,
      from_account_id: 'old',
      to_account_id: 'a',
      time: '2025-03-31',
    });
    expect(check?.act).toContain('zorivest event add --kind transfer --instrument HARB --quantity 30');
  });

  it.each([
    ['equal', [3.2, 3.1], null, false],
    ['the same by another time of flows', [3.5, 3.2], 'by end_of_day', false],
    ['another', [3.5, 3.4], 'The book returned 3.5 %', true],
    ['none in the book', [null, null], 'no value on the first evening', false],
  ] as const)('their return is %s', (_, [first, second], cause, open) => {
    const withReturn = statement({
      figures: [{ kind: 'twr', subject: 'account', from: '2025-03-01', date: '2025-03-31', amounts: { percent: 3.2 } }],
    });
    const reason = 'no value on the first evening';
    const [check] = compare(withReturn, book, null, {
      rates: [
        { timing: 'in_start_out_end', percent: first, reason },
        { timing: 'end_of_day', percent: second, reason },
      ],
    });
    expect(check).toMatchObject({ kind: 'twr', stated: 3.2, open });
    if (cause === null) expect(check?.cause).toBeNull();
    else expect(check?.cause).toContain(cause);
  });
});
