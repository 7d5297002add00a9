// The open cases of brokers2: real exports with what they mean, read where they lie, field by field.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detectBrokerFormat, parseBrokerFile } from '../index.ts';
import { caseBytes, caseJson, CASES } from '../testing/cases.ts';
import { countFields, type ExpectedStatement } from '../testing/fields.ts';

const folder = join(CASES, 'brokers2');
const files = existsSync(folder)
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.csv'))
  : [];

describe('brokers2', () => {
  if (files.length === 0) it.skip('no case files in brokers2');

  it.for(files)('%s', (name, ctx) => {
    const bytes = caseBytes(ctx, `brokers2/${name}`);
    const expected = caseJson(ctx, `brokers2/${name}.expected.json`) as ExpectedStatement;
    expect(detectBrokerFormat(bytes)).toMatchObject({ format: expected.format });
    const { expected: count, missed } = countFields(expected, parseBrokerFile(bytes));
    expect(missed).toEqual([]);
    expect(count).toBeGreaterThan(3 + 4 * expected.trades.length);
  });
});

describe('the count of fields', () => {
  const expected: ExpectedStatement = {
    format: 'kraken',
    rows: 1,
    trades: [
      {
        date: '2025-03-01',
        time: '2025-03-01T12:00:00Z',
        action: 'BOT',
        symbols: ['ETH'],
        quantity: 0.5,
        price: 2600,
        fee: 3.38,
        fee_currency: 'USD',
      },
    ],
    cash: [],
  };
  const read = (row: string) =>
    parseBrokerFile(
      new TextEncoder().encode(
        `"txid","ordertxid","pair","time","type","ordertype","price","cost","fee","vol","margin","misc","ledgers"\n${row}\n`,
      ),
    );

  it('names what is read otherwise, what is missing, and what was not expected', () => {
    const right =
      '"T1","O1","XETHZUSD","2025-03-01 12:00:00","buy","limit","2600","1300","3.38","0.5","0.0","","L6,L7"';
    expect(countFields(expected, read(right))).toEqual({ expected: 9, missed: [] });
    expect(countFields(expected, read(right.replace('3.38', '3.39'))).missed).toEqual([
      '2025-03-01 BOT ETH fee in USD: 3.38, read as 3.39',
    ]);
    expect(countFields(expected, read(right.replace('XETHZUSD', 'XXBTZUSD'))).missed.length).toBeGreaterThan(5);
    expect(countFields(expected, read(`${right}\n${right.replace('T1', 'T2')}`)).missed).toEqual([
      'rows: 1, read as 2',
      'fills beyond those expected: 0, read as 1',
    ]);
  });
});
