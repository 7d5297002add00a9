// The lots after wash sales, cached so that a page of them costs a page: ordered once, and only the lines that are asked for
// built. The parts it is made of can be cached too: after a change only the part that changed is made again.

import type { LotOrder, LotStatus } from '@zorivest/vocabulary';
import { centsOf, centsToDollars, type Problem, Problems } from '../money/index.ts';
import { isOpen, type Lot } from '../lots/lot.ts';
import type { LotPiece, LotPieces, PieceColumns } from './lot-pieces.ts';

export interface LotFilter {
  readonly account_id?: string;
  readonly ticker?: string;
  /** Default: all. */
  readonly status?: LotStatus | 'all';
}

export class LotTable {
  readonly problems: readonly Problem[];
  readonly #parts: readonly LotPieces[];
  /** The number of each part's first piece, and behind the last how many there are. */
  readonly #starts: Int32Array;
  readonly #columns: PieceColumns;
  readonly #orders = new Map<LotOrder, Int32Array>();

  constructor(parts: readonly LotPieces[]) {
    this.#parts = parts;
    this.#starts = new Int32Array(parts.length + 1);
    const problems = new Problems();
    for (const [index, part] of parts.entries()) {
      this.#starts[index + 1] = (this.#starts[index] ?? 0) + part.count;
      for (const { code, message, ids } of part.problems) problems.addAll(code, message, ids ?? []);
    }
    this.problems = problems.list();
    const count = this.#starts.at(-1) ?? 0;
    this.#columns = {
      opened: new Int32Array(count),
      basis: new Float64Array(count),
      open: new Uint8Array(count),
      soldIn: new Int16Array(count),
    };
    this.#each((part, start) => part.writeTo(this.#columns, start));
  }

  /** The pieces that are asked for, by number, in order: by the day they were opened, or the dearest first. */
  select(filter: LotFilter, order: Exclude<LotOrder, 'gain_loss'>): Int32Array {
    const sorted = this.#inOrder(order);
    if (filter.account_id === undefined && filter.ticker === undefined && (filter.status ?? 'all') === 'all')
      return sorted;
    const isWanted = new Uint8Array(sorted.length);
    this.#each((part, start) => {
      const matches = part.lots.map(({ lot }) => isAsked(lot, filter));
      for (let at = 0; at < part.count; at += 1) isWanted[start + at] = matches[part.lot[at] ?? 0] === true ? 1 : 0;
    });
    return sorted.filter((at) => isWanted[at] === 1);
  }

  /** The pieces of one lot. */
  of(lotId: string): LotPiece[] {
    const found: LotPiece[] = [];
    this.#each((part) => {
      const places = new Set<number>();
      for (const [place, { lot }] of part.lots.entries()) if (lot.id === lotId) places.add(place);
      if (places.size === 0) return;
      for (const [at, place] of part.lot.entries()) if (places.has(place)) found.push(part.piece(at));
    });
    return found;
  }

  piece(at: number): LotPiece {
    const { part, within } = this.#find(at);
    return part.piece(within);
  }

  isOpen(at: number): boolean {
    return this.#columns.open[at] === 1;
  }

  isSoldIn(at: number, year: number): boolean {
    return this.#columns.soldIn[at] === year;
  }

  /** Dollars of basis, after wash sales, of these pieces. */
  basisOf(pieces: Int32Array): number {
    let sum = 0;
    const { basis } = this.#columns;
    for (let i = 0; i < pieces.length; i += 1) sum += basis[pieces[i] ?? 0] ?? 0;
    return centsToDollars(centsOf(sum));
  }

  #each(visit: (part: LotPieces, start: number) => void): void {
    for (const [index, part] of this.#parts.entries()) visit(part, this.#starts[index] ?? 0);
  }

  #find(at: number): { readonly part: LotPieces; readonly within: number } {
    let [low, high] = [0, this.#parts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle + 1] ?? Infinity) <= at) low = middle + 1;
      else high = middle;
    }
    const part = this.#parts[low];
    if (part === undefined) throw new RangeError('there is no such piece');
    return { part, within: at - (this.#starts[low] ?? 0) };
  }

  #inOrder(order: Exclude<LotOrder, 'gain_loss'>): Int32Array {
    const known = this.#orders.get(order);
    if (known !== undefined) return known;
    const sorted = order === 'acquired_date' ? this.#byDay() : this.#byCost();
    this.#orders.set(order, sorted);
    return sorted;
  }

  /** Counted by days, of which there are far fewer than pieces; those of one day stay in their order. */
  #byDay(): Int32Array {
    const days = this.#columns.opened;
    const sorted = new Int32Array(days.length);
    let [first, last] = [Infinity, -Infinity];
    // By place, here and below: an iterator makes an object for each of hundreds of thousands, until it is compiled.
    for (let at = 0; at < days.length; at += 1) {
      const day = days[at] ?? 0;
      if (day < first) first = day;
      if (day > last) last = day;
    }
    if (sorted.length === 0) return sorted;
    const next = new Int32Array(last - first + 2);
    for (let at = 0; at < days.length; at += 1) {
      const behind = (days[at] ?? 0) - first + 1;
      next[behind] = (next[behind] ?? 0) + 1;
    }
    for (let day = 1; day < next.length; day += 1) next[day] = (next[day] ?? 0) + (next[day - 1] ?? 0);
    for (let at = 0; at < days.length; at += 1) {
      const day = (days[at] ?? 0) - first;
      const place = next[day] ?? 0;
      sorted[place] = at;
      next[day] = place + 1;
    }
    return sorted;
  }

  #byCost(): Int32Array {
    const { basis } = this.#columns;
    return Int32Array.from(basis.keys()).toSorted((a, b) => (basis[b] ?? 0) - (basis[a] ?? 0) || a - b);
  }
}

function isAsked(lot: Lot, { account_id, ticker, status = 'all' }: LotFilter): boolean {
  return (
    (account_id === undefined || lot.account_id === account_id) &&
    (ticker === undefined || lot.symbol === ticker) &&
    (status === 'all' || (status === 'open') === isOpen(lot))
  );
}
