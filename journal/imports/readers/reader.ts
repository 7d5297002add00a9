// Reads a broker's file piece by piece: looks at its head, chooses the format, feeds it row after row.
import { BOOK_FORMAT, bookTableOf } from '../own-export/reader.ts';
import type { BrokerResult, Detection } from '../statement/model.ts';
import { sniffDelimiter, splitCsv } from '../text/csv.ts';
import { TextReader } from '../text/encoding.ts';
import { Sample } from '../text/columns.ts';
import { looksLikeWorkbook, WorkbookError } from '../workbook/index.ts';
import { bestFormat, documentFormat, foreignFile } from './detect.ts';
import {
  type BrokerBatch,
  type BrokerOptions,
  type BrokerSummary,
  NOTHING,
  type OpenFile,
  openFile,
  refuseFile,
} from './open-file.ts';
import { findReversedFills } from '../statement/reversals.ts';
import { describeSheets, readSheets } from './sheets.ts';

function joinBatches(first: BrokerBatch, last: BrokerBatch): BrokerBatch {
  return {
    executions: [...first.executions, ...last.executions],
    cash: [...first.cash, ...last.cash],
    events: [...first.events, ...last.events],
  };
}

/** This much of a file is looked at before its format is chosen: statements can have hundreds of rows before the trades. */
const HEAD = 256 * 1024;
class BrokerFileReader {
  readonly #options: BrokerOptions;
  readonly #text = new TextReader();
  #headBytes = new Uint8Array();
  #head = '';
  #seen = 0;
  #open: OpenFile | null = null;

  constructor(options: BrokerOptions = {}) {
    this.#options = options;
  }

  push(bytes: Uint8Array): BrokerBatch {
    if (this.#seen === 0) this.#headBytes = bytes.slice(0, 16);
    this.#seen += bytes.length;
    const text = this.#text.read(bytes);
    if (this.#open !== null) return this.#open.push(text);
    this.#head += text;
    if (this.#head.length < HEAD) return NOTHING;
    return this.#begin(this.#head);
  }

  end(): BrokerBatch & BrokerSummary {
    const rest = this.#text.end();
    let first = NOTHING;
    if (this.#open === null) first = this.#begin(this.#head + rest);
    else if (rest !== '') first = this.#open.push(rest);
    const ended = this.#open?.end();
    if (ended === undefined) throw new Error('a file that has begun is open');
    return { ...ended, ...joinBatches(first, ended) };
  }

  #begin(head: string): BrokerBatch {
    this.#open = openFile(this.#headBytes, head, this.#options);
    this.#head = '';
    return this.#open.push(head);
  }
}

export function detectBrokerFormat(bytes: Uint8Array): Detection {
  if (looksLikeWorkbook(bytes)) return detectInWorkbook(bytes);
  const text = new TextReader();
  const head = text.read(bytes.subarray(0, HEAD * 2));
  const foreign = foreignFile(bytes.subarray(0, 16), head);
  return foreign === null ? detectInText(head) : { format: null, confidence: 0, reason: foreign };
}

function detectInText(head: string): Detection {
  const own = bookTableOf(head);
  if (own !== null) return { format: BOOK_FORMAT, confidence: 1, reason: `This book's own table of ${own.table}.` };
  const { format, confidence, reason } =
    documentFormat(head) ?? bestFormat(new Sample(splitCsv(head.slice(0, HEAD), sniffDelimiter(head))));
  return { format, confidence, reason };
}

function detectInWorkbook(bytes: Uint8Array): Detection {
  try {
    const sheets = readSheets(bytes);
    let head = '';
    for (const piece of sheets.pieces()) if ((head += piece).length >= HEAD) break;
    const found = detectInText(head);
    return { ...found, reason: `${describeSheets(sheets).reason} ${found.reason}` };
  } catch (error) {
    if (error instanceof WorkbookError) return { format: null, confidence: 0, reason: error.message };
    throw error;
  }
}

export function parseBrokerFile(bytes: Uint8Array, options: BrokerOptions = {}): BrokerResult {
  return looksLikeWorkbook(bytes) ? parseWorkbook(bytes, options) : parseWhole([bytes], options);
}

function parseWhole(pieces: Iterable<Uint8Array>, options: BrokerOptions): BrokerResult {
  const reader = new BrokerFileReader(options);
  let first = NOTHING;
  for (const piece of pieces) first = joinBatches(first, reader.push(piece));
  const { detection: _, ...last } = reader.end();
  const all = { ...last, ...joinBatches(first, last) };
  const gone = new Set(last.cancelled);
  for (const cancel of last.reversals) {
    const [fill] = findReversedFills(
      cancel,
      all.executions.filter(({ exec_id }) => !gone.has(exec_id)),
    );
    if (fill !== undefined) gone.add(fill.exec_id);
  }
  return gone.size === 0 ? all : { ...all, executions: all.executions.filter(({ exec_id }) => !gone.has(exec_id)) };
}

function parseWorkbook(bytes: Uint8Array, options: BrokerOptions): BrokerResult {
  try {
    const sheets = readSheets(bytes, options.sheet);
    const result = parseWhole([Buffer.from([...sheets.pieces()].join(''))], options);
    const { diagnostics } = result;
    const warnings = [...describeSheets(sheets).warnings, ...diagnostics.warnings];
    return { ...result, diagnostics: { ...diagnostics, warnings } };
  } catch (error) {
    if (!(error instanceof WorkbookError)) throw error;
    const { detection: _, ...nothing } = refuseFile(error.message, options).end();
    return nothing;
  }
}

/** The rows of a large file as they are read; the generator returns the summary. */
export async function* streamBrokerFile(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: BrokerOptions = {},
): AsyncGenerator<BrokerBatch, BrokerSummary> {
  const reader = new BrokerFileReader(options);
  for await (const chunk of chunks) {
    const batch = reader.push(chunk);
    if (!isEmpty(batch)) yield batch;
  }
  const { executions, cash, events, ...summary } = reader.end();
  const last = { executions, cash, events };
  if (!isEmpty(last)) yield last;
  return summary;
}

function isEmpty({ executions, cash, events }: BrokerBatch): boolean {
  return executions.length === 0 && cash.length === 0 && events.length === 0;
}
