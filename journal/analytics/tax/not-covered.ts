// What this book touches and its figures leave out: each item stands in docs/tax.md under "What is not covered".
import { positionsOf } from '@zorivest/records';
import type { Lot, Problem } from '@zorivest/domain';
import type { Call } from '@zorivest/store';

export async function notCovered(
  call: Pick<Call, 'db' | 'results' | 'now'>,
  { lots, year, isTaxed }: { lots: readonly Lot[]; year: number; isTaxed: (account: string) => boolean },
): Promise<Problem[]> {
  return [
    ...(await foreignTax(call.db, year, isTaxed)),
    ...(await foreignFunds(call)),
    ...putsAgainstShares(lots, year),
  ];
}

const MOST_FUNDS = 1000;

async function foreignTax(db: Call['db'], year: number, isTaxed: (account: string) => boolean): Promise<Problem[]> {
  const rows = await db
    .selectFrom('bank_transactions')
    .select(['id', 'account_id'])
    .where('category', '=', 'tax')
    .where('date', '>=', `${year}-01-01`)
    .where('date', '<=', `${year}-12-31`)
    .execute();
  const ids = rows.filter(({ account_id }) => isTaxed(account_id)).map(({ id }) => `transaction-${id}`);
  if (ids.length === 0) return [];
  return [
    {
      code: 'not_covered_withheld_tax',
      message: `Tax was withheld ${ids.length === 1 ? 'once' : `${ids.length} times`} in ${year}: neither a credit for foreign tax (Form 1116) nor a deduction is counted.`,
      ids,
    },
  ];
}

async function foreignFunds(call: Pick<Call, 'db' | 'results' | 'now'>): Promise<Problem[]> {
  // Looking through a large table for them would cost more than all the rest: what is traded is in memory.
  const funds = new Set<string>();
  for (const { instrument, asset_class } of (await positionsOf(call)).executions)
    if (asset_class === 'MUTUAL_FUND') funds.add(instrument);
  if (funds.size === 0) return [];
  const rows = await call.db
    .selectFrom('trades')
    .select('instrument')
    .distinct()
    .where('instrument', 'in', [...funds].slice(0, MOST_FUNDS))
    .where('isin', 'is not', null)
    .where('isin', 'not like', 'US%')
    .execute();
  if (rows.length === 0) return [];
  return [
    {
      code: 'not_covered_foreign_funds',
      message: `Funds of other countries (${rows
        .map(({ instrument }) => instrument)
        .slice(0, 5)
        .join(
          ', ',
        )}) are likely passive foreign investment companies: their own rules (section 1291, Form 8621) are not counted.`,
      ids: rows.map(({ instrument }) => instrument),
    },
  ];
}

/** A put bought on shares of a year or less counts as a short sale of them (IRC 1233(b)), unless both were bought that day. */
function putsAgainstShares(lots: readonly Lot[], year: number): Problem[] {
  const puts = lots.filter(
    ({ option, side, acquired, treatment }) =>
      option?.right === 'put' && side !== 'short' && treatment === undefined && acquired.startsWith(`${year}-`),
  );
  if (puts.length === 0) return [];
  const shares = Map.groupBy(
    lots.filter(({ option, side }) => option === undefined && side !== 'short'),
    ({ symbol }) => symbol,
  );
  const touched = puts.filter(({ option, acquired }) =>
    (shares.get(option?.underlying ?? '') ?? []).some((held) => {
      const [bought, sold, day] = [held.acquired.slice(0, 10), held.sold?.slice(0, 10), acquired.slice(0, 10)];
      return bought < day && (sold === undefined || sold > day) && Date.parse(day) - Date.parse(bought) <= YEAR_MS;
    }),
  );
  if (touched.length === 0) return [];
  return [
    {
      code: 'not_covered_puts',
      message:
        'A put was bought on shares held for a year or less: section 1233(b) treats it as a short sale of them, so their holding period restarts. That is not counted.',
      ids: touched.map(({ id }) => id),
    },
  ];
}

const YEAR_MS = 366 * 86_400_000;
