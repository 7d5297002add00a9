// A lot as the wash-sale rules see it: when it was entered and left, and the pieces it falls into.

import type { Day } from '../calendar/day.ts';
import { isShort, type ReadLot } from '../lots/lot.ts';
import { shareOf } from './units.ts';

/** Part of a lot with its own fate. Amounts in cents; units are shares of the underlying, or the finest part of one. */
export interface Piece {
  units: number;
  cost: number;
  proceeds: number | null;
  /** Disallowed losses carried into the basis. */
  added: number;
  /** The day the holding counts from, after tacking. */
  held: Day | null;
  /** The lot whose loss this piece took over. */
  replaces: string | null;
  /** Of this piece's own loss. */
  disallowed: number;
}

export interface Position {
  readonly read: ReadLot;
  readonly entered: Day;
  readonly enteredAt: number;
  /** Null while open. */
  readonly left: Day | null;
  readonly leftAt: number;
  /** Lots of one purchase. */
  readonly group: string;
  readonly unitsPerShare: number;
  /** Replaced parts first; the last one may still be free. */
  pieces: Piece[];
  /** Units of the last piece that can still replace. */
  free: number;
}

export function positionOf(read: ReadLot, units: number, unitsPerShare: number): Position {
  const { lot } = read;
  const short = isShort(lot);
  const entered = short ? read.sold : read.acquired;
  return {
    read,
    // The reader has refused a lot without the date it was entered.
    entered: entered ?? 0,
    enteredAt: short ? read.soldAt : read.acquiredAt,
    left: short ? read.acquired : read.sold,
    leftAt: short ? read.acquiredAt : read.soldAt,
    group: lot.lot_group ?? lot.id,
    unitsPerShare,
    pieces: [
      {
        units,
        cost: read.cost,
        proceeds: read.proceeds,
        added: 0,
        held: read.acquired,
        replaces: null,
        disallowed: 0,
      },
    ],
    free: lot.used_as_replacement === true ? 0 : units,
  };
}

/** Cuts `units` off a piece and returns them; amounts go with the units, to the cent, and nothing is lost between the two. */
export function cut(piece: Piece, units: number): Piece {
  const part: Piece = {
    units,
    cost: shareOf(piece.cost, units, piece.units),
    proceeds: piece.proceeds === null ? null : shareOf(piece.proceeds, units, piece.units),
    added: shareOf(piece.added, units, piece.units),
    held: piece.held,
    replaces: piece.replaces,
    disallowed: piece.disallowed,
  };
  piece.units -= units;
  piece.cost -= part.cost;
  piece.added -= part.added;
  if (piece.proceeds !== null && part.proceeds !== null) piece.proceeds -= part.proceeds;
  return part;
}

/** Positive when the piece was sold at a loss. */
export function lossOf(piece: Piece): number {
  return piece.proceeds === null ? 0 : piece.cost + piece.added - piece.proceeds;
}

/** Was `a` left before `b`, or at the very same moment? An open position is left after everything. */
export function leftNotAfter(a: Position, b: Position): boolean {
  if (a.left === null || b.left === null) return b.left === null;
  return a.left < b.left || (a.left === b.left && a.leftAt <= b.leftAt);
}
