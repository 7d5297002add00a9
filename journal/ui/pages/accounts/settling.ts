// The act that settles a difference, as a form: what the service proposed, and what only the person knows.
import { transactionCategories } from '@zorivest/vocabulary';
import type { FieldSpec } from '../../components/form-dialog.tsx';
import type { FormValues } from '../../components/form-values.ts';
import { type Answer, api } from '../../client/client.ts';

type Fix = NonNullable<Answer<'reconciliations', 'list'>['items'][number]['checks'][number]['fix']>;
type NewEvent = Parameters<typeof api.positionEvents.create>[0]['body'];
type NewTrade = Parameters<typeof api.trades.create>[0]['body'];
type NewMoney = Parameters<typeof api.banking.submit>[0]['body'];

interface Settling {
  readonly title: string;
  /** The kind of thing it changes, as the service's events name it. */
  readonly changes: 'position_event' | 'trade' | 'account';
  readonly fields: readonly FieldSpec[];
  readonly save: (values: FormValues) => Promise<unknown>;
}

const EVENTS: Readonly<Record<string, string>> = {
  symbol_change: 'Record the new ticker',
  split: 'Record the split',
  transfer: 'Record the transfer',
  expiry: 'Record the expiry',
};

/** The service proposed it, of its own fields, and judges what is written. */
export function settlingOf({ kind, ...known }: Fix): Settling {
  if (kind === 'trade') return fillOf(known);
  if (kind === 'cash') return moneyOf(known);
  const { time } = known;
  return {
    title: EVENTS[String(kind)] ?? 'Record it',
    changes: 'position_event',
    fields: [dayField('time', time)],
    save: (values) => api.positionEvents.create({ body: { kind, ...known, ...values } as unknown as NewEvent }),
  };
}

function dayField(name: string, value: string | number | undefined): FieldSpec {
  return { name, label: 'Date', kind: 'date', value, required: true };
}

function fillOf(known: Omit<Fix, 'kind'>): Settling {
  return {
    title: known['action'] === 'SLD' ? 'Record the sale' : 'Record the purchase',
    changes: 'trade',
    fields: [
      dayField('time', known['time']),
      { name: 'price', label: 'Price per unit', kind: 'number', value: known['price'], required: true },
      { name: 'commission', label: 'Commission', kind: 'number' },
    ],
    save: (values) => api.trades.create({ body: { ...known, ...filledFields(values) } as unknown as NewTrade }),
  };
}

const categories = transactionCategories.map((category) => [category, category.replaceAll('_', ' ')] as const);

function moneyOf({ account_id, ...row }: Omit<Fix, 'kind'>): Settling {
  return {
    title: 'Record the cash movement',
    changes: 'account',
    fields: [
      dayField('date', row['date']),
      { name: 'amount', label: 'Amount (negative: outflow)', kind: 'number', value: row['amount'], required: true },
      { name: 'category', label: 'Kind', options: categories, value: row['category'] ?? guess(row['amount']) },
      { name: 'description', label: 'Description', value: row['description'], required: true },
    ],
    save: (values) =>
      api.banking.submit({
        body: { account_id, transactions: [{ ...row, ...filledFields(values) }] } as unknown as NewMoney,
      }),
  };
}

/** What is there to begin with: money that went unseen is most often a fee, money that came interest. */
function guess(amount: string | number | undefined): string {
  return Number(amount) < 0 ? 'fee' : 'interest';
}

function filledFields(values: FormValues): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''));
}
