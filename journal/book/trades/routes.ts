import { contract } from '@zorivest/contract';
import { route } from '@zorivest/store';
import { presentTrade } from './present.ts';
import { reassignTrades } from './reassign.ts';
import { changeTrade, changeTrades, createTrade, getTrade } from './service.ts';

export const tradeRoutes = [
  route(contract.trades.create, ({ body }, call) => createTrade(call, body)),
  route(contract.trades.get, async ({ params }, { db }) => presentTrade(await getTrade(db, params.exec_id))),
  route(contract.trades.patch, ({ params, body }, call) => changeTrade(call, params.exec_id, body)),
  route(contract.trades.update, ({ params, body }, call) => changeTrade(call, params.exec_id, body)),
  route(contract.trades.patchMany, ({ body }, call) => changeTrades(call, body.exec_ids, body.changes)),
  route(contract.accounts.reassignTrades, ({ params }, call) => reassignTrades(call, params.account_id)),
] as const;
