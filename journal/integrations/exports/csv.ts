// A table as CSV. Text cells are made safe for spreadsheets, which would run what begins like a formula; numbers are
// left as they are, their signs included.

export type Cell = string | number | boolean | null;

/** One that begins so is run, not shown; an apostrophe of its own is doubled, so that taking one off gives it back. */
const RUN = /^[=+\-@\t\r']/;

function writeCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  // Nothing and an empty text are not the same.
  if (cell === '') return '""';
  const safe = RUN.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csv(columns: readonly string[], rows: Iterable<Readonly<Record<string, unknown>>>): Buffer {
  const lines = [columns.join(',')];
  for (const row of rows) lines.push(columns.map((name) => writeCell(cellOf(row[name]))).join(','));
  return Buffer.from(`${lines.join('\r\n')}\r\n`, 'utf8');
}

function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  if (Array.isArray(value))
    return value.every((one) => typeof one === 'string') ? value.join(' ') : JSON.stringify(value);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : JSON.stringify(value);
}
