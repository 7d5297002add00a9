// What a file is, before anybody says what to do with it: a broker's file or PDF, or a bank's statement.
import type { ReceivedFile } from '@zorivest/contract';
import {
  BOOK_FORMAT,
  detectBrokerFormat,
  looksLikeWorkbook,
  parseBrokerPdfText,
  streamBankStatement,
  streamBookTable,
  streamBrokerFile,
} from '@zorivest/imports';
import type { ImportKind } from '@zorivest/vocabulary';
import { type Call, Fault } from '@zorivest/store';
import { pdfText } from './pdf.ts';
import { piecesFor } from './source.ts';
import { openTable } from './workbook.ts';

export interface Recognition {
  readonly kind: ImportKind;
  readonly format: string;
  readonly confidence: number;
  readonly reason: string;
  /** As the file names them. */
  readonly accounts: readonly string[];
  /** Of a workbook: those with cells. */
  readonly sheets: readonly string[];
}

/** Enough of a file to know it by. */
const HEAD = 512 * 1024;

export async function headOf(file: ReceivedFile): Promise<Uint8Array> {
  const head: Uint8Array[] = [];
  let size = 0;
  for await (const piece of file.pieces()) {
    head.push(piece);
    size += piece.length;
    if (size >= HEAD) break;
  }
  return Buffer.concat(head);
}

/** Largest file that is opened as a PDF. */
const MOST_PDF_BYTES = 25 * 1024 * 1024;

export async function recognise(call: Call, file: ReceivedFile): Promise<Recognition> {
  const head = await headOf(file);
  if (Buffer.from(head.subarray(0, 1024)).includes('%PDF-') && file.size <= MOST_PDF_BYTES) return ofPdf(call, file);
  if (looksLikeWorkbook(head)) return ofWorkbook(call, file);
  return ofText(call, file, head);
}

/** A workbook that cannot be read is known by the reason. */
async function ofWorkbook(call: Call, file: ReceivedFile): Promise<Recognition> {
  try {
    const { file: text, chosen } = await openTable(file);
    const found = await ofText(call, text, await headOf(text));
    return { ...found, reason: `${chosen?.reason ?? ''} ${found.reason}`, sheets: chosen?.sheets ?? [] };
  } catch (error) {
    if (!(error instanceof Fault) || error.status !== 422) throw error;
    return { kind: 'broker_csv', format: 'unknown', confidence: 0, reason: error.message, accounts: [], sheets: [] };
  }
}

async function ofText(call: Call, file: ReceivedFile, head: Uint8Array): Promise<Recognition> {
  const broker = detectBrokerFormat(head);
  if (broker.format === null) {
    const bank = await ofBank(call, file);
    if (bank !== null) return bank;
  }
  if (broker.format === BOOK_FORMAT)
    return {
      kind: 'broker_csv',
      ...broker,
      format: BOOK_FORMAT,
      accounts: await accountsOfBook(call, file),
      sheets: [],
    };
  const rows = streamBrokerFile(piecesFor(call, file));
  for (;;) {
    const step = await rows.next();
    if (step.done !== true) continue;
    const { detection, accounts } = step.value;
    return {
      kind: 'broker_csv',
      format: detection.format ?? 'unknown',
      confidence: detection.confidence,
      reason: detection.reason,
      accounts,
      sheets: [],
    };
  }
}

async function accountsOfBook(call: Call, file: ReceivedFile): Promise<string[]> {
  const accounts = new Set<string>();
  for await (const { rows } of streamBookTable(piecesFor(call, file)))
    for (const { account_id } of rows) if (account_id !== null) accounts.add(account_id);
  return [...accounts];
}

async function ofPdf(call: Call, file: ReceivedFile): Promise<Recognition> {
  const text = await pdfText(await file.bytes(), call.signal);
  const { format, confidence, executions, cash } = parseBrokerPdfText(text, {});
  const accounts = [...executions, ...cash].flatMap(({ account }) => (account === undefined ? [] : [account]));
  const reason = `Read as ${format}.`;
  return { kind: 'broker_pdf', format, confidence, reason, accounts: [...new Set(accounts)], sheets: [] };
}

/** Null when it is no bank's. */
async function ofBank(call: Call, file: ReceivedFile): Promise<Recognition | null> {
  const accounts = new Set<string>();
  const rows = streamBankStatement(piecesFor(call, file));
  for (;;) {
    const step = await rows.next();
    if (step.done !== true) {
      for (const { account_id } of step.value) if (account_id !== '') accounts.add(account_id);
      continue;
    }
    const { format, diagnostics } = step.value;
    if (format === 'unknown' || diagnostics.parsed === 0) return null;
    return { kind: 'bank', format, confidence: 1, reason: `Read as ${format}.`, accounts: [...accounts], sheets: [] };
  }
}
