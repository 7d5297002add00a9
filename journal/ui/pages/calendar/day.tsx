// One day: what was traded, what was written and what was seen.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { TripResult } from '../../amount/result.tsx';
import { day as dayOf, moment } from '../../amount/time.ts';
import { onDays, useTradesAddress } from '../../charts/open-trades.ts';
import { useFilter, useFilterSearch } from '../../filter/filter.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Thumbnail } from '../../parts/images.tsx';
import { Markdown } from '../../parts/markdown.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { useEndpoint } from '../../service/cache.ts';

interface DayDialogProps {
  readonly day: string;
  readonly onClose: () => void;
}

export function DayDialog({ day, onClose }: DayDialogProps): ReactNode {
  const address = useTradesAddress();
  return (
    <Dialog title={day} onClose={onClose} wide>
      <Trips day={day} />
      <p>
        <Link href={address(onDays(day, day))}>The trades of this day</Link>
      </p>
      <h3>Diary</h3>
      <Entries day={day} />
    </Dialog>
  );
}

const MOST = 100;

function Trips({ day }: { readonly day: string }): ReactNode {
  const [{ period: _period, ...filter }] = useFilter();
  const search = useFilterSearch();
  const trips = useEndpoint('roundTrips', 'list', {
    query: { ...filter, from: day, to: day, status: 'closed', sort: 'closed_at', limit: MOST },
  });
  return (
    <Loaded query={trips} height={120}>
      {({ items, time_zone }) =>
        items.length === 0 ? (
          <Empty>No trade was closed on this day.</Empty>
        ) : (
          <>
            <Table
              label="Trades of the day"
              rows={items}
              keyOf={({ id }) => id}
              columns={[
                {
                  name: 'Trade',
                  cell: ({ id, instrument, direction }) => (
                    <>
                      <Link href={`/trades/${encodeURIComponent(id)}${search}`}>{instrument}</Link>{' '}
                      {direction === 'BOT' ? 'long' : 'short'}
                    </>
                  ),
                  text: true,
                },
                { name: 'Closed', cell: ({ closed_at }) => moment(closed_at, time_zone) },
                { name: 'Result', cell: (trip) => <TripResult trip={trip} /> },
              ]}
            />
            <div className="images">
              <ul aria-label="Screenshots of the day">
                {items.flatMap(({ entry_exec_ids }) =>
                  entry_exec_ids.slice(0, 1).map((execId) => <Screenshots key={execId} execId={execId} />),
                )}
              </ul>
            </div>
          </>
        )
      }
    </Loaded>
  );
}

/** A screenshot stands on the first execution of its trade. */
function Screenshots({ execId }: { readonly execId: string }): ReactNode {
  const images = useEndpoint('images', 'listForTrade', { params: { exec_id: execId } });
  return (images.data ?? []).map((image) => (
    <li key={image.id}>
      <Thumbnail image={image} />
    </li>
  ));
}

function Entries({ day }: { readonly day: string }): ReactNode {
  const entries = useEndpoint('journal', 'list', { query: { limit: 200 } });
  return (
    <Loaded query={entries} height={60}>
      {({ items }) => {
        const ofDay = items.filter(({ created_at }) => dayOf(created_at) === day);
        if (ofDay.length === 0) return <Empty action={<Link href="/diary">Diary</Link>}>Nothing was written.</Empty>;
        return ofDay.map(({ id, title, body }) => (
          <article key={id} aria-label={title}>
            <h4>{title}</h4>
            <Markdown text={body} />
          </article>
        ));
      }}
    </Loaded>
  );
}
