// Reads a broker's file piece by piece: looks at its head, chooses the format, feeds it row after row.
import type { BrokerResult, CashRow, Detection, Diagnostics, Execution, StatementEvent } from '../model.ts';
import { type Cells, CsvSplitter, sniffDelimiter, splitCsv } from '../text/csv.ts';
import { TextReader } from '../text/encoding.ts';
import { type DecimalMark, sniffDecimalMark } from '../text/number.ts';
import { type DateOrder, parseDate, sniffDateOrder } from '../text/time.ts';
import { isZone } from '../text/zone.ts';
import { Sample } from './columns.ts';
import { bestFormat, foreignFile } from './detect.ts';
import type { BrokerFormat, RowReader } from './format.ts';
import { isAlpacaJson, readAlpacaJson } from './formats/alpaca_json.ts';
import { genericFormat, type ImportProfile } from './formats/generic.ts';
import { FlexXmlReader, IBKR_FLEX_XML, isFlexXml } from './formats/ibkr_flex_xml.ts';
import { brokerFormat } from './registry.ts';
import { Sink } from './sink.ts';

export interface BrokerOptions {
  /** A format's name; `auto` or nothing to detect it. */
  readonly format?: string;
  /** The account of rows that name none. */
  readonly accountId?: string;
  /** The zone of times that carry none; each format knows its broker's. */
  readonly timeZone?: string;
  /** A saved mapping of columns; it is used before any format. */
  readonly profile?: ImportProfile;
  /** A file is known by what is in it; its name only dates rows that tell no day. */
  readonly fileName?: string;
}

export interface BrokerBatch {
  readonly executions: readonly Execution[];
  readonly cash: readonly CashRow[];
  readonly events: readonly StatementEvent[];
}

const NOTHING: BrokerBatch = { executions: [], cash: [], events: [] };

function joined(first: BrokerBatch, last: BrokerBatch): BrokerBatch {
  return {
    executions: [...first.executions, ...last.executions],
    cash: [...first.cash, ...last.cash],
    events: [...first.events, ...last.events],
  };
}

export interface BrokerSummary {
  readonly format: string;
  readonly detection: Detection;
  readonly accounts: readonly string[];
  /** Ids of executions the broker has taken back: those of batches already handed out, and of earlier files. */
  readonly cancelled: readonly string[];
  readonly diagnostics: Diagnostics;
}

/** This much of a file is looked at before its format is chosen: statements can have hundreds of rows before the trades. */
const HEAD = 256 * 1024;
/** From here on a format is chosen against the one the user named. */
const CERTAIN = 0.9;

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
    return { ...ended, ...joined(first, ended) };
  }

  #begin(head: string): BrokerBatch {
    this.#open = openFile(this.#headBytes, head, this.#options);
    this.#head = '';
    return this.#open.push(head);
  }
}

interface OpenFile {
  push(text: string): BrokerBatch;
  end(): BrokerBatch & BrokerSummary;
}

function openFile(headBytes: Uint8Array, head: string, options: BrokerOptions): OpenFile {
  const foreign = foreignFile(headBytes, head);
  if (foreign !== null) return new Unreadable(foreign, options);
  if (isFlexXml(head)) return openFlexXml(head, options);
  if (isAlpacaJson(head)) return openAlpacaJson(options);
  if (/^\s*</.test(head)) return new Unreadable('This is XML, but not an IBKR Flex statement.', options);
  return openTable(head, options);
}

const FLEX_XML: Detection = { format: IBKR_FLEX_XML.name, confidence: 1, reason: 'The XML is an IBKR Flex statement.' };
const ALPACA_JSON: Detection = {
  format: 'alpaca',
  confidence: 1,
  reason: "The JSON is a list of Alpaca's account activities.",
};

function openFlexXml(head: string, options: BrokerOptions): OpenFile {
  const sink = sinkFor(IBKR_FLEX_XML, options, { dateOrder: sniffDateOrder(head), decimalMark: '.', warnings: [] });
  return new OpenSource(FLEX_XML, sink, new FlexXmlReader(sink));
}

/** JSON is read whole: an answer of the API is a page, not an archive. */
function openAlpacaJson(options: BrokerOptions): OpenFile {
  const sink = sinkFor({ name: 'alpaca', zone: 'UTC' }, options, { dateOrder: 'mdy', decimalMark: '.', warnings: [] });
  let text = '';
  return new OpenSource(ALPACA_JSON, sink, {
    push: (more) => {
      text += more;
    },
    end: () => readAlpacaJson(text, sink),
  });
}

function openTable(head: string, options: BrokerOptions): OpenFile {
  const delimiter = sniffDelimiter(head);
  const rows = splitCsv(head, delimiter);
  const wanted = options.format === undefined || /^auto$/i.test(options.format) ? undefined : options.format;
  const { profile } = options;
  const named =
    profile === undefined ? (wanted === undefined ? undefined : brokerFormat(wanted)) : genericFormat(profile);
  const sample = new Sample(rows);
  const found = bestFormat(sample);
  const fits = named?.recognise(sample) ?? null;
  const warnings: string[] = [];
  let format: BrokerFormat | null | undefined = named;
  let detection: Detection = fits !== null && named !== undefined ? { ...fits, format: named.name } : found;
  if (wanted !== undefined && named === undefined)
    warnings.push(`There is no format "${wanted.slice(0, 40)}"; the file's own columns decided.`);
  if (fits === null && (named === undefined || found.confidence >= CERTAIN)) {
    format = found.chosen;
    if (named !== undefined && found.chosen !== null)
      warnings.push(
        `${named.label} was chosen, but the columns are those of ${found.chosen.label}, which was used instead.`,
      );
  } else if (fits === null && named !== undefined)
    detection = { format: named.name, confidence: 0.1, reason: `The columns are not those of ${named.label}.` };
  if (format === null || format === undefined) return new Unreadable(found.reason, options, warnings);
  const sink = sinkFor(format, options, {
    dateOrder: profile?.dateOrder ?? sniffDateOrder(head, format.dateOrder ?? 'mdy'),
    decimalMark: profile?.decimalMark ?? sniffDecimalMark(rows.slice(0, 200), delimiter),
    warnings,
  });
  return new OpenSource(
    { ...detection, format: format.name },
    sink,
    new TableSource(sink, format.reader(sink), new CsvSplitter(delimiter)),
  );
}

function sinkFor(
  format: Pick<BrokerFormat, 'name' | 'zone' | 'newestFirst'>,
  options: BrokerOptions,
  found: { readonly dateOrder: DateOrder; readonly decimalMark: DecimalMark; readonly warnings: string[] },
): Sink {
  const sink = new Sink({
    format: format.name,
    accountId: options.accountId,
    zone: chosenZone(options.timeZone, format.zone, found.warnings),
    dateOrder: found.dateOrder,
    decimalMark: found.decimalMark,
    newestFirst: format.newestFirst ?? false,
    fileDate: dateInName(options.fileName ?? ''),
  });
  for (const warning of found.warnings) sink.log.warn(warning);
  return sink;
}

/** `trades-2024-01-02.csv`, `20240102.csv`, `Trades 01-02-2024.csv` -> 2024-01-02. */
function dateInName(name: string): string | undefined {
  const found = /(?<!\d)(20\d{2})[-_.]?(\d{2})[-_.]?(\d{2})(?!\d)/.exec(name);
  if (found !== null) return parseDate(`${found[1]}-${found[2]}-${found[3]}`) ?? undefined;
  const american = /(?<!\d)(\d{1,2})[-_](\d{1,2})[-_](20\d{2})(?!\d)/.exec(name);
  return american === null ? undefined : (parseDate(`${american[1]}/${american[2]}/${american[3]}`) ?? undefined);
}

function chosenZone(wanted: string | undefined, usual: string, warnings: string[]): string {
  if (wanted === undefined || wanted === '') return usual;
  if (isZone(wanted)) return wanted;
  warnings.push(`"${wanted.slice(0, 40)}" is not a time zone; times were read as ${usual}.`);
  return usual;
}

/** What turns text into rows of a sink. */
interface Source {
  push(text: string): void;
  end(): void;
}

class OpenSource implements OpenFile {
  readonly #detection: Detection;
  readonly #sink: Sink;
  readonly #source: Source;

  constructor(detection: Detection, sink: Sink, source: Source) {
    this.#detection = detection;
    this.#sink = sink;
    this.#source = source;
  }

  push(text: string): BrokerBatch {
    this.#source.push(text);
    return this.#sink.take();
  }

  end(): BrokerBatch & BrokerSummary {
    this.#source.end();
    const { accounts, cancelled, diagnostics } = this.#sink.end();
    if (diagnostics.total_rows === 0) this.#sink.log.warn('The file has no rows to import.');
    return {
      ...this.#sink.take(),
      format: this.#detection.format ?? 'unknown',
      detection: this.#detection,
      accounts,
      cancelled,
      diagnostics: this.#sink.log.diagnostics(),
    };
  }
}

class TableSource implements Source {
  readonly #sink: Sink;
  readonly #reader: RowReader;
  readonly #splitter: CsvSplitter;
  #number = 0;
  #lastText = '';

  constructor(sink: Sink, reader: RowReader, splitter: CsvSplitter) {
    this.#sink = sink;
    this.#reader = reader;
    this.#splitter = splitter;
  }

  push(text: string): void {
    if (text !== '') this.#lastText = text.slice(-1);
    this.#read(this.#splitter.push(text));
  }

  end(): void {
    const last = this.#splitter.end();
    this.#read(last);
    this.#reader.end?.();
    if (this.#splitter.strayQuote)
      this.#sink.log.warn(
        'A quotation mark is never closed: from there on quotation marks were read as plain characters.',
      );
    if (!/[\r\n]$/.test(this.#lastText) && last.some((cells) => cells.length === 1 && cells[0] !== ''))
      this.#sink.log.warn('The last row is cut short: the download may be incomplete.');
  }

  #read(rows: readonly Cells[]): void {
    for (const cells of rows) {
      this.#number++;
      this.#reader.row(cells, this.#number);
    }
  }
}

/** A file nothing could be read from: its reason is its result. */
class Unreadable implements OpenFile {
  readonly #reason: string;
  readonly #options: BrokerOptions;
  readonly #warnings: readonly string[];

  constructor(reason: string, options: BrokerOptions, warnings: readonly string[] = []) {
    this.#reason = reason;
    this.#options = options;
    this.#warnings = warnings;
  }

  push(): BrokerBatch {
    return NOTHING;
  }

  end(): BrokerBatch & BrokerSummary {
    return {
      ...NOTHING,
      format: this.#options.format ?? 'unknown',
      detection: { format: null, confidence: 0, reason: this.#reason },
      accounts: [],
      cancelled: [],
      diagnostics: { total_rows: 0, parsed: 0, skipped: [], invalid: [], warnings: [...this.#warnings, this.#reason] },
    };
  }
}

export function detectBrokerFormat(bytes: Uint8Array): Detection {
  const text = new TextReader();
  const head = text.read(bytes.subarray(0, HEAD * 2));
  const foreign = foreignFile(bytes.subarray(0, 16), head);
  if (foreign !== null) return { format: null, confidence: 0, reason: foreign };
  if (isFlexXml(head)) return FLEX_XML;
  if (isAlpacaJson(head)) return ALPACA_JSON;
  const { format, confidence, reason } = bestFormat(new Sample(splitCsv(head.slice(0, HEAD), sniffDelimiter(head))));
  return { format, confidence, reason };
}

export function parseBrokerFile(bytes: Uint8Array, options: BrokerOptions = {}): BrokerResult {
  const reader = new BrokerFileReader(options);
  const first = reader.push(bytes);
  const { detection: _, ...last } = reader.end();
  const gone = new Set(last.cancelled);
  const all = { ...last, ...joined(first, last) };
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
