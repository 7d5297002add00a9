// Two executions with the same fingerprint are the same fill told twice, or two fills that are exactly alike; the id is
// left out on purpose. Numbers are in canonical text, so that 100 and 100.0 are one.
import { createHash } from 'node:crypto';
import type { TradeRow } from './tables.ts';

export function fingerprint(
  row: Pick<TradeRow, 'instrument' | 'action' | 'quantity' | 'price' | 'account_id' | 'time'>,
): string {
  const { instrument, action, quantity, price, account_id, time } = row;
  return createHash('sha256').update([instrument, action, quantity, price, account_id, time].join('|')).digest('hex');
}
