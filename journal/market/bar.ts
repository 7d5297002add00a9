import type { Bar } from './model.ts';
import { number, time } from './read.ts';

type Field = 'timestamp' | 'open' | 'high' | 'low' | 'close' | 'volume' | 'adj_close' | 'vwap' | 'trade_count';

/** A bar from a provider's own fields; `null` when a price or the time is missing. */
export function barRow(ticker: string, fields: Readonly<Partial<Record<Field, unknown>>>): Bar | null {
  const [open, high, low, close] = [number(fields.open), number(fields.high), number(fields.low), number(fields.close)];
  const timestamp = time(fields.timestamp);
  if (timestamp === null || open === null || high === null || low === null || close === null) return null;
  return {
    ticker,
    timestamp,
    open,
    high,
    low,
    close,
    adj_close: number(fields.adj_close),
    volume: number(fields.volume) ?? 0,
    vwap: number(fields.vwap),
    trade_count: number(fields.trade_count),
  };
}

/** The one-letter fields that Polygon and Alpaca share. */
export function letterBar(ticker: string, bar: Readonly<Record<string, unknown>>): Bar | null {
  const { t, o, h, l, c, v, vw, n } = bar;
  return barRow(ticker, { timestamp: t, open: o, high: h, low: l, close: c, volume: v, vwap: vw, trade_count: n });
}
