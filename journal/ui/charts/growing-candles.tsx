// The candles of a replay: one chart for as long as it is looked at. A bar that is over is added to those before, and where the
// person moved or zoomed to stays; the newest bar is visible until they look elsewhere.
import { createSeriesMarkers, type IChartApi } from 'lightweight-charts';
import { type ReactNode, useEffect, useRef } from 'react';
import {
  addVolume,
  candlesOf,
  drawLevels,
  type Level,
  markersOf,
  openChart,
  type Palette,
  PricesFrame,
  type PricesProps,
  usePalette,
} from './prices.tsx';

type Moment = Pick<PricesProps, 'bars' | 'fills' | 'levels'>;

/** The number of bars visible at first; a few more may come before the chart moves. */
const SHOWN = 120;
const AHEAD = 5;

export function GrowingCandles({ name, label, table, bars, fills, levels, byDay, format }: PricesProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<IChartApi>(null);
  const show = useRef<(moment: Moment) => void>(null);
  const palette = usePalette();
  useEffect(() => {
    const node = place.current;
    if (node === null) return undefined;
    const grown = growIn(node, { byDay, format, palette });
    chart.current = grown.chart;
    show.current = grown.show;
    return () => {
      chart.current = null;
      show.current = null;
      grown.chart.remove();
    };
  }, [byDay, format, palette]);
  // After the chart was made, and whenever the moment is another.
  useEffect(() => show.current?.({ bars, fills, levels }), [bars, fills, levels, byDay, format, palette]);
  return <PricesFrame name={name} label={label} table={table} place={place} chart={chart} />;
}

function growIn(
  node: HTMLElement,
  { palette, ...look }: Pick<PricesProps, 'byDay' | 'format'> & { readonly palette: Palette },
) {
  let levels: readonly Level[] = [];
  let shown: readonly number[] = [];
  const { chart, series } = openChart(node, { ...look, palette }, () => levels);
  const volume = addVolume(chart, palette);
  const markers = createSeriesMarkers(series, []);
  let lines: ReturnType<typeof drawLevels> = [];
  return {
    chart,
    show: (moment: Moment): void => {
      const { times, candleAt, volumeAt } = candlesOf(moment.bars);
      const isMore = shown.length > 0 && times[0] === shown[0] && times[shown.length - 1] === shown[shown.length - 1];
      if (isMore)
        for (let index = shown.length; index < times.length; index += 1) {
          series.update(candleAt(index));
          volume.update(volumeAt(index));
        }
      else {
        series.setData(times.map((_, index) => candleAt(index)));
        volume.setData(times.map((_, index) => volumeAt(index)));
      }
      if (shown.length === 0)
        chart.timeScale().setVisibleLogicalRange({ from: times.length - SHOWN, to: times.length - 1 + AHEAD });
      shown = times;
      if (moment.levels !== levels) {
        for (const line of lines) series.removePriceLine(line);
        levels = moment.levels;
        lines = drawLevels(series, levels, palette);
      }
      markers.setMarkers(markersOf(moment.fills, { times, candleAt, shown: SHOWN, width: node.clientWidth }, palette));
    },
  };
}
