// Trades that have not happened yet, by where they stand.
import type { ReactNode } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { plain } from '../../amount/format.ts';
import { FormDialog, type FieldSpec } from '../../parts/form-dialog.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { useEndpoint } from '../../service/cache.ts';
import { type Answer, api } from '../../service/client.ts';

type Plan = Answer<'plans', 'list'>['items'][number];
type NewPlan = Parameters<typeof api.plans.create>[0]['body'];

const statuses: readonly (readonly [Plan['status'], string])[] = [
  ['draft', 'Draft'],
  ['active', 'Active'],
  ['executed', 'Traded'],
  ['expired', 'Expired'],
  ['cancelled', 'Cancelled'],
];

const fields: readonly FieldSpec[] = [
  { name: 'ticker', label: 'Instrument', required: true },
  {
    name: 'direction',
    label: 'Side',
    options: [
      ['BOT', 'Long'],
      ['SLD', 'Short'],
    ],
  },
  { name: 'strategy_name', label: 'Strategy', required: true },
  { name: 'entry_price', label: 'Entry', kind: 'number', required: true },
  { name: 'stop_loss', label: 'Stop', kind: 'number', required: true },
  { name: 'target_price', label: 'Target', kind: 'number', required: true },
  { name: 'entry_conditions', label: 'What must be so before I enter', kind: 'long', required: true },
];

export function PlansPage(): ReactNode {
  const plans = useEndpoint('plans', 'list', { query: { limit: 200 } });
  return (
    <Page
      title="Plans"
      aside={
        <FormDialog
          button="New plan"
          title="New plan"
          main
          changes="plan"
          fields={fields}
          save={(given) => api.plans.create({ body: given as unknown as NewPlan })}
        />
      }
    >
      <Loaded query={plans} height={300}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>A plan says where you enter, where you are wrong and where you take the profit.</Empty>
          ) : (
            <div className="board">
              {statuses.map(([status, name]) => (
                <section key={status} aria-labelledby={`plans-${status}`}>
                  <h2 id={`plans-${status}`}>{name}</h2>
                  {items
                    .filter((plan) => plan.status === status)
                    .map((plan) => (
                      <PlanCard key={plan.id} plan={plan} />
                    ))}
                </section>
              ))}
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}

function PlanCard({ plan }: { readonly plan: Plan }): ReactNode {
  return (
    <article className="card">
      <h3>
        {plan.ticker} {plan.direction === 'BOT' ? 'long' : 'short'}
      </h3>
      <p>
        {plan.strategy_name}, {plain(plan.risk_reward_ratio, 1)} to 1
      </p>
      <p className="quiet">
        in <Amount value={plan.entry_price} as="price" />, stop <Amount value={plan.stop_loss} as="price" />, target{' '}
        <Amount value={plan.target_price} as="price" />
      </p>
      {plan.warnings.map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
      <FormDialog
        button="Status"
        title={`Status of ${plan.ticker}`}
        changes="plan"
        fields={[{ name: 'status', label: 'Status', options: statuses, value: plan.status }]}
        save={({ status }) =>
          api.plans.update({ params: { plan_id: plan.id }, body: { status: status as Plan['status'] } })
        }
      />
    </article>
  );
}
