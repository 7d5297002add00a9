// Excel's binary workbooks of 1997–2003 (BIFF8), which banks and brokers still send: records of a type, a length and bytes.
// Offsets and names of records are those of Microsoft's [MS-XLS].

import {
  boolCell,
  builtInFormat,
  type Cell,
  MOST_COLUMNS,
  numberCell,
  type NumberFormat,
  readFormat,
  refuseDamage,
  type Row,
  type Sheet,
  textCell,
  withoutEmptyEnds,
  WorkbookError,
} from './cell.ts';

const RECORD = {
  formula: 0x0006,
  end: 0x000a,
  date1904: 0x0022,
  filePass: 0x002f,
  continue: 0x003c,
  boundSheet: 0x0085,
  mulRk: 0x00bd,
  xf: 0x00e0,
  sst: 0x00fc,
  labelSst: 0x00fd,
  number: 0x0203,
  label: 0x0204,
  boolErr: 0x0205,
  string: 0x0207,
  rk: 0x027e,
  format: 0x041e,
  begin: 0x0809,
} as const;

const BIFF8 = 0x0600;
const DAMAGED = 'The file is damaged: one of its records is cut off. Download it again.';

const ERRORS: Readonly<Record<number, string>> = {
  0x00: '#NULL!',
  0x07: '#DIV/0!',
  0x0f: '#VALUE!',
  0x17: '#REF!',
  0x1d: '#NAME?',
  0x24: '#NUM!',
  0x2a: '#N/A',
};

interface BinaryRecord {
  readonly type: number;
  readonly data: DataView;
}

export function readXls(stream: Uint8Array): Sheet[] {
  return refuseDamage(DAMAGED, () => readWorkbookRecords(stream));
}

function readWorkbookRecords(stream: Uint8Array): Sheet[] {
  const sheets: { name: string; isHidden: boolean; at: number }[] = [];
  const custom = new Map<number, NumberFormat>();
  const styles: number[] = [];
  let strings: string[] = [];
  let is1904 = false;
  let isFirst = true;
  const records = [...readRecords(stream, 0)];
  records.forEach(({ type, data }, i) => {
    if (isFirst) {
      isFirst = false;
      if (type !== RECORD.begin || data.getUint16(0, true) !== BIFF8) {
        throw new WorkbookError(
          'The file is an .xls of a version before 1997. Save it as .xlsx, then import it again.',
        );
      }
    }
    switch (type) {
      case RECORD.filePass:
        throw new WorkbookError('The file is protected by a password. Save it without one, then import it again.');
      case RECORD.date1904:
        is1904 = data.getUint16(0, true) === 1;
        break;
      case RECORD.boundSheet:
        // Of the kinds of sheet only 0 has cells.
        if (data.getUint8(5) === 0) {
          const name = readShortString(data, 6);
          sheets.push({ name, isHidden: (data.getUint8(4) & 3) !== 0, at: data.getUint32(0, true) });
        }
        break;
      case RECORD.format:
        custom.set(data.getUint16(0, true), readFormat(readLongString(data, 2)));
        break;
      case RECORD.xf:
        styles.push(data.getUint16(2, true));
        break;
      case RECORD.sst:
        strings = readSharedStrings([data, ...continuations(records, i)]);
        break;
    }
  });
  const formats = styles.map((id) => custom.get(id) ?? builtInFormat(id));
  return sheets.map(({ name, isHidden, at }) => ({
    name,
    hidden: isHidden,
    rows: () => withoutEmptyEnds(readRows(stream, at, { strings, formats, is1904 })),
  }));
}

function continuations(records: readonly BinaryRecord[], at: number): DataView[] {
  const parts: DataView[] = [];
  for (let i = at + 1; records[i]?.type === RECORD.continue; i++) parts.push((records[i] as BinaryRecord).data);
  return parts;
}

/** From `at` to the end of the substream that begins there. */
function* readRecords(stream: Uint8Array, at: number): Generator<BinaryRecord> {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  let depth = 0;
  let next = at;
  while (next + 4 <= stream.length) {
    const type = view.getUint16(next, true);
    const length = view.getUint16(next + 2, true);
    if (next + 4 + length > stream.length) throw new WorkbookError(DAMAGED);
    yield { type, data: new DataView(stream.buffer, stream.byteOffset + next + 4, length) };
    if (type === RECORD.begin) depth++;
    if (type === RECORD.end && --depth <= 0) return;
    next += 4 + length;
  }
}

interface SheetContext {
  readonly strings: readonly string[];
  readonly formats: readonly NumberFormat[];
  readonly is1904: boolean;
}

interface PlacedCell {
  readonly row: number;
  readonly column: number;
  readonly cell: Cell | null;
}

/** All rows of a sheet, of which there are at most 65,536: formulas and their texts may stand in any order. */
function* readRows(stream: Uint8Array, at: number, context: SheetContext): Generator<Row> {
  const rows: Row[] = [];
  refuseDamage(DAMAGED, () => {
    for (const { row, column, cell } of readCells(stream, at, context)) {
      if (column >= MOST_COLUMNS) throw new WorkbookError(DAMAGED);
      while (rows.length <= row) rows.push([]);
      const cells = rows[row] ?? [];
      while (cells.length <= column) cells.push(null);
      cells[column] = cell;
    }
  });
  yield* rows;
}

function* readCells(stream: Uint8Array, at: number, context: SheetContext): Generator<PlacedCell> {
  const { strings, formats, is1904 } = context;
  const number = (value: number, style: number, formula?: string): Cell | null =>
    numberCell(String(value), formats[style] ?? 'number', is1904, formula);
  /** A formula that gives text: the text is in the record behind it. */
  let awaited: { row: number; column: number } | null = null;
  let depth = 0;
  for (const { type, data } of readRecords(stream, at)) {
    if (type === RECORD.begin) depth++;
    if (type === RECORD.end) depth--;
    // A chart in a sheet is a substream of its own, with cells of its own.
    if (depth > 1) continue;
    const place = () => ({ row: data.getUint16(0, true), column: data.getUint16(2, true) });
    switch (type) {
      case RECORD.labelSst:
        yield { ...place(), cell: textCell(strings[data.getUint32(6, true)] ?? '') };
        break;
      case RECORD.label:
        yield { ...place(), cell: textCell(readLongString(data, 6)) };
        break;
      case RECORD.number:
        yield { ...place(), cell: number(data.getFloat64(6, true), data.getUint16(4, true)) };
        break;
      case RECORD.rk:
        yield { ...place(), cell: number(readRk(data.getUint32(6, true)), data.getUint16(4, true)) };
        break;
      case RECORD.mulRk: {
        const { row, column } = place();
        for (let i = 0; 4 + 6 * i + 6 <= data.byteLength - 2; i++) {
          const style = data.getUint16(4 + 6 * i, true);
          yield { row, column: column + i, cell: number(readRk(data.getUint32(6 + 6 * i, true)), style) };
        }
        break;
      }
      case RECORD.boolErr:
        yield { ...place(), cell: boolOrError(data.getUint8(6), data.getUint8(7) === 1) };
        break;
      case RECORD.formula: {
        if (data.getUint16(12, true) !== 0xffff) {
          yield { ...place(), cell: number(data.getFloat64(6, true), data.getUint16(4, true)) };
          break;
        }
        const kind = data.getUint8(6);
        if (kind === 0) awaited = place();
        else if (kind === 1 || kind === 2) yield { ...place(), cell: boolOrError(data.getUint8(8), kind === 2) };
        break;
      }
      case RECORD.string:
        if (awaited !== null) yield { ...awaited, cell: textCell(readLongString(data, 0)) };
        awaited = null;
        break;
    }
  }
}

function boolOrError(code: number, isError: boolean): Cell | null {
  return isError ? textCell(ERRORS[code] ?? '#N/A') : boolCell(code === 1, String(code));
}

/** A number in 30 bits: whole or the upper half of a double, times a hundred or not. */
function readRk(bits: number): number {
  let value: number;
  if ((bits & 2) === 2) value = (bits | 0) >> 2;
  else {
    const double = new DataView(new ArrayBuffer(8));
    double.setUint32(4, bits & 0xfffffffc, true);
    value = double.getFloat64(0, true);
  }
  return (bits & 1) === 1 ? value / 100 : value;
}

/** Length in one byte (names of sheets). */
function readShortString(data: DataView, at: number): string {
  return readCharacters(data, at + 2, data.getUint8(at), (data.getUint8(at + 1) & 1) === 1);
}

/** Length in two bytes. */
function readLongString(data: DataView, at: number): string {
  return readCharacters(data, at + 3, data.getUint16(at, true), (data.getUint8(at + 2) & 1) === 1);
}

function readCharacters(data: DataView, at: number, count: number, isWide: boolean): string {
  const length = isWide ? count * 2 : count;
  if (at + length > data.byteLength) throw new RangeError('a text is cut off');
  const bytes = new Uint8Array(data.buffer, data.byteOffset + at, length);
  // One byte a character means the first 256 of Unicode, which is what Node calls latin1, and TextDecoder does not.
  return isWide ? new TextDecoder('utf-16le').decode(bytes) : Buffer.from(bytes).toString('latin1');
}

/** The texts that cells share, over as many records as they take; a text may be cut anywhere, its width given again. */
function readSharedStrings(parts: readonly DataView[]): string[] {
  const reader = new PartsReader(parts);
  reader.uint32();
  const count = reader.uint32();
  const strings: string[] = [];
  for (let i = 0; i < count && !reader.isAtEnd; i++) strings.push(reader.richString());
  return strings;
}

class PartsReader {
  readonly #parts: readonly DataView[];
  #part = 0;
  #at = 0;

  constructor(parts: readonly DataView[]) {
    this.#parts = parts;
  }

  get isAtEnd(): boolean {
    return this.#part >= this.#parts.length - 1 && this.#at >= this.#current.byteLength;
  }

  get #current(): DataView {
    const part = this.#parts[this.#part];
    if (part === undefined) throw new RangeError('the texts are cut off');
    return part;
  }

  uint8(): number {
    if (this.#at >= this.#current.byteLength) this.#nextPart();
    return this.#current.getUint8(this.#at++);
  }

  uint16(): number {
    return this.uint8() | (this.uint8() << 8);
  }

  uint32(): number {
    return (this.uint16() | (this.uint16() << 16)) >>> 0;
  }

  /** Its characters, without how they are formatted or pronounced. */
  richString(): string {
    const count = this.uint16();
    const flags = this.uint8();
    const runs = (flags & 8) === 8 ? this.uint16() : 0;
    const phonetic = (flags & 4) === 4 ? this.uint32() : 0;
    let isWide = (flags & 1) === 1;
    let text = '';
    let left = count;
    while (left > 0) {
      if (this.#at >= this.#current.byteLength) {
        this.#nextPart();
        isWide = (this.uint8() & 1) === 1;
      }
      const room = Math.floor((this.#current.byteLength - this.#at) / (isWide ? 2 : 1));
      const take = Math.min(left, room);
      if (take === 0) throw new RangeError('a text is cut inside a character');
      text += readCharacters(this.#current, this.#at, take, isWide);
      this.#at += isWide ? take * 2 : take;
      left -= take;
    }
    this.#skip(runs * 4 + phonetic);
    return text;
  }

  #skip(bytes: number): void {
    let left = bytes;
    while (left > 0) {
      const room = this.#current.byteLength - this.#at;
      if (room === 0) this.#nextPart();
      const take = Math.min(left, this.#current.byteLength - this.#at);
      this.#at += take;
      left -= take;
    }
  }

  #nextPart(): void {
    this.#part++;
    this.#at = 0;
    if (this.#current.byteLength === 0) throw new RangeError('an empty part');
  }
}
