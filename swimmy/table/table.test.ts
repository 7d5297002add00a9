import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, describe, expect, test } from 'vitest';
import { csvOf } from './csv.ts';
import { parquetOf } from './parquet.ts';
import { createTable, openTable, pageOf, type RowSource, type TableHead } from './table.ts';
import { tradeRows } from './trades.ts';

const folder = mkdtempSync(join(tmpdir(), 'swimmy-table-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const HEAD: TableHead = {
  columns: [
    { name: 'pnl' }, // a parameter that is called as a figure is
    { name: 'trades', kind: 'whole' },
    { name: 'pnl' },
    { name: 'ended', kind: 'time' },
    { name: 'outcome', kind: 'word', words: ['lived', 'ruined, "twice"'] },
  ],
  parameters: 1,
  rows: 3,
};
const VALUES = Float64Array.of(
  0.5,
  12,
  -3.25,
  1_577_836_800,
  0,
  0.25,
  0,
  Infinity,
  1_577_836_860,
  1,
  1,
  7,
  NaN,
  1_577_836_920,
  0,
);
const memory = (head: TableHead, values: Float64Array): RowSource => ({
  ...head,
  read: (from, count) => values.subarray(from * head.columns.length, (from + count) * head.columns.length),
});
async function readParquet(source: RowSource): Promise<Record<string, unknown>[]> {
  const bytes = Buffer.concat([...parquetOf(source)]);
  return parquetReadObjects({ file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) });
}

describe('a table in a file', () => {
  test('is read by the page, and what has no form in JSON is null', () => {
    const file = join(folder, 'a.rows');
    const writer = createTable(file, HEAD);
    writer.write(VALUES.subarray(0, 5));
    writer.write(VALUES.subarray(5));
    writer.finish();
    const table = openTable(file);
    expect(pageOf(table, 1, 5)).toEqual({
      total: 3,
      rows: [
        {
          parameters: { pnl: 0.25 },
          figures: { trades: 0, pnl: null, ended: 1_577_836_860, outcome: 'ruined, "twice"' },
        },
        { parameters: { pnl: 1 }, figures: { trades: 7, pnl: null, ended: 1_577_836_920, outcome: 'lived' } },
      ],
    });
    expect(pageOf(table, 3, 5).rows).toEqual([]);
    expect(pageOf(table, 1e9, 5).rows).toEqual([]);
    table.close();
  });

  test('is there whole or not at all', () => {
    const file = join(folder, 'half.rows');
    const writer = createTable(file, HEAD);
    writer.write(VALUES.subarray(0, 10));
    expect(() => writer.finish()).toThrow(/3 rows was given 2/);
    expect(readdirSync(folder).filter((name) => name.startsWith('half'))).toEqual([]);
    const cut = join(folder, 'cut.rows');
    const whole = createTable(cut, HEAD);
    whole.write(VALUES);
    whole.finish();
    truncateSync(cut, 150);
    expect(() => openTable(cut)).toThrow(/is truncated/);
    writeFileSync(join(folder, 'no.rows'), 'side,entry\nlong,1\n');
    expect(() => openTable(join(folder, 'no.rows'))).toThrow(/not a swimmy table/);
    expect(() => openTable(join(folder, 'nowhere'))).toThrow(/cannot be read/);
  });
});

test('CSV and Parquet say the same', async () => {
  expect([...csvOf(memory(HEAD, VALUES))].join('')).toBe(
    'parameter_pnl,trades,pnl,ended,outcome\n' +
      '0.5,12,-3.25,2020-01-01T00:00:00.000Z,lived\n' +
      '0.25,0,inf,2020-01-01T00:01:00.000Z,"ruined, ""twice"""\n' +
      '1,7,,2020-01-01T00:02:00.000Z,lived\n',
  );
  expect(await readParquet(memory(HEAD, VALUES))).toEqual([
    { parameter_pnl: 0.5, trades: 12, pnl: -3.25, ended: new Date('2020-01-01T00:00:00Z'), outcome: 'lived' },
    {
      parameter_pnl: 0.25,
      trades: 0,
      pnl: Infinity,
      ended: new Date('2020-01-01T00:01:00Z'),
      outcome: 'ruined, "twice"',
    },
    { parameter_pnl: 1, trades: 7, pnl: NaN, ended: new Date('2020-01-01T00:02:00Z'), outcome: 'lived' },
  ]);
});

test('Parquet of more rows than a row group holds is complete', async () => {
  const rows = 120_001;
  const head: TableHead = { columns: [{ name: 'n', kind: 'whole' }, { name: 'half' }], parameters: 1, rows };
  const read = await readParquet(
    memory(
      head,
      Float64Array.from({ length: 2 * rows }, (_, i) => (i % 2 ? i / 4 : i / 2)),
    ),
  );
  expect(read).toHaveLength(rows);
  expect(read.every(({ n }, i) => n === i)).toBe(true);
});

test('trades keep every field, without what binary arithmetic adds', () => {
  const trade = {
    side: 'long',
    entry_time: 60,
    exit_time: 120,
    entry_price: 1,
    exit_price: 2,
    volume: 1,
    reason: 'end',
  };
  const csv = [...csvOf(tradeRows([{ ...trade, pnl: -0.04999999999999716, symbol: 'EURUSD' }]))].join('');
  expect(csv).toBe(
    'side,entry_time,exit_time,entry_price,exit_price,volume,pnl,reason,symbol\n' +
      'long,1970-01-01T00:01:00.000Z,1970-01-01T00:02:00.000Z,1,2,1,-0.05,end,EURUSD\n',
  );
  expect([...csvOf(tradeRows([]))].join('')).toMatch(/^side,entry_time,.*reason\n$/);
});
