// Which movements of money may be ones the book has: the same amount in the same account, a few days apart at most.
import type { TransactionColumns } from '@zorivest/records';

export type CashLike = Pick<
  TransactionColumns,
  'account_id' | 'date' | 'amount' | 'currency' | 'symbol' | 'description' | 'dedup_hash' | 'reference_id'
>;

export interface SeenCash extends CashLike {
  /** The sources it came from; null when it was entered by hand. */
  readonly by: readonly string[] | null;
  /** It came from a file of the same format. */
  readonly isSameSource: boolean;
}

const DAY = 86_400_000;

/** Pairs of a new movement and one of the book's, of one account. The same day goes before a day apart. */
export function matchCash<R extends CashLike>(
  fresh: readonly R[],
  seen: readonly SeenCash[],
  daysApart: number,
  isClaimed: (row: CashLike) => boolean,
): readonly (readonly [R, SeenCash])[] {
  const byFigure = Map.groupBy(seen, ({ currency, amount }) => `${currency}|${amount}`);
  const taken = new Set<SeenCash>();
  const pairs: (readonly [R, SeenCash])[] = [];
  let open = [...fresh];
  for (let apart = 0; apart <= daysApart; apart++) {
    open = open.filter((row) => {
      const other = byFigure
        .get(`${row.currency}|${row.amount}`)
        ?.find(
          (one) =>
            !taken.has(one) &&
            !isClaimed(one) &&
            Math.abs(Date.parse(one.date) - Date.parse(row.date)) === apart * DAY &&
            mayBeOne(row, one, apart),
        );
      if (other === undefined) return true;
      taken.add(other);
      pairs.push([row, other]);
      return false;
    });
  }
  return pairs;
}

function mayBeOne(row: CashLike, other: SeenCash, apart: number): boolean {
  // A dividend of one share is not that of another.
  if (other.symbol !== null && row.symbol !== null && other.symbol !== row.symbol) return false;
  if (!other.isSameSource) return true;
  // Another export of the same format tells the same day, and not both can have ids: those tell movements apart.
  return apart === 0 && (row.reference_id === null || other.reference_id === null);
}
