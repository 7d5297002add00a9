// A lot as the wash-sale rules see it: when it was entered and left, and the pieces it falls into.

import { type Cents, centsOf, NO_CENTS, subtractCents } from '../money/index.ts';
import { type Day, parseDay } from '../calendar/day.ts';
import { isShort, type ReadLot } from '../lots/lot.ts';
import { shareOf } from './units.ts';

/** Part of a lot with its own fate. Units are shares of the underlying, or the finest part of one. */
export interface Piece {
  units: number;
  cost: Cents;
  proceeds: Cents | null;
  /** Disallowed losses carried into the basis. */
  added: Cents;
  /** The day the holding counts from, after tacking. */
  held: Day | null;
  /** The lot whose loss this piece took over. */
  replaces: string | null;
  /** Of this piece's own loss. */
  disallowed: Cents;
}

export interface Position {
  readonly read: ReadLot;
  readonly entered: Day;
  readonly enteredAt: number;
  /** Null while open. */
  readonly left: Day | null;
  readonly leftAt: number;
  /** The order in which the family's positions were left: the same for those one fill closed, without end while open. */
  leftRank: number;
  /** Lots of one purchase. */
  readonly group: string;
  readonly unitsPerShare: number;
  /** In the order of their units; those that have replaced come first. */
  pieces: Piece[];
  /** The last units, those that can still replace. */
  free: number;
}

/**
 * What can replace a loss: a position entered, or the sale of one. The sale counts for a short sale closed at a loss, which
 * it continues as a purchase continues a long one (IRC 1091(e)).
 */
export type Candidate = Position | Sale;

/** Shares sold, seen as the event that can take over a short sale's loss. */
export interface Sale extends Pick<Position, 'read' | 'entered' | 'enteredAt' | 'group' | 'leftRank'> {
  readonly of: Position;
  /** Units that have taken no loss over yet; they are the last ones. */
  free: number;
}

/** Null while the position is held. */
export function saleOf(position: Position): Sale | null {
  const { read, left, leftAt, group, pieces } = position;
  if (left === null) return null;
  const units = pieces.reduce((sum, piece) => sum + piece.units, 0);
  return { of: position, read, entered: left, enteredAt: leftAt, leftRank: Infinity, group, free: units };
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
    leftRank: Infinity,
    group: lot.lot_group ?? lot.id,
    unitsPerShare,
    pieces: [
      {
        units,
        cost: read.cost,
        proceeds: read.proceeds,
        added: NO_CENTS,
        held: lot.held_from === undefined ? read.acquired : parseDay(lot.held_from.slice(0, 10)),
        replaces: null,
        disallowed: NO_CENTS,
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
    disallowed: shareOf(piece.disallowed, units, piece.units),
  };
  piece.units -= units;
  piece.cost = subtractCents(piece.cost, part.cost);
  piece.added = subtractCents(piece.added, part.added);
  piece.disallowed = subtractCents(piece.disallowed, part.disallowed);
  if (piece.proceeds !== null && part.proceeds !== null) piece.proceeds = subtractCents(piece.proceeds, part.proceeds);
  return part;
}

/** The piece in which the last `free` units begin, and how many of its units are among them. */
function freeFrom(pieces: readonly Piece[], free: number): { at: number; units: number } {
  let at = pieces.length - 1;
  let units = free;
  for (let piece = pieces[at]; piece !== undefined && units > piece.units; piece = pieces[at]) {
    units -= piece.units;
    at -= 1;
  }
  return { at, units };
}

/** How many units can take a loss over in one piece. */
export function roomIn(candidate: Candidate): number {
  return freeFrom('of' in candidate ? candidate.of.pieces : candidate.pieces, candidate.free).units;
}

/** Makes the first `units` of the last `free` ones a piece of their own; they are no more than `roomIn` returned. */
export function takeFree(pieces: Piece[], free: number, units: number): Piece {
  const found = freeFrom(pieces, free);
  const piece = pieces[found.at];
  if (piece === undefined) throw new RangeError('free units lie in a piece');
  let { at } = found;
  if (found.units < piece.units) {
    pieces.splice(at, 0, cut(piece, piece.units - found.units));
    at += 1;
  }
  if (units === piece.units) return piece;
  const taken = cut(piece, units);
  pieces.splice(at, 0, taken);
  return taken;
}

/** Positive when the piece was sold at a loss. */
export function lossOf(piece: Piece): Cents {
  return piece.proceeds === null ? NO_CENTS : centsOf(piece.cost + piece.added - piece.proceeds);
}

/** Was `a` left before `b`, or by the very same fill? An open position is left after everything. */
export function isSoldNoLaterThan(a: Candidate, b: Position): boolean {
  return a.leftRank <= b.leftRank;
}
