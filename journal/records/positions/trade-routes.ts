// The list of executions, each with what it realised: matching says that.
import { contract } from '@zorivest/contract';
import { oneCurrency, route, timeText, type Call } from '@zorivest/store';
import { presentTrade, type Trade } from '../trades/present.ts';
import { countTrades, listTrades, type TradeOrder } from '../trades/repository.ts';
import { exitsOf } from '@zorivest/domain';
import { positionsOf } from './positions.ts';

// What a fill realised: what the broker says of it, else what matching makes of a fill that closed something.

/** These trades with their realised results; those of an order that closed in several fills stand on its last. */
async function withRealised(call: Call, trades: readonly Trade[]): Promise<Trade[]> {
  if (trades.every(({ realized_pnl }) => realized_pnl !== 0)) return [...trades];
  const { families, familyOf } = await positionsOf(call);
  const realised = new Map(trades.map(({ exec_id }) => [exec_id, 0]));
  // Of the families on this page only: a page must not cost a walk through the book.
  for (const name of new Set(trades.map(({ instrument }) => familyOf(instrument))))
    for (const trip of families.get(name)?.trips ?? [])
      for (const { exec_id, pnl } of exitsOf(trip)) {
        const known = realised.get(exec_id);
        if (known !== undefined) realised.set(exec_id, known + pnl);
      }
  return trades.map((trade) =>
    trade.realized_pnl === 0 ? { ...trade, realized_pnl: realised.get(trade.exec_id) ?? 0 } : trade,
  );
}

/** Rows are as they were recorded: times are instants, and one currency is stated for all of them. */
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
