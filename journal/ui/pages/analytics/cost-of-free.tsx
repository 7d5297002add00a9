// What free orders may have cost, as an estimate with what it assumes.
import type { ReactNode } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { useFilter } from '../../filter/filter.ts';
import { Card } from '../../components/card.tsx';
import { Facts } from '../../components/facts.tsx';
import { WhenLoaded } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { useEndpoint } from '../../client/cache.ts';

export function CostOfFree(): ReactNode {
  const [filter] = useFilter();
  const found = useEndpoint('costs', 'costOfFree', { query: filter });
  return (
    <Card name="Cost of commission-free orders (estimate)" headed>
      <WhenLoaded query={found} height={160}>
        {({ total_hidden_cost, fee_component, pfof_component, per_trade, currency, what_if, assumptions }) => (
          <>
            <Facts
              rows={[
                ['Total', <Amount key="t" value={total_hidden_cost} currency={currency} />],
                ['Commissions', <Amount key="f" value={fee_component} />],
                ['Worse execution prices', <Amount key="p" value={pfof_component} />],
                ['Per trade', <Amount key="e" value={per_trade} />],
              ]}
            />
            {what_if.length > 0 && (
              <Table
                stacked="named"
                label="Cost with other routing"
                rows={what_if}
                keyOf={({ schedule }) => schedule}
                columns={[
                  { name: 'Routing', cell: ({ schedule }) => schedule, text: true },
                  { name: 'Commission', cell: ({ commission }) => <Amount value={commission} /> },
                  { name: 'Worse execution prices', cell: ({ slippage }) => <Amount value={slippage} /> },
                  { name: 'Total', cell: ({ total }) => <Amount value={total} /> },
                ]}
              />
            )}
            <details>
              <summary>Assumptions</summary>
              <ul>
                {assumptions.map((assumption) => (
                  <li key={assumption}>{assumption}</li>
                ))}
              </ul>
            </details>
          </>
        )}
      </WhenLoaded>
    </Card>
  );
}
