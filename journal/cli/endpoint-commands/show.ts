// How answers look on a terminal: a table for many, lines for one, both as wide as the terminal is.
import { table } from '../output.ts';

type Row = Readonly<Record<string, unknown>>;

/** A row of an answer that is a list, or the answer itself; of one that can be several, each. */
type RowOf<T> = T extends readonly (infer R)[]
  ? R
  : T extends { readonly items: readonly (infer R)[] } | { readonly policies: readonly (infer R)[] }
    ? R
    : T;
type KeyOf<R> = R extends unknown ? Extract<keyof R, string> : never;

/** The columns that a table of an answer can have. */
export type Column<T> = KeyOf<RowOf<T>>;

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The rows of an answer that is a list, whatever the list is called. */
function rowsOf(answer: unknown): { rows: Row[]; total: number } | null {
  if (Array.isArray(answer)) return { rows: answer.filter(isRow), total: answer.length };
  if (!isRow(answer)) return null;
  const list = answer['items'] ?? answer['policies'];
  if (!Array.isArray(list)) return null;
  const { total } = answer;
  return { rows: list.filter(isRow), total: typeof total === 'number' ? total : list.length };
}

/** Columns of money: on a screen it ends with the cents. */
const MONEY = /(?:^|_)(?:pnl|amount|value|balance|worth|fees?|commission|cost|proceeds|gain|loss|gross|net)$/;

/** Enough for the eye: `66.54166666666667` is a price of 66.541667. */
function figure(value: number, column: string): string {
  if (MONEY.test(column)) return String(Number(value.toFixed(2)));
  return String(Number(value.toPrecision(8)));
}

/** `2026-01-05T14:30:00.000Z` -> `2026-01-05 14:30`: enough for the eye; --json has the rest. */
function cell(value: unknown, column = ''): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number' && !Number.isInteger(value)) return figure(value, column);
  if (Array.isArray(value)) return value.map((each) => cell(each, column)).join(', ');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const time = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d)?(\.\d+)?(Z|[+-]\d\d:\d\d)$/.exec(text);
  return time ? `${time[1]} ${time[2]}` : text.replaceAll(/\s*\n\s*/g, ' ');
}

const title = (column: string) => column.replaceAll('_', ' ').toUpperCase();

/** A text as wide as the terminal is. */
export type Layout = (width: number | undefined) => string;

export function tabulate<T>(answer: T, columns: readonly NoInfer<Column<T>>[]): Layout {
  return (width) => render(columns, answer, width);
}

export function render(shown: readonly string[], answer: unknown, width: number | undefined): string {
  const list = rowsOf(answer);
  if (!list) {
    if (!isRow(answer)) return 'Done.';
    const lines = shown.filter((column) => cell(answer[column]) !== '');
    return table(
      lines.map((column) => [column.replaceAll('_', ' '), cell(answer[column], column)]),
      { width },
    );
  }
  const { rows, total } = list;
  if (rows.length === 0) return 'There is nothing yet.';
  // A column in which no row says anything is left out.
  const columns = shown.filter((column) => rows.some((row) => cell(row[column]) !== ''));
  const body = table([columns.map(title), ...rows.map((row) => columns.map((column) => cell(row[column], column)))], {
    width,
  });
  return total > rows.length ? `${body}\n${rows.length} of ${total}; --limit and --offset show the others` : body;
}
