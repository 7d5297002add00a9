// What a trade's cost is made of, where its statement lists it: everything that is no commission.
import type { Insertable } from 'kysely';
import type { FeeType } from '@zorivest/vocabulary';
import { type Db, decimalText, type WriteScope } from '@zorivest/store';
import type { FeeRow } from './tables.ts';

export interface Fee {
  readonly type: FeeType;
  readonly amount: number;
}

interface ChargedTrade {
  readonly exec_id: string;
  readonly currency: string;
  readonly fees?: readonly Fee[];
}

export function insertFees(scope: Pick<WriteScope, 'insertMany'>, trades: Iterable<ChargedTrade>): void {
  const rows: Insertable<FeeRow>[] = [];
  for (const { exec_id, currency, fees = [] } of trades)
    for (const { type, amount } of fees)
      rows.push({ trade_exec_id: exec_id, fee_type: type, amount: decimalText(amount), currency });
  if (rows.length > 0)
    scope.insertMany<Insertable<FeeRow>>(
      'transaction_ledger',
      ['trade_exec_id', 'fee_type', 'amount', 'currency'],
      rows,
    );
}

export async function feesOf(db: Db, execId: string): Promise<Fee[]> {
  const rows = await db
    .selectFrom('transaction_ledger')
    .select(['fee_type', 'amount'])
    .where('trade_exec_id', '=', execId)
    .orderBy('id')
    .execute();
  return rows.map(({ fee_type, amount }) => ({ type: fee_type as FeeType, amount: Number(amount) })); // written above
}

export async function feesOfMany(db: Db, execIds: readonly string[]): Promise<ReadonlyMap<string, Fee[]>> {
  const rows = await db
    .selectFrom('transaction_ledger')
    .select(['trade_exec_id', 'fee_type', 'amount'])
    .where('trade_exec_id', 'in', execIds)
    .orderBy('id')
    .execute();
  const fees = new Map<string, Fee[]>();
  for (const { trade_exec_id, fee_type, amount } of rows) {
    const own = fees.get(trade_exec_id) ?? [];
    own.push({ type: fee_type as FeeType, amount: Number(amount) }); // written above
    fees.set(trade_exec_id, own);
  }
  return fees;
}

export function allFees(db: Db) {
  return db.selectFrom('transaction_ledger').select(['trade_exec_id', 'fee_type', 'amount']).execute();
}

/** In place of what was known before. */
export async function replaceFees(scope: Pick<WriteScope, 'db' | 'insertMany'>, trade: ChargedTrade): Promise<void> {
  await scope.db.deleteFrom('transaction_ledger').where('trade_exec_id', '=', trade.exec_id).execute();
  insertFees(scope, [trade]);
}
