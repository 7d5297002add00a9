// An account that goes leaves its trades and plans to the system's own.
import { getOwnAccount } from '../accounts/service.ts';
import type { Call } from '@zorivest/store';
import { moveTrades } from './repository.ts';

const SYSTEM_ACCOUNT = 'SYSTEM_DEFAULT';

export function reassignTrades(call: Call, accountId: string): Promise<{ trades_reassigned: number }> {
  return call.write(async ({ db, audit }) => {
    const before = await getOwnAccount(db, accountId);
    const moved = await moveTrades(db, accountId, SYSTEM_ACCOUNT);
    await db
      .updateTable('trade_plans')
      .set({ account_id: SYSTEM_ACCOUNT })
      .where('account_id', '=', accountId)
      .execute();
    await db.deleteFrom('accounts').where('account_id', '=', accountId).execute();
    audit({ resource: 'account', id: accountId, before, after: { trades_reassigned: moved, to: SYSTEM_ACCOUNT } });
    return { trades_reassigned: moved };
  });
}
