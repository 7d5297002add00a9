// Wash sales: IRC 1091, Reg. 1.1091-1 and -2, Pub. 550. A loss is disallowed as far as identical shares were bought
// within 30 days before or after; it moves into the basis of the earliest such shares, and their holding period with it.
// Losses are taken in the order of disposition, so a chain passes its enlarged loss on.

import { dayText } from '../calendar/day.ts';
import { isShort, type Lot } from '../lots/lot.ts';
import { readLots } from '../lots/read.ts';
import { cents, eighths, type Fixed, least, over, type Problem, Problems } from '../money/index.ts';
import { TAX_DISCLAIMER } from '../tax/disclaimer.ts';
import { isCovered, isRetirement, Replacements, underlyingOf, type WashSaleOptions } from './identical.ts';
import { byEntry, WINDOW_DAYS } from './pool.ts';
import { cut, lossOf, type Piece, type Position, positionOf } from './position.ts';

/** An input lot, or a piece of one where only part matched. */
export type WashedLot = Lot & {
  /** The input lot's id. */
  readonly from: string;
  /** The part of this piece's loss that may not be deducted. */
  readonly disallowed_loss: number;
  /** Cost basis + losses taken over. */
  readonly adjusted_basis: number;
  /** The day the holding counts from, with the sold shares' period added. */
  readonly adjusted_acquired: string;
  /** The input lot whose loss this piece took over. */
  readonly replaces: string | null;
};

export interface WashSale {
  /** Ids of the input lots. */
  readonly loss_lot: string;
  readonly replacement_lot: string;
  /** Of the loss lot's quantity. */
  readonly shares: number;
  readonly disallowed_loss: number;
  /** The replacement is in an IRA: no basis takes the loss over (Rev. Rul. 2008-5). */
  readonly permanently_lost: boolean;
  readonly symbol: string;
  readonly sold: string;
  readonly replaced_on: string;
  /** Of the replacing shares, with this loss. */
  readonly replacement_basis: number;
  readonly window: { readonly from: string; readonly to: string };
}

export interface WashSales {
  readonly lots: WashedLot[];
  readonly wash_sales: WashSale[];
  readonly total_disallowed: number;
  readonly disclaimer: string;
  readonly problems: Problem[];
}

export function washSales(lots: readonly Lot[], options: WashSaleOptions = {}): WashSales {
  const problems = new Problems();
  const positions = readLots(lots, problems).map(positionOf);
  const concerned = positions.filter(
    ({ read: { lot } }) => isCovered(lot) && !(options.spouse === false && lot.account_kind === 'spouse'),
  );
  reportMissing(concerned, problems);
  const found: WashSale[] = [];
  let total = 0n;
  for (const family of Map.groupBy(concerned, ({ read }) => underlyingOf(read.lot)).values()) {
    const replacements = new Replacements(family, options);
    for (const loss of dispositions(family)) total += disallow(loss, replacements, found);
  }
  return {
    lots: positions.flatMap(shownPieces),
    wash_sales: found,
    total_disallowed: cents(total),
    disclaimer: TAX_DISCLAIMER,
    problems: problems.list(),
  };
}

/** Everything that was sold, earliest first; of one moment, in the order acquired (Reg. 1.1091-1(b)). */
function dispositions(family: readonly Position[]): Position[] {
  return family
    .filter(({ left, read }) => left !== null && !isRetirement(read.lot))
    .toSorted((a, b) => (a.left ?? 0) - (b.left ?? 0) || a.leftAt - b.leftAt || byEntry(a, b));
}

/** Matches one sale's losing pieces with replacements; returns what was disallowed. */
function disallow(loss: Position, replacements: Replacements, found: WashSale[]): Fixed {
  if (loss.left === null || loss.pieces.every((piece) => lossOf(piece) <= 0n)) return 0n;
  const pools = replacements.for(loss.read.lot);
  for (const pool of pools) pool.advance(loss.left);
  const walks = pools.map((pool) => pool.walk(loss));
  let total = 0n;
  const settled: Piece[] = [];
  for (const piece of loss.pieces) {
    let rest: Piece | null = piece;
    while (rest !== null && lossOf(rest) > 0n) {
      const replacement = earliest(walks.map((walk) => walk.peek()));
      if (replacement === null) break;
      const units: Fixed = least(rest.units, replacement.free);
      const [part, left]: [Piece, Piece | null] = units === rest.units ? [rest, null] : cut(rest, units);
      // A part worth less than a cent of loss is none.
      if (lossOf(part) <= 0n) break;
      part.disallowed = lossOf(part);
      total += part.disallowed;
      const taker = replace(replacement, part, loss);
      found.push(washSale(loss, part, replacement, taker));
      settled.push(part);
      rest = left;
    }
    if (rest !== null) settled.push(rest);
  }
  loss.pieces = settled;
  return total;
}

function earliest(candidates: readonly (Position | null)[]): Position | null {
  let first: Position | null = null;
  for (const candidate of candidates)
    if (candidate !== null && (first === null || byEntry(candidate, first) < 0)) first = candidate;
  return first;
}

/** Moves the disallowed loss and the holding period to the replacing shares; returns their piece. */
function replace(position: Position, part: Piece, loss: Position): Piece {
  const free = position.pieces.pop();
  if (free === undefined) throw new RangeError('a position always has a piece');
  const [taker, rest]: [Piece, Piece | null] = part.units === free.units ? [free, null] : cut(free, part.units);
  position.free -= part.units;
  position.pieces.push(taker);
  if (rest !== null) position.pieces.push(rest);
  taker.replaces = loss.read.lot.id;
  const { lot } = position.read;
  if (isRetirement(lot)) return taker;
  taker.added += part.disallowed;
  // Tacking (IRC 1223(3)); a short sale has no holding period to pass on.
  if (!isShort(lot) && !isShort(loss.read.lot) && loss.left !== null && part.held !== null && taker.held !== null)
    taker.held -= loss.left - part.held;
  return taker;
}

function washSale(loss: Position, part: Piece, replacement: Position, taker: Piece): WashSale {
  const sold = loss.left ?? 0;
  return {
    loss_lot: loss.read.lot.id,
    replacement_lot: replacement.read.lot.id,
    shares: eighths(over(part.units, loss.read.multiplier)),
    disallowed_loss: cents(part.disallowed),
    permanently_lost: isRetirement(replacement.read.lot),
    symbol: loss.read.lot.symbol,
    sold: dayText(sold),
    replaced_on: dayText(replacement.entered),
    replacement_basis: cents(taker.cost + taker.added),
    window: { from: dayText(sold - WINDOW_DAYS), to: dayText(sold + WINDOW_DAYS) },
  };
}

function shownPieces(position: Position): WashedLot[] {
  const { lot, multiplier, acquired } = position.read;
  return position.pieces.map((piece, index) => ({
    ...lot,
    id: index === 0 ? lot.id : `${lot.id}#${index + 1}`,
    from: lot.id,
    quantity: eighths(over(piece.units, multiplier)),
    cost_basis: cents(piece.cost),
    ...(piece.proceeds === null ? {} : { proceeds: cents(piece.proceeds) }),
    disallowed_loss: cents(piece.disallowed),
    adjusted_basis: cents(piece.cost + piece.added),
    adjusted_acquired: piece.held === null || piece.held === acquired ? lot.acquired : dayText(piece.held),
    replaces: piece.replaces,
    ...(piece.replaces === null ? {} : { used_as_replacement: true }),
  }));
}

function reportMissing(positions: readonly Position[], problems: Problems): void {
  for (const { left, read } of positions)
    if (left !== null && read.proceeds === null && !isRetirement(read.lot))
      problems.add(
        'missing_proceeds',
        'The lot was sold but its proceeds are missing: its loss is not known.',
        read.lot.id,
      );
}
