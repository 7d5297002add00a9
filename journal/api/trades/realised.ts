// What a fill realised: what the broker says of it, else what matching makes of a fill that closed something.
import { exitsOf } from '@zorivest/domain';
import type { Call } from '../core/call.ts';
import { positionsOf } from '../positions/positions.ts';
import type { Trade } from './present.ts';

/** These trades with their realised results; those of an order that closed in several fills stand on its last. */
export async function withRealised(call: Call, trades: readonly Trade[]): Promise<Trade[]> {
  if (trades.every(({ realized_pnl }) => realized_pnl !== 0)) return [...trades];
  const realised = await call.results.ofTrades('realised by execution', async () => {
    const byExecution = new Map<string, number>();
    const { trips } = await positionsOf(call);
    for (const trip of trips)
      for (const { exec_id, pnl } of exitsOf(trip)) byExecution.set(exec_id, (byExecution.get(exec_id) ?? 0) + pnl);
    return byExecution;
  });
  return trades.map((trade) =>
    trade.realized_pnl === 0 ? { ...trade, realized_pnl: realised.get(trade.exec_id) ?? 0 } : trade,
  );
}
