// What tells that two rows of different sources may be one: never their ids, nor how each file spells things.
import type { BankTransaction, CashRow, Execution } from './model.ts';

/** Two fills with the same key, a day apart at most, may be one: a file may tell the day only, or another zone's. */
export function fillLikeness(fill: Pick<Execution, 'instrument' | 'isin' | 'action' | 'quantity' | 'price'>): string {
  return `${fill.isin ?? fill.instrument}|${fill.action}|${figure(fill.quantity)}|${figure(fill.price)}`;
}

/** Two movements of money with the same key, a few days apart at most, may be one: booked and valued are two days. */
export function cashLikeness(
  row: Pick<CashRow, 'amount' | 'currency'> | Pick<BankTransaction, 'amount' | 'currency'>,
): string {
  return `${row.currency ?? ''}|${figure(row.amount)}`;
}

/** Brokers print a price with two to eight decimals: four are compared. */
function figure(value: number): string {
  return (Math.round(value * 1e4) / 1e4).toString();
}
