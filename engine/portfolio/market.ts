// Bars of many symbols on one calendar. Where a symbol has no bar it has none: nothing is filled forward but its value.
import { COLUMNS, emptySeries, seriesOf, type Candle, type Series } from '../candles/series.ts';

export type Label = string | number;
/** [date, open, high, low, close, volume]; null = no price that bar. */
export type PriceRow = readonly [Label, ...(number | null)[]];

export interface SymbolInput {
  readonly symbol: string;
  readonly candles: readonly Candle[] | readonly PriceRow[] | Series;
  readonly sector?: string | undefined;
  /** Yearly rate on what is sold short of it; that of `costs` when absent. */
  readonly borrow_rate?: number | undefined;
  /** Delisted after its last bar: closed at its last price, or at this one. */
  readonly delisted?: boolean | { readonly price?: number | undefined } | undefined;
}

export interface Market {
  /** Of every bar of the calendar, ascending. */
  readonly labels: readonly Label[];
  /** Unix seconds. */
  readonly times: Float64Array;
  readonly symbols: readonly string[];
  readonly places: ReadonlyMap<string, number>;
  /** By symbol, one value for each bar of the calendar; NaN where it has no bar. */
  readonly open: readonly Float64Array[];
  readonly high: readonly Float64Array[];
  readonly low: readonly Float64Array[];
  readonly close: readonly Float64Array[];
  readonly volume: readonly Float64Array[];
  /** The symbol's own bars, where on the calendar each of them lies, and where each row lies that was given. */
  readonly bars: readonly { readonly series: Series; readonly at: Int32Array; readonly rowsAt: Int32Array }[];
}

/** Unix seconds of a date, a time or a number. */
export function timeOf(label: Label): number {
  if (typeof label === 'number') return label;
  const time = Date.parse(/^\d{4}-\d\d-\d\d$/.test(label) ? `${label}T00:00:00Z` : label) / 1000;
  if (Number.isNaN(time)) throw new RangeError(`${label} is not a date such as 2024-01-31`);
  return time;
}

/** Columns of one symbol, rows without a price included. */
interface Rows {
  readonly series: Series;
  /** Of each row; absent where the times themselves say it. */
  readonly labels?: readonly Label[];
}

function rowsOf(symbol: string, candles: SymbolInput['candles']): Rows {
  const rows = Array.isArray(candles) ? rowsOfList(candles) : { series: candles as Series }; // the only form that is no list
  const { t, length } = rows.series;
  for (let i = 1; i < length; i++)
    if (!(t[i] > t[i - 1])) throw new RangeError(`${symbol}: the time of bar ${i} is not after the one before`);
  return rows;
}

function rowsOfList(candles: readonly (Candle | PriceRow)[]): Rows {
  const [first] = candles;
  if (first === undefined || !Array.isArray(first)) return { series: seriesOf(candles as readonly Candle[]) };
  const rows = candles as readonly PriceRow[];
  const series = emptySeries(rows.length);
  for (const [i, [label, o, h, l, c, v]] of rows.entries()) {
    series.t[i] = timeOf(label);
    series.o[i] = o ?? NaN;
    series.h[i] = h ?? NaN;
    series.l[i] = l ?? NaN;
    series.c[i] = c ?? NaN;
    series.v[i] = v ?? 0;
  }
  return { series, labels: rows.map(([label]) => label) };
}

/** Every time that any symbol has, ascending. */
function mergeTimes(all: readonly Rows[]): Float64Array {
  const [first] = all;
  if (first === undefined) return new Float64Array();
  const isSame = all.every(({ series }) => isEqual(series.t, first.series.t));
  if (isSame) return first.series.t.slice();
  const together = new Float64Array(all.reduce((sum, { series }) => sum + series.length, 0));
  let at = 0;
  for (const { series } of all) {
    together.set(series.t, at);
    at += series.length;
  }
  return together.toSorted().filter((time, i, sorted) => i === 0 || time !== sorted[i - 1]);
}

function isEqual(a: Float64Array, b: Float64Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

const PRICES = ['o', 'h', 'l', 'c', 'v'] as const;

export function openMarket(symbols: readonly SymbolInput[]): Market {
  const all = symbols.map(({ symbol, candles }) => rowsOf(symbol, candles));
  const times = mergeTimes(all);
  const labels: Label[] = Array.from(times);
  if (all.every(({ series, labels: own }) => own === undefined && isOnEveryBar(series, times))) {
    const at = new Int32Array(times.length);
    for (let bar = 0; bar < at.length; bar++) at[bar] = bar;
    return marketOf(
      symbols,
      { labels, times },
      all.map(({ series: { o, h, l, c, v } }) => [o, h, l, c, v]),
      all.map(({ series }) => ({ series, at, rowsAt: at })),
    );
  }
  const columns = symbols.map(() => PRICES.map(() => new Float64Array(times.length).fill(NaN)));
  const bars = all.map(({ series, labels: own }, s) => {
    const rowsAt = new Int32Array(series.length);
    const known = new Int32Array(series.length);
    let count = 0;
    let place = 0;
    for (let row = 0; row < series.length; row++) {
      while (times[place] !== series.t[row]) place++;
      rowsAt[row] = place;
      const label = own?.[row];
      if (label !== undefined) labels[place] = label;
      if (series.c[row] > 0) known[count++] = row;
    }
    for (const [k, key] of PRICES.entries()) {
      const column = columns[s]?.[k] as Float64Array; // one for each of both
      for (let i = 0; i < count; i++) {
        const row = known[i];
        column[rowsAt[row]] = series[key][row];
      }
    }
    const isWhole = count === series.length;
    return {
      series: isWhole ? series : pickRows(series, known.subarray(0, count)),
      at: isWhole ? rowsAt : Int32Array.from(known.subarray(0, count), (row) => rowsAt[row]),
      rowsAt,
    };
  });
  return marketOf(symbols, { labels, times }, columns, bars);
}

/** Where every symbol has every bar, its own columns are those of the calendar. */
function isOnEveryBar({ length, c }: Series, times: Float64Array): boolean {
  if (length !== times.length) return false;
  for (let i = 0; i < length; i++) if (!(c[i] > 0)) return false;
  return true;
}

function marketOf(
  symbols: readonly SymbolInput[],
  calendar: Pick<Market, 'labels' | 'times'>,
  columns: readonly (readonly Float64Array[])[],
  bars: Market['bars'],
): Market {
  const of = (k: number) => columns.map((each) => each[k]);
  return {
    ...calendar,
    symbols: symbols.map(({ symbol }) => symbol),
    places: new Map(symbols.map(({ symbol }, s) => [symbol, s])),
    open: of(0),
    high: of(1),
    low: of(2),
    close: of(3),
    volume: of(4),
    bars,
  };
}

function pickRows(series: Series, rows: Int32Array): Series {
  const out = emptySeries(rows.length);
  for (const key of COLUMNS) for (const [i, row] of rows.entries()) out[key][i] = series[key][row];
  return out;
}
