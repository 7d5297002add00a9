// What a finished backtest answers: the fields every engine sends, and what only the realistic mode has.
import { auxiliary, runCompatible } from './compatible/run.ts';
import { bootstrap, sharpeLowerBound } from './bootstrap.ts';
import { lookaheadCheck } from './lookahead.ts';
import { realisticFlags } from './realistic/signals.ts';
import { runRealistic, summarise, type RealisticInput, type RealisticResult } from './realistic/run.ts';
import type { Trade } from './realistic/trade.ts';
import type { Figures } from './statistics.ts';
import { withParameters, type Combination, type SweepRow } from './sweep.ts';
import type { WindowResult } from './walk-forward.ts';
import type { Series } from '../candles/series.ts';
import type { Mode } from '../request/mode.ts';
import type { BacktestRequest } from '../request/schema.ts';

/** As many trades as the downstream engine lists. */
const LISTED_TRADES = 500;
const CURVE_POINTS = 500;
const LISTED_RUNS = 50;

export interface Outcome {
  readonly result: Figures & {
    readonly strategy_name: string;
    readonly sharpe_ci_lower: number;
    readonly trade_list?: readonly { readonly timestamp: number; readonly pnl: number }[];
  };
  readonly details?: Details;
}

export interface Details {
  readonly bars: number;
  readonly first_time: number | null;
  readonly last_time: number | null;
  readonly parameters?: Combination;
  readonly trades?: readonly Trade[];
  readonly equity_curve?: readonly (readonly [number, number])[];
  readonly bootstrap?: ReturnType<typeof bootstrap>;
  readonly lookahead?: ReturnType<typeof lookaheadCheck>;
  readonly sweep?: { readonly runs: number; readonly rank_by: string; readonly best: readonly SweepRow[] };
  readonly walk_forward?: {
    readonly rank_by: string;
    readonly windows: readonly Omit<WindowResult, 'trades'>[];
  };
}

/** What came before the final run: which combinations were tried, which windows were walked. */
export interface Search {
  readonly sweep?: readonly SweepRow[];
  readonly runs?: number;
  readonly windows?: readonly WindowResult[];
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
  const { figures, sharpeLower, trades } = runCompatible({
    series,
    strategy,
    aux: auxiliary(request.aux_candles),
    swaps: request.swap_history ?? [],
    movingBlocks,
  });
  const first = Math.max(0, trades.count - LISTED_TRADES);
  const trade_list = trades.pnl
    .slice(first)
    .map((pnl, i) => ({ timestamp: trades.exitTime[first + i] as number, pnl }));
  return {
    result: {
      strategy_name: strategy.name,
      ...figures,
      sharpe_ci_lower: sharpeLower,
      ...(request.include_trades ? { trade_list } : {}),
    },
  };
}

function realisticOutcome(
  request: BacktestRequest,
  mode: Mode,
  series: Series,
  search: Search,
  movingBlocks: boolean,
): Outcome {
  const input = realisticInput(request, mode, series);
  const best = search.sweep?.[0];
  const strategy = best ? withParameters(request.strategy, best.parameters) : request.strategy;
  const run = search.windows ? stitched(search.windows, mode) : runRealistic({ ...input, strategy });
  const listed = run.trades.slice(-LISTED_TRADES);
  return {
    result: {
      strategy_name: strategy.name,
      ...run.figures,
      sharpe_ci_lower: sharpeLowerBound(run.daily, movingBlocks),
      ...(request.include_trades
        ? { trade_list: listed.map(({ exit_time, pnl }) => ({ timestamp: exit_time, pnl })) }
        : {}),
    },
    details: {
      bars: series.length,
      first_time: series.t[0] ?? null,
      last_time: series.t[series.length - 1] ?? null,
      ...(best ? { parameters: best.parameters } : {}),
      ...(request.include_trades || mode.report ? { trades: listed } : {}),
      ...(mode.equity_curve || mode.report
        ? { equity_curve: equityCurve(run.trades, mode.initial_equity, series.t[0] ?? 0) }
        : {}),
      ...(mode.bootstrap
        ? { bootstrap: bootstrap(run.daily, { ...mode.bootstrap, blockDays: mode.bootstrap.block_days }) }
        : {}),
      ...(mode.lookahead_check ? { lookahead: lookaheadCheck(series, (cut) => realisticFlags(cut, strategy)) } : {}),
      ...(search.sweep
        ? {
            sweep: {
              runs: search.runs ?? search.sweep.length,
              rank_by: mode.rank_by,
              best: search.sweep.slice(0, LISTED_RUNS),
            },
          }
        : {}),
      ...(search.windows
        ? {
            walk_forward: {
              rank_by: mode.rank_by,
              windows: search.windows.map(({ trades: _trades, ...window }) => window),
            },
          }
        : {}),
    },
  };
}

/** The out-of-sample trades of every window as one run. */
function stitched(windows: readonly WindowResult[], mode: Mode): RealisticResult {
  const first = windows[0];
  const last = windows.at(-1);
  if (!first || !last) return summarise([], 0, 0, mode.initial_equity);
  return summarise(
    windows.flatMap((window) => window.trades),
    first.test_from,
    last.test_to,
    mode.initial_equity,
  );
}

/** [time, equity] after each closed trade, thinned to what a chart can show; first and last point always stay. */
function equityCurve(trades: readonly Trade[], start: number, firstTime: number): [number, number][] {
  let equity = start;
  const points: [number, number][] = [
    [firstTime, start],
    ...trades.map(({ exit_time, pnl }): [number, number] => [exit_time, (equity += pnl)]),
  ];
  const step = Math.max(1, (points.length - 1) / (CURVE_POINTS - 1));
  const kept = Math.min(points.length, CURVE_POINTS);
  return Array.from(
    { length: kept },
    (_, i) => points[Math.min(points.length - 1, Math.round(i * step))] ?? [firstTime, start],
  );
}
