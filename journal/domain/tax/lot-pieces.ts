// The pieces that wash sales make of lots, as columns of plain numbers. There can be millions: an object for each would be
// most of the work.

import { type Day, yearOf } from '../calendar/day.ts';
import { isOpen, isShort, type Lot, type ReadLot } from '../lots/lot.ts';
import { readLots } from '../lots/read.ts';
import { type Cents, centsOf, type Problem, Problems } from '../money/index.ts';
import type { WashSaleOptions } from '../wash/identical.ts';
import { matchFamilies } from '../wash/match.ts';
import { quantityOf, reportMissing } from '../wash/wash-sales.ts';

/** A piece of a lot with its own fate; amounts in cents. */
export interface LotPiece {
  readonly read: ReadLot;
  readonly quantity: number;
  /** What was paid. */
  readonly cost: Cents;
  /** Disallowed losses taken over. */
  readonly added: Cents;
  readonly proceeds: Cents | null;
  readonly disallowed: Cents;
  /** The day the holding counts from; null for an open short. */
  readonly held: Day | null;
}

const NOT_SOLD = NaN;
const NOT_HELD = -0x80000000;

/** Of a piece, while they are collected: quantity, cost, added, proceeds, disallowed, held. */
const NUMBERS = 6;
const NO_PIECES = new Float64Array(0);

/** What is asked of every piece whenever lots are put in order. */
export interface PieceColumns {
  /** The day it was opened. */
  readonly opened: Int32Array;
  /** In cents, after wash sales. */
  readonly basis: Float64Array;
  /** One while it is held. */
  readonly open: Uint8Array;
  /** The year it was sold in; zero while it is held. */
  readonly soldIn: Int16Array;
}

/** Of lots that no other lot can replace, or of all there are; in the order of the lots. */
export class LotPieces {
  readonly lots: readonly ReadLot[];
  readonly problems: readonly Problem[];
  /** Of each piece, the place of its lot. */
  readonly lot: Int32Array;
  /** Of each lot, of which there are far fewer than pieces: the day it was opened, and one while it is held. */
  readonly #opened: Int32Array;
  readonly #open: Uint8Array;
  readonly #soldIn: Int16Array;
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
    // Of each lot, the block its pieces are in, and from where to where.
    const [block, first, end] = [new Int32Array(read.length), new Int32Array(read.length), new Int32Array(read.length)];
    const blocks: Float64Array[] = [];
    let count = 0;
    matchFamilies(read, wash, {}, (members) => {
      // One block for the family: a list that grows with each piece would be copied again and again.
      const all = new Float64Array(NUMBERS * members.reduce((sum, { pieces }) => sum + pieces.length, 0));
      let at = 0;
      for (const position of members) {
        const place = places.get(position.read) ?? 0;
        block[place] = blocks.length;
        first[place] = at;
        for (const piece of position.pieces) {
          all[at] = quantityOf(piece.units, position);
          all[at + 1] = piece.cost;
          all[at + 2] = piece.added;
          all[at + 3] = piece.proceeds ?? NOT_SOLD;
          all[at + 4] = piece.disallowed;
          all[at + 5] = piece.held ?? NOT_HELD;
          at += NUMBERS;
        }
        end[place] = at;
        position.pieces = [];
      }
      blocks.push(all);
      count += at / NUMBERS;
    });
    this.lots = read;
    this.lot = new Int32Array(count);
    this.#opened = Int32Array.from(read, ({ lot, sold, acquired }) => (isShort(lot) ? sold : acquired) ?? 0);
    this.#open = Uint8Array.from(read, ({ lot }) => (isOpen(lot) ? 1 : 0));
    this.#soldIn = Int16Array.from(read, ({ lot, sold, acquired }) => {
      const left = isOpen(lot) ? null : isShort(lot) ? acquired : sold;
      return left === null ? 0 : yearOf(left);
    });
    this.#held = new Int32Array(count);
    this.#quantity = new Float64Array(count);
    this.#cost = new Float64Array(count);
    this.#added = new Float64Array(count);
    this.#proceeds = new Float64Array(count);
    this.#disallowed = new Float64Array(count);
    let at = 0;
    for (let place = 0; place < read.length; place += 1) {
      const pieces = blocks[block[place] ?? 0] ?? NO_PIECES;
      for (let n = first[place] ?? 0; n < (end[place] ?? 0); n += NUMBERS, at += 1) {
        this.lot[at] = place;
        this.#quantity[at] = pieces[n] ?? 0;
        this.#cost[at] = pieces[n + 1] ?? 0;
        this.#added[at] = pieces[n + 2] ?? 0;
        this.#proceeds[at] = pieces[n + 3] ?? NOT_SOLD;
        this.#disallowed[at] = pieces[n + 4] ?? 0;
        this.#held[at] = pieces[n + 5] ?? NOT_HELD;
      }
    }
    this.problems = problems.list();
  }

  get count(): number {
    return this.lot.length;
  }

  /** Writes the columns of its pieces, the first of them at this place. */
  writeTo({ opened, basis, open, soldIn }: PieceColumns, start: number): void {
    for (let at = 0; at < this.count; at += 1) {
      const place = this.lot[at] ?? 0;
      opened[start + at] = this.#opened[place] ?? 0;
      open[start + at] = this.#open[place] ?? 0;
      soldIn[start + at] = this.#soldIn[place] ?? 0;
      basis[start + at] = (this.#cost[at] ?? 0) + (this.#added[at] ?? 0);
    }
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
      cost: centsOf(this.#cost[at] ?? 0),
      added: centsOf(this.#added[at] ?? 0),
      proceeds: Number.isNaN(proceeds) ? null : centsOf(proceeds),
      disallowed: centsOf(this.#disallowed[at] ?? 0),
      held: held === NOT_HELD ? null : held,
    };
  }
}
