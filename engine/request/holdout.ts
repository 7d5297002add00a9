// The holdout: the tail of the candles, evaluated a single time, when everything is chosen.
import type { Series } from '../candles/series.ts';
import type { BacktestRequest } from './schema.ts';

/**
 * The request as its holdout lets it run: before the tail, or on the tail alone when it is opened. The tail is counted over
 * all candles, whatever range is asked for, so that no other range reaches into it.
 */
export function withHoldout(request: BacktestRequest, { t, length }: Series): BacktestRequest {
  const { holdout, open_holdout } = request.data ?? {};
  if (holdout === undefined || length === 0) return request;
  const first = Math.min(length - 1, Math.floor(length * (1 - Number.parseFloat(holdout) / 100)));
  const from = t[first];
  return open_holdout
    ? { ...request, start_time: Math.max(request.start_time ?? from, from) }
    : { ...request, end_time: Math.min(request.end_time ?? from - 1, from - 1) };
}
