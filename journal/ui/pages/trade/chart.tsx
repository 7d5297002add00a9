// The prices a trade lived in. The chart is a chunk of its own, fetched when there is something to draw.
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { plain, price } from '../../amount/format.ts';
import { HIDDEN, useHidden } from '../../amount/privacy.ts';
import { day, moment, zoneName } from '../../amount/time.ts';
import { chartTime, isByDay } from '../../charts/bar-times.ts';
import type { Reach, Way } from '../../charts/candles.tsx';
import { coarser, timeFrames } from '../../charts/coarser-bars.ts';
import type { Fill, Level } from '../../charts/prices.tsx';
import { amountCell, type ChartTable } from '../../charts/table.ts';
import { Empty, WhenLoaded, Loading } from '../../components/states.tsx';
import { useEndpoint } from '../../client/cache.ts';
import type { Answer } from '../../client/client.ts';
import { ComputedExcursion } from './excursion.tsx';
import { LookAgain } from './what-if.tsx';

type Trip = Answer<'roundTrips', 'get'>;
type TripBars = Answer<'roundTrips', 'bars'>;

const Candles = lazy(async () => ({ default: (await import('../../charts/candles.tsx')).Candles }));
const HEIGHT = 360;

export function TradeChart({ trip }: { readonly trip: Trip }): ReactNode {
  const bars = useEndpoint('roundTrips', 'bars', { params: { trip_id: trip.id } });
  return (
    <section className="card" aria-labelledby="chart">
      <h2 id="chart">Chart</h2>
      <WhenLoaded query={bars} height={HEIGHT}>
        {(found) =>
          found.missing === null ? (
            <>
              <Prices trip={trip} found={found} />
              <LookAgain trip={trip}>
                {found.of === 'instrument' && trip.status === 'closed' && <ComputedExcursion trip={trip} />}
              </LookAgain>
            </>
          ) : (
            <Missing of={found.missing} />
          )
        }
      </WhenLoaded>
    </section>
  );
}

function Missing({ of: { code, message } }: { readonly of: NonNullable<TripBars['missing']> }): ReactNode {
  const providers = useEndpoint('market', 'providers');
  const able = (providers.data ?? []).filter(({ data_types }) => data_types.includes('ohlcv'));
  return (
    <Empty action={<Link href="/settings/providers">Set up a provider</Link>}>
      {code === 'no_provider'
        ? `Candles need a price provider, and none is set up. These provide them: ${able.map(({ display_name }) => display_name).join(', ')}.`
        : message}
    </Empty>
  );
}

/** How far the price went for and against it, where that was computed. */
function useReach(trip: Trip, enabled: boolean, timeOf: (time: string) => number): Reach | null {
  const { closed_at } = trip;
  const on = day(closed_at, trip.time_zone);
  const { data } = useEndpoint(
    'analytics',
    'excursions',
    { query: { from: on, to: on, account_ids: trip.account_id } },
    { enabled: enabled && closed_at !== null },
  );
  const found = data?.trades.find(({ id }) => id === trip.id);
  return useMemo(() => {
    if (found === undefined || closed_at === null) return null;
    const { entry_avg_price: entry } = trip;
    const side = trip.direction === 'BOT' ? 1 : -1;
    return {
      from: timeOf(trip.opened_at),
      to: timeOf(closed_at),
      best: entry * (1 + (side * found.mfe_pct) / 100),
      worst: entry * (1 - (side * found.mae_pct) / 100),
    };
  }, [found, trip, closed_at, timeOf]);
}

function Prices({ trip, found }: { readonly trip: Trip; readonly found: TripBars }): ReactNode {
  const hidden = useHidden();
  const { time_zone: zone, ticker, of, bars: rawBars } = found;
  const isOwn = of === 'instrument';
  const ownByDay = isByDay(found.interval);
  const own = useMemo(
    () => ({ ...rawBars, time: rawBars.time.map((time) => chartTime(time, zone, ownByDay)) }),
    [rawBars, zone, ownByDay],
  );
  const frames = useMemo(() => timeFrames(found.interval, own), [found.interval, own]);
  const [chosen, setFrame] = useState<string>(found.interval);
  const frame = frames.find((each) => each === chosen) ?? found.interval;
  const byDay = isByDay(frame);
  const bars = useMemo(() => (frame === found.interval ? own : coarser(own, frame)), [own, frame, found.interval]);
  const timeOf = useCallback((time: string) => chartTime(time, zone, byDay), [zone, byDay]);
  const reach = useReach(trip, isOwn, timeOf);
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
  const way = useMemo(
    () => (isOwn ? wayOf(trip, (time) => chartTime(time, zone, byDay)) : null),
    [trip, zone, byDay, isOwn],
  );
  const levels = useMemo(() => levelsOf(trip, ticker, isOwn), [trip, ticker, isOwn]);
  const format = useCallback((value: number) => (hidden ? '' : price(value, 4)), [hidden]);
  const table = useMemo(
    (): ChartTable => ({
      head: ['Time', 'Open', 'High', 'Low', 'Close', 'Volume'],
      rows: rawBars.time.map((time, i) => ({
        cells: [
          ownByDay ? time.slice(0, 10) : moment(time, zone),
          ...[rawBars.open[i], rawBars.high[i], rawBars.low[i], rawBars.close[i]].map((value) =>
            amountCell(value, hidden, price),
          ),
          { text: plain(rawBars.volume[i]), value: rawBars.volume[i] ?? 0 },
        ],
      })),
    }),
    [rawBars, zone, ownByDay, hidden],
  );
  const name = `${ticker ?? trip.instrument} prices`;
  return (
    <>
      {frames.length > 1 && (
        <div role="group" aria-label="Time frame" className="segments">
          {frames.map((each) => (
            <button
              key={each}
              type="button"
              className="button"
              aria-pressed={each === frame}
              onClick={() => setFrame(each)}
            >
              {each}
            </button>
          ))}
        </div>
      )}
      <Suspense fallback={<Loading height={HEIGHT} />}>
        <Candles
          name={name}
          label={`Candles of ${ticker ?? ''}, ${frame} each, with ${fills.length} executions${levels.length > 0 ? ', stop and target' : ''}.`}
          bars={bars}
          fills={fills}
          levels={levels}
          way={way}
          reach={reach}
          isOpen={trip.closed_at === null}
          byDay={byDay}
          format={format}
          table={table}
        />
      </Suspense>
      <p className="quiet">
        {isOwn ? '' : `Prices of ${ticker ?? ''}, on which the options are. `}
        {levels.map((level) => `${level.name} ${hidden ? HIDDEN : price(level.price)}. `)}
        {reach !== null &&
          `Best ${hidden ? HIDDEN : price(reach.best, 2)}, worst ${hidden ? HIDDEN : price(reach.worst, 2)} while it was held. `}
        From {found.provider}, {found.interval} bars, times of {zoneName(zone)}
        {found.provider === 'demo' ? '' : '; saved in the book'}.
      </p>
    </>
  );
}

/** Several legs at one moment are one arrow: up for the way in, down for the way out. */
function inAndOut({ executions, entry_exec_ids }: Trip, timeOf: (time: string) => number): Fill[] {
  const entries = new Set(entry_exec_ids);
  const fills = executions.map(({ exec_id, time }): Fill => {
    const isEntry = entries.has(exec_id);
    return { time: timeOf(time), side: isEntry ? 'buy' : 'sell', price: null, text: isEntry ? 'Entry' : 'Exit' };
  });
  return [...new Map(fills.map((fill) => [`${fill.time} ${fill.text}`, fill])).values()];
}

/** How it went from the first entry to the last exit; what is open has not arrived. */
function wayOf(trip: Trip, timeOf: (time: string) => number): Way | null {
  const { opened_at, closed_at, entry_avg_price, exit_avg_price, pnl } = trip;
  if (closed_at === null || exit_avg_price === null) return null;
  return {
    from: { time: timeOf(opened_at), price: entry_avg_price },
    to: { time: timeOf(closed_at), price: exit_avg_price },
    tone: pnl > 0 ? 'gain' : pnl < 0 ? 'loss' : 'quiet',
  };
}

/** A plan is about the prices of its own ticker. */
function levelsOf({ plan, instrument }: Trip, ticker: string | null, isOwn: boolean): Level[] {
  if (plan === null || (!isOwn && plan.ticker !== ticker) || (isOwn && plan.ticker !== instrument)) return [];
  return [
    { name: 'Stop', price: plan.stop_loss, tone: 'loss' },
    { name: 'Target', price: plan.target_price, tone: 'gain' },
  ];
}
