import { columnNames, type Column, type RowSource } from './table.ts';

const CHUNK_ROWS = 2000;

/** The header and every row, in chunks of some thousand lines; times as ISO, so that any spreadsheet reads them. */
export function* csvOf(source: RowSource): Generator<string> {
  const { columns, rows } = source;
  yield `${columnNames(source).map(quoteCell).join(',')}\n`;
  for (let from = 0; from < rows; from += CHUNK_ROWS) {
    const values = source.read(from, CHUNK_ROWS);
    let text = '';
    for (let at = 0; at < values.length; at += columns.length)
      text += `${columns.map((column, i) => cellText(column, values[at + i] as number)).join(',')}\n`;
    yield text;
  }
}

function cellText({ kind, words }: Column, value: number): string {
  if (kind === 'word') return quoteCell(words?.[value] ?? '');
  if (Number.isNaN(value)) return '';
  if (kind === 'time') return new Date(value * 1000).toISOString();
  return Number.isFinite(value) ? String(value) : value > 0 ? 'inf' : '-inf';
}

const quoteCell = (text: string) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
