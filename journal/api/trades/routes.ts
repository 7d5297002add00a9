import { contract } from '@zorivest/contract';
import { oneCurrency } from '../core/one-currency.ts';
import { route } from '../core/route.ts';
import { timeText } from '../store/index.ts';
import { presentTrade } from './present.ts';
import { instrumentsLike } from './instruments.ts';
import { withRealised } from './realised.ts';
import { countTrades, listTrades, type TradeOrder } from './repository.ts';
import { changeTrade, changeTrades, createTrade, getTrade, removeTrade, removeTrades } from './service.ts';

/** Rows are as they were recorded: times are instants, and one currency is said for all of them. */
function basisOfList(
  items: readonly { readonly currency: string }[],
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
) {
  return {
    unit: 'execution',
    currency: oneCurrency(items),
    period: from === undefined && to === undefined ? 'all' : `${from ?? ''}..${to ?? ''}`,
    time_zone: 'UTC',
    convention: 'As recorded.',
  };
}

export const tradeRoutes = [
  route(contract.trades.create, ({ body }, call) => createTrade(call, body)),
  route(contract.trades.list, async ({ query }, call) => {
    const { db } = call;
    const { limit, offset, sort, from, to, ...rest } = query;
    const filter = { ...rest, from: from && timeText(from), to: to && timeText(to) };
    const descending = sort.startsWith('-');
    const field = sort.slice(descending ? 1 : 0) as TradeOrder['field']; // the contract's enum names columns only
    const rows = await listTrades(db, filter, { field, descending }, { limit, offset });
    const items = await withRealised(call, rows.map(presentTrade));
    return { items, total: await countTrades(db, filter), limit, offset, ...basisOfList(items, query) };
  }),
  route(contract.trades.instruments, async ({ query }, call) => ({ items: await instrumentsLike(call, query) })),
  route(contract.trades.get, async ({ params }, { db }) => presentTrade(await getTrade(db, params.exec_id))),
  route(contract.trades.patch, ({ params, body }, call) => changeTrade(call, params.exec_id, body)),
  route(contract.trades.update, ({ params, body }, call) => changeTrade(call, params.exec_id, body)),
  route(contract.trades.patchMany, ({ body }, call) => changeTrades(call, body.exec_ids, body.changes)),
  route(contract.trades.removeMany, ({ body }, call) => removeTrades(call, body.exec_ids)),
  route(contract.trades.remove, ({ params }, call) => removeTrade(call, params.exec_id)),
];
