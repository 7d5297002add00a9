// A statement whose head has been seen: its format is chosen, and the rest is fed to that format's reader.
import { bookTableOf } from '../own-export/reader.ts';
import { RowLog } from '../statement/diagnostics.ts';
import type {
  CashRow,
  Detection,
  Diagnostics,
  Execution,
  Review,
  StatedHoldings,
  StatementEvent,
  ReversedFill,
} from '../statement/model.ts';
import { type Cells, CsvSplitter, sniffDelimiter, splitCsv } from '../text/csv.ts';
import { type DecimalMark, sniffDecimalMark } from '../text/number.ts';
import { type DateOrder, parseDate, sniffDateOrder } from '../text/time.ts';
import { isZone } from '../text/zone.ts';
import { Sample } from '../text/columns.ts';
import { bestFormat, type Candidate, documentFormat, foreignFile } from './detect.ts';
import {
  isTotal,
  type RowReader,
  type StatementFormat,
  type TableFormat,
  type TextFormat,
  type TextReader,
} from '../broker/format.ts';
import { genericFormat } from '../broker/formats/generic.ts';
import type { ImportProfile } from '../broker/formats/generic-columns.ts';
import { tableFormat } from './registry.ts';
import { type Guesses, Outcomes } from '../broker/review.ts';
import { Sink } from '../broker/sink.ts';

export interface BrokerOptions {
  /** A format's name; `auto` or nothing to detect it. */
  readonly format?: string;
  /** The account of rows that name none. */
  readonly accountId?: string;
  /** The book's account for each account as the file names it. */
  readonly accounts?: Readonly<Record<string, string>>;
  /** The zone of times that carry none; each format knows its broker's. */
  readonly timeZone?: string;
  /** A saved mapping of columns; it is used before any format. */
  readonly profile?: ImportProfile;
  /** A file is known by what is in it; its name only dates rows that tell no day. */
  readonly fileName?: string;
  /** The sheet of a workbook; the one whose columns are known where it is left out. */
  readonly sheet?: string;
}

export interface BrokerBatch {
  readonly executions: readonly Execution[];
  readonly cash: readonly CashRow[];
  readonly events: readonly StatementEvent[];
}

export const NOTHING: BrokerBatch = { executions: [], cash: [], events: [] };

export interface BrokerSummary {
  readonly format: string;
  readonly detection: Detection;
  readonly accounts: readonly string[];
  /** Ids of executions the broker has reversed: those of batches already handed out, and of earlier files. */
  readonly cancelled: readonly string[];
  /** The same for fills that have no id. */
  readonly reversals: readonly ReversedFill[];
  /** For a file that is known by its shape only: what a person should see before it is stored. */
  readonly review: Review | null;
  /** What the statement says is held at its end. */
  readonly stated: StatedHoldings;
  readonly diagnostics: Diagnostics;
}

/** From here on a format is chosen against the one the user named. */
const CERTAIN = 0.9;

export interface OpenFile {
  push(text: string): BrokerBatch;
  end(): BrokerBatch & BrokerSummary;
}

/** What is known of a file nothing can be read from. */
export function refuseFile(reason: string, options: BrokerOptions): OpenFile {
  return new Unreadable(reason, options);
}

export function openFile(headBytes: Uint8Array, head: string, options: BrokerOptions): OpenFile {
  const foreign = foreignFile(headBytes, head);
  if (foreign !== null) return new Unreadable(foreign, options);
  const document = documentFormat(head);
  if (document !== null) return openDocument(document, head, options);
  if (/^\s*</.test(head)) return new Unreadable('This is XML, but not an IBKR Flex statement.', options);
  if (options.profile === undefined && bookTableOf(head) !== null)
    return new Unreadable('This is a table of the book itself, which is read back as such.', options);
  return openTable(head, options);
}

function openDocument(found: Candidate<TextFormat>, head: string, options: BrokerOptions): OpenFile {
  const { chosen, ...detection } = found;
  const sink = sinkFor(chosen, options, { dateOrder: sniffDateOrder(head), decimalMark: '.', warnings: [] });
  return new OpenSource(detection, sink, chosen.reader(sink));
}

function openTable(head: string, options: BrokerOptions): OpenFile {
  const delimiter = sniffDelimiter(head);
  const rows = splitCsv(head, delimiter);
  const wanted = options.format === undefined || /^auto$/i.test(options.format) ? undefined : options.format;
  const { profile } = options;
  const named =
    profile === undefined ? (wanted === undefined ? undefined : tableFormat(wanted)) : genericFormat(profile);
  const sample = new Sample(rows);
  const found = bestFormat(sample);
  const fits = named?.recognise(sample) ?? null;
  const warnings: string[] = [];
  let format: TableFormat | null | undefined = named;
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
  const layoutOrder = format === named ? fits?.dateOrder : found.dateOrder;
  const sink = sinkFor(format, options, {
    dateOrder: profile?.dateOrder ?? sniffDateOrder(head, layoutOrder ?? format.dateOrder ?? 'mdy'),
    decimalMark: profile?.decimalMark ?? sniffDecimalMark(rows.slice(0, 200), delimiter),
    warnings,
  });
  return new OpenSource(
    { ...detection, format: format.name },
    sink,
    new TableSource(sink, format.reader(sink, sample), new CsvSplitter(delimiter)),
  );
}

function sinkFor(
  format: Pick<StatementFormat, 'name' | 'zone' | 'newestFirst'>,
  options: BrokerOptions,
  found: { readonly dateOrder: DateOrder; readonly decimalMark: DecimalMark; readonly warnings: string[] },
): Sink {
  const sink = new Sink({
    format: format.name,
    accountId: options.accountId,
    accounts: options.accounts,
    zone: chooseZone(options.timeZone, format.zone, found.warnings),
    dateOrder: found.dateOrder,
    decimalMark: found.decimalMark,
    newestFirst: format.newestFirst ?? false,
    fileDate: dateInName(options.fileName ?? ''),
    fileCurrency: /^([A-Z]{3})_/.exec(options.fileName ?? '')?.[1],
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

function chooseZone(wanted: string | undefined, usual: string, warnings: string[]): string {
  if (wanted === undefined || wanted === '') return usual;
  if (isZone(wanted)) return wanted;
  warnings.push(`"${wanted.slice(0, 40)}" is not a time zone; times were read as ${usual}.`);
  return usual;
}

class OpenSource implements OpenFile {
  readonly #detection: Detection;
  readonly #sink: Sink;
  readonly #source: TextReader;
  readonly #outcomes = new Outcomes();

  constructor(detection: Detection, sink: Sink, source: TextReader) {
    this.#detection = detection;
    this.#sink = sink;
    this.#source = source;
  }

  push(text: string): BrokerBatch {
    this.#source.push(text);
    const batch = this.#sink.take();
    this.#outcomes.note(batch);
    return batch;
  }

  end(): BrokerBatch & BrokerSummary {
    this.#source.end();
    const { accounts, cancelled, reversals, stated, diagnostics } = this.#sink.end();
    if (diagnostics.total_rows === 0 && this.#sink.holdings.isEmpty)
      this.#sink.log.warn('The file has no rows to import.');
    const batch = this.#sink.take();
    this.#outcomes.note(batch);
    const guesses = this.#source.review?.() ?? null;
    return {
      ...batch,
      format: this.#detection.format ?? 'unknown',
      detection: this.#detection,
      accounts,
      cancelled,
      reversals,
      stated,
      review: guesses === null ? null : this.#outcomes.review(guesses, diagnostics),
      diagnostics: this.#sink.log.diagnostics(),
    };
  }
}

class TableSource implements TextReader {
  readonly #sink: Sink;
  readonly #reader: RowReader;
  readonly #splitter: CsvSplitter;
  #number = 0;
  #lastText = '';
  /** Cells of the row before, and of the widest. */
  #width = 0;
  #widest = 0;

  constructor(sink: Sink, reader: RowReader, splitter: CsvSplitter) {
    this.#sink = sink;
    this.#reader = reader;
    this.#splitter = splitter;
  }

  push(text: string): void {
    if (text !== '') this.#lastText = text.slice(-1);
    this.#splitter.push(text, this.#take);
  }

  end(): void {
    const last = this.#splitter.end();
    const unended = !/[\r\n]$/.test(this.#lastText);
    for (const [at, cells] of last.entries())
      if (unended && at === last.length - 1 && this.#isCutOff(cells)) this.#refuse();
      else this.#take(cells);
    this.#reader.end?.();
    if (this.#splitter.strayQuote)
      this.#sink.log.warn(
        'A quotation mark is never closed: from there on quotation marks were read as plain characters.',
      );
    if (unended && last.some((cells) => cells.length === 1 && cells[0] !== ''))
      this.#sink.log.warn('The last row is cut short: the download may be incomplete.');
  }

  /**
   * Whether a last row without a line break lost its end: it has fewer cells than the row above it, which is as wide as
   * the table. Its last figure may have lost digits: read, it would be another row than that of the whole file.
   */
  #isCutOff(cells: Cells): boolean {
    return cells.length > 1 && cells.length < this.#width && this.#width === this.#widest && !isTotal(cells);
  }

  #refuse(): void {
    this.#number++;
    this.#sink.invalid(this.#number, 'The row is cut off: the download is not complete, take it again');
  }

  review(): Guesses | null {
    return this.#reader.review?.() ?? null;
  }

  readonly #take = (cells: Cells): void => {
    this.#number++;
    this.#width = cells.length;
    if (cells.length > this.#widest) this.#widest = cells.length;
    this.#reader.row(cells, this.#number);
  };
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
      reversals: [],
      stated: { positions: [], cash: [] },
      review: null,
      diagnostics: { ...new RowLog().diagnostics(), warnings: [...this.#warnings, this.#reason] },
    };
  }
}
