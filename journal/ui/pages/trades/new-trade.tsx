// Recording an execution by hand.
import type { ReactNode } from 'react';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useEndpoint } from '../../service/cache.ts';
import { api } from '../../service/client.ts';

type NewTradeBody = Parameters<typeof api.trades.create>[0]['body'];

export function NewTrade(): ReactNode {
  const accounts = useEndpoint('accounts', 'list');
  return (
    <FormDialog
      button="New trade"
      title="New trade"
      main
      changes="trade"
      fields={[
        { name: 'instrument', label: 'Instrument', required: true },
        {
          name: 'action',
          label: 'Side',
          options: [
            ['BOT', 'Buy'],
            ['SLD', 'Sell'],
          ],
        },
        { name: 'quantity', label: 'Quantity', kind: 'number', required: true },
        { name: 'price', label: 'Price', kind: 'number', required: true },
        {
          name: 'account_id',
          label: 'Account',
          options: (accounts.data ?? []).map(({ account_id, name }) => [account_id, name] as const),
        },
        { name: 'notes', label: 'Notes', kind: 'long' },
      ]}
      // The service judges what was written; a form cannot know more.
      save={(given) =>
        api.trades.create({ body: { exec_id: `hand-${crypto.randomUUID()}`, ...given } as unknown as NewTradeBody })
      }
    />
  );
}
