// Trades that have not happened yet, by where they stand.
import { type ReactNode, useId, useState } from 'react';
import { distanceInRisk, isNearEntry, levelPassed } from '@zorivest/vocabulary';
import { Link } from 'wouter';
import { Amount } from '../../amount/amount.tsx';
import { count, plain } from '../../amount/format.ts';
import { weekday } from '../../amount/time.ts';
import { AskFirst } from '../../components/ask-first.tsx';
import type { Options } from '../../components/field.tsx';
import { imageBody, Images } from '../../components/images.tsx';
import { Menu } from '../../components/menu.tsx';
import { Page } from '../../components/page.tsx';
import { Empty, WhenLoaded } from '../../components/states.tsx';
import { useAccountOptions } from '../../components/accounts.ts';
import { useEndpoint } from '../../client/cache.ts';
import { api } from '../../client/client.ts';
import { Ladder } from './ladder.tsx';
import { nameOf, type Plan, statuses } from './plan.ts';
import { EditPlan, NewPlan } from './plan-form.tsx';
import { PlanStatus } from './plan-status.tsx';
import { Size } from './size.tsx';
import { isOpen, type LastPrice, useLastPrices } from './use-last-prices.ts';
import { Watchlists } from './watchlists.tsx';

export function PlansPage(): ReactNode {
  const plans = useEndpoint('plans', 'list', { query: { limit: 200 } });
  const accounts = useAccountOptions();
  const prices = useLastPrices(plans.data?.items ?? []);
  return (
    <Page title="Plans" aside={<NewPlan accounts={accounts} />}>
      <WhenLoaded query={plans} height={300}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>No plans yet. A plan sets your entry, stop and target.</Empty>
          ) : (
            groupsOf(items).map(([status, name]) => {
              const plans = items.filter((plan) => plan.status === status);
              const shown = { name, plans, accounts, prices };
              return plans.some(isOpen) ? <Waiting key={status} {...shown} /> : <Over key={status} {...shown} />;
            })
          )
        }
      </WhenLoaded>
      <Watchlists />
    </Page>
  );
}

/** A status of none says nothing. */
const groupsOf = (plans: readonly Plan[]) =>
  statuses.filter(([status]) => plans.some((plan) => plan.status === status));

/** What is over piles up: the latest are shown, the others when asked for. */
const FIRST_SHOWN = 10;

interface GroupProps {
  readonly name: string;
  readonly plans: readonly Plan[];
  readonly accounts: Options;
  readonly prices: ReadonlyMap<string, LastPrice>;
}

/** What the page is about. */
function Waiting(group: GroupProps): ReactNode {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        {group.name} <span className="quiet">{count(group.plans.length)}</span>
      </h2>
      <Cards {...group} />
    </section>
  );
}

/** What is over is folded: it is looked up, not waited for. */
function Over(group: GroupProps): ReactNode {
  const [isOpened, setOpened] = useState(false);
  return (
    <details className="over" onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
      <summary>
        {group.name} <span className="quiet">{count(group.plans.length)}</span>
      </summary>
      {isOpened && <Cards {...group} />}
    </details>
  );
}

function Cards({ name, plans, accounts, prices }: GroupProps): ReactNode {
  const [all, setAll] = useState(false);
  return (
    <>
      <div className="board">
        {(all ? plans : plans.slice(0, FIRST_SHOWN)).map((plan) => (
          <PlanCard key={plan.id} plan={plan} accounts={accounts} last={prices.get(plan.ticker)} />
        ))}
      </div>
      {!all && plans.length > FIRST_SHOWN && (
        <button type="button" className="button" onClick={() => setAll(true)}>
          Show all<span className="visually-hidden"> that are {name.toLowerCase()}</span>
        </button>
      )}
    </>
  );
}

interface PlanCardProps {
  readonly plan: Plan;
  readonly accounts: Options;
  readonly last: LastPrice | undefined;
}

function PlanCard({ plan, accounts, last }: PlanCardProps): ReactNode {
  const params = { plan_id: plan.id };
  const own = isOpen(plan) ? last : undefined;
  return (
    <article className="card" aria-label={nameOf(plan)}>
      <h3>{nameOf(plan)}</h3>
      <p>
        {plan.strategy_name}, {plain(plan.risk_reward_ratio, 1)} to 1
      </p>
      <Ladder plan={plan} last={own} />
      {own !== undefined && <LastPriceLine plan={plan} last={own} />}
      <AtStake plan={plan} />
      <PlanRules plan={plan} />
      <PlanImages plan={plan} />
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
        {isOpen(plan) && <Size plan={plan} />}
        <Menu of={nameOf(plan)}>
          <PlanStatus plan={plan} />
          <AskFirst
            button="Delete"
            title={`Delete the plan ${nameOf(plan)}?`}
            act={() => api.plans.remove({ params })}
            changes="plan"
          >
            Its images are deleted too.
          </AskFirst>
        </Menu>
      </div>
    </article>
  );
}

function LastPriceLine({ plan, last }: { readonly plan: Plan; readonly last: LastPrice }): ReactNode {
  const distance = distanceInRisk(plan, last.price);
  return (
    <p>
      Last <Amount value={last.price} as="price" />
      {distance !== null && (
        <span className="quiet">
          , {levelPassed(plan, last.price) ?? wayToEntry(plan, last.price, distance)} on {weekday(last.date)}
        </span>
      )}
    </p>
  );
}

const wayToEntry = (plan: Plan, price: number, distance: number): string =>
  isNearEntry(plan, price)
    ? 'near the entry'
    : `${plain(Math.abs(distance), 1)} R ${distance > 0 ? 'above' : 'below'} the entry`;

/** What its trade will be held to: the rules of the setup that its strategy names. */
function PlanRules({ plan }: { readonly plan: Plan }): ReactNode {
  const { playbook } = plan;
  if (playbook === null || playbook === undefined || playbook.rules.length === 0) return null;
  return (
    <details>
      <summary>{playbook.rules.length === 1 ? 'One rule' : `${count(playbook.rules.length)} rules`}</summary>
      <ul aria-label={`Rules of ${playbook.name}`}>
        {playbook.rules.map(({ id, kind, text }) => (
          <li key={id}>{text === '' ? kind.replaceAll('_', ' ') : text}</li>
        ))}
      </ul>
    </details>
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
    <WhenLoaded query={images} height={60}>
      {(all) => (
        <Images
          of={nameOf(plan)}
          images={all}
          attach={(file) => api.images.attachToPlan({ params, body: imageBody(file) })}
        />
      )}
    </WhenLoaded>
  );
}
