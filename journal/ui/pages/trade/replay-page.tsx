// A trade lived through again: the page knows what the service says of the moment and nothing later, so there is nothing to peek at.
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { Link, useParams, useSearch } from 'wouter';
import { Amount, Multiple } from '../../amount/amount.tsx';
import { plain, price } from '../../amount/format.ts';
import { useHidden } from '../../amount/privacy.ts';
import { moment } from '../../amount/time.ts';
import { chartTime, isByDay } from '../../charts/bar-times.ts';
import type { Fill, Level } from '../../charts/candles.tsx';
import { amountCell, type ChartTable } from '../../charts/table.ts';
import { Figures } from '../../parts/facts.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Loaded, Loading } from '../../parts/states.tsx';
import { useEndpoint } from '../../service/cache.ts';
import type { Answer } from '../../service/client.ts';
import { useZone } from '../../service/zone.ts';

type Replayed = Answer<'roundTrips', 'replay'>;

const Candles = lazy(async () => ({ default: (await import('../../charts/candles.tsx')).Candles }));
const HEIGHT = 360;
const SPEEDS = [1, 5, 20] as const;
const SECONDS: Readonly<Record<string, number>> = { '1m': 60, '5m': 300, '15m': 900, '1d': 86_400 };

export function ReplayPage(): ReactNode {
  const { id } = useParams<{ id: string }>();
  const from = Number(new URLSearchParams(useSearch()).get('at') ?? Number.NaN);
  const [until, setUntil] = useState(from);
  const [speed, setSpeed] = useState(0);
  const answer = useEndpoint(
    'roundTrips',
    'replay',
    { params: { trip_id: id }, query: { until: String(until) } },
    { enabled: Number.isFinite(until), steady: true },
  );
  const found = answer.data;
  const step = SECONDS[found?.interval ?? '1m'] ?? 60;
  const isOver = found !== undefined && until >= found.ends_at;
  const isWaiting = answer.isFetching;
  const go = useCallback((bars: number) => setUntil((at) => at + bars * step), [step]);
  useEffect(() => {
    // The next moment is asked for when the one before is there.
    if (speed === 0 || isOver || isWaiting) return undefined;
    const timer = setTimeout(() => go(1), 1000 / speed);
    return () => clearTimeout(timer);
  }, [speed, isOver, isWaiting, until, go]);
  if (!Number.isFinite(from))
    return (
      <Page title="Replay">
        <Empty action={<Link href={`/trades/${encodeURIComponent(id)}`}>The trade</Link>}>
          A replay begins at a moment: open it from the trade.
        </Empty>
      </Page>
    );
  return (
    <Page title="Replay" aside={<Link href={`/trades/${encodeURIComponent(id)}`}>Show the trade as it ended</Link>}>
      <Loaded query={answer} height={HEIGHT}>
        {(shown) => (
          <section
            className="card"
            aria-label="Replay"
            tabIndex={-1}
            onKeyDown={({ key }) => {
              if (key === 'ArrowRight') go(1);
              if (key === 'ArrowLeft') go(-1);
            }}
          >
            <p className="page-tools">
              <button type="button" className="button main" disabled={isOver} onClick={() => go(1)}>
                Step
              </button>
              {SPEEDS.map((one) => (
                <button
                  key={one}
                  type="button"
                  className="button"
                  aria-pressed={speed === one}
                  onClick={() => setSpeed((now) => (now === one ? 0 : one))}
                >
                  {one}×
                </button>
              ))}
              <button type="button" className="button" onClick={() => go(-1)}>
                Back
              </button>
            </p>
            <Now shown={shown} />
            <Drawn shown={shown} />
          </section>
        )}
      </Loaded>
    </Page>
  );
}

function Now({ shown }: { readonly shown: Replayed }): ReactNode {
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

function Drawn({ shown }: { readonly shown: Replayed }): ReactNode {
  const hidden = useHidden();
  const zone = useZone();
  const byDay = isByDay(shown.interval);
  const timeOf = useCallback(
    (seconds: number) => chartTime(new Date(seconds * 1000).toISOString(), zone, byDay),
    [zone, byDay],
  );
  const bars = useMemo(() => {
    const column = (place: number) => shown.bars.map((bar) => bar[place] ?? 0);
    return { time: column(0).map(timeOf), open: column(1), high: column(2), low: column(3), close: column(4) };
  }, [shown.bars, timeOf]);
  const fills = useMemo(
    () =>
      shown.fills.map(({ time, action, quantity, price: paid }): Fill => {
        const word = action === 'BOT' ? 'Buy' : 'Sell';
        return {
          time: timeOf(time),
          side: action === 'BOT' ? 'buy' : 'sell',
          price: paid,
          text: hidden ? word : `${word} ${plain(quantity)} at ${price(paid)}`,
        };
      }),
    [shown.fills, timeOf, hidden],
  );
  const last = shown.levels.at(-1);
  const levels = useMemo(
    (): Level[] =>
      last === undefined
        ? []
        : [
            { name: 'Stop', price: last.stop, tone: 'loss' },
            { name: 'Target', price: last.target, tone: 'gain' },
          ],
    [last],
  );
  const format = useCallback((value: number) => (hidden ? '' : price(value, 4)), [hidden]);
  const table = useMemo(
    (): ChartTable => ({
      head: ['Time', 'Open', 'High', 'Low', 'Close'],
      rows: shown.bars.map(([time = 0, ...prices]) => ({
        cells: [
          moment(new Date(time * 1000).toISOString(), zone),
          ...prices.slice(0, 4).map((value) => amountCell(value, hidden, price)),
        ],
      })),
    }),
    [shown.bars, zone, hidden],
  );
  if (shown.missing !== undefined) return <Empty>{shown.missing}</Empty>;
  if (shown.bars.length === 0) return <Empty>No bar is over yet: step on.</Empty>;
  return (
    <Suspense fallback={<Loading height={HEIGHT} />}>
      <Candles
        name={`${shown.instrument} until then`}
        label={`Candles of ${shown.instrument}, ${shown.interval} each, as far as they were known.`}
        bars={bars}
        fills={fills}
        levels={levels}
        byDay={byDay}
        format={format}
        table={table}
      />
    </Suspense>
  );
}
