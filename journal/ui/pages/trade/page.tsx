// One trade: what was done, what it made, why, and who changed what.
import { type ReactNode } from 'react';
import { Link, useParams } from 'wouter';
import { Amount } from '../../amount/amount.tsx';
import { duration, moment } from '../../amount/time.ts';
import { useFilterSearch } from '../../filter/filter.ts';
import { type Fact, Facts } from '../../parts/facts.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { useEndpoint } from '../../service/cache.ts';
import type { Answer } from '../../service/client.ts';
import { EditNotes } from './notes.tsx';

type Trip = Answer<'roundTrips', 'get'>;

export function TradePage(): ReactNode {
  const { id } = useParams<{ id: string }>();
  const search = useFilterSearch();
  const trip = useEndpoint('roundTrips', 'get', { params: { trip_id: decodeURIComponent(id) } });
  return (
    <Page
      title={trip.data === undefined ? 'Trade' : headingOf(trip.data)}
      aside={<Link href={`/trades${search}`}>All trades</Link>}
    >
      <Loaded query={trip} height={400}>
        {(found) => (
          <div className="trade">
            <Result trip={found} />
            <Executions trip={found} />
            <Review trip={found} />
            <History trip={found} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

const sideOf = ({ direction }: Pick<Trip, 'direction'>) => (direction === 'BOT' ? 'long' : 'short');
const headingOf = (trip: Trip) => `${trip.instrument} ${sideOf(trip)}`;

function Result({ trip }: { readonly trip: Trip }): ReactNode {
  const rows: readonly Fact[] = [
    ['Result', <Amount key="r" value={trip.pnl} currency={trip.currency} result />],
    ['Of it currencies', <Amount key="f" value={trip.fx_pnl} currency={trip.currency} />],
    ['Quantity', <Amount key="q" value={trip.total_quantity} as="quantity" />],
    ['In', <Amount key="i" value={trip.entry_avg_price} as="mean" />],
    ['Out', <Amount key="o" value={trip.exit_avg_price} as="mean" />],
    ['Costs', <Amount key="c" value={trip.total_commission} />],
    ['Opened', moment(trip.opened_at, trip.time_zone)],
    ['Closed', trip.closed_at === null ? trip.status : moment(trip.closed_at, trip.time_zone)],
    ['Held', duration(trip.holding_period_seconds)],
    ['Account', trip.account_id],
    ['Strategy', trip.strategy ?? '–'],
    ['Tags', trip.tags.join(', ') || '–'],
  ];
  return (
    <section className="card" aria-labelledby="facts">
      <h2 id="facts">Result</h2>
      <Facts rows={rows} convention={trip.convention} />
    </section>
  );
}

function Executions({ trip }: { readonly trip: Trip }): ReactNode {
  return (
    <section className="card" aria-labelledby="executions">
      <h2 id="executions">Executions</h2>
      <Table
        label="Executions"
        rows={trip.executions}
        keyOf={({ exec_id }) => exec_id}
        columns={[
          { name: 'Time', cell: ({ time }) => moment(time, trip.time_zone), text: true },
          { name: 'Instrument', cell: ({ instrument }) => instrument, text: true },
          { name: 'Side', cell: ({ action }) => (action === 'BOT' ? 'Buy' : 'Sell'), text: true },
          { name: 'Quantity', cell: ({ quantity }) => <Amount value={quantity} as="quantity" /> },
          { name: 'Price', cell: ({ price }) => <Amount value={price} as="price" /> },
          { name: 'Costs', cell: ({ commission }) => <Amount value={commission} /> },
          { name: 'Notes', cell: ({ notes }) => notes, text: true },
          { name: 'Edit', silent: true, cell: ({ exec_id, notes }) => <EditNotes execId={exec_id} notes={notes} /> },
        ]}
      />
    </section>
  );
}

function Review({ trip }: { readonly trip: Trip }): ReactNode {
  const { report, mistakes, plan } = trip;
  return (
    <section className="card" aria-labelledby="review">
      <h2 id="review">Review</h2>
      {plan !== null && (
        <p>
          Plan: {plan.strategy_name ?? plan.ticker}, stop <Amount value={plan.stop_loss} as="price" />, target{' '}
          <Amount value={plan.target_price} as="price" />
        </p>
      )}
      {report === null ? (
        <Empty>No review yet. Say what the setup was and how it was traded, with the assistant or in the shell.</Empty>
      ) : (
        <>
          <p>
            Setup {report.setup_quality}, execution {report.execution_quality},{' '}
            {report.followed_plan ? 'followed the plan' : 'did not follow the plan'}
          </p>
          {report.lessons_learned && <p>{report.lessons_learned}</p>}
        </>
      )}
      {mistakes.length > 0 && (
        <ul>
          {mistakes.map(({ id, category, estimated_cost }) => (
            <li key={id}>
              {category.replaceAll('_', ' ')} <Amount value={estimated_cost} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function History({ trip }: { readonly trip: Trip }): ReactNode {
  const [first] = trip.executions;
  const audit = useEndpoint(
    'audit',
    'list',
    { query: { resource_id: first?.exec_id ?? '', limit: 50 } },
    { enabled: first !== undefined },
  );
  return (
    <section className="card" aria-labelledby="history">
      <h2 id="history">History</h2>
      <Loaded query={audit} height={80}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>Nothing of this trade has been changed.</Empty>
          ) : (
            <ul className="strip">
              {items.map(({ id, at, actor, action, tool }) => (
                <li key={id}>
                  <span className="quiet">{moment(at)}</span> {actor} {action}
                  {tool === null ? '' : ` with ${tool}`}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
