// Instruments that statements name by their ISIN only: the person says what they are called, once.
import type { ReactNode } from 'react';
import { count } from '../../amount/format.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Table } from '../../components/table.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { api } from '../../client/client.ts';

export function Instruments(): ReactNode {
  const unnamed = useEndpoint('imports', 'instruments', { query: { unnamed: true, limit: 200 } });
  const items = unnamed.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <section className="card question" aria-labelledby="instruments">
      <h2 id="instruments">Instruments without a ticker</h2>
      <Table
        label="Instruments without a ticker"
        rows={items}
        keyOf={({ isin }) => isin}
        columns={[
          { name: 'ISIN', cell: ({ isin }) => isin, text: true },
          { name: 'In the statements', cell: ({ name }) => name ?? '–', text: true },
          { name: 'Trades', cell: ({ trades }) => count(trades) },
          {
            name: 'Actions',
            silent: true,
            cell: ({ isin, name }) => (
              <FormDialog
                button="Set ticker"
                about={name ?? isin}
                title={`Ticker of ${name ?? isin}`}
                changes="trade"
                fields={[{ name: 'instrument', label: 'Ticker', required: true }]}
                save={({ instrument }) =>
                  api.imports.nameInstrument({ params: { isin }, body: { instrument: String(instrument) } })
                }
              />
            ),
          },
        ]}
      />
    </section>
  );
}
