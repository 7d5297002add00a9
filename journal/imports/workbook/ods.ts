// OpenDocument spreadsheets: one XML part with all tables. A row or cell may stand for many equal ones; a few bytes could so ask
// for billions, which is why what is repeated is counted before it is made.

import {
  boolCell,
  type Cell,
  dateCell,
  isoDate,
  MOST_COLUMNS,
  MOST_ROWS,
  type Row,
  type Sheet,
  shownNumber,
  textCell,
  withoutEmptyEnds,
  WorkbookError,
} from './cell.ts';
import { type Attributes, type PartHandler, readPart, readWholePart } from './part.ts';
import type { Zip } from './zip.ts';

const CONTENT = 'content.xml';
/** Cells that repeating may make of one sheet. */
const MOST_REPEATED = 4 << 20;

export function readOds(zip: Zip): Sheet[] {
  return listTables(zip).map(({ name, isHidden }, place) => ({
    name,
    hidden: isHidden,
    rows: () => withoutEmptyEnds(readRows(zip, place)),
  }));
}

function listTables(zip: Zip): { name: string; isHidden: boolean }[] {
  const tables: { name: string; isHidden: boolean }[] = [];
  const hiddenStyles = new Set<string>();
  let style = '';
  let depth = 0;
  readWholePart(zip, CONTENT, {
    open(element, attributes) {
      if (element === 'style') style = attributes['style:name'] ?? '';
      if (element === 'table-properties' && attributes['table:display'] === 'false') hiddenStyles.add(style);
      // A table inside a cell is part of that cell.
      if (element === 'table' && depth++ === 0) {
        const isHidden = hiddenStyles.has(attributes['table:style-name'] ?? '');
        tables.push({ name: attributes['table:name'] ?? '', isHidden });
      }
    },
    close(element) {
      if (element === 'table') depth--;
    },
  });
  return tables;
}

function* readRows(zip: Zip, place: number): Generator<Row> {
  const collector = new TableCollector(place);
  for (const _ of readPart(zip, CONTENT, collector)) {
    yield* collector.take();
    if (collector.isDone) return;
  }
}

/** The rows of one table, by its place among the tables of the part. */
class TableCollector implements PartHandler {
  readonly #place: number;
  #table = -1;
  #depth = 0;
  #ready: Row[] = [];
  /** Empty rows that are handed out once another follows; at the end of a sheet there may be a million. */
  #empty = 0;
  #rows = 0;
  #repeated = 0;
  #row: Row = [];
  #rowTimes = 1;
  #cell: Attributes | null = null;
  #paragraphs: string[] = [];
  #noteDepth = 0;
  #isInText = false;

  constructor(place: number) {
    this.#place = place;
  }

  get isDone(): boolean {
    return this.#table > this.#place || (this.#table === this.#place && this.#depth === 0 && this.#rows > 0);
  }

  take(): Row[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  open(element: string, attributes: Attributes): void {
    if (element === 'table' && this.#depth++ === 0) this.#table++;
    if (this.#table !== this.#place || this.#depth !== 1) return;
    if (element === 'annotation') this.#noteDepth++;
    if (this.#noteDepth > 0) return;
    if (element === 'table-row') {
      this.#row = [];
      this.#rowTimes = timesOf(attributes['table:number-rows-repeated'], MOST_ROWS);
    } else if (element === 'table-cell' || element === 'covered-table-cell') {
      this.#cell = attributes;
      this.#paragraphs = [];
    } else if (this.#cell !== null && element === 'p') {
      this.#paragraphs.push('');
      this.#isInText = true;
    } else if (element === 's') this.#add(' '.repeat(timesOf(attributes['text:c'], 1000)));
    else if (element === 'tab') this.#add('\t');
    else if (element === 'line-break') this.#add('\n');
  }

  text(text: string): void {
    if (this.#noteDepth === 0) this.#add(text);
  }

  close(element: string): void {
    const isHere = this.#table === this.#place && this.#depth === 1;
    if (element === 'table') this.#depth--;
    if (!isHere) return;
    if (element === 'annotation') this.#noteDepth--;
    else if (this.#noteDepth > 0) return;
    else if (element === 'p') this.#isInText = false;
    else if (element === 'table-cell' || element === 'covered-table-cell') this.#closeCell();
    else if (element === 'table-row') this.#closeRow();
  }

  #add(text: string): void {
    if (!this.#isInText) return;
    this.#paragraphs[this.#paragraphs.length - 1] += text;
  }

  #closeCell(): void {
    const attributes = this.#cell ?? {};
    this.#cell = null;
    const times = timesOf(attributes['table:number-columns-repeated'], MOST_COLUMNS);
    const cell = readCell(attributes, this.#paragraphs.join('\n'));
    if (cell !== null) this.#count(times - 1);
    if (this.#row.length + times > MOST_COLUMNS && cell !== null) {
      throw new WorkbookError(`Row ${this.#rows + 1} has more than ${MOST_COLUMNS} columns: refused.`);
    }
    const room = Math.min(times, MOST_COLUMNS - this.#row.length);
    for (let i = 0; i < room; i++) this.#row.push(cell);
  }

  #closeRow(): void {
    while (this.#row.length > 0 && this.#row.at(-1) === null) this.#row.pop();
    this.#rows += this.#rowTimes;
    if (this.#row.length === 0) {
      this.#empty += this.#rowTimes;
      return;
    }
    if (this.#rows > MOST_ROWS) throw new WorkbookError(`The sheet has more than ${MOST_ROWS} rows: refused.`);
    this.#count((this.#rowTimes - 1) * this.#row.length);
    for (; this.#empty > 0; this.#empty--) this.#ready.push([]);
    for (let i = 0; i < this.#rowTimes; i++) this.#ready.push([...this.#row]);
  }

  #count(repeated: number): void {
    this.#repeated += repeated;
    if (this.#repeated > MOST_REPEATED) {
      throw new WorkbookError('The sheet repeats its cells millions of times: refused.');
    }
  }
}

function readCell(attributes: Attributes, text: string): Cell | null {
  const raw = attributes['office:value'] ?? '';
  const formula = attributes['table:formula'];
  switch (attributes['office:value-type'] ?? attributes['calcext:value-type']) {
    case 'float':
    case 'percentage':
    case 'currency':
      if (raw.trim() === '' || !Number.isFinite(Number(raw))) return textCell(text, formula);
      return shownNumber(raw, formula);
    case 'date': {
      const date = attributes['office:date-value'] ?? '';
      return dateCell(isoDate(date) ?? date, date, formula);
    }
    case 'time': {
      const time = attributes['office:time-value'] ?? '';
      return dateCell(clockTime(time) ?? text, time, formula);
    }
    case 'boolean': {
      const value = attributes['office:boolean-value'] ?? '';
      return boolCell(value === 'true', value, formula);
    }
    default:
      return textCell(text === '' ? (attributes['office:string-value'] ?? '') : text, formula);
  }
}

/** `PT08H05M00S` → `08:05:00`; null for what is longer than a day or none. */
function clockTime(duration: string): string | null {
  const match = /^PT(?:(\d{1,2})H)?(?:(\d{1,2})M)?(?:(\d{1,2})(?:\.\d+)?S)?$/.exec(duration);
  if (match === null) return null;
  const [, hours = '0', minutes = '0', seconds = '0'] = match;
  if (Number(hours) > 23) return null;
  return [hours, minutes, seconds].map((part) => part.padStart(2, '0')).join(':');
}

function timesOf(text: string | undefined, most: number): number {
  const times = Number(text ?? '1');
  if (!Number.isInteger(times) || times < 1) return 1;
  return Math.min(times, most);
}
