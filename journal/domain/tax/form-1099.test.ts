import { describe, expect, it } from 'vitest';
import type { Lot } from '../lots/lot.ts';
import type { FormInput } from './form.ts';
import { type Form1099Row, match1099 } from './form-1099.ts';
import { form8949 } from './form-8949.ts';
import { formTxf } from './form-txf.ts';
import { scheduleD } from './schedule-d.ts';
import { ytdTaxSummary } from './year-summary.ts';

const lot = (id: string, more: Partial<Lot> = {}): Lot => ({
  id: `lot-${id}`,
  symbol: 'HARB',
  quantity: 100,
  acquired: '2025-02-03',
  cost_basis: 4000,
  sold: '2025-06-10',
  proceeds: 4600,
  account_id: 'main',
  closed_by: `sale of ${id}`,
  ...more,
});

const row = (more: Partial<Form1099Row> = {}): Form1099Row => ({
  form: '1099-B',
  account_id: 'main',
  row: 2,
  instrument: 'HARB',
  description: '100 sh. HARB',
  quantity: 100,
  acquired: '2025-02-03',
  sold: '2025-06-10',
  proceeds: 4600,
  cost_basis: 4000,
  wash: 0,
  box: 'A',
  term: 'short',
  ...more,
});

const input = (lots: readonly Lot[], more: Partial<FormInput> = {}): FormInput => ({ lots, year: 2025, ...more });
const differencesOf = (lots: readonly Lot[], rows: readonly Form1099Row[], more: Partial<FormInput> = {}) =>
  match1099(input(lots, more), rows).differences.map(({ kind, stated, book, taken }) => [kind, stated, book, taken]);

describe('a form compared with the book', () => {
  it('is the same where every figure is', () => {
    const found = match1099(input([lot('a')]), [row()]);
    expect(found.differences).toEqual([]);
    expect([found.matched.get('main'), found.reported.size]).toEqual([1, 0]);
  });

  it.each([
    ['another basis', { cost_basis: 3990 }, ['basis', 3990, 4000, true]],
    ['another box', { box: 'B' }, ['box', 'B', 'A', true]],
    ['a wash sale', { wash: 25, cost_basis: 4000 }, ['wash', 25, 0, true]],
    ['other proceeds', { proceeds: 4590 }, ['proceeds', 4590, 4600, false]],
    ['another lot', { acquired: '2025-01-15' }, ['acquired', '2025-01-15', '2025-02-03', false]],
    ['the day of settlement', { sold: '2025-06-11' }, ['sold', '2025-06-11', '2025-06-10', false]],
    ['fewer shares', { quantity: 90 }, ['quantity', 90, 100, false]],
  ] as const)('tells %s', (_, more, expected) => {
    expect(differencesOf([lot('a')], [row(more)])).toEqual([expected]);
  });

  it('tells what only one of the two has', () => {
    expect(
      differencesOf([lot('a')], [row({ instrument: null, description: 'APPLE INC', sold: '2025-09-01' })]),
    ).toEqual([
      ['not_on_form', null, 4600, false],
      ['not_in_book', 4600, null, false],
    ]);
    // Of an account that sent none, nothing is missed.
    expect(differencesOf([lot('a'), lot('b', { account_id: 'other' })], [row()])).toEqual([]);
  });

  it('takes a row of various days for all lots of the sale, and rows that divide a lot for it', () => {
    const two = [
      lot('a', { quantity: 40, cost_basis: 1600, proceeds: 1840 }),
      lot('b', { quantity: 60, cost_basis: 2400, proceeds: 2760, acquired: '2025-03-03' }),
    ];
    expect(differencesOf(two, [row({ acquired: null })])).toEqual([]);
    expect(
      differencesOf(
        [lot('a')],
        [
          row({ quantity: 30, proceeds: 1380, cost_basis: 1200 }),
          row({ row: 3, quantity: 70, proceeds: 3220, cost_basis: 2800 }),
        ],
      ),
    ).toEqual([]);
    const { reported } = match1099(input(two), [row({ acquired: null, cost_basis: 4010.01 })]);
    expect([...reported.values()].map(({ cost_basis }) => cost_basis)).toEqual([160400, 240601]);
  });

  it('is found without a name by its days, its number and what it brought', () => {
    expect(differencesOf([lot('a')], [row({ instrument: null, description: 'HARBOUR TOOLS INC' })])).toEqual([]);
  });
});

describe('what stands on Form 8949', () => {
  const withForm = (lots: readonly Lot[], rows: readonly Form1099Row[], more: Partial<FormInput> = {}): FormInput => {
    const own = input(lots, more);
    return { ...own, reported: match1099(own, rows).reported };
  };

  it('is the broker’s form, before what was stated of the lot, before what is known of the account', () => {
    const rules = { boxes: { 'lot-a': 'C' }, reports_basis: { main: 'no' } } as const;
    expect(form8949(input([lot('a')], { reports_basis: { main: 'no' } })).rows[0]).toMatchObject({ box: 'B' });
    expect(form8949(input([lot('a')], rules)).rows[0]).toMatchObject({ box: 'C' });
    expect(form8949(withForm([lot('a')], [row()], rules)).rows[0]).toMatchObject({ box: 'A' });
  });

  it('has the form’s basis and disallowed loss in every figure of the year', () => {
    const lots = [lot('a', { proceeds: 3900 })];
    const asked = withForm(lots, [row({ proceeds: 3900, cost_basis: 4010, wash: 30, box: 'D', term: 'long' })]);
    const form = form8949(asked);
    expect(form.rows).toMatchObject([
      { part: 'II', box: 'D', proceeds: 3900, cost_basis: 4010, code: 'W', adjustment: 30, gain_loss: -80 },
    ]);
    expect(form.lines).toEqual({ 'I-2': 0, 'II-2': -80 });
    expect(scheduleD(asked).lines).toMatchObject({ '8b': -80, '15': -80, '16': -80 });
    expect(ytdTaxSummary({ ...asked, as_of: '2025-12-31', status: 'single' })).toMatchObject({
      realized_lt_gain: -80,
      wash_sale_adjustments: 30,
    });
  });

  it('keeps a wash sale that went into another account, which no broker knows', () => {
    // 100 sold at a loss of 400 in main, bought again in ira-less account other, sold there for 3,700 later.
    const lots = [
      lot('a', { proceeds: 3600 }),
      lot('b', { acquired: '2025-06-20', cost_basis: 3650, sold: '2025-09-01', proceeds: 3700, account_id: 'other' }),
    ];
    const rows = [
      row({ proceeds: 3600 }),
      row({ account_id: 'other', acquired: '2025-06-20', sold: '2025-09-01', proceeds: 3700, cost_basis: 3650 }),
    ];
    const own = input(lots);
    const { reported, differences } = match1099(own, rows);
    expect(differences.map(({ kind, stated, book, taken: isTaken }) => [kind, stated, book, isTaken])).toEqual([
      ['wash', 0, 400, false],
      ['basis', 3650, 4050, false],
    ]);
    expect(form8949({ ...own, reported }).rows.map(({ adjustment, gain_loss }) => [adjustment, gain_loss])).toEqual([
      [400, 0],
      [0, -350],
    ]);
    // A basis of the form that differs keeps what came from the other account.
    const other = withForm(lots, [row({ proceeds: 3600 }), { ...(rows[1] ?? row()), cost_basis: 3640 }]);
    expect(form8949(other).rows.map(({ cost_basis }) => cost_basis)).toEqual([4000, 4040]);
  });
});

it('TXF has a record for each sale, numbered by its box', () => {
  const form = form8949(
    input([
      lot('a', { proceeds: 3900 }),
      lot('b', { acquired: '2025-06-15', sold: undefined as never, proceeds: undefined as never }),
    ]),
  );
  const { text, left_out } = formTxf(form, '2026-01-31');
  expect(left_out).toBe(0);
  expect(text.split('\r\n').slice(0, 14)).toEqual([
    'V042',
    'AZorivest',
    'D01/31/2026',
    '^',
    'TD',
    'N321',
    'C1',
    'L1',
    'P100 sh. HARB',
    'D02/03/2025',
    'D06/10/2025',
    '$4000.00',
    '$3900.00',
    '$100.00',
  ]);
});
