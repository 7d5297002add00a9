// The plan next to its result.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Amount, Multiple } from '../../amount/amount.tsx';
import { Table } from '../../components/table.tsx';
import type { Answer } from '../../client/client.ts';

type Trip = Answer<'roundTrips', 'get'>;

export function PlanResult({ trip }: { readonly trip: Trip }): ReactNode {
  const { plan } = trip;
  if (plan === null) return null;
  // A plan names prices of the instrument; options on it have prices of their own, and are counted in contracts.
  const isOfOptions = trip.asset_class === 'OPTION' || trip.legs.length > 0;
  const rows: readonly (readonly [name: string, planned: ReactNode, became: ReactNode])[] = [
    [
      'Entry',
      <Amount key="p" value={plan.entry_price} as="price" />,
      isOfOptions ? '' : <Amount key="b" value={trip.entry_avg_price} as="mean" />,
    ],
    ...(isOfOptions && plan.shares_planned === null
      ? []
      : [
          [
            'Shares',
            <Amount key="p" value={plan.shares_planned} as="quantity" />,
            isOfOptions ? '' : <Amount key="b" value={trip.total_quantity} as="quantity" />,
          ] as const,
        ]),
    ['Stop', <Amount key="p" value={plan.stop_loss} as="price" />, ''],
    [
      isOfOptions ? 'Target' : 'Target, exit',
      <Amount key="p" value={plan.target_price} as="price" />,
      isOfOptions ? '' : <Amount key="b" value={trip.exit_avg_price} as="mean" />,
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
      {isOfOptions && (
        <p className="quiet">{`The prices of the plan are those of ${plan.ticker}, on which the options are.`}</p>
      )}
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
