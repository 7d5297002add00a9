// What charts of prices have in common: how they look, what is around them, the keys that move them. The one chart that is not of
// `pictures/`: moving through prices is a trade of its own, and this library does nothing else. It is fetched when a trade has bars.
import {
  type CandlestickData,
  CandlestickSeries,
  createChart,
  type HistogramData,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  LineStyle,
  type SeriesMarker,
  type UTCTimestamp,
} from 'lightweight-charts';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useState } from 'react';
import { ascending, barAt, clearOf } from './bar-times.ts';
import type { Bars } from './coarser-bars.ts';
import { ChartFrame } from './frame.tsx';
import { blobOf } from './save.ts';
import type { ChartTable } from './table.ts';

// The colours of the page for what draws on a canvas, which knows no style sheet; read again when the theme changes.

const names = ['paper', 'ink', 'quiet', 'rule', 'pressed', 'gain', 'loss', 'font'] as const;
export type Palette = Readonly<Record<(typeof names)[number], string>>;

function read(): Palette {
  const style = getComputedStyle(document.documentElement);
  // Each of the names is asked for.
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()])) as Palette;
}

export function usePalette(): Palette {
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

/** What a chart of prices shows, whichever it is. */
export interface PricesProps {
  readonly name: string;
  /** What it shows, for those who cannot see it. */
  readonly label: string;
  readonly bars: Bars;
  readonly fills: readonly Fill[];
  readonly levels: readonly Level[];
  readonly byDay: boolean;
  /** Nothing where amounts are hidden. */
  readonly format: (price: number) => string;
  readonly table: ChartTable;
}

const MOST_TEXTS = 6;
/** The number of texts that fit side by side. */
const FITTING_TEXTS = 8;

interface PricesFrameProps extends Pick<PricesProps, 'name' | 'label' | 'table'> {
  readonly place: RefObject<HTMLDivElement | null>;
  readonly chart: RefObject<IChartApi | null>;
}

/** What is around a chart of prices, and the keys that move it. */
export function PricesFrame({ name, label, table, place, chart }: PricesFrameProps): ReactNode {
  const png = () => {
    const drawn = chart.current;
    return drawn === null
      ? Promise.reject(new Error('the chart is not ready yet'))
      : blobOf(drawn.takeScreenshot(true));
  };
  return (
    <ChartFrame name={name} table={table} png={png}>
      <div
        ref={place}
        className="candles"
        role="img"
        tabIndex={0}
        aria-label={`${label} Arrow keys move through time, plus and minus zoom.`}
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

interface Look {
  readonly byDay: boolean;
  readonly format: (price: number) => string;
  readonly palette: Palette;
}

/** An empty chart, and the candles in it, whose scale has room for the levels of the moment. */
export function openChart(node: HTMLElement, { byDay, format, palette }: Look, levels: () => readonly Level[]) {
  const chart = createChart(node, {
    autoSize: true,
    layout: {
      // The logo is set as markup, which the page's policy forbids; the notice below replaces it.
      attributionLogo: false,
      background: { color: palette.paper },
      textColor: palette.quiet,
      fontFamily: palette.font,
    },
    grid: { vertLines: { color: palette.rule }, horzLines: { color: palette.rule } },
    rightPriceScale: { borderColor: palette.rule },
    timeScale: { borderColor: palette.rule, timeVisible: !byDay, secondsVisible: false },
    localization: { priceFormatter: format },
    // A wheel or a finger that scrolls the page keeps scrolling the page.
    handleScroll: { mouseWheel: false, vertTouchDrag: false },
    handleScale: { mouseWheel: false },
  });
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
      const prices = levels().map(({ price }) => price);
      return {
        ...found,
        priceRange: {
          minValue: Math.min(range.minValue, ...prices),
          maxValue: Math.max(range.maxValue, ...prices),
        },
      };
    },
  });
  return { chart, series };
}

/** The bars as the chart wants them, each later than the one before. */
export function candlesOf(bars: Bars) {
  const order = ascending(bars.time);
  const timeOf = (i: number) => (bars.time[i] ?? 0) as UTCTimestamp; // a number of seconds, which is what the name says
  return {
    times: order.map(timeOf),
    candleAt: (index: number): CandlestickData<UTCTimestamp> => {
      const i = order[index] ?? 0;
      return {
        time: timeOf(i),
        open: bars.open[i] ?? 0,
        high: bars.high[i] ?? 0,
        low: bars.low[i] ?? 0,
        close: bars.close[i] ?? 0,
      };
    },
    volumeAt: (index: number): HistogramData<UTCTimestamp> => {
      const i = order[index] ?? 0;
      return { time: timeOf(i), value: bars.volume[i] ?? 0 };
    },
  };
}

export function drawLevels(series: ISeriesApi<'Candlestick'>, levels: readonly Level[], palette: Palette) {
  return levels.map(({ name, price, tone }) =>
    series.createPriceLine({
      price,
      title: name,
      color: palette[tone],
      lineStyle: LineStyle.Dashed,
      lineWidth: 1,
      axisLabelVisible: true,
    }),
  );
}

/** Of fills close to each other one states how many more there are: their texts would overlap. */
function textsOf(fills: readonly Fill[], times: readonly UTCTimestamp[], shown: number): ReadonlyMap<Fill, string> {
  const apart = shown / FITTING_TEXTS;
  const groups: { readonly fill: Fill; readonly at: number; more: number }[] = [];
  for (const fill of fills) {
    const at = barAt(times, fill.time);
    const near = groups.find((one) => one.fill.side === fill.side && Math.abs(one.at - at) < apart);
    if (near === undefined) groups.push({ fill, at, more: 0 });
    else near.more += 1;
  }
  return new Map(groups.map(({ fill, more }) => [fill, more === 0 ? fill.text : `${fill.text} +${more}`]));
}

interface ChartView extends Pick<ReturnType<typeof candlesOf>, 'times' | 'candleAt'> {
  /** The number of visible bars, */
  readonly shown: number;
  /** on so wide a picture. */
  readonly width: number;
}

/** The words of a mark reach so far to each side; at the right of a picture its scale stands. */
const HALF_TEXT = 48;
const SCALE = 70;

/** An arrow at each fill; its words stand clear of the candles they would lie on. */
export function markersOf(
  fills: readonly Fill[],
  { times, candleAt, shown, width }: ChartView,
  palette: Palette,
): SeriesMarker<UTCTimestamp>[] {
  const texts = fills.length <= MOST_TEXTS ? textsOf(fills, times, shown) : new Map<Fill, string>();
  const bars = times.map((_, index) => candleAt(index));
  const reach = Math.ceil((shown * HALF_TEXT) / Math.max(HALF_TEXT, width - SCALE));
  return fills.flatMap((fill): SeriesMarker<UTCTimestamp>[] => {
    const at = barAt(times, fill.time);
    const isBuy = fill.side === 'buy';
    const common = {
      time: times[at] ?? (0 as UTCTimestamp), // there is no bar of no time
      shape: isBuy ? ('arrowUp' as const) : ('arrowDown' as const),
      color: palette.ink,
    };
    const position = isBuy ? ('atPriceBottom' as const) : ('atPriceTop' as const);
    const arrow =
      fill.price === null
        ? { ...common, position: isBuy ? ('belowBar' as const) : ('aboveBar' as const) }
        : { ...common, position, price: fill.price };
    const text = texts.get(fill);
    if (text === undefined) return [arrow];
    return [
      arrow,
      { ...common, position, price: clearOf(bars, { at, reach, isBuy, price: fill.price }), size: 0, text },
    ];
  });
}

/** In the lowest part of the picture, behind the prices. */
export function addVolume(chart: IChartApi, palette: Palette): ISeriesApi<'Histogram'> {
  const series = chart.addSeries(HistogramSeries, {
    priceScaleId: 'volume',
    color: palette.pressed,
    priceLineVisible: false,
    lastValueVisible: false,
  });
  chart.priceScale('volume').applyOptions({ scaleMargins: { top: 0.84, bottom: 0 } });
  return series;
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
