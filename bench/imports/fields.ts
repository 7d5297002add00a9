// How much of the case files is read as their expectations have it, by format. Says so where there are none.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseBrokerFile, parseBrokerPdfText, readWorkbook } from '@zorivest/imports';
import { CASES } from '../../journal/imports/testing/cases.ts';
import { countFields, type ExpectedStatement, type FieldCount } from '../../journal/imports/testing/fields.ts';

const COINS = new Set(['binance', 'bitstamp', 'bybit', 'coinbase', 'cryptocom', 'gemini', 'kraken', 'kucoin', 'okx']);

interface Case {
  readonly format: string;
  readonly count: FieldCount;
}

export function fields(): void {
  const cases = [...brokers(), ...confirmations(), ...workbooks()];
  if (cases.length === 0) return console.log(`No case files in ${CASES}.`);
  console.log('\n| format | files | fields equal | of | share | goal |');
  console.log('|---|---:|---:|---:|---:|---:|');
  for (const [format, all] of Map.groupBy(cases, (one) => one.format)) {
    const expected = all.reduce((sum, { count }) => sum + count.expected, 0);
    const equal = expected - all.reduce((sum, { count }) => sum + count.missed.length, 0);
    const goal = format === 'xlsx' ? 100 : COINS.has(format) ? 95 : 97;
    const share = (100 * equal) / expected;
    console.log(
      `| ${format} | ${all.length} | ${equal} | ${expected} | ${share.toFixed(1)} % | ${goal} %${share < goal ? ', missed' : ''} |`,
    );
  }
  for (const { format, count } of cases) for (const line of count.missed) console.log(`${format}: ${line}`);
}

const filesIn = (folder: string, ending: string) =>
  existsSync(join(CASES, folder))
    ? readdirSync(join(CASES, folder), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(ending))
    : [];
const json = (path: string): unknown => JSON.parse(readFileSync(join(CASES, path), 'utf8'));

function brokers(): Case[] {
  return filesIn('brokers2', '.csv').map((name) => {
    const expected = json(`brokers2/${name}.expected.json`) as ExpectedStatement;
    const result = parseBrokerFile(readFileSync(join(CASES, 'brokers2', name)));
    return { format: expected.format, count: countFields(expected, result) };
  });
}

/** Confirmations as the text of their PDFs. */
function confirmations(): Case[] {
  return filesIn('pdf_text2', '.txt').map((name) => {
    const { trades } = json(`pdf_text2/${name}.expected.json`) as { trades: readonly Record<string, unknown>[] };
    const { executions } = parseBrokerPdfText(readFileSync(join(CASES, 'pdf_text2', name), 'utf8'));
    const missed = trades.flatMap((wanted, at) => {
      const fill = executions[at];
      const got: Record<string, unknown> = {
        date: fill?.time.slice(0, 10),
        settles: fill?.settlement_date,
        action: fill?.action,
        symbol: fill?.instrument,
        quantity: fill?.quantity,
        price: fill?.price,
        fee: fill?.commission,
        principal: fill?.stated?.amount,
      };
      return Object.keys(got).flatMap((key) =>
        got[key] === wanted[key] ? [] : [`${name} ${key}: ${String(wanted[key])}, read as ${String(got[key])}`],
      );
    });
    return { format: 'etrade (PDF)', count: { expected: trades.length * 8, missed } };
  });
}

/** Every cell: its kind, its value and what the file stores. */
function workbooks(): Case[] {
  return filesIn('xlsx', '.xlsx').map((name) => {
    const { sheets } = json(`xlsx/${name.replace(/\.xlsx$/, '.expected.json')}`) as {
      sheets: readonly { name: string; rows: readonly (readonly (Record<string, unknown> | null)[])[] }[];
    };
    const read = readWorkbook(readFileSync(join(CASES, 'xlsx', name))).sheets;
    const missed: string[] = [];
    let expected = 0;
    for (const sheet of sheets) {
      const rows = [...(read.find((one) => one.name === sheet.name)?.rows() ?? [])];
      for (const [row, cells] of sheet.rows.entries())
        for (const [column, wanted] of cells.entries()) {
          const got = rows[row]?.[column] ?? null;
          const keys = wanted === null ? ['value'] : Object.keys(wanted);
          expected += keys.length;
          for (const key of keys) {
            const [one, other] = [wanted?.[key], (got as Record<string, unknown> | null)?.[key]];
            if (one !== other)
              missed.push(
                `${name} ${sheet.name} ${row + 1}:${column + 1} ${key}: ${String(one)}, read as ${String(other)}`,
              );
          }
        }
    }
    return { format: 'xlsx', count: { expected, missed } };
  });
}
