// The rows of an unknown table, once its header is known: where each field stands is worked out once for all of them.
import { byName, type MappedField } from '@zorivest/vocabulary';
import { type Cells, cleanCell } from '../../text/csv.ts';
import { type Header, Row } from '../../text/columns.ts';
import { memoize } from '../memoize.ts';
import type { Sink } from '../sink.ts';
import { cashKind, isCashInLieu, type Side, explainUnfilled } from '../row-text.ts';
import {
  type FieldColumns,
  type FileTraits,
  type ImportProfile,
  sideWord,
  withoutOrderKind,
} from './generic-columns.ts';

interface Parts {
  readonly sink: Sink;
  readonly header: Header;
  readonly columns: FieldColumns;
  readonly traits: FileTraits;
  readonly profile: ImportProfile | undefined;
}

/** Where a field stands: the first of these columns that has something in it. */
type Places = readonly number[];

/** What a cell says of the side: the word itself without the kind of order, and which side it is. */
interface SideCell {
  readonly word: string;
  readonly side: Side | null;
}

const NO_SIDE: SideCell = { word: '', side: null };
const COST_KINDS = ['commission', 'other'] as const;
const NO_COSTS: readonly string[] = [];

export class GenericTable {
  readonly header: Header;
  readonly columns: FieldColumns;
  readonly traits: FileTraits;
  readonly #sink: Sink;
  readonly #profile: ImportProfile | undefined;
  readonly #at: Readonly<Record<MappedField, Places>>;
  readonly #side: Places;
  readonly #isin: Places;
  /** The header gives zones to times: they are read the longer way. */
  readonly #isZoned: boolean;
  readonly #negated: boolean;
  readonly #sideCell: (cell: string) => SideCell;
  readonly #unfilled = memoize(notFilled);

  constructor({ sink, header, columns, traits, profile }: Parts) {
    this.header = header;
    this.columns = columns;
    this.traits = traits;
    this.#sink = sink;
    this.#profile = profile;
    this.#at = byName(columns, (names) => header.places(names));
    this.#side = traits.side === null ? [] : header.places([traits.side]);
    this.#isin = header.places(['isin']);
    this.#isZoned = header.zones.size > 0;
    this.#negated = profile?.costs === undefined ? traits.costsNegative : profile.costs === 'negative';
    this.#sideCell = memoize((cell) => {
      const word = withoutOrderKind(cell);
      return { word, side: word === '' ? null : sideWord(word, profile) };
    });
  }

  /** Why a row is no fill by the state of its order; null where it is one. */
  explainLeftOut(cells: Cells): string | null {
    return this.#at.status.length === 0 ? null : this.#unfilled(first(cells, this.#at.status));
  }

  read(cells: Cells, number: number): void {
    const at = this.#at;
    const cell = first(cells, this.#side);
    const sideCell = cell === '' ? NO_SIDE : this.#sideCell(cell);
    const quantity = first(cells, at.quantity);
    const entryPrice = first(cells, at.entry_price);
    if (entryPrice !== '' && this.#isPaired(cells)) return this.#roundTrip(cells, number, sideCell.word, quantity);
    const side = this.#sideOf(sideCell, quantity);
    if (side === null && sideCell.word !== '') return this.#notATrade(cells, number, sideCell.word);
    const costs = this.#costs(cells);
    this.#sink.execution({
      row: number,
      side,
      symbol: first(cells, at.symbol),
      quantity,
      price: first(cells, at.price) || entryPrice,
      costs: this.#negated ? NO_COSTS : costs,
      negatedCosts: this.#negated ? costs : NO_COSTS,
      costKinds: COST_KINDS,
      account: first(cells, at.account),
      currency: this.#currency(cells),
      multiplier: first(cells, at.multiplier),
      isin: first(cells, this.#isin),
      assetClass: this.#profile?.assetClass,
      amounts: [first(cells, at.amount)],
      when: this.#when(cells),
      execId: first(cells, at.exec_id),
      orderId: first(cells, at.order_id),
    });
  }

  #isPaired(cells: Cells): boolean {
    return first(cells, this.#at.exit_price) !== '' && first(cells, this.#at.exit_time) !== '';
  }

  #roundTrip(cells: Cells, number: number, word: string, quantity: string): void {
    const at = this.#at;
    const short = /^(?:s|short|sell|sld|ss|1)\b/i.test(word) || (word === '' && quantity.startsWith('-'));
    const costs = this.#costs(cells);
    this.#sink.roundTrip({
      row: number,
      symbol: first(cells, at.symbol),
      quantity,
      ...(this.#negated ? { negatedCosts: costs } : { costs }),
      costKinds: COST_KINDS,
      account: first(cells, at.account),
      currency: this.#currency(cells),
      multiplier: first(cells, at.multiplier),
      isin: first(cells, this.#isin),
      assetClass: this.#profile?.assetClass,
      direction: short ? 'short' : 'long',
      entryPrice: first(cells, at.entry_price),
      exitPrice: first(cells, at.exit_price),
      entryTime: this.#time(cells, 'entry_time') || this.#time(cells, 'time'),
      exitTime: this.#time(cells, 'exit_time'),
    });
  }

  #costs(cells: Cells): readonly string[] {
    const { commission, fees } = this.#at;
    if (commission.length === 0 && fees.length === 0) return NO_COSTS;
    return [first(cells, commission), first(cells, fees)];
  }

  #currency(cells: Cells): string {
    return first(cells, this.#at.currency) || (this.#profile?.currency ?? '');
  }

  #sideOf({ word, side }: SideCell, quantity: string): Side | null {
    if (word !== '' && this.#profile?.signedQuantity !== true) return side;
    const negative = quantity.startsWith('-') || /^\(.*\)$/.test(quantity);
    if (this.#profile?.signedQuantity === true) return negative ? 'SLD' : 'BOT';
    // Without a word the sign tells, if the file uses one at all.
    return quantity !== '' && this.traits.isSigned ? (negative ? 'SLD' : 'BOT') : null;
  }

  /** Dividends, deposits and interest are money, whatever else their rows hold. */
  #notATrade(cells: Cells, number: number, word: string): void {
    const amount = first(cells, this.#at.amount);
    const kind = cashKind(word, amount.startsWith('-') || amount.startsWith('('));
    if (amount === '' || (kind === 'other' && !isCashInLieu(word)))
      return this.#sink.invalid(number, `"${word.slice(0, 40)}" is neither a buy nor a sell`);
    this.#sink.cash({
      row: number,
      when: this.#when(cells),
      amount,
      kind,
      currency: this.#currency(cells),
      symbol: first(cells, this.#at.symbol),
      account: first(cells, this.#at.account),
      memo: word,
    });
  }

  #when(cells: Cells): string {
    const stated = this.#time(cells, 'time') || this.#time(cells, 'entry_time');
    const clock = this.#time(cells, 'clock');
    const combined = clock === '' || clock === stated || /\d:\d{2}/.test(stated) ? stated : `${stated} ${clock}`;
    // "Trade Date" and "Exec Time" in columns of their own.
    const day = first(cells, this.#at.day);
    return day !== '' && !combined.startsWith(day) && this.#sink.moment(combined) === null
      ? `${day} ${stated}`
      : combined;
  }

  #time(cells: Cells, field: 'time' | 'entry_time' | 'exit_time' | 'clock'): string {
    if (!this.#isZoned) return first(cells, this.#at[field]);
    // A zone in the header is the zone of every time below it.
    const row = new Row(this.header, cells, 0);
    const name = this.columns[field].find((one) => row.text(one) !== '');
    if (name === undefined) return '';
    const zoned = row.readZoned(name);
    return /\d:\d{2}/.test(zoned) ? zoned : row.text(name);
  }
}

/** The state of a position, open or closed, is none of an order. */
function notFilled(status: string): string | null {
  return /open|closed/i.test(status) ? null : explainUnfilled(status);
}

function first(cells: Cells, places: Places): string {
  for (let at = 0; at < places.length; at++) {
    const value = cleanCell(cells[places[at] ?? -1] ?? '');
    if (value !== '') return value;
  }
  return '';
}
