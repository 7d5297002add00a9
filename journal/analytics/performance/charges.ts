// What the executions of the book were charged, added up by family.
import { type Charges, chargesOf } from '@zorivest/domain';
import type { Call } from '@zorivest/store';
import { allFees, type Family } from '@zorivest/records';
import type { Scope } from './scope.ts';

/**
 * What every execution was charged, by family and account: after a change of single trades only their families are added up
 * again. Null where the question is about some of them, where they are converted, or where items tell more.
 */
export async function chargedInAll(scope: Scope, call: Call): Promise<AccountCharges[] | null> {
  const { native, converter } = scope.positions;
  if (scope.narrowed || scope.isBounded || converter !== null || (await feeItems(call)).length > 0) return null;
  const cache = await call.results.besidesTrades('charges by family', () => new WeakMap<Family, FamilyCharges>());
  return chargesByAccount(native.families.values(), cache, scope.accounts);
}

type AccountCharges = [account: string, charges: Charges];

type FamilyCharges = ReturnType<typeof chargesOf>;

/** Null where a commission is not a number. */
export function chargesByAccount(
  families: Iterable<Family>,
  cache: WeakMap<Family, FamilyCharges>,
  accounts: ReadonlySet<string> | null,
): AccountCharges[] | null {
  const found: AccountCharges[] = [];
  for (const family of families) {
    let charges = cache.get(family);
    // Money changed for other money is no trade.
    if (charges === undefined)
      cache.set(family, (charges = chargesOf(family.executions.filter(({ asset_class }) => asset_class !== 'FOREX'))));
    if (charges === null) return null;
    for (const [account, one] of charges) if (accounts?.has(account) ?? true) found.push([account, one]);
  }
  return found;
}

export function feeItems({ results, db }: Call) {
  return results.ofTrades('fee items', () => allFees(db));
}
