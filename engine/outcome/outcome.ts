// What a finished backtest answers: the fields every engine sends, and what only the realistic mode has.
import { thinCurve } from '../figures/equity-curve.ts';
import { priceBars, type PriceBar } from '../figures/price-bars.ts';
import { benchmarkOf, heldPrices, type Benchmark } from '../figures/benchmark.ts';
import { auxiliary, runCompatible } from '../compatible/run.ts';
import { bootstrap, COMPATIBLE_SHARPE, sharpeLowerBound, type SharpeRule } from '../figures/bootstrap.ts';
import { conventionsOf, type Conventions } from './conventions.ts';
import { lookaheadCheck } from '../realistic/lookahead.ts';
import { fateOf, type Fate, type RealisticFigures } from '../realistic/measure.ts';
import { runRealistic, type RealisticInput, type RealisticResult } from '../realistic/run.ts';
import { realisticSignals } from '../realistic/signals.ts';
import { usesHigherTimeframe } from '../realistic/written.ts';
import { costsFor, type Trade } from '../realistic/trade.ts';
import { dailyReturns, figures, type BoundedFigures } from '../figures/closed-trades.ts';
import { tearSheet, type TearSheet } from './sheet.ts';
import { warningsOf } from './warnings.ts';
import { withParameters, type Combination } from '../sweep/combinations.ts';
import { shapeOf, type Shape } from '../sweep/overfitting.ts';
import type { SweepDetails } from '../sweep/details.ts';
import { walkForward, type Choice, type WindowResult } from '../sweep/walk-forward.ts';
import type { Series } from '../candles/series.ts';
import type { Mode } from '../request/mode.ts';
import type { BacktestRequest } from '../request/schema.ts';

/** As many trades as the downstream engine lists. */
export const LISTED_TRADES = 500;

export interface CompatibleOutcome {
  readonly result: BoundedFigures & {
    readonly strategy_name: string;
    readonly trade_list?: readonly { readonly timestamp: number; readonly pnl: number }[];
  };
  /** All of them, where they are asked for; the result lists the last ones. */
  readonly trades?: readonly { readonly timestamp: number; readonly pnl: number }[];
  /** Of the daily returns, to judge it among other runs. */
  readonly shape: Shape;
}

export interface RealisticOutcome {
  readonly result: RealisticFigures &
    BoundedFigures & {
      readonly strategy_name: string;
      readonly outcome: Fate;
      readonly benchmark: Benchmark;
      /** The eleven figures as closed trades alone give them. */
      readonly closed: BoundedFigures;
    };
  readonly details: Details;
  /** All of them, where they are asked for; `details` lists the last ones. */
  readonly trades?: readonly Trade[];
  /** Of the daily returns, to judge it among other runs. */
  readonly shape: Shape;
  /** For the report, when one is asked for. */
  readonly sheet?: TearSheet;
}

export type Outcome = CompatibleOutcome | RealisticOutcome;

/** What only many symbols have. */
export interface PortfolioDetails {
  readonly symbols: readonly {
    readonly symbol: string;
    readonly bars: number;
    readonly trades: number;
    readonly pnl: number;
  }[];
  readonly fills: number;
  readonly fees: number;
  /** Borrow, funding, swap and rolls: what holding cost (negative) or brought. */
  readonly carry: Readonly<Record<string, number>>;
  /** The change of the account, to which the profits of all trades add up. */
  readonly equity_change: number;
  readonly positions_end: Readonly<Record<string, number>>;
  readonly cash_end: number;
  /** Of the account, all bars together. */
  readonly turnover: number;
  /** Entries by signal for which there was no cash. */
  readonly entries_without_cash: number;
  /** Sales that were not made because they bring less than their fee. */
  readonly sales_below_fee: number;
}

export interface Details {
  readonly bars: number;
  readonly first_time: number | null;
  readonly last_time: number | null;
  readonly conventions: Conventions;
  /** Ruin, liquidations, leverage. */
  readonly warnings?: readonly string[];
  readonly parameters?: Combination;
  readonly portfolio?: PortfolioDetails;
  readonly trades?: readonly Trade[];
  readonly equity_curve?: readonly (readonly [number, number])[];
  /** What was traded, from the first listed trade on. */
  readonly price_bars?: readonly PriceBar[];
  readonly bootstrap?: ReturnType<typeof bootstrap>;
  readonly lookahead?: ReturnType<typeof lookaheadCheck>;
  readonly sweep?: SweepDetails;
  readonly walk_forward?: { readonly rank_by: string; readonly windows: readonly WindowResult[] };
}

/** What came before the final run: which combinations were tried, what each window's training chose. */
export interface Search {
  readonly sweep?: SweepDetails;
  readonly choices?: readonly Choice[];
  /** What is held instead; absent = what is traded. */
  readonly benchmark?: Series | undefined;
}

export function realisticInput(request: BacktestRequest, mode: Mode, series: Series): RealisticInput {
  return {
    series,
    strategy: request.strategy,
    mode,
    symbol: request.symbol,
    aux: auxiliary(request.aux_candles),
    swaps: request.swap_history ?? [],
  };
}

/** The one run that answers a request, on bars already at its timeframe. */
export function outcomeOf(request: BacktestRequest, series: Series, search: Search, movingBlocks: boolean): Outcome {
  const { strategy, mode } = request;
  if (mode !== undefined) return realisticOutcome(request, mode, series, search, movingBlocks);
  const run = runCompatible({
    series,
    strategy,
    aux: auxiliary(request.aux_candles),
    swaps: request.swap_history ?? [],
    movingBlocks,
  });
  const trades = run.trades.pnl.map((pnl, i) => ({ timestamp: run.trades.exitTime[i], pnl }));
  return {
    result: {
      strategy_name: strategy.name,
      ...run.figures,
      sharpe_ci_lower: run.sharpeLower,
      ...(request.include_trades ? { trade_list: trades.slice(-LISTED_TRADES) } : {}),
    },
    ...(request.include_trades ? { trades } : {}),
    shape: shapeOf(run.daily),
  };
}

export function realisticOutcome(
  request: BacktestRequest,
  mode: Mode,
  series: Series,
  search: Search,
  movingBlocks: boolean,
): RealisticOutcome {
  const input = realisticInput(request, mode, series);
  const best = search.sweep?.best[0];
  const strategy = best ? withParameters(request.strategy, best.parameters) : request.strategy;
  const walked = search.choices ? walkForward(input, search.choices) : undefined;
  const run = walked?.run ?? runRealistic({ ...input, strategy });
  const keepsTrades = request.include_trades || mode.report;
  const held = heldPrices(series, run.time, search.benchmark);
  const warnings = warningsOf(run, mode);
  const rule: SharpeRule = { periodsPerYear: run.figures.periods_per_year, sampleDeviation: true };
  return {
    result: {
      strategy_name: strategy.name,
      outcome: fateOf(run.figures),
      ...run.figures,
      sharpe_ci_lower: sharpeLowerBound(run.days.returns, rule, movingBlocks),
      benchmark: benchmarkOf(held),
      closed: closedFigures(run, mode.initial_equity, movingBlocks),
    },
    details: {
      bars: series.length,
      first_time: series.t[0] ?? null,
      last_time: series.t[series.length - 1] ?? null,
      conventions: conventionsOf(mode, costsFor(mode, request.symbol), run.figures),
      ...(warnings.length > 0 ? { warnings } : {}),
      ...(best ? { parameters: best.parameters } : {}),
      ...(keepsTrades ? { trades: run.trades.slice(-LISTED_TRADES) } : {}),
      ...(mode.equity_curve || mode.report
        ? {
            equity_curve: thinCurve(run.time, run.equity),
            price_bars: priceBars(series, firstDrawn(run)),
          }
        : {}),
      ...(mode.bootstrap
        ? {
            bootstrap: bootstrap(run.days.returns, rule, { ...mode.bootstrap, blockDays: mode.bootstrap.block_days }),
          }
        : {}),
      ...(mode.lookahead_check || usesHigherTimeframe(strategy)
        ? { lookahead: lookaheadCheck(series, (cut) => realisticSignals({ ...input, series: cut, strategy })) }
        : {}),
      ...(search.sweep ? { sweep: search.sweep } : {}),
      ...(walked ? { walk_forward: { rank_by: mode.rank_by, windows: walked.windows } } : {}),
    },
    ...(keepsTrades ? { trades: run.trades } : {}),
    shape: shapeOf(run.days.returns),
    ...(mode.report ? { sheet: tearSheet(run, series, held, mode.initial_equity) } : {}),
  };
}

/** Where the price is drawn from: the start of the run, or the first trade that is still listed. */
function firstDrawn({ trades, time }: RealisticResult): number {
  return (trades.length > LISTED_TRADES ? trades.at(-LISTED_TRADES)?.entry_time : undefined) ?? time[0] ?? 0;
}

/** By the rules of the compatible mode: every calendar day counts, with what was closed on it. */
export function closedFigures(
  { trades, time }: RealisticResult,
  startEquity: number,
  movingBlocks: boolean,
): BoundedFigures {
  const closed = {
    count: trades.length,
    exitTime: trades.map((trade) => trade.exit_time),
    pnl: trades.map((trade) => trade.pnl),
  };
  const daily =
    time.length === 0 ? new Float64Array(0) : dailyReturns(closed, time[0], time[time.length - 1], startEquity);
  return {
    ...figures(closed, daily, startEquity),
    sharpe_ci_lower: sharpeLowerBound(daily, COMPATIBLE_SHARPE, movingBlocks),
  };
}
