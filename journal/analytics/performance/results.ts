// What the closed trades earned, and what they may earn: thin over the domain's functions.
import {
  addDollars,
  breakdownOf,
  type DayResults,
  dollarsOf,
  drawdown,
  type DrawdownMonteCarlo,
  type EquityColumns,
  equityColumns,
  initialMultiple,
  longestRuns,
  type Problem,
  rMultiples,
  type RoundTrip,
  sliceBy,
  sqn,
  strategyBreakdown,
  structureName,
  subtractDollars,
  timeSlicesOf,
  tradeMetrics,
} from '@zorivest/domain';
import { type Call, shownTime } from '@zorivest/store';
import type { contract, HandlerInput } from '@zorivest/contract';
import { plansByTrip } from '@zorivest/records';
import { meanMultiples } from './breakdown.ts';
import { equityAt, type KnownEquity, type KnownEquityAsked } from './equity.ts';
import { tradesWithRisk, risks } from './risks.ts';
import type { Trade } from './incremental.ts';
import { basisOf, leaveOut, type Scope } from './scope.ts';
import { drawPaths } from './simulate.ts';
import { partsBy } from './slices.ts';

function pnls(results: readonly RoundTrip[]): number[] {
  return results.map((trip) => trip.realized_pnl);
}

/** What was realised, moment by moment: drawdowns and runs follow it. */
async function stepsOf(scope: Scope): Promise<DayResults['columns']['pnls']> {
  return (await scope.dayResults()).columns.pnls;
}

/** Null where there is nothing to say it of. */
function of<T>(count: number, value: T): T | null {
  return count === 0 ? null : value;
}

export async function expectancy(scope: Scope) {
  const { band: break_even } = scope;
  const {
    convention,
    problems,
    trade_count: count,
    ...metrics
  } = tradeMetrics(pnls(scope.results), { break_even, places: 'exact' });
  const { wins, losses, kelly_fraction } = metrics;
  const runs = longestRuns(await stepsOf(scope), break_even);
  const total_pnl = addDollars([metrics.total_pnl, ...pnls(scope.costsOnly)]);
  // Where nothing was converted, all of it is price.
  const price =
    scope.positions.rateOf.size === 0
      ? total_pnl
      : addDollars([...scope.results, ...scope.costsOnly].map(scope.priceOf));
  const fees = addDollars(scope.results.map(({ commission }) => commission));
  return {
    ...basisOf(scope, { convention, problems }),
    ...metrics,
    total_pnl,
    max_consecutive_wins: runs.wins,
    max_consecutive_losses: runs.losses,
    win_rate: of(count, metrics.win_rate),
    win_rate_without_break_evens: of(wins + losses, metrics.win_rate_without_break_evens),
    avg_win: of(wins, metrics.avg_win),
    avg_loss: of(losses, metrics.avg_loss),
    largest_win: of(wins, metrics.largest_win),
    largest_loss: of(losses, metrics.largest_loss),
    payoff_ratio: of(count, metrics.payoff_ratio),
    profit_factor: of(count, metrics.profit_factor),
    expectancy: of(count, metrics.expectancy),
    expectancy_ratio: of(count, metrics.expectancy_ratio),
    kelly_fraction: of(count, kelly_fraction),
    kelly_pct: count === 0 || kelly_fraction === null ? null : kelly_fraction * 100,
    break_even_win_rate: of(count, metrics.break_even_win_rate),
    edge: of(count, metrics.expectancy),
    price_pnl: price,
    fx_pnl: subtractDollars(total_pnl, price),
    avg_commission: count === 0 ? null : fees / count,
  };
}

type Percentiles = DrawdownMonteCarlo['equity_percentiles'];

/** A drawdown is shown in percent, zero or negative, wherever it stands. */
function fallOf(fraction: number): number {
  return fraction === 0 ? 0 : -Math.abs(fraction) * 100;
}

function fallsOf({ p5, p25, p50, p75, p95 }: Percentiles): Percentiles {
  return { p5: fallOf(p5), p25: fallOf(p25), p50: fallOf(p50), p75: fallOf(p75), p95: fallOf(p95) };
}

export async function drawdowns(
  scope: Scope,
  call: Call,
  asked: { simulations: number; seed: number; block: number },
  knownEquity: (asked: KnownEquityAsked) => Promise<KnownEquity>,
) {
  const results = pnls(scope.results);
  const count = results.length;
  const { accounts, currency, span } = scope;
  const known = await knownEquity({ call, accounts, from: span.from, currency });
  const recorded = await equityAt(call, scope, 'start');
  const first = known.start ?? recorded.amount;
  const wanting = known.start === null ? recorded.problems : [];
  const now = known.last ?? (await equityAt(call, scope, 'last')).amount;
  const steps = (await stepsOf(scope)).map((step) => dollarsOf(step));
  const past = drawdown(steps, { places: 'exact', ...(first !== null && { start: first }) });
  const options = { ...asked, ...(now !== null && now > 0 && { start: now }) };
  const ahead = await drawPaths(results, options, call.signal);
  const { convention, problems, trade_count: _, ...simulated } = ahead;
  const percent = 'Every drawdown of this answer is zero or negative, the relative ones in percent.';
  return {
    ...basisOf(scope, {
      convention: `${past.convention} ${convention} ${percent}`,
      problems: [...past.problems, ...problems, ...wanting],
    }),
    ...simulated,
    max_drawdown: of(count, 0 - past.max_absolute),
    // Without a balance it would be a share of the profits alone.
    max_drawdown_pct: first === null || past.max_relative === null ? null : of(count, fallOf(past.max_relative)),
    current_drawdown: of(count, 0 - past.current),
    longest_under_water: of(count, past.longest_under_water),
    max_drawdown_median: of(count, fallOf(simulated.max_drawdown_median)),
    max_drawdown_percentiles: of(count, fallsOf(simulated.max_drawdown_percentiles)),
    equity_percentiles: of(count, simulated.equity_percentiles),
    equity_fan: of(count, simulated.equity_fan),
    simulated_from: now !== null && now > 0 ? now : null,
    losing_streak_percentiles: of(count, simulated.losing_streak_percentiles),
    risk_of_ruin: of(count, simulated.risk_of_ruin),
    expected_return: of(count, simulated.expected_return),
    losing_streak_table: count === 0 ? [] : simulated.losing_streak_table,
    probability_table:
      count === 0
        ? []
        : simulated.probability_table.map(({ drawdown_pct, probability }) => ({
            drawdown_pct: -drawdown_pct,
            probability,
          })),
    starting_equity: first,
  };
}

async function inRisk(scope: Scope, call: Call) {
  return rMultiples(tradesWithRisk(scope.results, await risks(call, scope), scope));
}

/** In R when every trade has a risk: a mix of R and dollars would be neither. */
export async function systemQuality(scope: Scope, call: Call) {
  const multiples = await inRisk(scope, call);
  const complete = multiples.trade_count === scope.results.length && multiples.trade_count > 0;
  const quality = complete ? multiples.sqn : sqn(pnls(scope.results));
  const missing: Problem[] = complete
    ? []
    : [
        {
          code: 'missing_risk',
          message: `${scope.results.length - multiples.trade_count} of ${scope.results.length} trades have no recorded risk or stop, so the SQN is in ${scope.currency}.`,
        },
      ];
  // One result has no spread, and none has no mean.
  const comparable = scope.results.length >= 2;
  return {
    ...basisOf(scope, { convention: quality.convention, problems: [...quality.problems, ...missing] }),
    sqn: comparable ? quality.sqn : null,
    grade: comparable ? quality.grade : null,
    mean_r: of(scope.results.length, quality.mean),
    std_r: comparable ? quality.sd : null,
    measure: complete ? ('R' as const) : ('dollars' as const),
  };
}

export async function multiples(scope: Scope, call: Call) {
  const { trades, mean_r, std_r, best_r, worst_r, distribution, convention, problems } = await inRisk(scope, call);
  const known = new Set(trades.map(({ id }) => id));
  const without = known.size === 0 ? scope.results : scope.results.filter(({ id }) => !known.has(id));
  const basis = basisOf(scope, { convention, problems });
  return {
    ...basis,
    left_out: [...basis.left_out, ...leaveOut('no initial risk', without)],
    trade_count: trades.length,
    mean_r: of(trades.length, mean_r),
    std_r: trades.length < 2 ? null : std_r,
    best_r,
    worst_r,
    distribution: trades.length === 0 ? [] : distribution,
    trades: trades.slice(-1000),
  };
}

export async function strategies(scope: Scope, call: Call) {
  const context = {
    tagsOf: scope.tagsOf,
    strategyOf: structureName,
    planOf: await plansByTrip(call),
    time_zone: scope.time_zone,
    band: scope.band,
  };
  const { convention, left_out: _open, trade_count: _, ...slices } = strategyBreakdown(scope.closed, context);
  return { ...basisOf(scope, { convention }), ...slices };
}

export async function times(scope: Scope, timeZone: string | undefined) {
  const time_zone = timeZone ?? scope.time_zone;
  const breakdown = breakdownOf(await scope.timeSlices(time_zone), { time_zone });
  const { trade_count: _, left_out: _open, convention, problems, ...slices } = breakdown;
  return { ...basisOf(scope, { convention, problems }), time_zone, ...slices };
}

type HoursAsked = Pick<HandlerInput<typeof contract.analytics.hoursOfWeek>['query'], 'time_zone' | 'rows'>;

/** Within weekdays, or within tags or setups: cells by the hour of the opening, of trades whose time of day is known. */
export async function hours(scope: Scope, call: Call, { time_zone = scope.time_zone, rows }: HoursAsked) {
  const timesOf = timeSlicesOf(time_zone);
  const partsOf = rows === 'weekday' ? (trade: Trade) => [timesOf(trade).weekday] : await partsBy(call, scope, rows);
  if (partsOf === null) throw new TypeError(`there is no rule for ${rows}`);
  const cellsOf = (trade: Trade): readonly string[] => {
    const { hour } = timesOf(trade);
    return hour === null ? [] : partsOf(trade).map((row) => `${hour} ${row}`);
  };
  const meanOf = await meanMultiples(call, scope, cellsOf, false);
  const twice = rows === 'weekday' ? '' : ' A trade with two tags is in the rows of both.';
  const convention = `Net P&L that exits in the period realised, by ${rows} and hour of the opening in ${time_zone}.${twice}`;
  return {
    ...basisOf(scope, { convention }),
    time_zone,
    cells: sliceBy(scope.closed, cellsOf, scope.band)
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ name, ...slice }) => ({
        [rows]: name.slice(HOUR.length + 1),
        hour: name.slice(0, HOUR.length),
        ...slice,
        mean_r: meanOf(name),
      })),
  };
}

const HOUR = '09:00';

/** A day's result of a trade in R: the trade's own currency counts, so what the day is of the period is taken of it. */
async function dailyMultiples(call: Call, scope: Scope): Promise<(trade: RoundTrip, pnl: number) => number | null> {
  const riskOf = await risks(call, scope);
  return (trade, pnl) => {
    const risk = riskOf(trade);
    return risk === null ? null : initialMultiple(pnl, risk.amount * trade.rate);
  };
}

interface EquityAsked {
  readonly max_points: number;
  readonly with_r: boolean;
}

/** What was realised, added up from zero; what accounts are worth is net worth. */
export async function equity(scope: Scope, call: Call, { max_points, with_r }: EquityAsked) {
  const dayResults = await scope.dayResults();
  const { trips, times } = dayResults.columns;
  const curve = equityColumns(dayResults, {
    time_zone: scope.time_zone,
    band: scope.band,
    ...(with_r && { rOf: await dailyMultiples(call, scope) }),
  });
  const points = thinCurve(curve, max_points);
  return {
    ...basisOf(scope, { convention: curve.convention, problems: curve.problems }),
    starting_equity: curve.start,
    final_equity: curve.final_equity,
    points: {
      time: points.map((i) => shownTime(times[i] ?? '')),
      equity: points.map((i) => curve.equity[i] ?? 0),
      drawdown: points.map((i) => curve.drawdown[i] ?? 0),
      trip_id: points.map((i) => trips[i]?.id ?? ''),
    },
    days: curve.days,
    best_day: curve.best_day,
    worst_day: curve.worst_day,
  };
}

/** First and last, and of each stretch between its highest, its lowest and its deepest point: their places, rising. */
function thinCurve({ equity, drawdown }: Pick<EquityColumns, 'equity' | 'drawdown'>, most: number): number[] {
  const last = equity.length - 1;
  if (equity.length <= most) return Array.from(equity.keys());
  const stretches = Math.max(1, Math.floor((most - 2) / 3));
  const chosen = new Set([0, last]);
  // Between the first and the last.
  const inner = last - 1;
  for (let n = 0; n < stretches; n += 1) {
    const from = 1 + Math.floor((n * inner) / stretches);
    const to = 1 + Math.floor(((n + 1) * inner) / stretches);
    if (from === to) continue;
    let [highest, lowest, deepest] = [from, from, from];
    for (let i = from; i < to; i += 1) {
      if ((equity[i] ?? 0) > (equity[highest] ?? 0)) highest = i;
      if ((equity[i] ?? 0) < (equity[lowest] ?? 0)) lowest = i;
      if ((drawdown[i] ?? 0) < (drawdown[deepest] ?? 0)) deepest = i;
    }
    for (const extreme of [highest, lowest, deepest]) chosen.add(extreme);
  }
  return [...chosen].toSorted((a, b) => a - b);
}
