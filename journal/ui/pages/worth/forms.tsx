// What a person knows and no statement said: a price, and how much cash there was.
import type { ReactNode } from 'react';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useAccountOptions } from '../../service/accounts.ts';
import { api } from '../../service/client.ts';

type Prices = Parameters<typeof api.worth.putPrices>[0]['body'];
type Stated = Parameters<typeof api.worth.stateCash>[0]['body'];

interface OnProps {
  /** The evening that is shown. */
  readonly on: string | undefined;
}

/** The fields are called as the service calls them, so that its sentences stand where they belong. */
const FIRST = 'prices.0.';

export function GivePrice({ on }: OnProps): ReactNode {
  return (
    <FormDialog
      button="Give a price"
      title="A price"
      changes="price"
      fields={[
        { name: `${FIRST}instrument`, label: 'Instrument', kind: 'ticker', required: true },
        { name: `${FIRST}date`, label: 'Day', kind: 'date', value: on, required: true },
        { name: `${FIRST}price`, label: 'Price', kind: 'number', required: true },
        { name: `${FIRST}currency`, label: 'Currency (what it is traded in when left out)' },
      ]}
      save={(values) => {
        const price = Object.fromEntries(
          Object.entries(values).map(([name, value]) => [name.slice(FIRST.length), value]),
        );
        // The service judges what was written; a form cannot know more.
        return api.worth.putPrices({ body: { prices: [price] } as unknown as Prices });
      }}
    />
  );
}

export function StateCash({ on }: OnProps): ReactNode {
  const accounts = useAccountOptions();
  if (accounts.length === 0) return null;
  return (
    <FormDialog
      button="State cash"
      title="Cash on the evening of a day"
      changes="cash"
      fields={[
        { name: 'account_id', label: 'Account', options: accounts },
        { name: 'balance', label: 'Balance (below zero: owed)', kind: 'number', required: true },
        { name: 'date', label: 'Day', kind: 'date', value: on },
        { name: 'currency', label: 'Currency (the account’s when left out)' },
      ]}
      save={(values) => api.worth.stateCash({ body: values as unknown as Stated })}
    />
  );
}
