// What was planned beside what came of it.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Amount, Multiple } from '../../amount/amount.tsx';
import { Table } from '../../parts/table.tsx';
import type { Answer } from '../../service/client.ts';

type Trip = Answer<'roundTrips', 'get'>;

export function PlanResult({ trip }: { readonly trip: Trip }): ReactNode {
  const { plan } = trip;
  if (plan === null) return null;
  const rows: readonly (readonly [name: string, planned: ReactNode, became: ReactNode])[] = [
    [
      'Entry',
      <Amount key="p" value={plan.entry_price} as="price" />,
      <Amount key="b" value={trip.entry_avg_price} as="mean" />,
    ],
    [
      'Shares',
      <Amount key="p" value={plan.shares_planned} as="quantity" />,
      <Amount key="b" value={trip.total_quantity} as="quantity" />,
    ],
    ['Stop', <Amount key="p" value={plan.stop_loss} as="price" />, ''],
    [
      'Target, exit',
      <Amount key="p" value={plan.target_price} as="price" />,
      <Amount key="b" value={trip.exit_avg_price} as="mean" />,
    ],
    ['R', <Multiple key="p" value={plan.risk_reward_ratio} />, <Multiple key="b" value={trip.r} />],
  ];
  return (
    <section className="card" aria-labelledby="plan">
      <h2 id="plan">Plan and result</h2>
      <p>
        <Link href="/plans">{plan.strategy_name}</Link>
        {plan.entry_conditions !== '' && `: ${plan.entry_conditions}`}
      </p>
      <Table
        label="Plan and result"
        rows={rows}
        keyOf={([name]) => name}
        columns={[
          { name: 'What', cell: ([name]) => name, text: true },
          { name: 'Planned', cell: ([, planned]) => planned },
          { name: 'Result', cell: ([, , became]) => became },
        ]}
      />
    </section>
  );
}
