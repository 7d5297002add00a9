import { contract } from '@zorivest/contract';
import { route, type Call } from '@zorivest/store';
import { presentTrade } from './present.ts';
import { changeTrade, changeTrades, createTrade, getTrade } from './service.ts';
import { getOwnAccount } from '../accounts/service.ts';
import { moveTrades } from './repository.ts';

// An account that goes leaves its trades and plans to the system's own.

const SYSTEM_ACCOUNT = 'SYSTEM_DEFAULT';

function reassignTrades(call: Call, accountId: string): Promise<{ trades_reassigned: number }> {
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

export const tradeRoutes = [
  route(contract.trades.create, ({ body }, call) => createTrade(call, body)),
  route(contract.trades.get, async ({ params }, { db }) => presentTrade(await getTrade(db, params.exec_id))),
  route(contract.trades.patch, ({ params, body }, call) => changeTrade(call, params.exec_id, body)),
  route(contract.trades.update, ({ params, body }, call) => changeTrade(call, params.exec_id, body)),
  route(contract.trades.patchMany, ({ body }, call) => changeTrades(call, body.exec_ids, body.changes)),
  route(contract.accounts.reassignTrades, ({ params }, call) => reassignTrades(call, params.account_id)),
] as const;
