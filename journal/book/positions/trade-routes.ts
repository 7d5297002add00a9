// The list of executions, each with what it realised: matching says that.
import { contract } from '@zorivest/contract';
import { oneCurrency, route, timeText } from '@zorivest/store';
import { presentTrade } from '../trades/present.ts';
import { countTrades, listTrades, type TradeOrder } from '../trades/repository.ts';
import { withRealised } from './realised.ts';

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

export const tradeListRoutes = [
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
] as const;
