// A trade lived through again: the page knows what the service says of the moment and nothing later, so there is nothing to peek at.
import { barSeconds } from '@zorivest/vocabulary';
import { type ReactNode, useCallback, useState } from 'react';
import { Link, useParams, useSearch } from 'wouter';
import { Amount, Multiple } from '../../amount/amount.tsx';
import { moment } from '../../amount/time.ts';
import { Play } from '../../charts/play.tsx';
import { ReplayBars } from '../../charts/replayed.tsx';
import { useReplay } from '../../charts/use-replay.ts';
import { Figures } from '../../components/facts.tsx';
import { Page } from '../../components/page.tsx';
import { Empty, WhenLoaded } from '../../components/states.tsx';
import { type Answer, api } from '../../client/client.ts';
import { useZone } from '../../client/zone.ts';

type ReplayAnswer = Answer<'roundTrips', 'replay'>;

const HEIGHT = 360;

export function ReplayPage(): ReactNode {
  const { id } = useParams<{ id: string }>();
  const from = Number(new URLSearchParams(useSearch()).get('at') ?? Number.NaN);
  const [until, setUntil] = useState(from);
  const answer = useReplay<ReplayAnswer>({
    key: ['roundTrips', 'replay', id],
    until: Number.isFinite(until) ? until : null,
    ask: (query, signal) => api.roundTrips.replay({ params: { trip_id: id }, query }, { signal }),
    barsOf: ({ bars }) => new Map([['', bars]]),
    withBars: (shown, bars) => ({ ...shown, bars: bars.get('') ?? [] }),
  });
  const found = answer.data;
  const step = barSeconds[found?.interval ?? '1m'];
  const isOver = found !== undefined && until >= found.ends_at;
  const go = useCallback((bars: number) => setUntil((at) => at + bars * step), [step]);
  if (!Number.isFinite(from))
    return (
      <Page title="Replay">
        <Empty action={<Link href={`/trades/${encodeURIComponent(id)}`}>The trade</Link>}>
          A replay needs a start time: open it from the trade.
        </Empty>
      </Page>
    );
  return (
    <Page title="Replay" aside={<Link href={`/trades/${encodeURIComponent(id)}`}>Show the full trade</Link>}>
      <WhenLoaded query={answer} height={HEIGHT}>
        {(shown) => (
          <Play go={go} isOver={isOver} isWaiting={answer.isFetching} at={until}>
            <Now shown={shown} />
            <ReplayBars {...shown} level={shown.levels.at(-1) ?? null} />
          </Play>
        )}
      </WhenLoaded>
    </Page>
  );
}

function Now({ shown }: { readonly shown: ReplayAnswer }): ReactNode {
  const { running, instrument, until, currency } = shown;
  const zone = useZone();
  return (
    <Figures
      convention={shown.convention}
      rows={[
        ['Time', moment(until, zone)],
        ['Instrument', instrument],
        ['Running result', running === null ? '–' : <Amount key="p" value={running.pnl} currency={currency} result />],
        ['R', running === null ? '–' : <Multiple key="r" value={running.r} />],
        ['Open', running === null ? '–' : <Amount key="q" value={running.open_quantity} as="quantity" />],
      ]}
    />
  );
}
