// One trade: what was done, what it made, why, and who changed what.
import { type ReactNode } from 'react';
import { Link, useParams } from 'wouter';
import { Amount } from '../../amount/amount.tsx';
import { duration, moment } from '../../amount/time.ts';
import { useFilterSearch } from '../../filter/filter.ts';
import { Page } from '../../parts/page.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
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
            <Facts trip={found} />
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

function Facts({ trip }: { readonly trip: Trip }): ReactNode {
  const rows: readonly (readonly [string, ReactNode])[] = [
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
      <dl className="facts" title={trip.convention}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt className="quiet">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Executions({ trip }: { readonly trip: Trip }): ReactNode {
  return (
    <section className="card" aria-labelledby="executions">
      <h2 id="executions">Executions</h2>
      <div className="scroll" tabIndex={0} role="region" aria-label="Executions, table">
        <table className="plain">
          <thead>
            <tr>
              {['Time', 'Instrument', 'Side', 'Quantity', 'Price', 'Costs', 'Notes', ''].map((name) => (
                <th key={name} scope="col">
                  {name === '' ? <span className="visually-hidden">Edit</span> : name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {trip.executions.map((execution) => (
              <tr key={execution.exec_id}>
                <td>{moment(execution.time, trip.time_zone)}</td>
                <td className="text">{execution.instrument}</td>
                <td className="text">{execution.action === 'BOT' ? 'Buy' : 'Sell'}</td>
                <td>
                  <Amount value={execution.quantity} as="quantity" />
                </td>
                <td>
                  <Amount value={execution.price} as="price" />
                </td>
                <td>
                  <Amount value={execution.commission} />
                </td>
                <td className="text">{execution.notes}</td>
                <td>
                  <EditNotes execId={execution.exec_id} notes={execution.notes} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
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
