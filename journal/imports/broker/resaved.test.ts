// A statement that went through a spreadsheet, another system or an older program has the content it had before.
import { describe, expect, it } from 'vitest';
import { type BrokerResult, parseBrokerFile } from '../index.ts';
import { bytesOf } from '../testing/cases.ts';
import { SAMPLES } from '../testing/samples.ts';
import { type Cells, sniffDelimiter, splitCsv } from '../text/csv.ts';

/** Where a row stands, and what is made of that, may change; what it says may not. */
function contentOf({ format, executions, cash, events, diagnostics }: BrokerResult): unknown {
  const plain = (rows: readonly { readonly row: number }[]) =>
    rows.map((one) => ({ ...one, row: 0, id: '', exec_id: '' }));
  return {
    format,
    fills: plain(executions),
    cash: plain(cash),
    events: plain(events),
    wrong: diagnostics.invalid.length,
  };
}

const writeCsv = (rows: readonly Cells[], delimiter: string): string =>
  rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter)).join('\n');

/** Every row of a table with more in it: notes and titles have one cell or two. */
const widen = (rows: readonly Cells[], more: (row: number) => string): Cells[] =>
  rows.map((cells, row) => (cells.length > 2 ? [...cells, more(row)] : cells));

const CHANGES: Readonly<Record<string, (text: string) => string>> = {
  'a byte-order mark in front': (text) => `\ufeff${text}`,
  'line breaks of Windows': (text) => text.replaceAll('\n', '\r\n'),
  'every cell in quotes': (text) => writeCsv(splitCsv(text, sniffDelimiter(text)), sniffDelimiter(text)),
  semicolons: (text) => writeCsv(splitCsv(text, sniffDelimiter(text)), ';'),
  tabs: (text) => writeCsv(splitCsv(text, sniffDelimiter(text)), '\t'),
  'an empty column behind': (text) =>
    writeCsv(
      widen(splitCsv(text, sniffDelimiter(text)), () => ''),
      ',',
    ),
  'a column of notes behind': (text) =>
    writeCsv(
      widen(splitCsv(text, sniffDelimiter(text)), (row) => (row === 0 ? 'My notes' : '')),
      ',',
    ),
  'the delimiter named above': (text) => `sep=${sniffDelimiter(text)}\n${text}`,
  'no last line break': (text) => text.trimEnd(),
};

const tables = Object.entries(SAMPLES).filter(([name, text]) => !name.includes('pdf') && !/^\s*[<[{]/.test(text));

describe.each(Object.entries(CHANGES))('%s', (_, change) => {
  it('changes no statement', () => {
    for (const [name, text] of tables)
      expect([name, contentOf(parseBrokerFile(bytesOf(change(text))))]).toEqual([
        name,
        contentOf(parseBrokerFile(bytesOf(text))),
      ]);
  });
});
