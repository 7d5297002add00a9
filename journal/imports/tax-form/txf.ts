// The Tax Exchange Format, version 042 (Intuit): records of lines that each begin with a letter, ended by a caret. Of its
// numbers those of sales are read; a broker's file has other forms as well.
import type { FormBox } from '@zorivest/vocabulary';
import { parseNumber } from '../text/number.ts';
import { parseDate } from '../text/time.ts';
import type { RowNote } from '../statement/model.ts';
import type { FormFile, FormSale } from './model.ts';
import { readProperty } from './property.ts';
import { yearOfMost } from './year.ts';

/** 673: the term is not known; 682: a loss that was disallowed whole, before 2011. */
const BOXES: Readonly<Record<string, FormBox | null>> = {
  '321': 'A',
  '711': 'B',
  '712': 'C',
  '323': 'D',
  '713': 'E',
  '714': 'F',
  '673': null,
  '682': null,
};

export function looksLikeTxf(text: string): boolean {
  return /^\uFEFF?\s*V0\d\d\s*[\r\n]/.test(text.slice(0, 100)) && /^\^\s*$/m.test(text.slice(0, 2000));
}

interface TxfRecord {
  readonly line: number;
  readonly fields: readonly { readonly code: string; readonly text: string }[];
}

export function readTxf(text: string): FormFile {
  const sales: FormSale[] = [];
  const invalid: RowNote[] = [];
  const skipped: RowNote[] = [];
  const [header, ...records] = recordsOf(text);
  const version = header?.fields[0]?.text ?? '';
  if (!/^04[12]$/.test(version))
    invalid.push({ row: 1, reason: `version ${version.slice(0, 10)} of the format is not read: save it as V042` });
  for (const record of records) {
    const number = record.fields.find(({ code }) => code === 'N')?.text ?? '';
    if (!Object.hasOwn(BOXES, number))
      skipped.push({ row: record.line, reason: `number ${number.slice(0, 10)} is not of a sale` });
    else if (record.fields[0]?.code === 'T' && record.fields[0].text.startsWith('S'))
      skipped.push({ row: record.line, reason: 'a sum, not a sale' });
    else {
      const read = readSale(record, number);
      if (typeof read === 'string') invalid.push({ row: record.line, reason: read });
      else sales.push(read);
    }
  }
  return { form: '1099-B', year: yearOfMost(sales), sales, invalid, skipped };
}

function recordsOf(text: string): TxfRecord[] {
  const records: TxfRecord[] = [];
  let fields: { code: string; text: string }[] = [];
  let first = 1;
  for (const [at, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n?|\n/)
    .entries()) {
    const plain = line.trim();
    if (plain === '^') {
      if (fields.length > 0) records.push({ line: first, fields });
      fields = [];
    } else if (plain !== '') {
      if (fields.length === 0) first = at + 1;
      fields.push({ code: plain.slice(0, 1), text: plain.slice(1).trim() });
    }
  }
  if (fields.length > 0) records.push({ line: first, fields });
  return records;
}

/** The sale, or why it is none. */
function readSale({ line, fields }: TxfRecord, number: string): FormSale | string {
  const all = (code: string): string[] => fields.filter((one) => one.code === code).map((one) => one.text);
  const [description = ''] = all('P');
  const [acquired = '', soldText = ''] = all('D');
  const sold = parseDate(soldText);
  if (sold === null) return `"${soldText.slice(0, 40)}" is no day of a sale`;
  const amounts = all('$').map((text) => ({ text, value: parseNumber(text) }));
  const wrong = amounts.find(({ value }) => value === null);
  if (wrong !== undefined) return `"${wrong.text.slice(0, 40)}" is no amount`;
  const [basis, proceeds, wash] = amounts.map(({ value }) => (value === '' || value === null ? null : Number(value)));
  if (proceeds === null || proceeds === undefined) return 'no proceeds are stated';
  const { quantity, instrument } = readProperty(description);
  const box = BOXES[number] ?? null;
  // Of old files a whole loss was disallowed by its number alone.
  const disallowed = number === '682' ? Math.max(0, (basis ?? 0) - proceeds) : Math.abs(wash ?? 0);
  return {
    row: line,
    ...(instrument !== null && { instrument }),
    description: description.slice(0, 200),
    quantity,
    acquired: parseDate(acquired),
    sold,
    proceeds,
    cost_basis: basis ?? null,
    wash: Number(disallowed.toFixed(2)),
    box,
    term: box === null ? null : 'DEF'.includes(box) ? 'long' : 'short',
  };
}
