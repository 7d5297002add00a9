// Walk-forward: choose parameters on a training window, trade the bars after it, move on. What counts is the
// stitched out-of-sample part; the in-sample figure stands beside it to show what the choice cost.
import { slice, type Series } from '../candles/series.ts';
import type { Mode } from '../request/mode.ts';
import { runRealistic, type RealisticInput } from './realistic/run.ts';
import type { Trade } from './realistic/trade.ts';
import { combinations, ranked, runCombinations, withParameters, type Combination } from './sweep.ts';

export interface Window {
  readonly trainFrom: number;
  readonly testFrom: number;
  readonly testTo: number;
}

export interface WindowResult {
  readonly train_from: number;
  readonly test_from: number;
  readonly test_to: number;
  readonly parameters: Combination;
  readonly in_sample: number;
  readonly out_of_sample: number;
  readonly trades: readonly Trade[];
}

export function windows(
  bars: number,
  { train_bars, test_bars, anchored }: NonNullable<Mode['walk_forward']>,
): Window[] {
  const out: Window[] = [];
  for (let testFrom = train_bars; testFrom < bars; testFrom += test_bars) {
    out.push({
      trainFrom: anchored ? 0 : testFrom - train_bars,
      testFrom,
      testTo: Math.min(bars, testFrom + test_bars),
    });
  }
  return out;
}

export function runWindow(input: RealisticInput, { trainFrom, testFrom, testTo }: Window): WindowResult {
  const { series, mode, strategy } = input;
  const train: Series = slice(series, trainFrom, testFrom);
  const [best] = ranked(runCombinations({ ...input, series: train }, combinations(mode.sweep ?? {})), mode.rank_by);
  const chosen = best?.parameters ?? {};
  // The training bars warm the indicators up; only decisions on the test bars are traded.
  const seen = slice(series, trainFrom, testTo);
  const tested = runRealistic(
    { ...input, series: seen, strategy: withParameters(strategy, chosen) },
    undefined,
    testFrom - trainFrom,
  );
  return {
    train_from: series.t[trainFrom] as number,
    test_from: series.t[testFrom] as number,
    test_to: series.t[testTo - 1] as number,
    parameters: chosen,
    in_sample: best?.figures[mode.rank_by] ?? 0,
    out_of_sample: tested.figures[mode.rank_by],
    trades: tested.trades,
  };
}
