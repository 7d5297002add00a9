// Mergers in several rows: shares that leave, shares that come for them, and money. What belongs together stands
// on one day; what it was is known when the file has ended.
import type { EventInput, MergerRow } from './input.ts';

export interface MergerPart extends Omit<MergerRow, 'quantity' | 'cash'> {
  /** Negative = out of the account; 0 where the row tells money only. */
  readonly count: number;
  /** What was paid, all together. */
  readonly cash: number;
}

interface Day {
  readonly out: MergerPart[];
  readonly into: MergerPart[];
  readonly paid: MergerPart[];
}

export class Mergers {
  /** By account and moment. */
  readonly #days = new Map<string, Day>();

  add(part: MergerPart): void {
    const key = `${part.account ?? ''}|${part.when}`;
    const day = this.#days.get(key) ?? { out: [], into: [], paid: [] };
    this.#days.set(key, day);
    (part.count < 0 ? day.out : part.count > 0 ? day.into : day.paid).push(part);
  }

  /** What the mergers were, in the order of the file; and the rows of money that no shares were found for. */
  end(): { readonly events: readonly EventInput[]; readonly unpaid: readonly number[] } {
    const days = [...this.#days.values()];
    const events = days.flatMap(eventsOf).toSorted((a, b) => a.row - b.row);
    const joinedRows = new Set(events.flatMap(({ joined = [] }) => joined));
    const unpaid = days.flatMap(({ paid }) => paid.map(({ row }) => row)).filter((row) => !joinedRows.has(row));
    return { events, unpaid };
  }
}

function eventsOf({ out, into, paid }: Day): EventInput[] {
  // One share for another is clear when each that left has one that came; anything else is for the person to answer.
  const isPaired = into.length === out.length;
  const events = out.map((left, at): EventInput => {
    const came = into[at];
    // Money of rows that name the share, or of the only merger of the day.
    const money = paid.filter(({ symbol }) => symbol === left.symbol || out.length === 1);
    const cash = money.reduce((sum, one) => sum + one.cash, left.cash);
    const each = cash > 0 ? { cashPerShare: String(cash / -left.count) } : {};
    const rows = money.map(({ row }) => row);
    if (isPaired && came !== undefined)
      return {
        ...base(left),
        ...each,
        joined: [came.row, ...rows],
        kind: 'stock_merger',
        newSymbol: came.symbol,
        newShares: String(came.count),
        oldShares: String(-left.count),
      };
    if (into.length === 0 && each.cashPerShare !== undefined)
      return { ...base(left), joined: rows, kind: 'cash_merger', cashPerShare: each.cashPerShare };
    return moveShares(left);
  });
  return isPaired ? events : [...events, ...into.map(moveShares)];
}

function moveShares(part: MergerPart): EventInput {
  return { ...base(part), kind: 'transfer', quantity: String(part.count) };
}

function base({ row, when, symbol, account, id }: MergerPart) {
  return { row, when, symbol, ...(account === undefined ? {} : { account }), ...(id === undefined ? {} : { id }) };
}
