// The plans that still wait for their moment.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Amount } from '../../amount/amount.tsx';
import { plain } from '../../amount/format.ts';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { useEndpoint } from '../../service/cache.ts';

const SHOWN = 8;

export function OpenPlans(): ReactNode {
  const plans = useEndpoint('plans', 'list', { query: { limit: 200 } });
  return (
    <Loaded query={plans} height={120}>
      {({ items }) => {
        const open = items.filter(({ status }) => status === 'draft' || status === 'active');
        if (open.length === 0)
          return <Empty action={<Link href="/plans">Plan a trade</Link>}>No plan waits for its moment.</Empty>;
        return (
          <>
            <Table
              label="Open plans"
              rows={open.slice(0, SHOWN)}
              keyOf={({ id }) => id}
              columns={[
                {
                  name: 'Plan',
                  cell: ({ ticker, direction }) => `${ticker} ${direction === 'BOT' ? 'long' : 'short'}`,
                  text: true,
                },
                { name: 'In', cell: ({ entry_price }) => <Amount value={entry_price} as="price" /> },
                { name: 'Stop', cell: ({ stop_loss }) => <Amount value={stop_loss} as="price" /> },
                { name: 'Target', cell: ({ target_price }) => <Amount value={target_price} as="price" /> },
                { name: 'Reward to risk', cell: ({ risk_reward_ratio }) => `${plain(risk_reward_ratio, 1)} to 1` },
              ]}
            />
            <Link href="/plans">All plans</Link>
          </>
        );
      }}
    </Loaded>
  );
}
