// The pieces that wash sales make of lots, as columns of plain numbers. There can be millions: an object for each would be
// most of the work.

import type { Day } from '../calendar/day.ts';
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

const NOT_SOLD = NaN;
const NOT_HELD = -0x80000000;

/** Of lots that no other lot can replace, or of all there are; in the order of the lots. */
export class LotPieces {
  readonly lots: readonly ReadLot[];
  readonly problems: readonly Problem[];
  /** Of each piece, the place of its lot. */
  readonly lot: Int32Array;
  /** The day it was opened. */
  readonly opened: Int32Array;
  /** In cents, after wash sales. */
  readonly basis: Float64Array;
  /** One while it is held. */
  readonly open: Uint8Array;
  readonly #held: Int32Array;
  readonly #quantity: Float64Array;
  readonly #cost: Float64Array;
  readonly #added: Float64Array;
  readonly #proceeds: Float64Array;
  readonly #disallowed: Float64Array;

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
    this.lots = read;
    this.lot = new Int32Array(count);
    this.opened = new Int32Array(count);
    this.basis = new Float64Array(count);
    this.open = new Uint8Array(count);
    this.#held = new Int32Array(count);
    this.#quantity = new Float64Array(count);
    this.#cost = new Float64Array(count);
    this.#added = new Float64Array(count);
    this.#proceeds = new Float64Array(count);
    this.#disallowed = new Float64Array(count);
    let at = 0;
    for (const [place, pieces] of rows.entries()) {
      const { lot, sold, acquired } = read[place] ?? {};
      const opened = (lot !== undefined && isShort(lot) ? sold : acquired) ?? 0;
      const open = lot !== undefined && isOpen(lot) ? 1 : 0;
      for (const [quantity = 0, cost = 0, added = 0, proceeds = NOT_SOLD, disallowed = 0, held = NOT_HELD] of pieces) {
        this.lot[at] = place;
        this.opened[at] = opened;
        this.basis[at] = cost + added;
        this.open[at] = open;
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

  get count(): number {
    return this.lot.length;
  }

  /** The lot of a piece. */
  readAt(at: number): ReadLot {
    const read = this.lots[this.lot[at] ?? -1];
    if (read === undefined) throw new RangeError('there is no such piece');
    return read;
  }

  piece(at: number): LotPiece {
    const [proceeds = NOT_SOLD, held = NOT_HELD] = [this.#proceeds[at], this.#held[at]];
    return {
      read: this.readAt(at),
      quantity: this.#quantity[at] ?? 0,
      cost: this.#cost[at] ?? 0,
      added: this.#added[at] ?? 0,
      proceeds: Number.isNaN(proceeds) ? null : proceeds,
      disallowed: this.#disallowed[at] ?? 0,
      held: held === NOT_HELD ? null : held,
    };
  }
}
