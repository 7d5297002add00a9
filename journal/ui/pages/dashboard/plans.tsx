// The plans that still wait for their moment.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Amount } from '../../amount/amount.tsx';
import { plain } from '../../amount/format.ts';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { useEndpoint } from '../../service/cache.ts';
import type { Answer } from '../../service/client.ts';
import { nameOf } from '../plans/plan.ts';
import { useEvening } from './use-evening.ts';

const SHOWN = 8;

export function OpenPlans(): ReactNode {
  const plans = useEndpoint('plans', 'list', { query: { limit: 200 } });
  // As the evening has them: the nearest first, then those without a known price.
  const priced = (useEvening().data?.plans ?? []).map((plan, place) => ({ ...plan, place }));
  const pricedOf = new Map(priced.map((plan) => [plan.id, plan]));
  const placeOf = (id: number) => pricedOf.get(id)?.place ?? priced.length;
  return (
    <Loaded query={plans} height={120}>
      {({ items }) => {
        const open = items
          .filter(({ status }) => status === 'draft' || status === 'active')
          .toSorted((a, b) => placeOf(a.id) - placeOf(b.id));
        if (open.length === 0)
          return <Empty action={<Link href="/plans">Plan a trade</Link>}>No plan waits for its moment.</Empty>;
        return (
          <>
            <Table
              stacked="named"
              label="Open plans"
              rows={open.slice(0, SHOWN)}
              keyOf={({ id }) => id}
              columns={[
                { name: 'Plan', cell: nameOf, text: true },
                { name: 'Entry', cell: ({ entry_price }) => <Amount value={entry_price} as="price" /> },
                { name: 'Stop', cell: ({ stop_loss }) => <Amount value={stop_loss} as="price" /> },
                { name: 'Target', cell: ({ target_price }) => <Amount value={target_price} as="price" /> },
                { name: 'Reward to risk', cell: ({ risk_reward_ratio }) => `${plain(risk_reward_ratio, 1)} to 1` },
                { name: 'Last', cell: ({ id }) => <Amount value={pricedOf.get(id)?.price} as="price" /> },
                { name: 'From entry', cell: ({ id }) => <FromEntry plan={pricedOf.get(id)} /> },
              ]}
            />
            <Link href="/plans">All plans</Link>
          </>
        );
      }}
    </Loaded>
  );
}

function FromEntry({ plan }: { readonly plan: Answer<'app', 'evening'>['plans'][number] | undefined }): ReactNode {
  if (plan === undefined || plan.distance_r === null) return '–';
  const distance = `${plain(Math.abs(plan.distance_r), 1)} R`;
  return plan.is_near ? <strong>{distance}, near</strong> : distance;
}
