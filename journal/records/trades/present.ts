// A trade as the contract shows it.
import type { ClientOutput, contract } from '@zorivest/contract';
import { NO_QUANTITY, parseQuantity, quantityBeyondNumber } from '@zorivest/domain';
import { tradeColumns, type TradeRow } from './columns.ts';

export type Trade = ClientOutput<typeof contract.trades.get>;

export function presentTrade(row: TradeRow): Trade {
  const { fingerprint: _, ...trade } = tradeColumns.show(row);
  const exact = exactQuantity(row.quantity);
  return exact === null ? trade : { ...trade, quantity_exact: exact };
}

/** The text of a quantity that no number holds; null where its number says it all. */
function exactQuantity(text: string): string | null {
  // Fifteen digits and a point.
  return text.length <= 16 ? null : quantityBeyondNumber(parseQuantity(text) ?? NO_QUANTITY);
}
