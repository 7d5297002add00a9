// Bonds and bills that were paid back: at maturity, or called before it, whole or in part. Some brokers tell the bonds
// that left in one row and the money in another.
import type { RedemptionRow } from './input.ts';

interface WholeRedemption extends RedemptionRow {
  readonly quantity: string;
  readonly amount: string;
  /** The row of the money, where it is another. */
  readonly joined: readonly number[];
}

export class Redemptions {
  /** The rows that wait for their other half, by account and bond, in the order of the file. */
  readonly #waiting = new Map<string, RedemptionRow[]>();

  /** The whole redemption, once both halves are there. */
  add(row: RedemptionRow): WholeRedemption | null {
    const { quantity = '', amount = '' } = row;
    if (quantity !== '' && amount !== '') return { ...row, quantity, amount, joined: [] };
    const key = `${row.account ?? ''}|${row.symbol}`;
    const waiting = this.#waiting.get(key) ?? [];
    this.#waiting.set(key, waiting);
    const at = waiting.findIndex(
      (other) => ((other.quantity ?? '') === '' && quantity !== '') || ((other.amount ?? '') === '' && amount !== ''),
    );
    const [other] = at === -1 ? [] : waiting.splice(at, 1);
    if (other === undefined) {
      waiting.push(row);
      return null;
    }
    const [bonds, money] = quantity === '' ? [other, row] : [row, other];
    return { ...bonds, quantity: bonds.quantity ?? '', amount: money.amount ?? '', joined: [money.row] };
  }

  /** The rows whose other half the file does not have. */
  get left(): readonly RedemptionRow[] {
    return [...this.#waiting.values()].flat().toSorted((a, b) => a.row - b.row);
  }
}
