// The matching: IRC 1091, Reg. 1.1091-1 and -2, Pub. 550. A loss is disallowed as far as identical shares were bought
// within 30 days before or after; it moves into the basis of the earliest such shares, and their holding period with it.
// Losses are taken in the order of disposition, so a chain passes its enlarged loss on. A short sale closed at a loss is
// replaced by another one, or by a sale of shares: then the loss becomes part of that sale's basis.

import { isShort, type ReadLot } from '../lots/lot.ts';
import {
  addCents,
  expandAmount,
  expandQuantity,
  multiply,
  NO_CENTS,
  PAR,
  roundQuantity,
  wholeNumber,
} from '../money/index.ts';
import { closesShort, isCovered, isRetirement, Replacements, underlyingOf, type WashSaleOptions } from './identical.ts';
import { byEntry, type Walk } from './pool.ts';
import { type Candidate, cut, lossOf, type Piece, type Position, positionOf, roomIn, takeFree } from './position.ts';
import { unitsPerShare } from './units.ts';

/** One part of a loss and the shares that replace it. */
export interface Match {
  readonly loss: Position;
  readonly part: Piece;
  readonly replacement: Candidate;
  readonly taker: Piece;
}

/** What a caller may follow while the matching runs. */
export interface WashObserver {
  /** A part of a loss was matched. */
  readonly match?: (match: Match) => void;
  /** A sale's pieces are final: nothing later can change them. */
  readonly settled?: (position: Position) => void;
}

/** All lots as positions, in their order, with every loss matched. */
export function matchWashSales(
  lots: readonly ReadLot[],
  options: WashSaleOptions,
  seen: WashObserver = {},
): Position[] {
  const positions: (Position | undefined)[] = Array.from({ length: (lots.at(-1)?.index ?? -1) + 1 });
  matchFamilies(lots, options, seen, (members) => {
    for (const position of members) positions[position.read.index] = position;
  });
  return positions.filter((position) => position !== undefined);
}

/** The same, one family after the other: a caller that needs no positions afterwards does not have to hold millions of them. */
export function matchFamilies(
  lots: readonly ReadLot[],
  options: WashSaleOptions,
  seen: WashObserver,
  matched: (members: readonly Position[]) => void,
): void {
  for (const family of Map.groupBy(lots, ({ lot }) => underlyingOf(lot)).values()) {
    const shares = family.map(sharesOf);
    const perShare = unitsPerShare(shares);
    const members = family.map((read, index) =>
      positionOf(read, Math.round((shares[index] ?? 0) * perShare), perShare),
    );
    const concerned = members.filter(({ read }) => isConcerned(read, options));
    const replacements = new Replacements(concerned, options);
    // A sale made earlier may still take over the loss of a short closed later.
    const late = concerned.some(closesShort);
    const sold = dispositions(concerned);
    for (const position of sold) {
      disallow(position, replacements, seen);
      if (!late) seen.settled?.(position);
    }
    if (late) for (const position of sold) seen.settled?.(position);
    matched(members);
  }
}

function sharesOf({ quantity, multiplier }: ReadLot): number {
  const whole = multiplier === PAR ? wholeNumber(quantity) : null;
  return whole ?? roundQuantity(multiply(expandQuantity(quantity), expandAmount(multiplier)));
}

function isConcerned({ lot }: ReadLot, options: WashSaleOptions): boolean {
  return isCovered(lot) && !(options.spouse === false && lot.account_kind === 'spouse');
}

/** Everything that was sold and is reported, in the order of disposition. */
function dispositions(family: readonly Position[]): Position[] {
  return inOrderOfDisposition(family).filter(({ read }) => !isRetirement(read.lot));
}

/**
 * All that was left, earliest first, and ranked. Of one moment (a day, where only days are known) in the order acquired,
 * then in the order of the input (Reg. 1.1091-1(b)), as if one sale had followed the other: the later one's shares were
 * still held and can replace. What one fill closed was left together, so none of it replaces the rest.
 */
function inOrderOfDisposition(family: readonly Position[]): Position[] {
  const left = family
    .filter((position) => position.left !== null)
    .toSorted((a, b) => (a.left ?? 0) - (b.left ?? 0) || a.leftAt - b.leftAt || byEntry(a, b));
  const ordered: Position[] = [];
  for (let from = 0; from < left.length;) {
    const to = endOfMoment(left, from);
    for (const fill of fillsOf(left.slice(from, to))) {
      const rank = ordered.length;
      for (const position of fill) {
        position.leftRank = rank;
        ordered.push(position);
      }
    }
    from = to;
  }
  return ordered;
}

function endOfMoment(left: readonly Position[], from: number): number {
  const first = left[from];
  let to = from + 1;
  while (left[to]?.left === first?.left && left[to]?.leftAt === first?.leftAt && to < left.length) to += 1;
  return to;
}

/** The lots of one moment by the fill that closed them, in the order of each fill's first lot. */
function fillsOf(moment: readonly Position[]): Iterable<readonly Position[]> {
  if (moment.length === 1) return [moment];
  // A lot that names no fill was sold alone.
  return Map.groupBy(moment, (position) => position.read.lot.closed_by ?? position).values();
}

/** Matches one sale's losing pieces with replacements. */
function disallow(loss: Position, replacements: Replacements, seen: WashObserver): void {
  if (loss.left === null || loss.pieces.every((piece) => lossOf(piece) <= 0)) return;
  const walks = replacements.walks(loss, loss.left);
  const settled: Piece[] = [];
  for (const piece of loss.pieces) {
    while (lossOf(piece) > 0) {
      const replacement = earliest(walks);
      if (replacement === null) break;
      const room = roomIn(replacement);
      const whole = piece.units <= room;
      const part = whole ? piece : cut(piece, room);
      settled.push(part);
      part.disallowed = lossOf(part);
      // A part so small that its share of the loss is less than a cent passes nothing on, but its shares are matched.
      if (part.disallowed < 0) part.disallowed = NO_CENTS;
      const taker = replace(replacement, part, loss);
      seen.match?.({ loss, part, replacement, taker });
      if (whole) break;
    }
    if (settled.at(-1) !== piece) settled.push(piece);
  }
  loss.pieces = settled;
}

function earliest(walks: readonly Walk[]): Candidate | null {
  let first: Candidate | null = null;
  for (const walk of walks) {
    const candidate = walk.peek();
    if (candidate !== null && (first === null || byEntry(candidate, first) < 0)) first = candidate;
  }
  return first;
}

/** Moves the disallowed loss and the holding period to the replacing shares; returns their piece. */
function replace(candidate: Candidate, part: Piece, loss: Position): Piece {
  const position = 'of' in candidate ? candidate.of : candidate;
  const taker = takeFree(position.pieces, candidate.free, part.units);
  candidate.free -= part.units;
  const { lot } = position.read;
  if (position === candidate) taker.replaces = loss.read.lot.id;
  if (isRetirement(lot)) return taker;
  taker.added = addCents(taker.added, part.disallowed);
  // Tacking (IRC 1223(3)); a short sale has no holding period to pass on.
  if (!isShort(lot) && !isShort(loss.read.lot) && loss.left !== null && part.held !== null && taker.held !== null)
    taker.held -= loss.left - part.held;
  return taker;
}
