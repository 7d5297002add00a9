// Two executions with the same fingerprint are the same fill reported twice, or two fills that are exactly alike; the id is
// left out on purpose. Numbers are in canonical text, so that 100 and 100.0 are one. The day stands in front, so that the
// fills of a statement are neighbours in the index.
import { hash } from 'node:crypto';
import type { TradeRow } from './columns.ts';

export function fingerprint(
  row: Pick<TradeRow, 'instrument' | 'action' | 'quantity' | 'price' | 'account_id' | 'time'>,
): string {
  const { instrument, action, quantity, price, account_id, time } = row;
  const print = hash('sha256', [instrument, action, quantity, price, account_id, time].join('|'), 'hex');
  return `${time.slice(0, 10)}-${print.slice(0, 32)}`;
}
