// A workbook as the text of its tables, so that one set of readers serves files of every kind. Which sheets are read
// is decided by what stands in them, as it is with files.
import { Sample } from '../text/columns.ts';
import { splitCsv } from '../text/csv.ts';
import { bankCsv } from '../bank/csv.ts';
import { type Cell, plainNumber, readWorkbook, type Row, type Sheet, WorkbookError } from '../workbook/index.ts';
import { bestFormat } from './detect.ts';

/** The sheets of a workbook that are one statement. */
export interface SheetText {
  /** The sheets that are read, in their order. */
  readonly read: readonly string[];
  /** The sheets with cells, in their order. */
  readonly all: readonly string[];
  /** Those of them that are not read. */
  readonly left: readonly string[];
  /** CSV, in pieces that end with a row. Each call reads the sheets again. */
  pieces(): Iterable<string>;
}

/** A statement's headings stand among its first rows. */
const HEAD_ROWS = 200;
const PIECE = 64 * 1024;
/** Cells may share a text: a few kilobytes can stand for gigabytes of it. No row of a statement, and no statement, has more. */
const MOST_ROW = 1 << 20;
const MOST_WRITTEN = 1 << 28;
/** Known by its shape only: of such sheets one is read, since nothing says that they belong together. */
const BY_SHAPE: ReadonlySet<string | null> = new Set([null, 'csv', 'generic', 'bank']);

interface RatedSheet {
  readonly sheet: Sheet;
  readonly format: string | null;
  readonly confidence: number;
}

/** Throws a WorkbookError that says what to do where the bytes are no workbook or lack the sheet that is wanted. */
export function readSheets(bytes: Uint8Array, wanted?: string): SheetText {
  const filled = readWorkbook(bytes).sheets.filter(hasCells);
  const chosen = wanted === undefined ? chooseSheets(filled) : [findSheet(filled, wanted)];
  return {
    read: chosen.map(({ name }) => name),
    all: filled.map(({ name }) => name),
    left: filled.filter((sheet) => !chosen.includes(sheet)).map(({ name }) => name),
    pieces: () => writeSheets(chosen),
  };
}

/** The reason of the choice, for a person. */
export function describeSheets({ read, left }: SheetText): { readonly reason: string; readonly warnings: string[] } {
  const quote = (names: readonly string[]) => names.map((name) => JSON.stringify(name)).join(', ');
  const reason = `${read.length === 1 ? 'Sheet' : 'Sheets'} ${quote(read)}.`;
  return {
    reason,
    warnings: left.length === 0 ? [] : [`Of the workbook ${quote(read)} was read, not ${quote(left)}.`],
  };
}

function hasCells(sheet: Sheet): boolean {
  for (const row of sheet.rows()) if (row.some((cell) => cell !== null)) return true;
  return false;
}

function findSheet(sheets: readonly Sheet[], wanted: string): Sheet {
  const plain = (name: string) => name.trim().toLowerCase();
  const found = sheets.find(({ name }) => plain(name) === plain(wanted));
  if (found !== undefined) return found;
  const names = sheets.map(({ name }) => JSON.stringify(name)).join(', ');
  throw new WorkbookError(`The workbook has no sheet ${JSON.stringify(wanted)} with cells. It has ${names}.`);
}

function chooseSheets(sheets: readonly Sheet[]): readonly Sheet[] {
  const [first] = sheets;
  if (first === undefined) throw new WorkbookError('The workbook has no sheet with cells.');
  // What its writer hid is read only where nothing that is shown can be.
  const rated = sheets.map(rate).toSorted((a, b) => Number(a.sheet.hidden) - Number(b.sheet.hidden));
  const known = rated.filter(({ confidence }) => confidence > 0);
  const shown = known.filter(({ sheet }) => !sheet.hidden);
  const best = (shown.length > 0 ? shown : known).toSorted((a, b) => b.confidence - a.confidence)[0];
  if (best === undefined) return [rated[0]?.sheet ?? first];
  if (BY_SHAPE.has(best.format)) return [best.sheet];
  const together = new Set(shown.filter(({ format }) => format === best.format).map(({ sheet }) => sheet)).add(
    best.sheet,
  );
  return sheets.filter((sheet) => together.has(sheet));
}

function rate(sheet: Sheet): RatedSheet {
  const head = writeHead(sheet);
  const { format, confidence } = bestFormat(new Sample(splitCsv(head, ',')));
  return format === null
    ? { sheet, format: 'bank', confidence: bankCsv.recognise(head) }
    : { sheet, format, confidence };
}

function writeHead(sheet: Sheet): string {
  const timed = findTimedColumns(sheet);
  let text = '';
  for (const row of takeFirst(sheet)) {
    text += writeRow(row, timed);
    if (text.length > MOST_ROW) break;
  }
  return text;
}

function* takeFirst(sheet: Sheet): Generator<Row> {
  let count = 0;
  for (const row of sheet.rows()) {
    yield row;
    if (++count === HEAD_ROWS) return;
  }
}

function* writeSheets(sheets: readonly Sheet[]): Generator<string> {
  let text = '';
  let written = 0;
  for (const [at, sheet] of sheets.entries()) {
    const timed = findTimedColumns(sheet);
    // Below the first, a sheet begins as a further table of one file does: under a title.
    if (at > 0) text += `\n${writeCell(sheet.name)}\n`;
    for (const row of sheet.rows()) {
      text += writeRow(row, timed);
      if (text.length < PIECE) continue;
      written += text.length;
      if (written > MOST_WRITTEN) throw new WorkbookError(TOO_MUCH);
      yield text;
      text = '';
    }
  }
  if (text !== '') yield text;
}

/**
 * The columns whose dates carry a time of day. A workbook stores a day and its midnight alike; in a column of plain days
 * nothing is known of the time, in one of times midnight is one of them.
 */
function findTimedColumns(sheet: Sheet): ReadonlySet<number> {
  const timed = new Set<number>();
  for (const row of takeFirst(sheet))
    for (const [column, cell] of row.entries())
      if (cell?.type === 'date' && !String(cell.value).endsWith(MIDNIGHT)) timed.add(column);
  return timed;
}

const MIDNIGHT = 'T00:00:00';

const TOO_MUCH = 'The workbook holds more text than any statement: refused.';

function writeRow(row: Row, timed: ReadonlySet<number>): string {
  let size = 0;
  for (const cell of row) if (cell?.type === 'string') size += String(cell.value).length;
  if (size > MOST_ROW) throw new WorkbookError(TOO_MUCH);
  return `${row.map((cell, column) => (cell === null ? '' : writeCell(textOf(cell, timed.has(column))))).join(',')}\n`;
}

function textOf({ type, value }: Cell, isTimed: boolean): string {
  if (type === 'bool') return value === true ? 'TRUE' : 'FALSE';
  const text = String(value);
  if (type === 'number') return text.includes('e') ? plainNumber(text) : text;
  return type === 'date' && !isTimed && text.endsWith(MIDNIGHT) ? text.slice(0, -MIDNIGHT.length) : text;
}

/** Quoted where it holds what parts cells or rows in any table, so that the commas between cells are the most frequent. */
function writeCell(text: string): string {
  return /[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
