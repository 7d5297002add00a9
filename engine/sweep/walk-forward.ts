// Walk-forward: choose parameters on a training window, trade the bars after it, move on. What counts is the
// out-of-sample part, in which equity runs on from window to window and positions close where a window ends; the
// in-sample figure stands next to it to show what the choice cost.
import { slice, type Series } from '../candles/series.ts';
import type { Mode } from '../request/mode.ts';
import { measure } from '../realistic/measure.ts';
import { runRealistic, type RealisticInput, type RealisticResult } from '../realistic/run.ts';
import type { Trade } from '../realistic/trade.ts';
import { combinations, withParameters, type Combination } from './combinations.ts';
import { judgeChoice, rankRuns, runTrials, trialsOf, evidenceOf, type Judgement } from './run.ts';

/** Bars, by their index: trained on [trainFrom, testFrom), traded on [testFrom, testTo). */
export interface Window {
  readonly trainFrom: number;
  readonly testFrom: number;
  readonly testTo: number;
}

/** What a window's training chose. */
export interface Choice {
  readonly window: Window;
  readonly parameters: Combination;
  readonly inSample: number;
  /** Of the choice among the training runs. */
  readonly judgement: Judgement;
}

export interface WindowResult extends Judgement {
  readonly train_from: number;
  readonly test_from: number;
  readonly test_to: number;
  readonly parameters: Combination;
  readonly in_sample: number;
  readonly out_of_sample: number;
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

export function choose(input: RealisticInput, window: Window): Choice {
  const { series, mode, strategy } = input;
  const train: Series = slice(series, window.trainFrom, window.testFrom);
  const trials = trialsOf(combinations(strategy, mode), mode);
  const rows = rankRuns(runTrials({ ...input, series: train }, trials), mode.rank_by);
  const [best] = rows;
  return {
    window,
    parameters: best?.parameters ?? {},
    inSample: best?.figures[mode.rank_by] ?? 0,
    judgement: judgeChoice(evidenceOf(rows)),
  };
}

/** Trades each window with what its training chose; needs at least one. */
export function walkForward(
  input: RealisticInput,
  choices: readonly Choice[],
): { readonly run: RealisticResult; readonly windows: readonly WindowResult[] } {
  const { series, mode, strategy } = input;
  const first = choices[0]?.window.testFrom ?? series.length;
  const last = choices.at(-1)?.window.testTo ?? series.length;
  const equity = new Float64Array(last - first);
  const trades: Trade[] = [];
  const results: WindowResult[] = [];
  const account = { heldBars: 0, ruinedAt: NaN, liquidations: 0, peakLeverage: 0, cutEntries: 0 };
  let startEquity = mode.initial_equity;
  for (const { window, parameters, inSample, judgement } of choices) {
    const { trainFrom, testFrom, testTo } = window;
    // The training bars warm the indicators up; only decisions on the test bars are traded.
    const tested = runRealistic(
      { ...input, series: slice(series, trainFrom, testTo), strategy: withParameters(strategy, parameters) },
      { from: testFrom - trainFrom, startEquity, atEnd: 'window_end' },
    );
    equity.set(tested.equity, testFrom - first);
    for (const trade of tested.trades) trades.push(trade);
    account.heldBars += tested.account.heldBars;
    account.liquidations += tested.account.liquidations;
    account.cutEntries += tested.account.cutEntries;
    account.peakLeverage = Math.max(account.peakLeverage, tested.account.peakLeverage);
    // Nothing is traded after the first ruin.
    if (Number.isNaN(account.ruinedAt)) account.ruinedAt = tested.account.ruinedAt;
    startEquity = equity[testTo - 1 - first];
    results.push({
      train_from: series.t[trainFrom],
      test_from: series.t[testFrom],
      test_to: series.t[testTo - 1],
      parameters,
      ...judgement,
      in_sample: inSample,
      out_of_sample: tested.figures[mode.rank_by],
    });
  }
  const time = series.t.subarray(first, last);
  const { figures, days } = measure(
    { time, equity, startEquity: mode.initial_equity },
    trades,
    account,
    mode.periods_per_year,
  );
  return { run: { figures, trades, time, equity, days, account }, windows: results };
}
