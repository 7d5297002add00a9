// One day: what was traded, what was written and what was seen.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { weekday, wholeDay } from '../../amount/time.ts';
import { onDays, useTradesAddress } from '../../charts/open-trades.ts';
import { useFilter } from '../../filter/filter.ts';
import { ClosedTrips } from '../../components/closed-trips.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Thumbnail } from '../../components/images.tsx';
import { Markdown } from '../../components/markdown.tsx';
import { Empty, WhenLoaded } from '../../components/states.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { useZone } from '../../client/zone.ts';

interface DayDialogProps {
  readonly day: string;
  readonly onClose: () => void;
}

export function DayDialog({ day, onClose }: DayDialogProps): ReactNode {
  const address = useTradesAddress();
  return (
    <Dialog title={weekday(day)} onClose={onClose} wide>
      <Trips day={day} />
      <p>
        <Link href={address(onDays(day, day))}>The trades of this day</Link>,{' '}
        <Link href={`/replay/${day}`}>replay it</Link>
      </p>
      <h3>Diary</h3>
      <Entries day={day} />
    </Dialog>
  );
}

const MOST = 100;

function Trips({ day }: { readonly day: string }): ReactNode {
  const [{ period: _period, ...filter }] = useFilter();
  const trips = useEndpoint('roundTrips', 'list', {
    query: { ...filter, from: day, to: day, sort: 'closed_at', limit: MOST },
  });
  return (
    <WhenLoaded query={trips} height={120}>
      {(found) =>
        found.items.length === 0 ? (
          <Empty>No trade was closed on this day, not even partly.</Empty>
        ) : (
          <>
            <ClosedTrips label="Trades of the day" trips={found} />
            <div className="images">
              <ul aria-label="Screenshots of the day">
                {found.items.flatMap(({ entry_exec_ids }) =>
                  entry_exec_ids.slice(0, 1).map((execId) => <Screenshots key={execId} execId={execId} />),
                )}
              </ul>
            </div>
          </>
        )
      }
    </WhenLoaded>
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
  const entries = useEndpoint('journal', 'list', { query: { ...wholeDay(day, useZone()), limit: 200 } });
  return (
    <WhenLoaded query={entries} height={60}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty action={<Link href="/diary">Diary</Link>}>No entry.</Empty>
        ) : (
          items.map(({ id, title, body }) => (
            <article key={id} aria-label={title}>
              <h4>{title}</h4>
              <Markdown text={body} />
            </article>
          ))
        )
      }
    </WhenLoaded>
  );
}
