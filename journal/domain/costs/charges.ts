import { CENTS, type Count, isNone, type Num, parseCompact, Sum } from '../money/index.ts';

/** What the executions of one account, or of one broker, were charged in total. */
export interface Charges {
  readonly executions: number;
  /** In `CENTS`; null where nothing was charged at all. */
  readonly commission: Count<'amount'> | null;
}

/** By account, for code that caches them; null where a commission is not a number, which has to be named. */
export function chargesOf(
  executions: readonly { readonly account_id: string; readonly commission?: Num }[],
): ReadonlyMap<string, Charges> | null {
  const byAccount = new Map<string, { executions: number; sum: Sum<'amount'> | null }>();
  for (const { account_id, commission } of executions) {
    const amount = parseCompact('amount', commission ?? 0);
    if (amount === null) return null;
    let account = byAccount.get(account_id);
    if (account === undefined) byAccount.set(account_id, (account = { executions: 0, sum: null }));
    account.executions += 1;
    if (!isNone(amount)) (account.sum ??= new Sum(CENTS)).add(CENTS.count(amount));
  }
  return new Map([...byAccount].map(([id, { executions: count, sum }]) => [id, chargesIn(count, sum)]));
}

function chargesIn(executions: number, sum: Sum<'amount'> | null): Charges {
  return { executions, commission: sum === null ? null : sum.total };
}
