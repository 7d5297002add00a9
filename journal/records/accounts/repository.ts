// Accounts as the other concepts read them.
import { type Db, notFound } from '@zorivest/store';
import type { AccountRow } from './columns.ts';

/** Accounts that are traded in; the others hold money or owe it. */
export const tradedTypes: AccountRow['account_type'][] = ['broker', 'ira', 'roth_ira', '401k', 'hsa', 'crypto'];

export function findAccount(db: Db, accountId: string): Promise<AccountRow | undefined> {
  return db.selectFrom('accounts').selectAll().where('account_id', '=', accountId).executeTakeFirst();
}

export async function mustHaveAccount(db: Db, accountId: string): Promise<AccountRow> {
  const row = await findAccount(db, accountId);
  if (row === undefined) throw notFound('account', accountId);
  return row;
}

/** By their names: in the order they were made a book would answer otherwise after it was taken elsewhere. */
export function allAccounts(db: Db): Promise<AccountRow[]> {
  return db.selectFrom('accounts').selectAll().orderBy('account_id').execute();
}
