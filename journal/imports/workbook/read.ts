// A workbook by its bytes: what kind it is, and its sheets. The name of a file says nothing; people and banks rename them.

import { type Workbook, WorkbookError } from './cell.ts';
import { COMPOUND_MAGIC, readCompound } from './compound.ts';
import { readOds } from './ods.ts';
import { readXls } from './xls.ts';
import { readXlsx } from './xlsx.ts';
import { Zip } from './zip.ts';

/** Whether bytes begin as a workbook does; a zip that is none is recognised by reading it. */
export function looksLikeWorkbook(bytes: Uint8Array): boolean {
  return isZip(bytes) || isCompound(bytes);
}

/** The sheets of an .xlsx, .xls or .ods file. Throws a WorkbookError that says what the file is and what to do. */
export function readWorkbook(bytes: Uint8Array): Workbook {
  if (isZip(bytes)) return readZipped(new Zip(bytes));
  if (isCompound(bytes)) return { kind: 'xls', sheets: requireSheets(readCompoundWorkbook(bytes)) };
  throw new WorkbookError(describeOther(bytes));
}

function readZipped(zip: Zip): Workbook {
  if (zip.has('xl/workbook.xml')) return { kind: 'xlsx', sheets: requireSheets(readXlsx(zip)) };
  if (zip.has('xl/workbook.bin')) {
    throw new WorkbookError('The file is a binary workbook (.xlsb). Save it as .xlsx or CSV, then import it again.');
  }
  if (zip.has('content.xml') && zip.has('mimetype')) {
    if (!zip.text('mimetype').includes('opendocument.spreadsheet')) {
      throw new WorkbookError('The file is an OpenDocument text or drawing, not a spreadsheet.');
    }
    return { kind: 'ods', sheets: requireSheets(readOds(zip)) };
  }
  const names = [...zip.members.keys()].filter((name) => !name.endsWith('/'));
  const listed = names.slice(0, 3).join(', ') + (names.length > 3 ? ' …' : '');
  throw new WorkbookError(
    `The file is a zip of ${names.length} files (${listed}). Unpack it and import them one by one.`,
  );
}

function readCompoundWorkbook(bytes: Uint8Array) {
  const streams = readCompound(bytes);
  if (streams.has('EncryptedPackage')) {
    throw new WorkbookError('The file is protected by a password. Save it without one, then import it again.');
  }
  const workbook = streams.get('Workbook');
  if (workbook !== undefined) return readXls(workbook());
  throw new WorkbookError(
    streams.has('Book')
      ? 'The file is an .xls of a version before 1997. Save it as .xlsx, then import it again.'
      : 'The file is a document of Microsoft Office, but no workbook.',
  );
}

function requireSheets<T>(sheets: readonly T[]): readonly T[] {
  if (sheets.length === 0) throw new WorkbookError('The workbook has no sheet with cells.');
  return sheets;
}

function describeOther(bytes: Uint8Array): string {
  if (bytes.length === 0) return 'The file is empty.';
  const start = new TextDecoder().decode(bytes.subarray(0, 512)).trimStart().toLowerCase();
  if (/^(<!doctype html|<html|<table)/.test(start)) {
    return 'The file is a web page named like a workbook. Open it in a spreadsheet and save it as .xlsx or CSV.';
  }
  if (start.startsWith('<?xml')) {
    return 'The file is XML named like a workbook. Open it in a spreadsheet and save it as .xlsx or CSV.';
  }
  return 'The file is no workbook (.xlsx, .xls or .ods).';
}

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
}

function isCompound(bytes: Uint8Array): boolean {
  return COMPOUND_MAGIC.every((byte, i) => bytes[i] === byte);
}
