// Prices as candles, with what was bought and sold, stop and target, and how the trade went between them.
import { createSeriesMarkers, type IChartApi, LineSeries, LineStyle, type UTCTimestamp } from 'lightweight-charts';
import { type ReactNode, useEffect, useRef } from 'react';
import { around, barAt } from './bar-times.ts';
import {
  addVolume,
  candlesOf,
  drawLevels,
  markersOf,
  openChart,
  type Palette,
  PricesFrame,
  type PricesProps,
  usePalette,
} from './prices.tsx';

export interface Way {
  readonly from: { readonly time: number; readonly price: number };
  readonly to: { readonly time: number; readonly price: number };
  readonly tone: 'gain' | 'loss' | 'quiet';
}

/** Between them the price went while the trade was held. */
export interface Reach {
  readonly from: number;
  readonly to: number;
  readonly best: number;
  readonly worst: number;
}

interface CandlesProps extends PricesProps {
  /** From the first entry to the last exit, as it went; null while it is open, or where the bars are of something else. */
  readonly way: Way | null;
  /** Null where it has not been computed. */
  readonly reach?: Reach | null;
  /** An open trade extends to the last bar. */
  readonly isOpen?: boolean;
}

/** The part of the picture that the names of levels take. */
const NAMES = 0.1;

export function Candles(props: CandlesProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<IChartApi>(null);
  const palette = usePalette();
  const { name, label, table, bars, fills, levels, way, reach = null, isOpen = false, byDay, format } = props;
  useEffect(() => {
    const node = place.current;
    if (node === null) return undefined;
    const drawn = drawInto(node, { bars, fills, levels, way, reach, isOpen, byDay, format }, palette);
    chart.current = drawn;
    return () => {
      chart.current = null;
      drawn.remove();
    };
  }, [bars, fills, levels, way, reach, isOpen, byDay, format, palette]);
  return <PricesFrame name={name} label={label} table={table} place={place} chart={chart} />;
}

function drawInto(
  node: HTMLElement,
  { bars, fills, levels, way, reach, isOpen, byDay, format }: Omit<CandlesProps, 'name' | 'label' | 'table'>,
  palette: Palette,
): IChartApi {
  const { chart, series } = openChart(node, { byDay, format, palette }, () => levels);
  const { times, candleAt, volumeAt } = candlesOf(bars);
  series.setData(times.map((_, index) => candleAt(index)));
  if (bars.volume.some((value) => value !== 0))
    addVolume(chart, palette).setData(times.map((_, index) => volumeAt(index)));
  if (reach) drawReach(chart, reach, times, palette);
  if (way !== null) drawWay(chart, way, times, palette);
  drawLevels(series, levels, palette);
  const moments = fills.map(({ time }) => time);
  const last = isOpen ? (times.at(-1) ?? 0) : 0;
  const [from, to] = around(times, Math.min(...moments), Math.max(...moments, last));
  const shown = to - from;
  createSeriesMarkers(series, markersOf(fills, { times, candleAt, shown, width: node.clientWidth }, palette));
  // The names of the levels are at the end, where they would overlap the last candles.
  chart.timeScale().setVisibleLogicalRange({ from, to: levels.length > 0 ? to + shown * NAMES : to });
  return chart;
}

/** A line has points at two bars; a trade within one bar has none to draw. */
function drawWay(chart: IChartApi, { from, to, tone }: Way, times: readonly number[], palette: Palette): void {
  const [first, last] = [barAt(times, from.time), barAt(times, to.time)];
  if (first === last) return;
  const timeOf = (index: number) => (times[index] ?? 0) as UTCTimestamp; // seconds, as above
  const series = chart.addSeries(LineSeries, {
    color: palette[tone],
    lineWidth: 2,
    lineStyle: LineStyle.Dotted,
    priceLineVisible: false,
    lastValueVisible: false,
    crosshairMarkerVisible: false,
  });
  series.setData([
    { time: timeOf(first), value: from.price },
    { time: timeOf(last), value: to.price },
  ]);
}

/** The best price and the worst, as long as the trade was held. */
function drawReach(
  chart: IChartApi,
  { from, to, best, worst }: Reach,
  times: readonly number[],
  palette: Palette,
): void {
  const [first, last] = [barAt(times, from), barAt(times, to)];
  if (first === last) return;
  for (const [price, tone] of [
    [best, palette.gain],
    [worst, palette.loss],
  ] as const) {
    const series = chart.addSeries(LineSeries, {
      color: tone,
      lineWidth: 1,
      lineStyle: LineStyle.Dashed,
      priceLineVisible: false,
      lastValueVisible: false,
      crosshairMarkerVisible: false,
    });
    series.setData(
      [first, last].map((index) => ({ time: (times[index] ?? 0) as UTCTimestamp, value: price })), // seconds, as above
    );
  }
}
