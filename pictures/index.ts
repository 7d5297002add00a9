// Charts as functions from data to a plain tree of SVG nodes. Drawn once; a page builds them, a report writes them.
export { barChart, type Bar, type Bars } from './bars.ts';
export {
  monthSheet,
  monthsSheet,
  yearMap,
  type DayValue,
  type MonthSheet,
  type MonthsSheet,
  type YearMap,
} from './calendar.ts';
export type { PriceBar } from './candles.ts';
export { element, type SvgDocument, type SvgElement } from './element.ts';
export { flameGraph, type FlameGraph, type Frame } from './flame-graph.ts';
export { heatMap, type HeatMap } from './heat-map.ts';
export { histogram, type Histogram } from './histogram.ts';
export {
  lineChart,
  type Band,
  type Line,
  type LineChart,
  type Mark,
  type Note,
  type Rule,
  type Tone,
} from './line-chart.ts';
export { escapeMarkup, markup, svgFile } from './markup.ts';
export { paint as painted } from './paint.ts';
export { scatter, type Scatter } from './scatter.ts';
export { sparkline, type Sparkline } from './sparkline.ts';
export { coordinate, type Shape } from './shape.ts';
export { palettes, PICTURE_STYLE, styleOf } from './style.ts';
export type { Point } from './thin.ts';
export { timeline, type Stretch, type Timeline, type TimelineRow } from './timeline.ts';
export type { Strip } from './strips.ts';
export { addTitle as titled } from './titled.ts';
export { waterfall, type Waterfall } from './waterfall.ts';
export { linePath } from './path.ts';
export { shareStrip, type ShareStrip } from './share-strip.ts';
