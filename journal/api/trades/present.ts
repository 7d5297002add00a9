// A trade as a row and as the contract shows it.
import type { ClientOutput } from '@zorivest/contract';
import type { contract } from '@zorivest/contract';
import { decimalValue, decimalValueOrNull, shownTime } from '../store/index.ts';
import type { TradeRow } from './tables.ts';

export type Trade = ClientOutput<typeof contract.trades.get>;

export function presentTrade(row: TradeRow): Trade {
  const { fingerprint: _, ...rest } = row;
  return {
    ...rest,
    // Checked by the contract on the way in, and by the table.
    action: row.action as Trade['action'],
    asset_class: row.asset_class as Trade['asset_class'],
    routing: row.routing as Trade['routing'],
    time: shownTime(row.time),
    created_at: shownTime(row.created_at),
    quantity: decimalValue(row.quantity),
    price: decimalValue(row.price),
    commission: decimalValue(row.commission),
    realized_pnl: decimalValue(row.realized_pnl),
    multiplier: decimalValue(row.multiplier),
    risk_amount: decimalValueOrNull(row.risk_amount),
  };
}
