// Trades that have not happened yet, by where they stand.
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'wouter';
import { Amount } from '../../amount/amount.tsx';
import { count, plain } from '../../amount/format.ts';
import { AskFirst } from '../../parts/ask-first.tsx';
import type { Options } from '../../parts/field.tsx';
import { imageBody, Images } from '../../parts/images.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { useAccountOptions } from '../../service/accounts.ts';
import { useEndpoint } from '../../service/cache.ts';
import { api } from '../../service/client.ts';
import { nameOf, type Plan, statuses } from './plan.ts';
import { EditPlan, NewPlan } from './plan-form.tsx';
import { PlanStatus } from './plan-status.tsx';
import { Size } from './size.tsx';
import { Watchlists } from './watchlists.tsx';

export function PlansPage(): ReactNode {
  const plans = useEndpoint('plans', 'list', { query: { limit: 200 } });
  const accounts = useAccountOptions();
  return (
    <Page title="Plans" aside={<NewPlan accounts={accounts} />}>
      <Watchlists />
      <Loaded query={plans} height={300}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>A plan says where you enter, where you are wrong and where you take the profit.</Empty>
          ) : (
            <div className="board">
              {statuses.map(([status, name]) => (
                <Column
                  key={status}
                  name={name}
                  plans={items.filter((plan) => plan.status === status)}
                  accounts={accounts}
                />
              ))}
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}

/** What is over piles up: the latest are shown, the others when asked for. */
const FIRST_SHOWN = 10;

interface ColumnProps {
  readonly name: string;
  readonly plans: readonly Plan[];
  readonly accounts: Options;
}

function Column({ name, plans, accounts }: ColumnProps): ReactNode {
  const [all, setAll] = useState(false);
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        {name} {plans.length > 0 && <span className="quiet">{count(plans.length)}</span>}
      </h2>
      {(all ? plans : plans.slice(0, FIRST_SHOWN)).map((plan) => (
        <PlanCard key={plan.id} plan={plan} accounts={accounts} />
      ))}
      {!all && plans.length > FIRST_SHOWN && (
        <button type="button" className="button" onClick={() => setAll(true)}>
          Show all<span className="visually-hidden"> that are {name.toLowerCase()}</span>
        </button>
      )}
    </section>
  );
}

function PlanCard({ plan, accounts }: { readonly plan: Plan; readonly accounts: Options }): ReactNode {
  const params = { plan_id: plan.id };
  const isOpen = plan.status === 'draft' || plan.status === 'active';
  return (
    <article className="card" aria-label={nameOf(plan)}>
      <h3>{nameOf(plan)}</h3>
      <p>
        {plan.strategy_name}, {plain(plan.risk_reward_ratio, 1)} to 1
      </p>
      <p className="quiet">
        in <Amount value={plan.entry_price} as="price" />, stop <Amount value={plan.stop_loss} as="price" />, target{' '}
        <Amount value={plan.target_price} as="price" />
      </p>
      <AtStake plan={plan} />
      {plan.warnings.map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
      {plan.linked_trade_id !== null && (
        <p>
          <Link href={`/trades/${encodeURIComponent(plan.linked_trade_id)}`}>The trade</Link>
        </p>
      )}
      <div className="page-tools">
        <EditPlan plan={plan} accounts={accounts} />
        {isOpen && <Size plan={plan} />}
        <PlanStatus plan={plan} />
        <AskFirst
          button="Delete"
          title={`Delete the plan ${nameOf(plan)}?`}
          act={() => api.plans.remove({ params })}
          changes="plan"
        >
          Its images go with it.
        </AskFirst>
      </div>
      <PlanImages plan={plan} />
    </article>
  );
}

/** One R of the plan in money, and what it makes at the target. */
function AtStake({ plan }: { readonly plan: Plan }): ReactNode {
  if (plan.shares_planned === null) return null;
  const risk = Math.abs(plan.entry_price - plan.stop_loss) * plan.shares_planned;
  const reward = Math.abs(plan.target_price - plan.entry_price) * plan.shares_planned;
  return (
    <p>
      <Amount value={plan.shares_planned} as="quantity" /> shares: 1 R is <Amount value={risk} />, the target makes{' '}
      <Amount value={reward} />
    </p>
  );
}

function PlanImages({ plan }: { readonly plan: Plan }): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Images</summary>
      {open && <OpenImages plan={plan} />}
    </details>
  );
}

function OpenImages({ plan }: { readonly plan: Plan }): ReactNode {
  const params = { plan_id: plan.id };
  const images = useEndpoint('images', 'listForPlan', { params });
  return (
    <Loaded query={images} height={60}>
      {(all) => (
        <Images
          of={nameOf(plan)}
          images={all}
          attach={(file) => api.images.attachToPlan({ params, body: imageBody(file) })}
        />
      )}
    </Loaded>
  );
}
