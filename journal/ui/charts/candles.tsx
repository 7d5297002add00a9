// Prices as candles, with what was bought and sold, stop and target. The one chart that is not of `pictures/`: moving
// through prices is a trade of its own, and this library does nothing else. It is fetched when a trade has bars.
import {
  type CandlestickData,
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  type IChartApi,
  LineStyle,
  type SeriesMarker,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { ascending, around, barAt } from './bar-times.ts';
import { ChartFrame } from './frame.tsx';
import { blobOf } from './save.ts';
import type { ChartTable } from './table.ts';

// The colours of the page for what draws on a canvas, which knows no style sheet; read again when the theme changes.

const names = ['paper', 'ink', 'quiet', 'rule', 'gain', 'loss', 'third'] as const;
type Palette = Readonly<Record<(typeof names)[number], string>>;

function read(): Palette {
  const style = getComputedStyle(document.documentElement);
  // Each of the names is asked for.
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()])) as Palette;
}

function usePalette(): Palette {
  const [palette, setPalette] = useState(read);
  useEffect(() => {
    const observer = new MutationObserver(() => setPalette(read()));
    observer.observe(document.documentElement, { attributes: true });
    return () => observer.disconnect();
  }, []);
  return palette;
}

export interface Fill {
  /** In seconds, as the bars have them. */
  readonly time: number;
  readonly side: 'buy' | 'sell';
  /** Null where the bars are of something else than what was traded. */
  readonly price: number | null;
  readonly text: string;
}

export interface Level {
  readonly name: string;
  readonly price: number;
  readonly tone: 'gain' | 'loss' | 'quiet';
}

export interface CandlesProps {
  readonly name: string;
  /** What it shows, for those who cannot see it. */
  readonly label: string;
  readonly bars: {
    readonly time: readonly number[];
    readonly open: readonly number[];
    readonly high: readonly number[];
    readonly low: readonly number[];
    readonly close: readonly number[];
  };
  readonly fills: readonly Fill[];
  readonly levels: readonly Level[];
  readonly byDay: boolean;
  /** Nothing where amounts are hidden. */
  readonly format: (price: number) => string;
  readonly table: ChartTable;
}

const MOST_TEXTS = 6;

export function Candles(props: CandlesProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<IChartApi>(null);
  const palette = usePalette();
  const { name, label, table, bars, fills, levels, byDay, format } = props;
  useEffect(() => {
    const node = place.current;
    if (node === null) return undefined;
    const drawn = drawInto(node, { bars, fills, levels, byDay, format }, palette);
    chart.current = drawn;
    return () => {
      chart.current = null;
      drawn.remove();
    };
  }, [bars, fills, levels, byDay, format, palette]);
  const png = () => {
    const drawn = chart.current;
    return drawn === null
      ? Promise.reject(new Error('the chart is not drawn yet'))
      : blobOf(drawn.takeScreenshot(true));
  };
  return (
    <ChartFrame name={name} table={table} png={png}>
      <div
        ref={place}
        className="candles"
        role="img"
        tabIndex={0}
        aria-label={`${label} Arrows move through time, plus and minus change how much of it is shown.`}
        onKeyDown={(event) => chart.current !== null && onKey(event, chart.current)}
      />
      <p className="quiet small-print">
        Drawn with{' '}
        <a href="https://www.tradingview.com/" rel="noreferrer noopener" target="_blank">
          TradingView Lightweight Charts™
        </a>
        , © TradingView, Inc.
      </p>
    </ChartFrame>
  );
}

function drawInto(
  node: HTMLElement,
  { bars, fills, levels, byDay, format }: Pick<CandlesProps, 'bars' | 'fills' | 'levels' | 'byDay' | 'format'>,
  palette: Palette,
): IChartApi {
  const chart = createChart(node, {
    autoSize: true,
    layout: {
      // The logo is set as markup, which the page's policy forbids; the notice below stands in its place.
      attributionLogo: false,
      background: { color: palette.paper },
      textColor: palette.quiet,
      fontFamily: 'system-ui, sans-serif',
    },
    grid: { vertLines: { color: palette.rule }, horzLines: { color: palette.rule } },
    rightPriceScale: { borderColor: palette.rule },
    timeScale: { borderColor: palette.rule, timeVisible: !byDay, secondsVisible: false },
    localization: { priceFormatter: format },
    // A wheel or a finger that goes down the page goes on down the page.
    handleScroll: { mouseWheel: false, vertTouchDrag: false },
    handleScale: { mouseWheel: false },
  });
  const kept = ascending(bars.time);
  const times = kept.map((i) => bars.time[i] ?? 0);
  const series = chart.addSeries(CandlestickSeries, {
    upColor: palette.gain,
    downColor: palette.loss,
    borderVisible: false,
    wickUpColor: palette.gain,
    wickDownColor: palette.loss,
    priceLineVisible: false,
    lastValueVisible: false,
    autoscaleInfoProvider: (own: () => { priceRange: { minValue: number; maxValue: number } | null } | null) => {
      const found = own();
      const range = found?.priceRange;
      if (range === null || range === undefined) return found;
      const prices = levels.map(({ price }) => price);
      return {
        ...found,
        priceRange: {
          minValue: Math.min(range.minValue, ...prices),
          maxValue: Math.max(range.maxValue, ...prices),
        },
      };
    },
  });
  const at = (index: number) => (times[index] ?? 0) as UTCTimestamp; // a number of seconds, which is what the name says
  series.setData(
    kept.map((i, index): CandlestickData => ({
      time: at(index),
      open: bars.open[i] ?? 0,
      high: bars.high[i] ?? 0,
      low: bars.low[i] ?? 0,
      close: bars.close[i] ?? 0,
    })),
  );
  for (const { name, price, tone } of levels)
    series.createPriceLine({
      price,
      title: name,
      color: palette[tone],
      lineStyle: LineStyle.Dashed,
      lineWidth: 1,
      axisLabelVisible: true,
    });
  createSeriesMarkers(
    series,
    fills.map((fill): SeriesMarker<Time> => {
      const shown = {
        time: at(barAt(times, fill.time)),
        shape: fill.side === 'buy' ? ('arrowUp' as const) : ('arrowDown' as const),
        color: palette.ink,
        ...(fills.length <= MOST_TEXTS && { text: fill.text }),
      };
      if (fill.price === null) return { ...shown, position: fill.side === 'buy' ? 'belowBar' : 'aboveBar' };
      return { ...shown, position: fill.side === 'buy' ? 'atPriceBottom' : 'atPriceTop', price: fill.price };
    }),
  );
  const moments = fills.map(({ time }) => time);
  const [from, to] = around(times, Math.min(...moments), Math.max(...moments));
  chart.timeScale().setVisibleLogicalRange({ from, to });
  return chart;
}

/** By keys what a pointer does by dragging. */
function onKey(event: KeyboardEvent, chart: IChartApi): void {
  const scale = chart.timeScale();
  const range = scale.getVisibleLogicalRange();
  if (range === null) return;
  const width = range.to - range.from;
  const moved = { ArrowLeft: -0.1, ArrowRight: 0.1 }[event.key];
  const zoomed = { '+': 0.8, '=': 0.8, '-': 1.25 }[event.key];
  if (moved !== undefined) {
    scale.setVisibleLogicalRange({ from: range.from + moved * width, to: range.to + moved * width });
  } else if (zoomed !== undefined) {
    const middle = (range.from + range.to) / 2;
    scale.setVisibleLogicalRange({ from: middle - (zoomed * width) / 2, to: middle + (zoomed * width) / 2 });
  } else if (event.key === '0') scale.fitContent();
  else return;
  event.preventDefault();
}
