// The ways of paying through the year side by side, and what the choice of lots has saved.
import type { ReactNode } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { count } from '../../amount/format.ts';
import { Facts } from '../../components/facts.tsx';
import { Empty, WhenLoaded } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { useEndpoint } from '../../client/cache.ts';

export function Methods({ year }: { readonly year: number }): ReactNode {
  const compared = useEndpoint('tax', 'compareQuarterly', { query: { tax_year: year } });
  return (
    <>
      <WhenLoaded query={compared} height={120}>
        {({ methods }) =>
          methods.length === 0 ? (
            <Empty>A tax profile is needed for quarterly amounts.</Empty>
          ) : (
            <Table
              label="Estimation methods"
              rows={methods}
              keyOf={({ estimation_method }) => estimation_method}
              columns={[
                {
                  name: 'Method',
                  cell: ({ estimation_method }) => estimation_method.replaceAll('_', ' '),
                  text: true,
                },
                { name: 'In the year', cell: ({ required_annual }) => <Amount value={required_annual} /> },
                ...[1, 2, 3, 4].map((quarter) => ({
                  name: `Q${quarter}`,
                  cell: ({ installments }: (typeof methods)[number]) => (
                    <Amount value={installments.find((each) => each.quarter === quarter)?.required ?? null} />
                  ),
                })),
                { name: 'Penalty', cell: ({ penalty }) => <Amount value={penalty} /> },
                { name: 'By', cell: ({ basis }) => <span className="wrapped">{basis ?? '–'}</span>, text: true },
              ]}
            />
          )
        }
      </WhenLoaded>
      <LotMethodSavings year={year} />
    </>
  );
}

function LotMethodSavings({ year }: { readonly year: number }): ReactNode {
  const alpha = useEndpoint('tax', 'alpha', { query: { tax_year: year } });
  return (
    <WhenLoaded query={alpha} height={120}>
      {(found) => (
        <>
          <h3>Tax saved by lot selection</h3>
          <Facts
            rows={[
              ['Actual tax', <Amount key="a" value={found.actual_tax_estimate} />],
              ['First in, first out', <Amount key="n" value={found.naive_fifo_tax_estimate} />],
              ['Saved', <Amount key="s" value={found.tax_savings} result />],
              ['By other gains', <Amount key="o" value={found.savings_from_lot_optimization} result />],
              ['By more losses', <Amount key="h" value={found.savings_from_harvesting} result />],
              ['Sales with other lots', count(found.trades_optimized_count)],
            ]}
          />
        </>
      )}
    </WhenLoaded>
  );
}
