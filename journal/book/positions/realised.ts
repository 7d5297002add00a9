// What a fill realised: what the broker says of it, else what matching makes of a fill that closed something.
import { exitsOf } from '@zorivest/domain';
import type { Call } from '@zorivest/store';
import type { Trade } from '../trades/present.ts';
import { positionsOf } from './positions.ts';

/** These trades with their realised results; those of an order that closed in several fills stand on its last. */
export async function withRealised(call: Call, trades: readonly Trade[]): Promise<Trade[]> {
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
