// One trade: what was done, what it made, why, and who changed what.
import { type NamedTrade, nameTrade } from '@zorivest/vocabulary';
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { Amount, Multiple, Share } from '../../amount/amount.tsx';
import { entryCost } from '../../amount/result.tsx';
import { Moment } from '../../amount/moment.tsx';
import { day, duration, moment, weekday } from '../../amount/time.ts';
import { useFilterSearch } from '../../filter/filter.ts';
import { AccountName } from '../../components/account-name.tsx';
import { Act } from '../../components/act.tsx';
import { AskFirst } from '../../components/ask-first.tsx';
import { type Fact, Facts } from '../../components/facts.tsx';
import { imageBody, Images } from '../../components/images.tsx';
import { Menu } from '../../components/menu.tsx';
import { Page } from '../../components/page.tsx';
import { WhenLoaded } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { useEndpoint, queries } from '../../client/cache.ts';
import { type Answer, api } from '../../client/client.ts';
import { Chain } from './chain.tsx';
import { TradeChart } from './chart.tsx';
import { ChooseLots } from './choose-lots.tsx';
import { TradeDiary } from './diary.tsx';
import { DeletedTrade } from './deleted.tsx';
import { EditExecution } from './edit.tsx';
import { GradeFill } from './grade.tsx';
import { History } from './history.tsx';
import { TradeLots } from './lots.tsx';
import { Neighbours } from './neighbours.tsx';
import { Payoff } from './payoff.tsx';
import { PlanResult } from './plan-result.tsx';
import { Reversals } from './reversals.tsx';
import { Review } from './review.tsx';
import { TradeRules } from './rules.tsx';
import { SecondOpinion } from './second-opinion.tsx';

// A trade as a list that was on the screen has it.

type List = Answer<'roundTrips', 'list'>;
type ListedTrip = List['items'][number] & Pick<List, 'time_zone' | 'convention'>;

function listedTrip(id: string): ListedTrip | undefined {
  for (const [, list] of queries.getQueriesData<List>({ queryKey: ['roundTrips', 'list'] })) {
    const found = list?.items.find((trip) => trip.id === id);
    if (list !== undefined && found !== undefined)
      return { ...found, time_zone: list.time_zone, convention: list.convention };
  }
  return undefined;
}

export type Trip = Answer<'roundTrips', 'get'>;

export function TradePage(): ReactNode {
  const { id } = useParams<{ id: string }>();
  const search = useFilterSearch();
  const asked = decodeURIComponent(id);
  const trip = useEndpoint('roundTrips', 'get', { params: { trip_id: asked } });
  const [, navigate] = useLocation();
  // What the list already showed of it is shown immediately; the rest follows.
  const known = trip.data ?? listedTrip(asked);
  // An execution's id leads to its trade; the address then says which.
  const found = trip.data?.id ?? asked;
  useEffect(() => {
    if (found !== asked) navigate(`/trades/${encodeURIComponent(found)}${search}`, { replace: true });
  }, [asked, found, navigate, search]);
  return (
    <Page
      title={known === undefined ? 'Trade' : headingOf(known)}
      aside={
        <div className="page-tools">
          {trip.data !== undefined && trip.data.legs.length > 1 && <Split trip={trip.data} />}
          <Neighbours />
          <Link href={`/trades${search}`}>All trades</Link>
        </div>
      }
    >
      {known !== undefined && <Outcome trip={known} />}
      {trip.data === undefined && known !== undefined && <Result trip={known} />}
      {trip.error?.status === 404 ? (
        <DeletedTrade id={asked} problem={trip.error} retry={() => void trip.refetch()} />
      ) : (
        <WhenLoaded query={trip} height={400}>
          {(found) => (
            <>
              <Reversals trip={found} />
              <div className="trade">
                <div className="trade-story">
                  <TradeChart trip={found} />
                  {found.legs.length > 1 && <Payoff trip={found} />}
                  <Pictures trip={found} />
                  <Executions trip={found} />
                  <TradeLots trip={found} />
                  <History trip={found} />
                </div>
                <div className="trade-side">
                  <Result trip={found} />
                  <PlanResult trip={found} />
                  <TradeRules tripId={found.id} />
                  <Chain tripId={found.id} />
                  <Review trip={found} />
                  <TradeDiary trip={found} />
                  <SecondOpinion trip={found} />
                </div>
              </div>
            </>
          )}
        </WhenLoaded>
      )}
    </Page>
  );
}

/** The trade to show after one of its fills is deleted: the remaining part, which is found by any of its fills. */
function addressOfRest({ executions }: Trip, gone: string, search: string): string {
  const left = executions.find(({ exec_id }) => exec_id !== gone);
  return left === undefined ? `/trades${search}` : `/trades/${encodeURIComponent(left.exec_id)}${search}`;
}

const sideOf = ({ direction }: Pick<Trip, 'direction'>) => (direction === 'BOT' ? 'long' : 'short');
const headingOf = (trip: NamedTrade & Pick<Trip, 'direction'>) =>
  (trip.legs ?? []).length > 1 ? nameTrade(trip) : `${nameTrade(trip)} ${sideOf(trip)}`;

/** The legs go on as trades of their own; joining them again is done in the list. */
function Split({ trip }: { readonly trip: Trip }): ReactNode {
  const [, navigate] = useLocation();
  const search = useFilterSearch();
  const [leg] = trip.legs;
  return (
    <Act
      act={() => api.structures.split({ body: { structure_id: trip.id } })}
      changes="structure"
      onDone={() => navigate(leg === undefined ? `/trades${search}` : `/trades/${encodeURIComponent(leg)}${search}`)}
    >
      Split into legs
    </Act>
  );
}

/** How it went, before anything else: in money, in R, and of what it cost. */
function Outcome({ trip }: { readonly trip: ListedTrip | Trip }): ReactNode {
  const share = shareOf(trip);
  return (
    <p className="trade-outcome" data-part="hero">
      {trip.status === 'open' ? (
        <OnPaper trip={trip} />
      ) : (
        <>
          <Amount value={trip.pnl} currency={trip.currency} result />
          {trip.r !== null && <Multiple value={trip.r} />}
          {share !== null && <Share value={share} />}
          {trip.closed_at === null ? (
            <OnPaper trip={trip} />
          ) : (
            <span className="quiet">{duration(trip.holding_period_seconds)}</span>
          )}
        </>
      )}
    </p>
  );
}

/** What is still open of it, at the last known price. */
function OnPaper({ trip }: { readonly trip: ListedTrip | Trip }): ReactNode {
  const query = { account_ids: trip.account_id, instrument: trip.instrument };
  const { data } = useEndpoint('roundTrips', 'open', { query });
  const held = data?.items.find(({ trip_id }) => trip_id === trip.id);
  if (held === undefined || held.price === null) return <span className="quiet">still open</span>;
  return (
    <>
      <Amount value={held.unrealized_pnl} currency={data?.currency} result />
      <span className="quiet">
        unrealised, at <Amount value={held.price} as="price" /> on {weekday(held.price_date)}
      </span>
    </>
  );
}

/** Of what was paid to get in; not known where that was in another currency. */
function shareOf(trip: ListedTrip | Trip): number | null {
  const cost = entryCost(trip);
  return cost === null ? null : trip.pnl / cost;
}

function Result({ trip }: { readonly trip: ListedTrip | Trip }): ReactNode {
  const of = { ...trip, currency: trip.trade_currency };
  const rows: readonly Fact[] = [
    // A trade in the book's own currency has none.
    ...(trip.fx_pnl === 0
      ? []
      : [['Currency effect', <Amount key="f" value={trip.fx_pnl} currency={trip.currency} />] as const]),
    ['Quantity', <Amount key="q" value={trip.total_quantity} as="quantity" exact={trip.quantity_exact} />],
    ['Entry', <Amount key="i" value={trip.entry_avg_price} as="mean" />],
    ['Exit', <Amount key="o" value={trip.exit_avg_price} as="mean" />],
    ['Fees', <Amount key="c" value={trip.total_commission} />],
    ['Opened', <Moment key="t" at={trip.opened_at} zone={trip.time_zone} of={of} />],
    [
      'Closed',
      trip.closed_at === null ? (
        trip.status === 'partial' ? (
          'in part'
        ) : (
          'open'
        )
      ) : (
        <Moment key="u" at={trip.closed_at} zone={trip.time_zone} of={of} />
      ),
    ],
    ['Holding time', duration(trip.holding_period_seconds)],
    ['Account', <AccountName key="a" id={trip.account_id} />],
    ['Strategy', trip.strategy ?? '–'],
    ['Tags', trip.tags.join(', ') || '–'],
  ];
  return (
    <section className="card" aria-labelledby="facts">
      <h2 id="facts">Trade details</h2>
      <Facts rows={rows} convention={trip.convention} />
    </section>
  );
}

/** What was bought before is sold from lots; a short sale opens one. */
const isSaleOfLots = ({ exec_id, action }: Trip['executions'][number], { exit_exec_ids }: Trip): boolean =>
  action === 'SLD' && exit_exec_ids.includes(exec_id);

function Executions({ trip }: { readonly trip: Trip }): ReactNode {
  const [, navigate] = useLocation();
  const search = useFilterSearch();
  return (
    <section className="card" aria-labelledby="executions">
      <h2 id="executions">Executions</h2>
      <Table
        stacked="wide"
        label="Executions"
        rows={trip.executions}
        keyOf={({ exec_id }) => exec_id}
        columns={[
          {
            name: 'Time',
            cell: (of) => <Moment at={of.time} zone={trip.time_zone} of={of} />,
            text: true,
          },
          { name: 'Instrument', cell: ({ instrument }) => nameTrade({ instrument }), text: true },
          { name: 'Side', cell: ({ action }) => (action === 'BOT' ? 'Buy' : 'Sell'), text: true },
          {
            name: 'Quantity',
            cell: ({ quantity, quantity_exact }) => <Amount value={quantity} as="quantity" exact={quantity_exact} />,
          },
          { name: 'Price', cell: ({ price }) => <Amount value={price} as="price" /> },
          { name: 'Fees', cell: ({ commission }) => <Amount value={commission} /> },
          ...(trip.executions.some(({ notes }) => notes)
            ? [{ name: 'Notes', cell: ({ notes }: Trip['executions'][number]) => notes, text: true }]
            : []),
          {
            name: 'Actions',
            silent: true,
            cell: (execution) => (
              <span className="page-tools">
                <EditExecution execution={execution} zone={trip.time_zone} />
                <Menu of={`the execution of ${moment(execution.time, trip.time_zone)}`}>
                  <GradeFill execution={execution} />
                  {isSaleOfLots(execution, trip) && (
                    <ChooseLots sale={execution} soldOn={day(execution.time, trip.time_zone)} />
                  )}
                  <AskFirst
                    button="Delete"
                    title="Delete this execution?"
                    act={() => api.trades.remove({ params: { exec_id: execution.exec_id } })}
                    changes="trade"
                    onDone={() => navigate(addressOfRest(trip, execution.exec_id, search))}
                  >
                    Its review, tags and images are deleted too. It can be restored from the bin for 30 days.
                  </AskFirst>
                </Menu>
              </span>
            ),
          },
        ]}
      />
    </section>
  );
}

function Pictures({ trip }: { readonly trip: Trip }): ReactNode {
  const [first] = trip.executions;
  if (first === undefined) return null;
  const params = { exec_id: first.exec_id };
  return (
    <section className="card" aria-labelledby="images">
      <h2 id="images">Images</h2>
      <Images
        wholePage
        of={headingOf(trip)}
        images={trip.images}
        attach={(file) => api.images.attachToTrade({ params, body: imageBody(file) })}
      />
    </section>
  );
}
