// Any table of trades: the usual column names, or a profile the user saved. What had to be guessed is told, so that a
// person can look before anything is stored.
import { Header, Row, type Sample } from '../columns.ts';
import { isNote, isTotal, NEW_YORK, type RowReader, type TableFormat } from '../format.ts';
import type { Guesses } from '../review.ts';
import type { Sink } from '../sink.ts';
import { cashKind, type Side, unfilled } from '../words.ts';
import type { MappedField } from '@zorivest/words';
import {
  type FieldColumns,
  type Habits,
  habitsOf,
  type ImportProfile,
  Mapping,
  sideWord,
  worded,
} from './generic-columns.ts';
import { guessed } from './generic-review.ts';

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

/** So many rows are shown as they were and as they became. */
const SHOWN = 5;

class GenericReader implements RowReader {
  readonly #sink: Sink;
  readonly #sample: Sample;
  readonly #mapping: Mapping;
  readonly #profile: ImportProfile | undefined;
  #header: Header | null = null;
  #columns: FieldColumns;
  #habits: Habits = { side: null, isSigned: false, costsNegative: false, rows: [] };
  readonly #shown: { row: number; before: Record<string, string> }[] = [];

  constructor(sink: Sink, sample: Sample, mapping: Mapping, profile: ImportProfile | undefined) {
    this.#sink = sink;
    this.#sample = sample;
    this.#mapping = mapping;
    this.#profile = profile;
    this.#columns = mapping.under(new Header([]));
  }

  row(cells: readonly string[], number: number): void {
    const header = this.#header;
    if (header === null) return this.#open(cells);
    if (isNote(cells)) return;
    if (this.#shown.length < SHOWN) this.#show(header, cells, number);
    const row = new Row(header, cells, number);
    const status = this.#cell(row, 'status');
    const reason = unfilled(status);
    this.#sink.startRow();
    if (isTotal(cells)) this.#sink.skip(number, 'A total');
    else if (reason !== null && !/open|closed/i.test(status)) this.#sink.skip(number, reason);
    else this.#read(row);
    this.#sink.finishRow(number);
  }

  /** What was guessed; null where a profile decided. */
  review(): Guesses | null {
    if (this.#profile !== undefined || this.#header === null) return null;
    return { ...guessed(this.#header, this.#columns, this.#habits), shown: this.#shown };
  }

  #open(cells: readonly string[]): void {
    const header = new Header(cells);
    if (cells.length < 3 || !fits(this.#mapping, header)) return;
    this.#header = header;
    this.#columns = this.#mapping.under(header);
    this.#habits = habitsOf(this.#sample, header, this.#columns, this.#profile);
  }

  #show(header: Header, cells: readonly string[], row: number): void {
    const before = Object.fromEntries(header.names.map((name, at) => [name || `column ${at + 1}`, cells[at] ?? '']));
    this.#shown.push({ row, before });
  }

  #cell(row: Row, field: MappedField): string {
    const columns = this.#columns[field];
    if (columns.length === 0) return '';
    if (this.#header?.zones.size === 0 || !TIMES.has(field)) return row.field(columns);
    // A zone in the header is the zone of every time below it.
    const name = columns.find((one) => row.text(one) !== '');
    if (name === undefined) return '';
    const zoned = row.zoned(name);
    return /\d:\d{2}/.test(zoned) ? zoned : row.text(name);
  }

  #read(row: Row): void {
    const sink = this.#sink;
    const profile = this.#profile;
    const cell = (field: MappedField) => this.#cell(row, field);
    const word = this.#habits.side === null ? '' : worded(row.text(this.#habits.side));
    const quantity = cell('quantity');
    const costs = [cell('commission'), cell('fees')];
    const negated = profile?.costs === undefined ? this.#habits.costsNegative : profile.costs === 'negative';
    const shared = {
      row: row.number,
      symbol: cell('symbol'),
      quantity,
      ...(negated ? { negatedCosts: costs } : { costs }),
      costKinds: COST_KINDS,
      account: cell('account'),
      currency: cell('currency') || (profile?.currency ?? ''),
      multiplier: cell('multiplier'),
      isin: row.text('isin'),
      assetClass: profile?.assetClass,
    };
    if (cell('entry_price') !== '' && cell('exit_price') !== '' && cell('exit_time') !== '') {
      const short = /^(?:s|short|sell|sld|ss|1)\b/i.test(word) || (word === '' && quantity.startsWith('-'));
      sink.roundTrip({
        ...shared,
        direction: short ? 'short' : 'long',
        entryPrice: cell('entry_price'),
        exitPrice: cell('exit_price'),
        entryTime: cell('entry_time') || cell('time'),
        exitTime: cell('exit_time'),
      });
      return;
    }
    const side = this.#side(word, quantity);
    if (side === null && word !== '') return this.#notATrade(row, word);
    sink.execution({
      ...shared,
      side,
      price: cell('price') || cell('entry_price'),
      amounts: [cell('amount')],
      when: this.#when(row),
      execId: cell('exec_id'),
      orderId: cell('order_id'),
    });
  }

  #side(word: string, quantity: string): Side | null {
    const negative = quantity.startsWith('-') || /^\(.*\)$/.test(quantity);
    if (this.#profile?.signedQuantity === true) return negative ? 'SLD' : 'BOT';
    if (word !== '') return sideWord(word, this.#profile);
    // Without a word the sign tells, if the file uses one at all.
    return quantity !== '' && this.#habits.isSigned ? (negative ? 'SLD' : 'BOT') : null;
  }

  /** Dividends, deposits and interest are money, whatever else their rows hold. */
  #notATrade(row: Row, word: string): void {
    const cell = (field: MappedField) => this.#cell(row, field);
    const amount = cell('amount');
    const kind = cashKind(word, amount.startsWith('-') || amount.startsWith('('));
    if (amount === '' || kind === 'other')
      return this.#sink.skip(row.number, `"${word.slice(0, 40)}" is neither a buy nor a sell`);
    this.#sink.cash({
      row: row.number,
      when: this.#when(row),
      amount,
      kind,
      currency: cell('currency') || (this.#profile?.currency ?? ''),
      symbol: cell('symbol'),
      account: cell('account'),
      memo: word,
    });
  }

  #when(row: Row): string {
    const cell = (field: MappedField) => this.#cell(row, field);
    const stated = cell('time') || cell('entry_time');
    const clock = cell('clock');
    const told = /\d:\d{2}/.test(stated) || clock === '' || clock === stated ? stated : `${stated} ${clock}`;
    // "Trade Date" and "Exec Time" in columns of their own.
    const day = cell('day');
    return day !== '' && !told.startsWith(day) && this.#sink.moment(told) === null ? `${day} ${stated}` : told;
  }
}

const COST_KINDS = ['commission', 'other'] as const;
const TIMES: ReadonlySet<MappedField> = new Set(['time', 'clock', 'entry_time', 'exit_time']);
