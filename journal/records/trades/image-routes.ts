import { contract } from '@zorivest/contract';
import { route } from '@zorivest/store';
import { attachImage } from '../images/owners.ts';
import { imagesOfTrades } from '../images/repository.ts';
import { getTrade } from './service.ts';

export const tradeImageRoutes = [
  route(contract.images.listForTrade, async ({ params }, { db }) => {
    await getTrade(db, params.exec_id);
    return imagesOfTrades(db, [params.exec_id]);
  }),
  route(contract.images.attachToTrade, ({ params: { exec_id }, body }, call) =>
    attachImage(call, { type: 'trade', id: exec_id, mustExist: (db) => getTrade(db, exec_id) }, body),
  ),
] as const;
