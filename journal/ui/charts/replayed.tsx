// The bars of a replay with the fills so far. Each step adds one bar: what was computed for the others is cached, and what
// is not on the screen is not computed at all.
import { lazy, type ReactNode, Suspense, useCallback, useMemo } from 'react';
import { plain, price } from '../amount/format.ts';
import { useHidden } from '../amount/privacy.ts';
import { moment } from '../amount/time.ts';
import { Empty, Loading } from '../components/states.tsx';
import { useZone } from '../client/zone.ts';
import { chartTime, isByDay } from './bar-times.ts';
import { type Bars, coarser, timeFrames } from './coarser-bars.ts';
import type { Fill, Level } from './prices.tsx';
import { amountCell, type ChartTable } from './table.ts';

const Growing = lazy(async () => ({ default: (await import('./growing-candles.tsx')).GrowingCandles }));
const Candles = lazy(async () => ({ default: (await import('./candles.tsx')).Candles }));
const HEIGHT = 360;

interface ReplayedProps {
  readonly instrument: string;
  readonly interval: string;
  /** [time, open, high, low, close, volume], time in seconds. */
  readonly bars: readonly (readonly number[])[];
  readonly missing?: string | undefined;
  readonly fills: readonly {
    readonly time: number;
    readonly action: 'BOT' | 'SLD';
    readonly quantity: number;
    readonly price: number;
  }[];
  /** As last stated; null where none was stated. */
  readonly level: { readonly stop: number; readonly target: number } | null;
  /** Nothing more will come: the whole trade is visible. */
  readonly isOver?: boolean;
}

const timeText = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** Writing a time on a zone's clocks takes longer than drawing its bar. */
function useChartTimes(byDay: boolean): (seconds: number) => number {
  const zone = useZone();
  return useMemo(() => {
    const known = new Map<number, number>();
    return (seconds) => {
      let time = known.get(seconds);
      if (time === undefined) known.set(seconds, (time = chartTime(timeText(seconds), zone, byDay)));
      return time;
    };
  }, [zone, byDay]);
}

/** More than these are narrower than they can be drawn. */
const MOST = 400;

/** In the shortest bars of which all fit. */
function fitting(bars: Bars, interval: string): Bars {
  if (bars.time.length <= MOST) return bars;
  const frames = timeFrames(interval, bars).map((name) => coarser(bars, name));
  return frames.find(({ time }) => time.length <= MOST) ?? frames.at(-1) ?? bars;
}

export function ReplayBars({
  instrument,
  interval,
  bars: barRows,
  missing,
  fills: filled,
  level,
  isOver = false,
}: ReplayedProps): ReactNode {
  const hidden = useHidden();
  const zone = useZone();
  const byDay = isByDay(interval);
  const timeOf = useChartTimes(byDay);
  const bars = useMemo(() => {
    const column = (place: number) => barRows.map((bar) => bar[place] ?? 0);
    return {
      time: column(0).map(timeOf),
      open: column(1),
      high: column(2),
      low: column(3),
      close: column(4),
      volume: column(5),
    };
  }, [barRows, timeOf]);
  const fills = useMemo(
    () =>
      filled.map(({ time, action, quantity, price: paid }): Fill => {
        const word = action === 'BOT' ? 'Buy' : 'Sell';
        return {
          time: timeOf(time),
          side: action === 'BOT' ? 'buy' : 'sell',
          price: paid,
          text: hidden ? word : `${word} ${plain(quantity)} at ${price(paid)}`,
        };
      }),
    [filled, timeOf, hidden],
  );
  const { stop, target } = level ?? {};
  const levels = useMemo(
    (): Level[] =>
      stop === undefined || target === undefined
        ? []
        : [
            { name: 'Stop', price: stop, tone: 'loss' },
            { name: 'Target', price: target, tone: 'gain' },
          ],
    [stop, target],
  );
  const format = useCallback((value: number) => (hidden ? '' : price(value, 4)), [hidden]);
  const table = useMemo(
    (): ChartTable => ({
      head: ['Time', 'Open', 'High', 'Low', 'Close'],
      get rows() {
        return barRows.map(([time = 0, ...prices]) => ({
          cells: [moment(timeText(time), zone), ...prices.slice(0, 4).map((value) => amountCell(value, hidden, price))],
        }));
      },
    }),
    [barRows, zone, hidden],
  );
  const whole = useMemo(() => (isOver ? fitting(bars, interval) : bars), [isOver, bars, interval]);
  const drawn = { bars: whole, fills, levels, byDay, format, table };
  if (missing !== undefined) return <Empty>{missing}</Empty>;
  if (barRows.length === 0) return <Empty>No bar has closed yet: step forward.</Empty>;
  return (
    <Suspense fallback={<Loading height={HEIGHT} />}>
      {isOver ? (
        <Candles
          name={`${instrument} around the trade`}
          label={`Candles of ${instrument}, ${interval} each, around the trade.`}
          way={null}
          {...drawn}
        />
      ) : (
        <Growing
          name={`${instrument} until then`}
          label={`Candles of ${instrument}, ${interval} each, known at that time.`}
          {...drawn}
        />
      )}
    </Suspense>
  );
}
