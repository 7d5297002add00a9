// What a portfolio answers: the figures of any run, and what only many symbols have.
import type { Series } from '../candles/series.ts';
import { benchmarkOf } from '../figures/benchmark.ts';
import { sharpeLowerBound, type SharpeRule } from '../figures/bootstrap.ts';
import { thinCurve } from '../figures/equity-curve.ts';
import { roundTrips, type RoundTrip } from '../portfolio/round-trips.ts';
import { runPortfolio, type PortfolioResult } from '../portfolio/run.ts';
import { fateOf, measure } from '../realistic/measure.ts';
import type { RealisticResult } from '../realistic/run.ts';
import { fillOf, type Mode } from '../request/mode.ts';
import { strategySignals } from '../request/portfolio.ts';
import type { BacktestRequest } from '../request/schema.ts';
import { shapeOf } from '../sweep/overfitting.ts';
import type { Conventions } from './conventions.ts';
import { closedFigures, LISTED_TRADES, type RealisticOutcome } from './outcome.ts';
import { markedPrice, tearSheet, type PortfolioSheet } from './sheet.ts';

export interface SymbolBars {
  readonly symbol: string;
  readonly series: Series;
}

/** Rows and columns (stretches of time) of the picture of portfolio shares. */
const MOST_ROWS = 20;
const MOST_STRETCHES = 40;
/** Prices that are drawn with their trades. */
const MOST_PRICES = 3;

export function portfolioOutcome(
  request: BacktestRequest,
  mode: Mode,
  bars: readonly SymbolBars[],
  movingBlocks: boolean,
): RealisticOutcome {
  const result = runPortfolio(inputOf(request, mode, bars));
  const run = asRun(result, bars, mode);
  const rule: SharpeRule = { periodsPerYear: run.figures.periods_per_year, sampleDeviation: true };
  const held = equalShares(bars, run.time);
  const bySymbol = symbolTable(run.trades as readonly RoundTrip[], bars);
  const warnings = [...fillWarnings(request, mode), ...result.warnings];
  return {
    result: {
      strategy_name: request.strategy.name,
      outcome: fateOf(run.figures),
      ...run.figures,
      sharpe_ci_lower: sharpeLowerBound(run.days.returns, rule, movingBlocks),
      benchmark: benchmarkOf(held),
      closed: closedFigures(run, mode.initial_equity, movingBlocks),
    },
    details: {
      bars: run.time.length,
      first_time: run.time[0] ?? null,
      last_time: run.time.at(-1) ?? null,
      conventions: conventionsOf(request, mode),
      ...(warnings.length > 0 ? { warnings } : {}),
      portfolio: {
        symbols: bySymbol,
        fills: result.trades.length,
        fees: result.fees_total,
        carry: carryTotals(result),
        // The profits of all trades add up to it.
        equity_change: (result.equity.at(-1) ?? mode.initial_equity) - mode.initial_equity,
        positions_end: Object.fromEntries(Object.entries(result.positions_end).filter(([, units]) => units !== 0)),
        cash_end: result.cash_end,
        turnover: result.turnover.reduce((sum, value) => sum + (Number.isFinite(value) ? value : 0), 0),
        entries_without_cash: result.entries_without_cash,
        sales_below_fee: result.sales_below_fee,
      },
      ...(request.include_trades || mode.report ? { trades: run.trades.slice(-LISTED_TRADES) } : {}),
      ...(mode.equity_curve || mode.report ? { equity_curve: thinCurve(run.time, run.equity) } : {}),
    },
    shape: shapeOf(run.days.returns),
    ...(request.include_trades || mode.report ? { trades: run.trades } : {}),
    ...(mode.report
      ? {
          sheet: {
            ...tearSheet(run, emptyOf(bars), held, mode.initial_equity),
            portfolio: sheetOf(result, run, bySymbol, bars),
          },
        }
      : {}),
  };
}

/** A fill that was not chosen is named, because it decides the result. */
function fillWarnings({ portfolio = {}, orders }: BacktestRequest, mode: Mode): string[] {
  if (orders !== undefined || portfolio.fill !== undefined || mode.fill !== undefined) return [];
  return ["portfolio.fill is not given: decisions fill at each symbol's next open (next_open)."];
}

function inputOf(
  request: BacktestRequest,
  mode: Mode,
  bars: readonly SymbolBars[],
): Parameters<typeof runPortfolio>[0] {
  const { symbols = [], weights, orders, costs, optimistic, portfolio = {}, strategy } = request;
  const ruled = strategySignals(strategy);
  const signals = request.signals ?? (ruled === undefined ? undefined : { entries: ruled.entries, exits: ruled.exits });
  return {
    symbols: bars.map(({ symbol, series }) => {
      const { sector, borrow_rate, delisted } = symbols.find((each) => each.symbol === symbol) ?? {};
      return { symbol, candles: series, sector, borrow_rate, delisted };
    }),
    weights,
    signals,
    orders,
    costs: costs as Parameters<typeof runPortfolio>[0]['costs'],
    optimistic,
    ...(portfolio as object),
    fill: fillOf(mode, portfolio) === 'close' ? 'close' : 'next_open',
    direction: portfolio.direction ?? ruled?.direction,
    cash: mode.initial_equity,
    leverage: mode.leverage,
    maintenance: mode.maintenance,
    time_zone: mode.time_zone,
    params: strategy.params,
  };
}

/** What holding positions cost (negative) or brought, by its kind. */
function carryTotals({ carry }: PortfolioResult): Readonly<Record<string, number>> {
  const byKind = Map.groupBy(carry, ({ kind }) => kind);
  return Object.fromEntries(
    [...byKind].map(([kind, lines]) => [kind, lines.reduce((sum, { money }) => sum + money, 0)]),
  );
}

/** As the figures and the tear sheet know a run. */
function asRun(result: PortfolioResult, bars: readonly SymbolBars[], mode: Mode): RealisticResult {
  const time = result.times;
  const equity = Float64Array.from(result.equity);
  const lastPrices = new Map(bars.map(({ symbol, series }) => [symbol, series.c[series.length - 1] ?? NaN]));
  const trades = roundTrips(result.trades, result.carry, time, lastPrices);
  const account = {
    heldBars: result.held_value.filter((value) => value !== 0).length,
    ruinedAt: result.ruined_at ?? NaN,
    liquidations: result.liquidations,
    peakLeverage: result.peak_leverage,
    cutEntries: 0,
  };
  const { figures, days } = measure(
    { time, equity, startEquity: mode.initial_equity },
    trades,
    account,
    mode.periods_per_year,
  );
  return { figures, trades, time, equity, days, account };
}

/** What the same money in each symbol from its first bar on would have become, from 1. */
function equalShares(bars: readonly SymbolBars[], time: Float64Array): Float64Array {
  const out = new Float64Array(time.length);
  for (const { series } of bars) {
    let at = -1;
    for (let i = 0; i < time.length; i++) {
      while (at + 1 < series.length && series.t[at + 1] <= time[i]) at++;
      out[i] = out[i] + (at < 0 ? 1 : series.c[at] / series.c[0]) / bars.length;
    }
  }
  return out;
}

function symbolTable(trips: readonly RoundTrip[], bars: readonly SymbolBars[]) {
  const by = Map.groupBy(trips, ({ symbol }) => symbol);
  return bars.map(({ symbol, series }) => {
    const own = by.get(symbol) ?? [];
    return { symbol, bars: series.length, trades: own.length, pnl: own.reduce((sum, { pnl }) => sum + pnl, 0) };
  });
}

const emptyOf = (bars: readonly SymbolBars[]): Series => {
  const first = bars[0]?.series;
  const none = new Float64Array();
  return first === undefined ? { length: 0, t: none, o: none, h: none, l: none, c: none, v: none } : first;
};

/** What each symbol was of the account over time, and the prices of those that were traded most. */
function sheetOf(
  result: PortfolioResult,
  { time, trades }: RealisticResult,
  symbols: PortfolioSheet['symbols'],
  bars: readonly SymbolBars[],
): PortfolioSheet {
  const shares = Object.entries(result.values).map(([symbol, values]) => {
    const points = Float64Array.from(values, (value, i) => value / result.equity[i]);
    return { symbol, points, size: points.reduce((sum, share) => sum + Math.abs(share), 0) };
  });
  const total = (of: (share: number) => number) =>
    Float64Array.from(time, (_, i) => shares.reduce((sum, { points }) => sum + of(points[i]), 0));
  const stretches = stretchesOf(time.length);
  const bySymbol = Map.groupBy(trades, ({ symbol = '' }) => symbol);
  return {
    symbols,
    exposure: thinCurve(time, total(Math.abs)),
    net: thinCurve(
      time,
      total((share) => share),
    ),
    weights: {
      from: stretches.map(([from]) => time[from]),
      symbols: shares
        .filter(({ size }) => size > 0)
        .toSorted((a, b) => b.size - a.size)
        .slice(0, MOST_ROWS)
        .map(({ symbol, points }) => ({
          symbol,
          shares: stretches.map(([from, to]) => {
            const part = points.subarray(from, to);
            return part.reduce((sum, share) => sum + share, 0) / part.length;
          }),
        })),
    },
    prices: bars
      .map(({ symbol, series }) => ({ symbol, series, own: bySymbol.get(symbol) ?? [] }))
      .filter(({ own }) => own.length > 0)
      .toSorted((a, b) => b.own.length - a.own.length)
      .slice(0, MOST_PRICES)
      .map(({ symbol, series, own }) => ({ symbol, ...markedPrice(series, series.t, own) })),
  };
}

/** Bars cut into stretches of about the same length. */
function stretchesOf(bars: number): (readonly [number, number])[] {
  const count = Math.min(MOST_STRETCHES, bars);
  return Array.from(
    { length: count },
    (_, k) => [Math.floor((k * bars) / count), Math.floor(((k + 1) * bars) / count)] as const,
  );
}

function conventionsOf({ portfolio, optimistic = false }: BacktestRequest, mode: Mode): Conventions {
  const { leverage = 1 } = mode;
  return {
    prices:
      'One calendar of all bars; nothing is filled forward, and a symbol without a bar is valued at its last close.',
    fills: `Weights and signals fill at ${fillOf(mode, portfolio) === 'next_open' ? "each symbol's next open" : 'the close that decided them'}. Orders with a type are active from the next bar of their symbol, those without fill at the close of their own.`,
    stops_and_targets: `A gap fills at the open; where one bar holds both ends of a group, the ${optimistic ? 'better one fills first (optimistic)' : 'stop fills first'}.`,
    costs: 'Fees of each fill, half the spread and slippage on all but resting limits, borrowing and swap by the day.',
    equity:
      'Valued at the close of every bar after its fills. Exposure is the share of bars with a position; a trade is a position of one symbol from zero back to zero, with its fills, fees and carry; the profits of all trades add up to the change of the account.',
    annualisation: 'Returns per UTC day that has bars, sample deviation; CAGR is not shown under a year.',
    forced_closes: 'What is open after the last bar counts as closed at its last close, reason end, without costs.',
    margin: `All positions together are cut down to ${leverage} times the account${mode.leverage === undefined ? '' : '; with less than the maintenance margin left at the worst prices of a bar everything is closed there'}. Equity at or below 0 ends the run as ruined.`,
  };
}
