// What a broker format is. One file per broker says how its rows look; `registry.ts` lists them.
import { type Cells, isPlain } from '../text/csv.ts';
import type { DateOrder } from '../text/time.ts';
import { Header, Row, type Sample } from '../text/columns.ts';
import type { Guesses } from './review.ts';
import type { Sink } from './sink.ts';
import { explainUnfilled } from './row-text.ts';

export interface Recognition {
  readonly confidence: number;
  readonly reason: string;
  /** Where the layout says more than the format does. */
  readonly dateOrder?: DateOrder;
}

/** Reads the rows of one file, in order. */
export interface RowReader {
  row(cells: Cells, number: number): void;
  end?(): void;
  /** What was guessed, for a person to look at; null where nothing was. */
  review?(): Guesses | null;
}

/** Reads a document that is not a table, in pieces of any size. */
export interface TextReader {
  push(text: string): void;
  end(): void;
  review?(): Guesses | null;
}

/** What every format says of itself. */
interface FormatDescription {
  readonly name: string;
  readonly label: string;
  /** Other names a user may give it. */
  readonly aliases?: readonly string[];
  /** The zone of times that carry none. */
  readonly zone: string;
  readonly dateOrder?: DateOrder;
  /** Its files hold no trades: they only state what is held or was made. */
  readonly statesOnly?: true;
  /** The broker lists the newest row first. */
  readonly newestFirst?: boolean;
}

export interface TableFormat extends FormatDescription {
  readonly kind: 'csv';
  /** Whether the first rows of a file are this format's. */
  recognise(sample: Sample): Recognition | null;
  /** `sample` is the head of the file, for readers that must look ahead. */
  reader(sink: Sink, sample: Sample): RowReader;
}

export interface TextFormat extends FormatDescription {
  readonly kind: 'xml' | 'json';
  /** Whether the first characters of a file are this format's. */
  recognise(head: string): Recognition | null;
  reader(sink: Sink): TextReader;
}

export interface PdfFormat extends FormatDescription {
  readonly kind: 'pdf';
  /** 0..1: how surely the text is this broker's document. */
  recognise(text: string): number;
  read(lines: readonly string[], sink: Sink): void;
}

export type StatementFormat = TableFormat | TextFormat | PdfFormat;

/** One kind of table a broker exports: the columns that give it away, and how to read a row of it. */
export interface Layout<File = undefined> {
  /** Compact names (see `compact`); `a|b` is either. */
  readonly columns: readonly string[];
  /** 1 = no other format has these columns. */
  readonly confidence?: number;
  /** Columns with the state of an order: what was not filled is left out, with the reason. */
  readonly status?: readonly string[];
  /** A name that speaks against it. */
  readonly without?: readonly string[];
  /** The order of day and month, where it is not the format's. */
  readonly dateOrder?: DateOrder;
  read(row: Row, sink: Sink, file: File): void;
}

interface TabularFormat<File> extends FormatDescription {
  readonly layouts: readonly Layout<File>[];
  /** State from row to row of one file, for brokers that write one event in several rows. */
  open?(sink: Sink, sample: Sample): File;
  close?(file: File, sink: Sink): void;
  /** Looks at what stands above the table, where some brokers print the account. */
  preamble?(cells: Cells, found: { account: string }): void;
}

/** Columns whose figures say that a row is about something. */
const FIGURES = ['quantity', 'qty', 'shares', 'units', 'amount', 'netamount', 'total', 'value', 'proceeds'];

/** Why a row that only states something is no trade. */
export const STATED = 'Stated by the statement: stored for reconciliation with the book';

export const NEW_YORK = 'America/New_York';

/** A format whose files are one table (or several of the same kinds) with a header row somewhere near the top. */
export function tabular<File = undefined>(format: TabularFormat<File>): TableFormat {
  const layoutOf = (header: Header): Layout<File> | undefined =>
    format.layouts.find((layout) => header.hasAll(layout.columns) && !layout.without?.some((name) => header.has(name)));
  return {
    ...format,
    kind: 'csv',
    recognise(sample) {
      for (const { index, header } of sample.headers) {
        const layout = layoutOf(header);
        if (layout === undefined) continue;
        const reason = `Row ${index + 1} has the ${format.label} columns ${header.spellNames(layout.columns)}.`;
        const { confidence = 0.95, dateOrder } = layout;
        return { confidence, reason, ...(dateOrder === undefined ? {} : { dateOrder }) };
      }
      return null;
    },
    reader: (sink, sample) => new TableReader(format, layoutOf, sink, sample),
  };
}

class TableReader<File> implements RowReader {
  readonly #format: TabularFormat<File>;
  readonly #layoutOf: (header: Header) => Layout<File> | undefined;
  readonly #sink: Sink;
  readonly #file: File;
  readonly #found = { account: '' };
  #header: Header | null = null;
  #layout: Layout<File> | undefined;
  #firstName = '';
  #afterNote = false;

  constructor(
    format: TabularFormat<File>,
    layoutOf: (header: Header) => Layout<File> | undefined,
    sink: Sink,
    sample: Sample,
  ) {
    this.#format = format;
    this.#layoutOf = layoutOf;
    this.#sink = sink;
    // A format that keeps nothing has no `open`, and `undefined` for its file.
    this.#file = format.open?.(sink, sample) as File;
  }

  end(): void {
    this.#format.close?.(this.#file, this.#sink);
  }

  row(cells: Cells, number: number): void {
    // A file may hold several tables, each under a header of its own that starts alike, or follows a title.
    if (this.#header === null || this.#afterNote || trimCell(cells[0] ?? '') === this.#firstName) {
      const follows = this.#afterNote;
      this.#afterNote = false;
      if (this.#open(cells) || this.#header === null) return;
      // Between a title and its table stand lines of a word and what it says: "Date from", "2026-01-01".
      if (follows && countFilled(cells, 3) === 2) {
        this.#afterNote = true;
        return;
      }
    }
    if (this.#layout === undefined) return;
    if (isNote(cells)) {
      this.#afterNote = true;
      return;
    }
    const row = new Row(this.#header, cells, number);
    if (isTotal(cells)) return this.#sink.ignore(number);
    const reason = this.#layout.status === undefined ? null : explainUnfilled(row.field(this.#layout.status));
    if (reason === null) this.#layout.read(row, this.#sink, this.#file);
    else this.#sink.skip(number, 'not_filled', reason);
    this.#sink.finishRow(number, row.field(FIGURES));
  }

  #open(cells: Cells): boolean {
    if (cells.length < 2) {
      this.#format.preamble?.(cells, this.#found);
      return false;
    }
    const header = new Header(cells);
    const layout = this.#layoutOf(header);
    if (layout === undefined) {
      if (this.#header === null) this.#format.preamble?.(cells, this.#found);
      return false;
    }
    this.#header = header;
    this.#layout = layout;
    this.#firstName = cells[0]?.trim() ?? '';
    if (this.#found.account !== '') this.#sink.useAccount(this.#found.account);
    return true;
  }
}

/** A blank row, or one with a single cell: a title, a disclaimer, a footer. */
export function isNote(cells: Cells): boolean {
  return countFilled(cells, 2) < 2;
}

/** How many cells have something in them; not counted beyond what is asked for. */
function countFilled(cells: Cells, most: number): number {
  let filled = 0;
  for (const cell of cells) if (cell !== '' && trimCell(cell) !== '' && ++filled >= most) return filled;
  return filled;
}

/** Trimming a cell takes longer than looking whether it has to be. */
function trimCell(cell: string): string {
  return isPlain(cell) ? cell : cell.trim();
}

/** A row that sums up the others. */
export function isTotal(cells: Cells): boolean {
  const first = cells[0] ?? '';
  // Most rows begin with a date, and no total does.
  const code = first.charCodeAt(0);
  return first.length > 4 && !(code >= 0x30 && code <= 0x39) && /^\s*(?:grand |sub-?)?totals?\b/i.test(first);
}
