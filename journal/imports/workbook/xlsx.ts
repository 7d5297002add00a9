// Excel's workbooks since 2007 (and those of every program that writes them): XML parts in a zip. Names of elements are read
// without their namespace, so the strict form reads like the usual one.

import {
  boolCell,
  builtInFormat,
  type Cell,
  dateCell,
  isoDate,
  MOST_COLUMNS,
  MOST_ROWS,
  numberCell,
  type NumberFormat,
  readFormat,
  type Row,
  type Sheet,
  textCell,
  withoutEmptyEnds,
  WorkbookError,
} from './cell.ts';
import { type Attributes, type PartHandler, readPart, readWholePart } from './part.ts';
import type { Zip } from './zip.ts';

/** Texts that cells share; more than this is no statement. */
const MOST_TEXT = 256 << 20;

export function readXlsx(zip: Zip): Sheet[] {
  const relations = readRelations(zip, 'xl/_rels/workbook.xml.rels');
  const { sheets, is1904 } = readContents(zip);
  const part = (kind: string): string | undefined => relations.find((each) => each.type.endsWith(`/${kind}`))?.target;
  const strings = keepOnce(() => readSharedStrings(zip, part('sharedStrings')));
  const formats = keepOnce(() => readFormats(zip, part('styles')));
  return sheets.flatMap(({ name, id, isHidden }) => {
    const relation = relations.find((each) => each.id === id);
    // Sheets that hold a chart or a macro have no cells.
    if (relation === undefined || !relation.type.endsWith('/worksheet') || !zip.has(relation.target)) return [];
    const rows = () =>
      withoutEmptyEnds(readRows(zip, relation.target, { strings: strings(), formats: formats(), is1904 }));
    return [{ name, hidden: isHidden, rows }];
  });
}

/** The answer of the first call, computed when it is first asked for. */
function keepOnce<T>(compute: () => T): () => T {
  let cached: { readonly value: T } | null = null;
  return () => (cached ??= { value: compute() }).value;
}

interface Relation {
  readonly id: string;
  readonly type: string;
  readonly target: string;
}

function readRelations(zip: Zip, member: string): Relation[] {
  const relations: Relation[] = [];
  readWholePart(zip, member, {
    open(name, { Id = '', Type = '', Target = '', TargetMode }) {
      // What lies outside the file is never followed.
      if (name !== 'Relationship' || TargetMode === 'External') return;
      relations.push({ id: Id, type: Type, target: Target.startsWith('/') ? Target.slice(1) : `xl/${Target}` });
    },
  });
  return relations;
}

function readContents(zip: Zip) {
  const sheets: { name: string; id: string; isHidden: boolean }[] = [];
  let is1904 = false;
  readWholePart(zip, 'xl/workbook.xml', {
    open(element, attributes) {
      if (element === 'workbookPr') is1904 = isTrue(attributes['date1904']);
      if (element !== 'sheet') return;
      const id = Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? '';
      const state = attributes['state'] ?? 'visible';
      sheets.push({ name: attributes['name'] ?? '', id, isHidden: state !== 'visible' });
    },
  });
  return { sheets, is1904 };
}

/** By the number of a cell's style. */
function readFormats(zip: Zip, member: string | undefined): NumberFormat[] {
  const formats: NumberFormat[] = [];
  if (member === undefined || !zip.has(member)) return formats;
  const custom = new Map<number, NumberFormat>();
  let isInCellStyles = false;
  readWholePart(zip, member, {
    open(element, { numFmtId = '0', formatCode = '' }) {
      const id = Number(numFmtId);
      if (element === 'numFmt') custom.set(id, readFormat(formatCode));
      if (element === 'cellXfs') isInCellStyles = true;
      if (element === 'xf' && isInCellStyles) formats.push(custom.get(id) ?? builtInFormat(id));
    },
    close(element) {
      if (element === 'cellXfs') isInCellStyles = false;
    },
  });
  return formats;
}

function readSharedStrings(zip: Zip, member: string | undefined): string[] {
  const strings: string[] = [];
  if (member === undefined || !zip.has(member)) return strings;
  let size = 0;
  const texts = new TextRuns();
  readWholePart(zip, member, {
    open: (element) => {
      texts.open(element);
    },
    text: (text) => {
      texts.add(text);
    },
    close(element) {
      texts.close(element);
      if (element !== 'si') return;
      const text = texts.take();
      size += text.length;
      if (size > MOST_TEXT) throw new WorkbookError('The file holds more text than any statement: refused.');
      strings.push(text);
    },
  });
  return strings;
}

/** Runs of one text, joined; how a text is pronounced (`rPh`) is no part of it. */
class TextRuns {
  #text = '';
  #isInText = false;
  #isPhonetic = false;

  open(element: string): void {
    if (element === 'rPh') this.#isPhonetic = true;
    if (element === 't') this.#isInText = true;
  }

  add(text: string): void {
    if (this.#isInText && !this.#isPhonetic) this.#text += text;
  }

  close(element: string): void {
    if (element === 'rPh') this.#isPhonetic = false;
    if (element === 't') this.#isInText = false;
  }

  take(): string {
    const text = unescapeText(this.#text);
    this.#text = '';
    return text;
  }
}

/** `_x000D_` stands for a character that XML cannot hold. */
function unescapeText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

interface SheetContext {
  readonly strings: readonly string[];
  readonly formats: readonly NumberFormat[];
  readonly is1904: boolean;
}

function* readRows(zip: Zip, member: string, context: SheetContext): Generator<Row> {
  const collector = new RowCollector(context);
  for (const _ of readPart(zip, member, collector)) yield* collector.take();
}

/** One for all: a file may leave out a million rows before its last. */
const EMPTY_ROW: Row = [];

/** Rows as their cells arrive; those that a file leaves out are empty. */
class RowCollector implements PartHandler {
  readonly #context: SheetContext;
  readonly #texts = new TextRuns();
  #ready: Row[] = [];
  #lastRow = 0;
  #row: Row = [];
  #column = 0;
  #attributes: Attributes = {};
  #value: string | null = null;
  #formula: string | null = null;
  #target: 'v' | 'f' | null = null;

  constructor(context: SheetContext) {
    this.#context = context;
  }

  take(): Row[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  open(element: string, attributes: Attributes): void {
    if (element === 'row') this.#openRow(Number(attributes['r'] ?? this.#lastRow + 1));
    else if (element === 'c') this.#openCell(attributes);
    else if (element === 'v') {
      this.#target = 'v';
      this.#value ??= '';
    } else if (element === 'f') {
      this.#target = 'f';
      this.#formula ??= '';
    } else this.#texts.open(element);
  }

  text(text: string): void {
    if (this.#target === 'v') this.#value = (this.#value ?? '') + text;
    else if (this.#target === 'f') this.#formula = (this.#formula ?? '') + text;
    else this.#texts.add(text);
  }

  close(element: string): void {
    if (element === 'v' || element === 'f') this.#target = null;
    else if (element === 'c') this.#closeCell();
    else if (element === 'row') this.#ready.push(this.#row);
    else this.#texts.close(element);
  }

  #openRow(number: number): void {
    if (!Number.isInteger(number) || number <= this.#lastRow || number > MOST_ROWS) {
      throw new WorkbookError(`The sheet's rows are out of order after row ${this.#lastRow}: it is damaged.`);
    }
    for (let empty = this.#lastRow + 1; empty < number; empty++) this.#ready.push(EMPTY_ROW);
    this.#lastRow = number;
    this.#row = [];
    this.#column = 0;
  }

  #openCell(attributes: Attributes): void {
    this.#attributes = attributes;
    this.#value = null;
    this.#formula = null;
    const column = attributes['r'] === undefined ? this.#column + 1 : columnNumber(attributes['r']);
    if (column < 1 || column > MOST_COLUMNS) {
      throw new WorkbookError(`Row ${this.#lastRow} has a cell in column ${column}: the sheet is damaged.`);
    }
    while (this.#row.length < column) this.#row.push(null);
    this.#column = column;
  }

  #closeCell(): void {
    this.#row[this.#column - 1] = this.#readCell();
  }

  #readCell(): Cell | null {
    const { t: type = 'n', s: style = '0' } = this.#attributes;
    const formula = this.#formula ?? undefined;
    if (type === 'inlineStr') return textCell(this.#texts.take(), formula);
    const value = this.#value;
    // A formula whose result the file does not keep is unknown, never zero.
    if (value === null || value === '') return null;
    const { strings, formats, is1904 } = this.#context;
    switch (type) {
      case 's':
        return textCell(strings[Number(value)] ?? '', formula);
      case 'b':
        return boolCell(isTrue(value), value, formula);
      case 'd':
        return dateCell(isoDate(value) ?? value, value, formula);
      case 'n':
        return numberCell(value, formats[Number(style)] ?? 'number', is1904, formula);
      default:
        return textCell(unescapeText(value), formula);
    }
  }
}

/** `BC12` → 55. */
function columnNumber(reference: string): number {
  let column = 0;
  for (const letter of reference) {
    const code = letter.charCodeAt(0);
    if (code < 65 || code > 90) break;
    column = column * 26 + code - 64;
  }
  return column;
}

function isTrue(text: string | undefined): boolean {
  return text === '1' || text === 'true';
}
