import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { detectBrokerFormat, parseBankStatement, parseBrokerFile } from '../index.ts';
import { read } from '../testing/read.ts';
import { workbookOf } from '../testing/xlsx.ts';

const time = (text: string) => new Date(`${text}Z`);

const closed = {
  name: 'Closed Positions',
  rows: [
    [
      'Position ID',
      'Action',
      'Amount',
      'Units',
      'Open Date',
      'Close Date',
      'Leverage',
      'Profit',
      'Open Rate',
      'Close Rate',
    ],
    [7001, 'Buy Acme (ACME)', 500, 5, '02/03/2026 15:00:00', '05/03/2026 16:30:00', 1, 25, 100, 105],
  ],
};
const activity = {
  name: 'Account Activity',
  rows: [
    [
      'Date',
      'Type',
      'Details',
      'Amount',
      'Units / Contracts',
      'Realized Equity Change',
      'Realized Equity',
      'Balance',
      'Position ID',
    ],
    ['01/03/2026 09:00:00', 'Deposit', 'Bank', 1000, '-', 0, 1000, 1000, '-'],
    ['02/03/2026 15:00:00', 'Open Position', 'ACME/USD', 500, 5, 0, 1000, 500, 7001],
    ['06/03/2026 15:00:00', 'Open Position', 'BETA/USD', 200, 4, 0, 1025, 825, 7002],
  ],
};
const summary = {
  name: 'Account Summary',
  rows: [
    ['Details', 'Totals'],
    ['Profit, all', 25],
  ],
};

describe('a statement of several sheets', () => {
  const bytes = workbookOf([summary, closed, activity]);

  it('is read as one, and the others are named', () => {
    expect(detectBrokerFormat(bytes)).toMatchObject({
      format: 'etoro',
      reason: expect.stringContaining('Sheets "Closed Positions", "Account Activity".') as string,
    });
    const { executions, cash, diagnostics } = parseBrokerFile(bytes);
    expect(
      executions.map(({ time: at, action, instrument, quantity, price }) => [at, action, instrument, quantity, price]),
    ).toEqual([
      ['2026-03-02T15:00:00Z', 'BOT', 'ACME', 5, 100],
      ['2026-03-05T16:30:00Z', 'SLD', 'ACME', 5, 105],
      ['2026-03-06T15:00:00Z', 'BOT', 'BETA', 4, 50],
    ]);
    expect(cash).toMatchObject([{ date: '2026-03-01', amount: 1000, kind: 'deposit' }]);
    expect(diagnostics.warnings).toContain(
      'Of the workbook "Closed Positions", "Account Activity" was read, not "Account Summary".',
    );
  });

  it('gives what its sheets give as CSV', () => {
    const csv = [...closed.rows, ['Account Activity'], ...activity.rows].map((cells) => cells.join(',')).join('\n');
    const { executions, cash } = parseBrokerFile(bytes);
    const same = read(`${csv}\n`);
    const strip = (rows: readonly { row: number }[]) => rows.map((one) => ({ ...one, row: 0 }));
    expect(strip(executions)).toEqual(strip(same.executions));
    expect(strip(cash)).toEqual(strip(same.cash));
  });

  it('is read in part where a sheet is named, whatever its case', () => {
    expect(parseBrokerFile(bytes, { sheet: 'account activity' }).executions).toHaveLength(2);
    expect(parseBrokerFile(bytes, { sheet: 'Trades' }).diagnostics.warnings).toEqual([
      'The workbook has no sheet "Trades" with cells. It has "Account Summary", "Closed Positions", "Account Activity".',
    ]);
  });
});

const HEAD = ['Symbol', 'Side', 'Quantity', 'Price', 'Date', 'Commission'];

it('of tables known by their shape one is read, and a hidden one only when nothing else can be', () => {
  const trades = (symbol: string, day: Date) => [HEAD, [symbol, 'Buy', 0.1, 257.53, day, 1]];
  const shown = { name: 'Mine', rows: trades('AAA', time('2026-03-04T15:30:01')) };
  const hidden = { name: 'Old', hidden: true, rows: trades('BBB', time('2026-03-05T00:00:00')) };
  expect(parseBrokerFile(workbookOf([hidden, shown])).executions.map(({ instrument }) => instrument)).toEqual(['AAA']);
  expect(parseBrokerFile(workbookOf([hidden, summary])).executions.map(({ instrument }) => instrument)).toEqual([
    'BBB',
  ]);
});

it('a day is a day; in a column of times midnight is a time', () => {
  const rows = (second: Date) => [
    HEAD,
    ['AAA', 'Buy', 1, 10, time('2026-03-04T00:00:00'), 0],
    ['AAA', 'Sell', 1, 11, second, 0],
  ];
  const readTimesKnown = (second: Date) =>
    parseBrokerFile(workbookOf([{ name: 'T', rows: rows(second) }])).executions.map(({ time_known }) => time_known);
  expect(readTimesKnown(time('2026-03-05T00:00:00'))).toEqual([false, false]);
  expect(readTimesKnown(time('2026-03-05T10:00:00'))).toEqual([undefined, undefined]);
});

it('a bank table under lines about the account', () => {
  const bytes = workbookOf([
    {
      name: 'Movimenti',
      rows: [
        ['Conto Corrente: 1'],
        [],
        ['Data', 'Entrate', 'Uscite', 'Descrizione', 'Stato'],
        [time('2026-03-04T00:00:00'), null, -9.99, 'Caffè; due', 'Contabilizzato'],
        ['05/03/2026', 150.62, null, 'Stipendio', 'Contabilizzato'],
        ['06/03/2026', null, -1, 'Bar', 'Autorizzato'],
      ],
    },
  ]);
  expect(parseBankStatement(bytes).accounts[0]?.transactions).toMatchObject([
    { date: '2026-03-04', amount: -9.99, payee: 'Caffè; due' },
    { date: '2026-03-05', amount: 150.62 },
    { date: '2026-03-06', amount: -1, pending: true },
  ]);
});

it('what is no workbook says what it is', () => {
  const zip = zipSync({ 'a.csv': strToU8('a'), 'b.csv': strToU8('b') });
  expect(parseBrokerFile(zip).diagnostics.warnings[0]).toContain('a zip of 2 files');
  expect(parseBankStatement(zip).diagnostics.warnings[0]).toContain('a zip of 2 files');
  expect(detectBrokerFormat(zip)).toMatchObject({
    format: null,
    reason: expect.stringContaining('zip of 2') as string,
  });
});
