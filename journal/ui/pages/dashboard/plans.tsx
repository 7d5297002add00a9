// The plans that still wait for their moment.
import type { ReactNode } from 'react';
import { levelPassed } from '@zorivest/vocabulary';
import { Link } from 'wouter';
import { Amount } from '../../amount/amount.tsx';
import { plain } from '../../amount/format.ts';
import { Empty, WhenLoaded } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { useEndpoint } from '../../client/cache.ts';
import type { Answer } from '../../client/client.ts';
import { nameOf, type Plan } from '../plans/plan.ts';
import { useEvening } from './use-evening.ts';

const SHOWN = 8;

export function OpenPlans(): ReactNode {
  const plans = useEndpoint('plans', 'list', { query: { limit: 200 } });
  // As the evening has them: the nearest first, then those without a known price.
  const priced = (useEvening().data?.plans ?? []).map((plan, place) => ({ ...plan, place }));
  const pricedOf = new Map(priced.map((plan) => [plan.id, plan]));
  const placeOf = (id: number) => pricedOf.get(id)?.place ?? priced.length;
  return (
    <WhenLoaded query={plans} height={120}>
      {({ items }) => {
        const open = items
          .filter(({ status }) => status === 'draft' || status === 'active')
          .toSorted((a, b) => placeOf(a.id) - placeOf(b.id));
        if (open.length === 0) return <Empty action={<Link href="/plans">Plan a trade</Link>}>No open plans.</Empty>;
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
                { name: 'From entry', cell: (plan) => <FromEntry plan={plan} priced={pricedOf.get(plan.id)} /> },
              ]}
            />
            <Link href="/plans">All plans</Link>
          </>
        );
      }}
    </WhenLoaded>
  );
}

interface FromEntryProps {
  readonly plan: Plan;
  readonly priced: Answer<'app', 'evening'>['plans'][number] | undefined;
}

function FromEntry({ plan, priced }: FromEntryProps): ReactNode {
  if (priced === undefined || priced.distance_r === null) return '–';
  const passed = levelPassed(plan, priced.price);
  if (passed !== null) return passed;
  const distance = `${plain(Math.abs(priced.distance_r), 1)} R`;
  return priced.is_near ? <strong>{distance}, near</strong> : distance;
}
