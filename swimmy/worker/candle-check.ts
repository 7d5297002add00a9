// What of the candles a run may believe.
import { findPriceJumps, tooManyBad, withoutBars, type BacktestRequest, type Series } from '@zorivest/engine';
import { MessageError } from '../request/decode.ts';
import type { LoadedCandles } from './candle-cache.ts';

/**
 * Runs by the realistic rules leave out bars whose price jumps away and back, and fail where too many rows are bad. Those
 * by the downstream's own rules see what it would see, unless the request says what share may be bad.
 */
export function createCandleCheck(): (request: BacktestRequest, loaded: LoadedCandles) => LoadedCandles {
  // Looked through once, however many runs there are.
  const known = new WeakMap<Series, LoadedCandles>();
  const withoutJumps = (loaded: LoadedCandles): LoadedCandles => {
    const { series, badRows, badCount } = loaded;
    const jumps = findPriceJumps(series);
    if (jumps.length === 0) return loaded;
    return {
      series: withoutBars(
        series,
        jumps.map(({ index }) => index),
      ),
      badRows: [...badRows, ...jumps.map(({ message }) => ({ line: 0, message }))],
      badCount: badCount + jumps.length,
    };
  };
  return ({ mode, data }, loaded) => {
    let checked = loaded;
    if (mode !== undefined) {
      checked = known.get(loaded.series) ?? withoutJumps(loaded);
      known.set(loaded.series, checked);
    }
    if (mode !== undefined || data !== undefined) {
      const fault = tooManyBad(checked.series.length, checked.badRows, checked.badCount, data?.max_bad_share);
      if (fault !== undefined) throw new MessageError(`candles: ${fault}`);
    }
    return checked;
  };
}
