// What an event of a position is asked for, by the service's names.
import type { Options } from '../../components/field.tsx';
import type { FieldSpec } from '../../components/form-dialog.tsx';
import type { FormValues } from '../../components/form-values.ts';
import type { Answer } from '../../client/client.ts';

export type PositionEvent = Answer<'positionEvents', 'list'>['items'][number];
type Kind = PositionEvent['kind'];

interface KindOfEvent {
  readonly title: string;
  readonly fields: readonly string[];
}

export const kinds: Readonly<Record<Kind, KindOfEvent>> = {
  split: { title: 'Split', fields: ['account_id', 'new_shares', 'old_shares'] },
  symbol_change: { title: 'New symbol', fields: ['account_id', 'new_instrument'] },
  transfer: { title: 'Transfer', fields: ['quantity', 'from_account_id', 'to_account_id', 'lots'] },
  cash_merger: { title: 'Merger for cash', fields: ['account_id', 'cash_per_share'] },
  stock_merger: {
    title: 'Merger for shares',
    fields: ['account_id', 'new_instrument', 'new_shares', 'old_shares', 'cash_per_share', 'price'],
  },
  spin_off: { title: 'Spin-off', fields: ['account_id', 'new_instrument', 'new_shares', 'old_shares', 'allocation'] },
  return_of_capital: { title: 'Return of capital', fields: ['account_id', 'amount_per_share'] },
  cash_in_lieu: { title: 'Cash in lieu of a fraction', fields: ['account_id', 'quantity', 'amount'] },
  expiry: { title: 'Expiry', fields: ['account_id', 'quantity'] },
  exercise: { title: 'Exercise', fields: ['account_id', 'quantity', 'settlement_price'] },
  assignment: { title: 'Assignment', fields: ['account_id', 'quantity', 'settlement_price'] },
  reward: { title: 'Reward', fields: ['account_id', 'quantity', 'value'] },
};

const labels: Readonly<Record<string, string>> = {
  new_shares: 'New shares',
  old_shares: 'Per old shares',
  quantity: 'Quantity',
  cash_per_share: 'Cash per share',
  price: 'Price of a new share',
  allocation: 'Basis allocated to the new shares, 0 to 1',
  amount_per_share: 'Amount per share',
  amount: 'Amount',
  value: 'Total value on receipt',
  settlement_price: 'Settlement price (cash settlement)',
  linked_event_id: 'Number of the other event',
};

/** One field of an event; where the service asks something, its question is the label. */
export function fieldOf(name: string, accounts: Options, event?: PositionEvent, question?: string): FieldSpec {
  const known = event?.[name as keyof PositionEvent];
  const value = typeof known === 'string' || typeof known === 'number' ? known : undefined;
  if (name === 'lots')
    return {
      name,
      kind: 'long',
      label: `${question ?? 'Lots received'} One lot a line: day bought, quantity, cost of the whole lot (2024-03-01, 100, 1850.00).`,
    };
  if (name.endsWith('account_id')) {
    const names = { account_id: 'Account', from_account_id: 'From account', to_account_id: 'To account' };
    const label = question ?? names[name as keyof typeof names];
    return { name, label, options: [['', name === 'account_id' ? 'Every account' : '–'], ...accounts], value };
  }
  if (name === 'new_instrument') return { name, label: question ?? 'New instrument', value };
  return { name, label: question ?? labels[name] ?? name, kind: 'number', value };
}

/** The lines of lots as the service takes them; what is not a number it judges itself. */
export function bodyOf({ lots, ...values }: FormValues): Record<string, unknown> {
  const written = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  return typeof lots === 'string' ? { ...written, lots: lotsOf(lots) } : written;
}

function lotsOf(text: string): { acquired: string; quantity: number; cost: number }[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [acquired = '', quantity, cost] = line.split(/[,;\t]/).map((part) => part.trim());
      return { acquired, quantity: Number(quantity), cost: Number(cost) };
    });
}
