// A trade as the contract shows it.
import type { ClientOutput, contract } from '@zorivest/contract';
import { tradeColumns, type TradeRow } from './columns.ts';

export type Trade = ClientOutput<typeof contract.trades.get>;

export function presentTrade(row: TradeRow): Trade {
  const { fingerprint: _, ...trade } = tradeColumns.show(row);
  return trade;
}
