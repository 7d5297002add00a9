import { contract } from '@zorivest/contract';
import { route } from '@zorivest/store';
import { removeTrade, removeTrades } from './remove.ts';

export const removalRoutes = [
  route(contract.trades.removeMany, ({ body }, call) => removeTrades(call, body.exec_ids)),
  route(contract.trades.remove, ({ params }, call) => removeTrade(call, params.exec_id)),
] as const;
