// A workbook among the files that come: from here on it is the text of its sheets, and every reader of tables reads it.
import { setImmediate } from 'node:timers/promises';
import type { ReceivedFile } from '@zorivest/contract';
import { describeSheets, looksLikeWorkbook, readSheets, type SheetText, WorkbookError } from '@zorivest/imports';
import { invalidField } from '@zorivest/store';

interface SheetSelection {
  readonly reason: string;
  readonly warnings: readonly string[];
  /** All that have cells. */
  readonly sheets: readonly string[];
}

/** A file whose content is text, and what was chosen of it. */
export interface Table {
  readonly file: ReceivedFile;
  /** Which sheets these are; null for a file that is no workbook. */
  readonly chosen: SheetSelection | null;
}

/** Throws a fault of the field `file` or `sheet` with what to do. */
export async function openTable(file: ReceivedFile, sheet?: string): Promise<Table> {
  if (!(await isWorkbook(file))) {
    if (sheet !== undefined) throw invalidField('sheet', 'must be left out: the file is not a workbook');
    return { file, chosen: null };
  }
  try {
    const sheets = readSheets(await file.bytes(), sheet);
    return { file: textFile(file, sheets), chosen: { ...describeSheets(sheets), sheets: sheets.all } };
  } catch (error) {
    if (error instanceof WorkbookError) throw invalidField(sheet === undefined ? 'file' : 'sheet', error.message);
    throw error;
  }
}

async function isWorkbook(file: ReceivedFile): Promise<boolean> {
  for await (const piece of file.pieces()) return looksLikeWorkbook(piece);
  return false;
}

function textFile({ name, size, sha256 }: ReceivedFile, sheets: SheetText): ReceivedFile {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (const piece of sheets.pieces()) {
      yield Buffer.from(piece);
      // Unpacking never waits for anything: others have their turn between two pieces.
      await setImmediate();
    }
  }
  return {
    name,
    type: 'text/csv',
    size,
    sha256,
    pieces,
    bytes: () => Promise.resolve(Buffer.from([...sheets.pieces()].join(''))),
  };
}
