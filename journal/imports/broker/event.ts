// What a statement says about a position that was not traded: a split, another name, an option's end, shares that moved.
import type { EventBase, StatementEvent } from '../statement/model.ts';
import { coinCode } from './cell.ts';
import type { EventInput } from './input.ts';

/** Each kind of event without its id. */
type WithoutId<Event> = Event extends unknown ? Omit<Event, 'id'> : never;
export type UnnamedEvent = WithoutId<StatementEvent>;

/** How the cells of an event are read; null = the reader has noted what is wrong. */
interface Cells {
  figure(name: string, cell: string): number | null;
  symbol(text: string): string | null;
  wrong(reason: string): null;
}

export function readEvent(input: EventInput, base: Omit<EventBase, 'id'>, cells: Cells): UnnamedEvent | null {
  const positive = (name: string, cell: string) => {
    const value = cells.figure(name, cell);
    return value === null || value > 0 ? value : cells.wrong(`The ${name} "${cell}" is not above zero`);
  };
  const optional = (name: string, cell: string | undefined) => (cell ? cells.figure(name, cell) : null);
  if (input.kind === 'split') {
    const [new_shares, old_shares] = [optional('ratio', input.newShares), optional('ratio', input.oldShares)];
    const shares_added = optional('number of shares', input.sharesAdded);
    const ratio = (new_shares ?? 0) > 0 && (old_shares ?? 0) > 0;
    if (ratio) return { ...base, kind: 'split', new_shares, old_shares, shares_added };
    if (shares_added) return { ...base, kind: 'split', new_shares: null, old_shares: null, shares_added };
    return cells.wrong('The split names neither a ratio nor the shares that came or went');
  }
  if (input.kind === 'symbol_change') {
    const new_instrument = cells.symbol(input.newSymbol);
    return new_instrument === null ? null : { ...base, kind: 'symbol_change', new_instrument };
  }
  if (input.kind === 'cash_merger') {
    const cash_per_share = positive('cash per share', input.cashPerShare);
    return cash_per_share === null ? null : { ...base, kind: 'cash_merger', cash_per_share };
  }
  if (input.kind === 'stock_merger' || input.kind === 'spin_off') {
    const new_instrument = cells.symbol(input.newSymbol);
    const new_shares = positive('ratio', input.newShares);
    const old_shares = positive('ratio', input.oldShares);
    if (new_instrument === null || new_shares === null || old_shares === null) return null;
    const ratio = { ...base, new_instrument, new_shares, old_shares };
    if (input.kind === 'spin_off') return { ...ratio, kind: 'spin_off' };
    return { ...ratio, kind: 'stock_merger', cash_per_share: optional('cash per share', input.cashPerShare) };
  }
  if (input.kind === 'return_of_capital') {
    const amount_per_share = optional('amount per share', input.amountPerShare);
    const amount = optional('amount', input.amount);
    if ((amount_per_share ?? 0) <= 0 && (amount ?? 0) <= 0)
      return cells.wrong('The return of capital names no amount that was paid');
    return { ...base, kind: 'return_of_capital', amount_per_share, amount };
  }
  const quantity = cells.figure('quantity', input.quantity);
  if (quantity === null) return null;
  if (quantity === 0) return cells.wrong('The quantity is zero');
  if (input.kind === 'cash_in_lieu') {
    const amount = cells.figure('amount', input.amount);
    return amount === null
      ? null
      : { ...base, kind: 'cash_in_lieu', quantity: Math.abs(quantity), amount: Math.abs(amount) };
  }
  if (input.kind === 'reward') {
    const value = optional('value', input.value);
    return { ...base, kind: 'reward', quantity: Math.abs(quantity), value, ...currencyOf(input.currency) };
  }
  if (input.kind === 'transfer')
    return { ...base, kind: 'transfer', quantity, cost_basis: optional('cost', input.costBasis) };
  return { ...base, kind: input.kind, quantity: Math.abs(quantity), stock_recorded: true, exec_id: null };
}

/** What tells one event from another when its broker gives it no id. */
export function contentOf(event: UnnamedEvent): string {
  const { kind, account_id, instrument, time } = event;
  return `${kind}|${account_id}|${instrument}|${time}|${detailOf(event)}`;
}

function detailOf(event: UnnamedEvent): string {
  switch (event.kind) {
    case 'split':
      return `${event.new_shares}:${event.old_shares}:${event.shares_added}`;
    case 'symbol_change':
      return event.new_instrument;
    case 'cash_merger':
      return `${event.cash_per_share}`;
    case 'stock_merger':
    case 'spin_off':
      return `${event.new_instrument}:${event.new_shares}:${event.old_shares}`;
    case 'return_of_capital':
      return `${event.amount_per_share}:${event.amount}`;
    default:
      return `${event.quantity}`;
  }
}

function currencyOf(text: string | undefined): { readonly currency?: string } {
  const currency = coinCode(text);
  return currency === null ? {} : { currency };
}
