// The forms of random books: whatever was traded, every total is the sum of its rows, to the cent, and the spreadsheet
// holds what the document holds.
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Execution } from '../executions/index.ts';
import { taxLots } from '../lots/index.ts';
import { form6781 } from './form-6781.ts';
import { form8949 } from './form-8949.ts';
import { formCsv } from './form-csv.ts';
import { american, type TaxForm, withCents } from './form.ts';
import { scheduleD } from './schedule-d.ts';
import { ytdTaxSummary } from './year-summary.ts';

const INSTRUMENTS = [
  'AAPL',
  'AAPL',
  'AAPL',
  'MSFT',
  'AAPL 260116 C 200',
  'MESH6',
  'SPXW 260320 P 5000',
  'BTC-USD',
] as const;

/** Trades of fourteen months in two accounts, at prices with odd cents and with costs: enough of them wash each other. */
const books = fc
  .array(
    fc.record({
      day: fc.oneof(fc.integer({ min: 0, max: 420 }), fc.integer({ min: 360, max: 400 })),
      instrument: fc.constantFrom(...INSTRUMENTS),
      action: fc.constantFrom('BOT', 'SLD'),
      quantity: fc.integer({ min: 1, max: 7 }),
      price: fc.integer({ min: 1, max: 50_003 }).map((count) => count / 100),
      commission: fc.integer({ min: 0, max: 333 }).map((count) => count / 100),
      account_id: fc.constantFrom('main', 'main', 'other'),
    }),
    { minLength: 20, maxLength: 40 },
  )
  .map((rows) =>
    rows.map(({ day, action, ...row }, index): Execution => ({
      ...row,
      action,
      exec_id: `x${index}`,
      time: new Date(Date.UTC(2024, 11, 1, 15) + day * 86_400_000).toISOString(),
    })),
  );

const cents = (amount: number | null): number => Math.round((amount ?? 0) * 100);
const total = (amounts: readonly (number | null)[]): number =>
  amounts.reduce<number>((sum, one) => sum + cents(one), 0);

it('add up to the cent, row by row and line by line, and the summary of the year agrees', () => {
  let washed = 0;
  let marked = 0;
  const used = new Set<string>();
  fc.assert(
    fc.property(books, fc.integer({ min: 0, max: 999_999 }), fc.integer({ min: 0, max: 999_999 }), (book, a, b) => {
      const { lots } = taxLots(book);
      const ends = { MESH6: 431.17, 'SPXW 260320 P 5000': 12.35 };
      const input = {
        year: 2025,
        lots,
        year_end_prices: { 2024: ends, 2025: ends },
        shortCarryforward: a / 100,
        longCarryforward: b / 100,
        reports_basis: { other: 'no_1099' },
      } as const;
      const [sales, contracts, schedule] = [form8949(input), form6781(input), scheduleD(input)];
      for (const { proceeds, cost_basis, adjustment, gain_loss, code } of sales.rows) {
        expect(cents(proceeds) - cents(cost_basis) + cents(adjustment)).toBe(cents(gain_loss));
        expect(code === 'W').toBe(cents(adjustment) > 0);
        washed += code === 'W' ? 1 : 0;
      }
      marked += contracts.rows.length;
      const part = (name: string) => sales.rows.filter((row) => row.part === name);
      const d = schedule.lines;
      const row = (line: string) => schedule.rows.find((one) => one.line === line);
      for (const [name, line, boxes] of [
        ['I', '1b', 'AG'],
        ['I', '2', 'BH'],
        ['I', '3', 'CI'],
        ['II', '8b', 'DJ'],
        ['II', '9', 'EK'],
        ['II', '10', 'FL'],
      ] as const) {
        const rows = part(name).filter(({ box }) => boxes.includes(box ?? '?'));
        expect(total(rows.map(({ gain_loss }) => gain_loss))).toBe(cents(d[line] ?? NaN));
        if (rows.length > 0) used.add(boxes);
        expect(total(rows.map(({ proceeds }) => proceeds))).toBe(cents(row(line)?.proceeds ?? NaN));
        expect(total(rows.map(({ cost_basis }) => cost_basis))).toBe(cents(row(line)?.cost_basis ?? NaN));
        expect(total(rows.map(({ adjustment }) => adjustment))).toBe(cents(row(line)?.adjustment ?? NaN));
      }
      const [shortSales, longSales] = [lineSum(d, '1b', '2', '3'), lineSum(d, '8b', '9', '10')];
      expect(cents(sales.lines['I-2'] ?? NaN)).toBe(shortSales);
      expect(cents(sales.lines['II-2'] ?? NaN)).toBe(longSales);
      const c = contracts.lines;
      expect(total(contracts.rows.map(({ gain_loss }) => gain_loss))).toBe(cents(c['7'] ?? NaN));
      expect(total([c['2b'] ?? NaN, c['2c'] ?? NaN])).toBe(cents(c['3'] ?? NaN));
      expect(Math.abs(cents(c['8'] ?? NaN) - cents(c['7'] ?? NaN) * 0.4)).toBeLessThanOrEqual(0.5);
      expect(cents(c['9'] ?? NaN)).toBe(cents(c['7'] ?? NaN) - cents(c['8'] ?? NaN));
      expect([d['4'], d['11'], d['6'], d['14']]).toEqual([c['8'], c['9'], 0 - a / 100, 0 - b / 100]);
      expect(shortSales + lineSum(d, '4', '6')).toBe(cents(d['7'] ?? NaN));
      expect(longSales + lineSum(d, '11', '14')).toBe(cents(d['15'] ?? NaN));
      expect(total([d['7'] ?? NaN, d['15'] ?? NaN])).toBe(cents(d['16'] ?? NaN));
      const summary = ytdTaxSummary({ ...input, status: 'single' });
      const { realized_st_gain, realized_lt_gain, section_1256_gain, total_realized, by_symbol, by_month } = summary;
      expect(cents(realized_st_gain)).toBe(shortSales + lineSum(d, '4'));
      expect(cents(realized_lt_gain)).toBe(longSales + lineSum(d, '11'));
      expect(section_1256_gain).toBe(c['7']);
      expect(total(by_symbol.map((one) => one.total_realized))).toBe(cents(total_realized));
      expect(total(by_symbol.map((one) => one.realized_st_gain))).toBe(cents(realized_st_gain));
      expect(total(by_month.map((one) => one.realized_st_gain))).toBe(cents(realized_st_gain));
      expect(total(by_month.map((one) => one.realized_lt_gain))).toBe(cents(realized_lt_gain));
      for (const form of [sales, contracts, schedule]) expectSameRows(form);
    }),
    { numRuns: 120 },
  );
  expect(washed).toBeGreaterThan(0);
  expect(marked).toBeGreaterThan(0);
  expect(used.size).toBeGreaterThan(3);
});

function lineSum(lines: Readonly<Record<string, number>>, ...names: readonly string[]): number {
  return total(names.map((name) => lines[name] ?? NaN));
}

/** Every amount, day and word of a row stands in the row of the spreadsheet, and there are no others. */
function expectSameRows(form: TaxForm): void {
  const [, ...sheet] = formCsv(form).trimEnd().split('\r\n');
  expect(sheet).toHaveLength(form.rows.length);
  for (const [index, row] of form.rows.entries()) {
    const cells =
      (sheet[index] ?? '').match(/"(?:[^"]|"")*"|[^,]+/g)?.map((cell) => cell.replaceAll(/^"|"$/g, '')) ?? [];
    expect(cells).toContain(row.description);
    for (const day of [row.acquired, row.sold]) if (day !== null) expect(cells).toContain(american(day));
    for (const column of ['proceeds', 'cost_basis'] as const)
      if (row[column] !== null) expect(cells).toContain(row.expired === column ? 'Expired' : withCents(row[column]));
    const gain = form.form === '6781' ? Math.abs(row.gain_loss) : row.gain_loss;
    expect(cells).toContain(withCents(gain));
    if (row.code !== null) expect(cells).toEqual(expect.arrayContaining([row.code, withCents(row.adjustment)]));
  }
}
