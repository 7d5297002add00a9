// What a broker's Form 1099 states of a sale is used on Form 8949 before what the book computes: box, basis and wash sale. What a
// broker cannot know is added to it: losses that went into, or came from, another account or another security of the person.

import type { FormBox, Term } from '@zorivest/vocabulary';
import { addCents, type Cents, centsOf, NO_CENTS } from '../money/index.ts';
import type { Lot } from '../lots/lot.ts';
import type { Match } from '../wash/match.ts';
import type { Piece, Position } from '../wash/position.ts';

/** Of one lot as one sale closed it; null where the form says nothing of it. */
export interface ReportedSale {
  readonly box: FormBox | null;
  readonly cost_basis: Cents | null;
  readonly wash: Cents | null;
}

/** By the key of each sale. */
export type ReportedSales = ReadonlyMap<string, ReportedSale>;

/** A lot that several sales closed has its id in each; the rules of short sales divide one further. */
export function keyOfSale({ id, closed_by, sold, acquired, quantity, held_from, is_long_loss }: Lot): string {
  return [id, closed_by, sold, acquired, String(quantity), held_from, is_long_loss].join('\n');
}

const LONG_BOXES = 'DEFJKL';

function termOfBox(box: FormBox): Term {
  return LONG_BOXES.includes(box) ? 'long' : 'short';
}

/** A broker looks at one account and one security (Reg. 1.6045-1(d)(6)(iii)); the law at all of them. */
export class BeyondBroker {
  readonly #lost = new Map<Position, Cents>();
  readonly #added = new Map<Position, Cents>();

  take({ loss, part, replacement }: Match): void {
    const [own, other] = [loss.read.lot, replacement.read.lot];
    if (own.account_id === other.account_id && own.symbol === other.symbol) return;
    const taker = 'of' in replacement ? replacement.of : replacement;
    this.#lost.set(loss, addCents(this.lost(loss), part.disallowed));
    this.#added.set(taker, addCents(this.added(taker), part.disallowed));
  }

  /** Of its loss, what went elsewhere. */
  lost(position: Position): Cents {
    return this.#lost.get(position) ?? NO_CENTS;
  }

  /** In its basis, what came from elsewhere. */
  added(position: Position): Cents {
    return this.#added.get(position) ?? NO_CENTS;
  }
}

export interface ReportedPiece {
  readonly piece: Piece;
  readonly basis: Cents;
  readonly disallowed: Cents;
  readonly term: Term | null;
}

/** The pieces of a sale as one, by the form's word; null where there is none of it. */
export function reportPieces(
  position: Position,
  report: ReportedSale | undefined,
  beyond: BeyondBroker,
): ReportedPiece | null {
  const [first] = position.pieces;
  if (report === undefined || first === undefined) return null;
  const sum = (of: (piece: Piece) => number): Cents =>
    centsOf(position.pieces.reduce((total, piece) => total + of(piece), 0));
  const piece: Piece = {
    ...first,
    units: sum(({ units }) => units),
    cost: sum(({ cost }) => cost),
    added: sum(({ added }) => added),
    proceeds: sum(({ proceeds }) => proceeds ?? 0),
    disallowed: sum(({ disallowed }) => disallowed),
  };
  const basis =
    report.cost_basis === null
      ? addCents(piece.cost, piece.added)
      : addCents(report.cost_basis, beyond.added(position));
  const left = Math.max(0, basis - (piece.proceeds ?? 0) - (report.wash ?? 0));
  const disallowed =
    report.wash === null ? piece.disallowed : centsOf(report.wash + Math.min(beyond.lost(position), left));
  return { piece, basis, disallowed, term: report.box === null ? null : termOfBox(report.box) };
}
