// Any table of trades: the usual column names, or a profile the user saved. What had to be guessed is listed, so that a
// person can look before anything is stored.
import type { Cells } from '../../text/csv.ts';
import { Header, type Sample } from '../../text/columns.ts';
import { isNote, isTotal, NEW_YORK, type RowReader, type TableFormat } from '../format.ts';
import type { Guesses } from '../review.ts';
import type { Sink } from '../sink.ts';
import { traitsOf, type ImportProfile, Mapping } from './generic-columns.ts';
import { describeGuess } from './generic-review.ts';
import { GenericTable } from './generic-table.ts';

const PAIRED = ['entry_price', 'exit_price', 'entry_time', 'exit_time'] as const;

function fits(mapping: Mapping, header: Header): boolean {
  const paired = PAIRED.every((field) => mapping.has(header, field));
  return (
    mapping.has(header, 'symbol') &&
    mapping.has(header, 'quantity') &&
    (paired || (mapping.has(header, 'price') && mapping.has(header, 'time')))
  );
}

/** A header further down is not a header of the file. */
const LOOKED_AT = 40;

/** The mapper, with a profile or without. */
export function genericFormat(profile?: ImportProfile): TableFormat {
  const mapping = new Mapping(profile);
  return {
    kind: 'csv',
    name: 'generic',
    label: profile === undefined ? 'usual' : `"${profile.name}"`,
    zone: profile?.timeZone ?? NEW_YORK,
    ...(profile?.dateOrder === undefined ? {} : { dateOrder: profile.dateOrder }),
    recognise(sample) {
      const found = sample.headers.find(({ index, header }) => index < LOOKED_AT && fits(mapping, header));
      if (found === undefined) return null;
      return {
        confidence: profile === undefined ? 0.5 : 1,
        reason: `Row ${found.index + 1} has columns for symbol, quantity, price and date, but they are no known broker's: check the preview.`,
      };
    },
    reader: (sink, sample) => new GenericReader(sink, sample, mapping, profile),
  };
}

export const generic = genericFormat();

/** How many rows are shown as they were and as they became. */
const SHOWN = 5;

class GenericReader implements RowReader {
  readonly #sink: Sink;
  readonly #sample: Sample;
  readonly #mapping: Mapping;
  readonly #profile: ImportProfile | undefined;
  #table: GenericTable | null = null;
  readonly #shown: { row: number; before: Record<string, string> }[] = [];

  constructor(sink: Sink, sample: Sample, mapping: Mapping, profile: ImportProfile | undefined) {
    this.#sink = sink;
    this.#sample = sample;
    this.#mapping = mapping;
    this.#profile = profile;
  }

  row(cells: Cells, number: number): void {
    const table = this.#table;
    if (table === null) return this.#open(cells);
    if (isNote(cells)) return;
    if (this.#shown.length < SHOWN) this.#show(table.header, cells, number);
    if (isTotal(cells)) return this.#sink.ignore(number);
    const reason = table.explainLeftOut(cells);
    if (reason === null) table.read(cells, number);
    else this.#sink.skip(number, 'not_filled', reason);
    this.#sink.finishRow(number);
  }

  /** What was guessed; null where a profile decided. */
  review(): Guesses | null {
    if (this.#profile !== undefined || this.#table === null) return null;
    const { header, columns, traits } = this.#table;
    return { ...describeGuess(header, columns, traits), shown: this.#shown };
  }

  #open(cells: Cells): void {
    const header = new Header(cells);
    if (cells.length < 3 || !fits(this.#mapping, header)) return;
    const columns = this.#mapping.under(header);
    const traits = traitsOf(this.#sample, header, columns, this.#profile);
    this.#table = new GenericTable({ sink: this.#sink, header, columns, traits, profile: this.#profile });
  }

  #show(header: Header, cells: Cells, row: number): void {
    const before = Object.fromEntries(header.names.map((name, at) => [name || `column ${at + 1}`, cells[at] ?? '']));
    this.#shown.push({ row, before });
  }
}
