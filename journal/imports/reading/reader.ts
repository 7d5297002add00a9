// Reads a broker's file piece by piece: looks at its head, chooses the format, feeds it row after row.
import { BOOK_FORMAT, bookTableOf } from '../own-export/reader.ts';
import type { BrokerResult, Detection } from '../statement/model.ts';
import { sniffDelimiter, splitCsv } from '../text/csv.ts';
import { TextReader } from '../text/encoding.ts';
import { Sample } from '../text/columns.ts';
import { bestFormat, documentFormat, foreignFile } from './detect.ts';
import {
  type BrokerBatch,
  type BrokerOptions,
  type BrokerSummary,
  NOTHING,
  type OpenFile,
  openFile,
} from './open-file.ts';

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
  const text = new TextReader();
  const head = text.read(bytes.subarray(0, HEAD * 2));
  const foreign = foreignFile(bytes.subarray(0, 16), head);
  if (foreign !== null) return { format: null, confidence: 0, reason: foreign };
  const own = bookTableOf(head);
  if (own !== null) return { format: BOOK_FORMAT, confidence: 1, reason: `This book's own table of ${own.table}.` };
  const { format, confidence, reason } =
    documentFormat(head) ?? bestFormat(new Sample(splitCsv(head.slice(0, HEAD), sniffDelimiter(head))));
  return { format, confidence, reason };
}

export function parseBrokerFile(bytes: Uint8Array, options: BrokerOptions = {}): BrokerResult {
  const reader = new BrokerFileReader(options);
  const first = reader.push(bytes);
  const { detection: _, ...last } = reader.end();
  const gone = new Set(last.cancelled);
  const all = { ...last, ...joinBatches(first, last) };
  return gone.size === 0 ? all : { ...all, executions: all.executions.filter(({ exec_id }) => !gone.has(exec_id)) };
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
