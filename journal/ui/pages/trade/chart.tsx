// The prices a trade lived in. The chart is a chunk of its own, fetched when there is something to draw.
import { lazy, type ReactNode, Suspense, useCallback, useMemo } from 'react';
import { Link } from 'wouter';
import { plain, price } from '../../amount/format.ts';
import { HIDDEN, useHidden } from '../../amount/privacy.ts';
import { moment } from '../../amount/time.ts';
import { chartTime, isByDay } from '../../charts/bar-times.ts';
import type { Fill, Level } from '../../charts/candles.tsx';
import { amountCell, type ChartTable } from '../../charts/table.ts';
import { Empty, Loaded, Loading } from '../../parts/states.tsx';
import { useEndpoint } from '../../service/cache.ts';
import type { Answer } from '../../service/client.ts';
import { ComputedExcursion } from './excursion.tsx';

type Trip = Answer<'roundTrips', 'get'>;
type TripBars = Answer<'roundTrips', 'bars'>;

const Candles = lazy(async () => ({ default: (await import('../../charts/candles.tsx')).Candles }));
const HEIGHT = 360;

export function TradeChart({ trip }: { readonly trip: Trip }): ReactNode {
  const bars = useEndpoint('roundTrips', 'bars', { params: { trip_id: trip.id } });
  return (
    <section className="card" aria-labelledby="chart">
      <h2 id="chart">Chart</h2>
      <Loaded query={bars} height={HEIGHT}>
        {(found) =>
          found.missing === null ? (
            <>
              <Prices trip={trip} found={found} />
              {found.of === 'instrument' && trip.status === 'closed' && <ComputedExcursion trip={trip} />}
            </>
          ) : (
            <Missing of={found.missing} />
          )
        }
      </Loaded>
    </section>
  );
}

function Missing({ of: { code, message } }: { readonly of: NonNullable<TripBars['missing']> }): ReactNode {
  const providers = useEndpoint('market', 'providers');
  const able = (providers.data ?? []).filter(({ data_types }) => data_types.includes('ohlcv'));
  return (
    <Empty action={<Link href="/settings/providers">Set up a provider</Link>}>
      {code === 'no_provider'
        ? `Candles need a provider of prices, and none is set up. Any of these has them: ${able.map(({ display_name }) => display_name).join(', ')}.`
        : message}
    </Empty>
  );
}

function Prices({ trip, found }: { readonly trip: Trip; readonly found: TripBars }): ReactNode {
  const hidden = useHidden();
  const byDay = isByDay(found.interval);
  const { time_zone: zone, ticker, of, bars: rawBars } = found;
  const isOwn = of === 'instrument';
  const bars = useMemo(
    () => ({ ...rawBars, time: rawBars.time.map((time) => chartTime(time, zone, byDay)) }),
    [rawBars, zone, byDay],
  );
  const fills = useMemo(
    () =>
      isOwn
        ? trip.executions.map(({ time, action, quantity, price: paid }): Fill => {
            const word = action === 'BOT' ? 'Buy' : 'Sell';
            return {
              time: chartTime(time, zone, byDay),
              side: action === 'BOT' ? 'buy' : 'sell',
              price: paid,
              text: hidden ? word : `${word} ${plain(quantity)} at ${price(paid)}`,
            };
          })
        : inAndOut(trip, (time) => chartTime(time, zone, byDay)),
    [trip, zone, byDay, hidden, isOwn],
  );
  const levels = useMemo(() => levelsOf(trip, ticker, isOwn), [trip, ticker, isOwn]);
  const format = useCallback((value: number) => (hidden ? '' : price(value, 4)), [hidden]);
  const table = useMemo(
    (): ChartTable => ({
      head: ['Time', 'Open', 'High', 'Low', 'Close', 'Volume'],
      rows: rawBars.time.map((time, i) => ({
        cells: [
          byDay ? time.slice(0, 10) : moment(time, zone),
          ...[rawBars.open[i], rawBars.high[i], rawBars.low[i], rawBars.close[i]].map((value) =>
            amountCell(value, hidden, price),
          ),
          { text: plain(rawBars.volume[i]), value: rawBars.volume[i] ?? 0 },
        ],
      })),
    }),
    [rawBars, zone, byDay, hidden],
  );
  const name = `${ticker ?? trip.instrument} prices`;
  return (
    <>
      <Suspense fallback={<Loading height={HEIGHT} />}>
        <Candles
          name={name}
          label={`Candles of ${ticker ?? ''}, ${found.interval} each, with ${fills.length} executions${levels.length > 0 ? ', stop and target' : ''}.`}
          bars={bars}
          fills={fills}
          levels={levels}
          byDay={byDay}
          format={format}
          table={table}
        />
      </Suspense>
      <p className="quiet">
        {isOwn ? '' : `Prices of ${ticker ?? ''}, on which the options are. `}
        {levels.map((level) => `${level.name} ${hidden ? HIDDEN : price(level.price)}. `)}
        From {found.provider}, {found.interval} bars, times in {zone}
        {found.provider === 'demo' ? '' : '; kept in the book'}.
      </p>
    </>
  );
}

/** Several legs at one moment are one arrow: up for the way in, down for the way out. */
function inAndOut({ executions, entry_exec_ids }: Trip, timeOf: (time: string) => number): Fill[] {
  const entries = new Set(entry_exec_ids);
  const fills = executions.map(({ exec_id, time }): Fill => {
    const isEntry = entries.has(exec_id);
    return { time: timeOf(time), side: isEntry ? 'buy' : 'sell', price: null, text: isEntry ? 'In' : 'Out' };
  });
  return [...new Map(fills.map((fill) => [`${fill.time} ${fill.text}`, fill])).values()];
}

/** A plan is about the prices of its own ticker. */
function levelsOf({ plan, instrument }: Trip, ticker: string | null, isOwn: boolean): Level[] {
  if (plan === null || (!isOwn && plan.ticker !== ticker) || (isOwn && plan.ticker !== instrument)) return [];
  return [
    { name: 'Stop', price: plan.stop_loss, tone: 'loss' },
    { name: 'Target', price: plan.target_price, tone: 'gain' },
  ];
}
