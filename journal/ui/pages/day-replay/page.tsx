// A day lived through again, all of its trades on one clock. The page knows what the service says of the moment and nothing later.
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { Link, useParams } from 'wouter';
import { Amount, Multiple } from '../../amount/amount.tsx';
import { moment, weekday } from '../../amount/time.ts';
import { Play } from '../../charts/play.tsx';
import { ReplayBars } from '../../charts/replayed.tsx';
import { useReplay } from '../../charts/use-replay.ts';
import { Card } from '../../components/card.tsx';
import { Figures } from '../../components/facts.tsx';
import { Page } from '../../components/page.tsx';
import { Empty, WhenLoaded } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { type Answer, api } from '../../client/client.ts';
import { useZone } from '../../client/zone.ts';

type Day = Answer<'replays', 'day'>;

const HALF_AN_HOUR = { bars: 30, name: '30 minutes forward' };
const MINUTE = 60;
/** Before the first trade: the service answers with the start of the day and no data. */
const BEFORE = '0000000001';

export function DayReplayPage(): ReactNode {
  const { day } = useParams<{ day: string }>();
  const [until, setUntil] = useState<number | null>(null);
  const params = { day };
  const begin = useEndpoint('replays', 'day', { params, query: { until: BEFORE } });
  const begins = begin.data?.begins_at ?? null;
  const ends = begin.data?.ends_at ?? 0;
  const at = until ?? begins;
  const answer = useReplay<Day>({
    key: ['replays', 'day', day],
    until: at,
    ask: (query, signal) => api.replays.day({ params, query }, { signal }),
    barsOf: ({ charts }) => new Map(charts.map(({ instrument, bars }) => [instrument, bars])),
    withBars: (shown, bars) => ({
      ...shown,
      charts: shown.charts.map((chart) => ({ ...chart, bars: bars.get(chart.instrument) ?? [] })),
    }),
  });
  const go = useCallback(
    (minutes: number) => setUntil((now) => Math.max(begins ?? 0, (now ?? begins ?? 0) + minutes * MINUTE)),
    [begins],
  );
  return (
    <Page title={`Replay of ${weekday(day)}`} aside={<Link href={`/calendar/${day.slice(0, 7)}`}>Calendar</Link>}>
      <WhenLoaded query={begin} height={360}>
        {() => (
          <WhenLoaded query={answer} height={360}>
            {(shown) => (
              <Play
                go={go}
                isOver={at !== null && at >= ends}
                isWaiting={answer.isFetching}
                at={at ?? 0}
                leap={HALF_AN_HOUR}
              >
                <Now shown={shown} />
              </Play>
            )}
          </WhenLoaded>
        )}
      </WhenLoaded>
    </Page>
  );
}

function Now({ shown }: { readonly shown: Day }): ReactNode {
  const { until, realised, open, currency, trades, charts } = shown;
  const zone = useZone();
  return (
    <>
      <Figures
        convention={shown.convention}
        rows={[
          ['Time', moment(until, zone)],
          ['Realised so far', <Amount key="r" value={realised} currency={currency} result />],
          ['Open', <Amount key="o" value={open} currency={currency} result />],
        ]}
      />
      {trades.length === 0 ? (
        <Empty>No open trades yet: step forward.</Empty>
      ) : (
        <Table
          label="Trades so far"
          rows={trades}
          keyOf={({ trip_id }) => trip_id}
          columns={[
            {
              name: 'Trade',
              text: true,
              cell: ({ instrument, direction }) => `${direction === 'BOT' ? 'Long' : 'Short'} ${instrument}`,
            },
            { name: 'Fills', cell: ({ fills }) => String(fills.length) },
            {
              name: 'Running',
              cell: ({ running }) =>
                running === null ? '–' : <Amount value={running.pnl} currency={currency} result />,
            },
            { name: 'R', cell: ({ running }) => <Multiple value={running?.r ?? null} /> },
            { name: 'Open', cell: ({ running }) => <Amount value={running?.open_quantity ?? null} as="quantity" /> },
          ]}
        />
      )}
      {charts.map((chart) => (
        <Card key={chart.instrument} name={chart.instrument} headed>
          <OneChart chart={chart} trades={trades} />
        </Card>
      ))}
    </>
  );
}

interface OneChartProps {
  readonly chart: Day['charts'][number];
  readonly trades: Day['trades'];
}

/** One instrument of the day with the fills and the levels of all its trades so far. */
function OneChart({ chart, trades }: OneChartProps): ReactNode {
  const { instrument } = chart;
  const own = useMemo(() => trades.filter((trade) => trade.instrument === instrument), [trades, instrument]);
  const fills = useMemo(() => own.flatMap((trade) => trade.fills), [own]);
  const isOpen = own.findLast(({ running }) => running !== null && running.open_quantity > 0);
  return <ReplayBars {...chart} fills={fills} level={isOpen?.levels.at(-1) ?? null} />;
}
