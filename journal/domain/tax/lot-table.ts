// The lots after wash sales, kept so that a page of them costs a page: columns of plain numbers, ordered once, and only the
// lines that are asked for built. There can be millions of pieces; an object for each would be most of the work.

import type { LotOrder, LotStatus } from '@zorivest/words';
import type { Day } from '../calendar/day.ts';
import { fromCents } from '../lots/cents.ts';
import { isOpen, isShort, type Lot, type ReadLot } from '../lots/lot.ts';
import { readLots } from '../lots/read.ts';
import { type Problem, Problems } from '../money/index.ts';
import type { WashSaleOptions } from '../wash/identical.ts';
import { matchFamilies } from '../wash/match.ts';
import { quantityOf, reportMissing } from '../wash/wash-sales.ts';

/** A piece of a lot with its own fate; amounts in cents. */
export interface LotPiece {
  readonly read: ReadLot;
  readonly quantity: number;
  /** What was paid. */
  readonly cost: number;
  /** Disallowed losses taken over. */
  readonly added: number;
  readonly proceeds: number | null;
  readonly disallowed: number;
  /** The day the holding counts from; null for an open short. */
  readonly held: Day | null;
}

export interface LotFilter {
  readonly account_id?: string;
  readonly ticker?: string;
  /** Default: all. */
  readonly status?: LotStatus | 'all';
}

const NOT_SOLD = NaN;
const NOT_HELD = -0x80000000;

export class LotTable {
  readonly problems: readonly Problem[];
  readonly #lots: readonly ReadLot[];
  readonly #lot: Int32Array;
  readonly #held: Int32Array;
  readonly #quantity: Float64Array;
  readonly #cost: Float64Array;
  readonly #added: Float64Array;
  readonly #proceeds: Float64Array;
  readonly #disallowed: Float64Array;
  readonly #orders = new Map<LotOrder, Int32Array>();

  constructor(lots: readonly Lot[], wash: WashSaleOptions = {}) {
    const problems = new Problems();
    const read = readLots(lots, problems);
    reportMissing(read, problems);
    // In the order of the input, as a person would list them; a family's pieces come together and are put in place after.
    const places = new Map(read.map((one, place) => [one, place]));
    const rows: (readonly number[][])[] = Array.from({ length: read.length });
    let count = 0;
    matchFamilies(read, wash, {}, (members) => {
      for (const position of members) {
        rows[places.get(position.read) ?? 0] = position.pieces.map((piece) => [
          quantityOf(piece.units, position),
          piece.cost,
          piece.added,
          piece.proceeds ?? NOT_SOLD,
          piece.disallowed,
          piece.held ?? NOT_HELD,
        ]);
        count += position.pieces.length;
        position.pieces = [];
      }
    });
    this.#lots = read;
    this.#lot = new Int32Array(count);
    this.#held = new Int32Array(count);
    this.#quantity = new Float64Array(count);
    this.#cost = new Float64Array(count);
    this.#added = new Float64Array(count);
    this.#proceeds = new Float64Array(count);
    this.#disallowed = new Float64Array(count);
    let at = 0;
    for (const [place, pieces] of rows.entries()) {
      for (const [quantity = 0, cost = 0, added = 0, proceeds = NOT_SOLD, disallowed = 0, held = NOT_HELD] of pieces) {
        this.#lot[at] = place;
        this.#held[at] = held;
        this.#quantity[at] = quantity;
        this.#cost[at] = cost;
        this.#added[at] = added;
        this.#proceeds[at] = proceeds;
        this.#disallowed[at] = disallowed;
        at += 1;
      }
    }
    this.problems = problems.list();
  }

  /** The pieces that are asked for, by number, in order: by the day they were opened, or the dearest first. */
  select(filter: LotFilter, order: Exclude<LotOrder, 'gain_loss'>): number[] {
    const matches = this.#lots.map(({ lot }) => isAsked(lot, filter));
    const found: number[] = [];
    for (const at of this.#inOrder(order)) if (matches[this.#lot[at] ?? 0] === true) found.push(at);
    return found;
  }

  /** The pieces of one lot. */
  of(lotId: string): LotPiece[] {
    const found: LotPiece[] = [];
    for (let at = 0; at < this.#lot.length; at += 1)
      if (this.#lots[this.#lot[at] ?? 0]?.lot.id === lotId) found.push(this.piece(at));
    return found;
  }

  piece(at: number): LotPiece {
    const read = this.#lots[this.#lot[at] ?? -1];
    const [proceeds = NOT_SOLD, held = NOT_HELD] = [this.#proceeds[at], this.#held[at]];
    if (read === undefined) throw new RangeError('there is no such piece');
    return {
      read,
      quantity: this.#quantity[at] ?? 0,
      cost: this.#cost[at] ?? 0,
      added: this.#added[at] ?? 0,
      proceeds: Number.isNaN(proceeds) ? null : proceeds,
      disallowed: this.#disallowed[at] ?? 0,
      held: held === NOT_HELD ? null : held,
    };
  }

  lotAt(at: number): Lot | undefined {
    return this.#lots[this.#lot[at] ?? -1]?.lot;
  }

  /** Dollars of basis, after wash sales, of these pieces. */
  basisOf(pieces: readonly number[]): number {
    return fromCents(pieces.reduce((sum, at) => sum + (this.#cost[at] ?? 0) + (this.#added[at] ?? 0), 0));
  }

  #inOrder(order: Exclude<LotOrder, 'gain_loss'>): Int32Array {
    const known = this.#orders.get(order);
    if (known !== undefined) return known;
    const sorted = order === 'acquired_date' ? this.#byDay() : this.#byCost();
    this.#orders.set(order, sorted);
    return sorted;
  }

  /** Day and number in one figure, which is sorted ten times as fast as by a function. */
  #byDay(): Int32Array {
    const count = this.#lot.length;
    const keys = Float64Array.from({ length: count }, (_, at) => this.#openedOn(at) * count + at);
    return Int32Array.from(keys.toSorted(), (key) => key - Math.floor(key / count) * count);
  }

  #byCost(): Int32Array {
    const cost = (at: number): number => (this.#cost[at] ?? 0) + (this.#added[at] ?? 0);
    return Int32Array.from(this.#lot.keys()).toSorted((a, b) => cost(b) - cost(a) || a - b);
  }

  #openedOn(at: number): Day {
    const read = this.#lots[this.#lot[at] ?? -1];
    return (read !== undefined && isShort(read.lot) ? read.sold : read?.acquired) ?? 0;
  }
}

function isAsked(lot: Lot, { account_id, ticker, status = 'all' }: LotFilter): boolean {
  return (
    (account_id === undefined || lot.account_id === account_id) &&
    (ticker === undefined || lot.symbol === ticker) &&
    (status === 'all' || (status === 'open') === isOpen(lot))
  );
}
