// A lot as the wash-sale rules see it: when it was entered and left, and the pieces it falls into.

import type { Day } from '../calendar/day.ts';
import { isShort, type ReadLot } from '../lots/lot.ts';
import { type Fixed, prorate, times, wholeCents } from '../money/index.ts';

/** Part of a lot with its own fate. Units are shares of the underlying, so that a contract can replace shares. */
export interface Piece {
  units: Fixed;
  cost: Fixed;
  proceeds: Fixed | null;
  /** Disallowed losses carried into the basis. */
  added: Fixed;
  /** The day the holding counts from, after tacking. */
  held: Day | null;
  /** The lot whose loss this piece took over. */
  replaces: string | null;
  /** Of this piece's own loss. */
  disallowed: Fixed;
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
  /** Replaced parts first; the last one may still be free. */
  pieces: Piece[];
  /** Units of the last piece that can still replace. */
  free: Fixed;
}

export function positionOf(read: ReadLot): Position {
  const { lot } = read;
  const short = isShort(lot);
  const units = times(read.quantity, read.multiplier);
  const entered = short ? read.sold : read.acquired;
  return {
    read,
    // The reader has refused a lot without the date it was entered.
    entered: entered ?? 0,
    enteredAt: short ? read.soldAt : read.acquiredAt,
    left: short ? read.acquired : read.sold,
    leftAt: short ? read.acquiredAt : read.soldAt,
    group: lot.lot_group ?? lot.id,
    pieces: [
      {
        units,
        cost: read.cost,
        proceeds: read.proceeds,
        added: 0n,
        held: read.acquired,
        replaces: null,
        disallowed: 0n,
      },
    ],
    free: lot.used_as_replacement === true ? 0n : units,
  };
}

/** Cuts `units` off a piece; amounts go with the units, to the cent, and nothing is lost between the two. */
export function cut(piece: Piece, units: Fixed): [part: Piece, rest: Piece] {
  const share = (amount: Fixed): Fixed => wholeCents(prorate(amount, units, piece.units));
  const cost = share(piece.cost);
  const added = share(piece.added);
  const proceeds = piece.proceeds === null ? null : share(piece.proceeds);
  return [
    { ...piece, units, cost, added, proceeds },
    {
      ...piece,
      units: piece.units - units,
      cost: piece.cost - cost,
      added: piece.added - added,
      proceeds: piece.proceeds === null || proceeds === null ? null : piece.proceeds - proceeds,
    },
  ];
}

/** Positive when the piece was sold at a loss. */
export function lossOf(piece: Piece): Fixed {
  return piece.proceeds === null ? 0n : piece.cost + piece.added - piece.proceeds;
}

/** Was `a` left before `b`, or at the very same moment? An open position is left after everything. */
export function leftNotAfter(a: Position, b: Position): boolean {
  if (a.left === null || b.left === null) return b.left === null;
  return a.left < b.left || (a.left === b.left && a.leftAt <= b.leftAt);
}
