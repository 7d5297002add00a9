// The open cases: two public trackers' CSV files, in and out, and the examples printed by the IRS.

import { describe, expect, it, type TestContext } from 'vitest';
import type { Lot } from '../lots/lot.ts';
import { caseText, casesOf } from '../testing/cases.ts';
import { washSales } from './wash-sales.ts';

const FOLDER = 'journal/wash_sales';

function rows(text: string): Record<string, string>[] {
  const lines = text.trim().split(/\r?\n/);
  // The only quoted field is the list of lots a replacement comes from, which is not compared.
  const cells = lines.map((line) => line.replace(/"[^"]*"/g, '').split(','));
  const [header = [], ...body] = cells;
  return body.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index] ?? ''])));
}

function isoDate(american: string): string {
  const [month = '', day = '', year = ''] = american.split('/');
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

interface Columns {
  count: string;
  symbol: string;
  bought: string;
  basis: string;
  sold: string;
  adjustment: string;
  /** The one column for basis and date after adjustment, or their own. */
  adjustedBasis: string;
  adjustedBought: string;
  /** Amounts are in cents. */
  scale: number;
}

const TRACKERS: Record<'adlr' | 'bbreslauer', Columns> = {
  adlr: {
    count: 'Cnt',
    symbol: 'Sym',
    bought: 'BuyDate',
    basis: 'Basis',
    sold: 'SellDate',
    adjustment: 'Adj',
    adjustedBasis: 'Basis',
    adjustedBought: 'BuyDate',
    scale: 1,
  },
  bbreslauer: {
    count: 'Num Shares',
    symbol: 'Symbol',
    bought: 'Buy Date',
    basis: 'Basis',
    sold: 'Sell Date',
    adjustment: 'Adjustment',
    adjustedBasis: 'Adjusted Basis',
    adjustedBought: 'Adjusted Buy Date',
    scale: 100,
  },
};

function agree(ctx: TestContext, tracker: keyof typeof TRACKERS, name: string): void {
  const columns = TRACKERS[tracker];
  const money = (text: string | undefined): number => Number(text ?? 0) / columns.scale;
  const lots = rows(caseText(ctx, `${FOLDER}/${tracker}/${name}.csv`)).map((row, index): Lot => ({
    id: String(index + 1),
    symbol: row[columns.symbol] ?? '',
    quantity: row[columns.count] ?? '',
    acquired: isoDate(row[columns.bought] ?? ''),
    cost_basis: money(row[columns.basis]),
    ...(row[columns.sold] === '' ? {} : { sold: isoDate(row[columns.sold] ?? ''), proceeds: money(row['Proceeds']) }),
  }));
  const expected = rows(caseText(ctx, `${FOLDER}/${tracker}/${name}_out.csv`)).map((row) => ({
    quantity: Number(row[columns.count]),
    adjusted_basis: money(row[columns.adjustedBasis] === '' ? row[columns.basis] : row[columns.adjustedBasis]),
    adjusted_acquired: isoDate(
      (row[columns.adjustedBought] === '' ? row[columns.bought] : row[columns.adjustedBought]) ?? '',
    ),
    disallowed_loss: money(row[columns.adjustment] === '' ? '0' : row[columns.adjustment]),
  }));
  const result = washSales(lots);
  expect(result.problems).toEqual([]);
  expect(
    result.lots.map(({ quantity, adjusted_basis, adjusted_acquired, disallowed_loss }) => ({
      quantity,
      adjusted_basis,
      adjusted_acquired,
      disallowed_loss,
    })),
  ).toEqual(expected);
}

describe('open cases', () => {
  for (const [tracker, name] of [
    ['adlr', 'irs550_example_1'],
    ['bbreslauer', 'irs_example_1'],
    ['bbreslauer', 'no_wash_replacement_too_late'],
    ['bbreslauer', 'simple_wash_smaller_replacement_sold'],
    ['bbreslauer', 'simple_wash_unsold_replacement_after'],
  ] as const)
    it(`${tracker}: ${name}`, (ctx) => {
      agree(ctx, tracker, name);
    });

  it('the examples of the IRS', (ctx) => {
    const { cases } = casesOf(ctx, `${FOLDER}/irs_examples_open.json`) as {
      cases: { id: string; expected: Record<string, number> }[];
    };
    const expected = Object.fromEntries(cases.map((one) => [one.id, one.expected]));
    const replaceLot = (cost: number, proceeds: number, rebuy: number, account_kind: 'taxable' | 'ira' = 'taxable') =>
      washSales([
        {
          id: 'old',
          symbol: 'X',
          quantity: 100,
          acquired: '2007-01-10',
          cost_basis: cost,
          sold: '2007-12-20',
          proceeds,
        },
        { id: 'new', symbol: 'X', quantity: 100, acquired: '2007-12-21', cost_basis: rebuy, account_kind },
      ]);
    expect(replaceLot(1000, 750, 800)).toMatchObject({
      total_disallowed: expected['pub550-wash-basic']?.['disallowed'],
      lots: [{}, { adjusted_basis: expected['pub550-wash-basic']?.['replacement_basis'] }],
    });
    expect(replaceLot(100, 80, 90).lots[1]?.adjusted_basis).toBe(expected['reg-1.1091-2-ex1']?.['new_basis']);
    expect(replaceLot(1000, 600, 600, 'ira')).toMatchObject({
      total_disallowed: expected['rev-rul-2008-5-ira']?.['disallowed'],
      wash_sales: [{ permanently_lost: true, disallowed_loss: expected['rev-rul-2008-5-ira']?.['permanently_lost'] }],
      lots: [{}, { adjusted_basis: 600 + (expected['rev-rul-2008-5-ira']?.['ira_basis_increase'] ?? NaN) }],
    });
  });
});
