// What the trades say: every figure names the convention it follows, how many trades it stands on and what was left out.
import { z } from 'zod';
import { breakdownMetrics, breakdownParts, legRights, optionStrategies } from '@zorivest/vocabulary';
import { resource } from '../core/endpoint.ts';
import { idText, nonBlankText, queryFlag, queryInt, timestamp } from '../core/fields.ts';
import { once } from '../core/once.ts';
import {
  basis,
  exactMoney,
  figureBasis,
  maybe,
  maybeMoney,
  maybeRatio,
  money,
  names,
  over,
  problem,
  ratio,
} from './figures.ts';

const slice = once(() => ({
  trade_count: z.int(),
  wins: z.int(),
  losses: z.int(),
  win_rate: ratio,
  total_pnl: exactMoney,
  expectancy: money,
  payoff_ratio: maybeRatio,
  profit_factor: maybeRatio,
  avg_win: maybeMoney,
  avg_loss: maybeMoney,
  frequency: ratio.describe('Share of all trades'),
  sqn: maybeRatio.describe('System Quality Number of the slice, in money'),
}));
const namedSlice = once(() => z.object({ name: z.string(), ...slice() }));

const percentiles = once(() => z.object({ p5: ratio, p25: ratio, p50: ratio, p75: ratio, p95: ratio }).nullable());

const fanColumns = once(() => {
  const column = z.array(ratio);
  return { p5: column, p25: column, p50: column, p75: column, p95: column };
});

const excursionFields = once(() => ({
  mfe_dollars: maybe,
  mfe_pct: maybe,
  mae_dollars: maybe,
  mae_pct: maybe,
  bso_pct: maybe,
  best_exit_price: maybe,
  holding_bars: z.int(),
}));
const leg = once(() =>
  z.object({
    exec_id: z.string(),
    instrument: z.string(),
    right: z.enum(legRights),
    strike: maybe,
    expiry: z.string().nullable(),
    quantity: z.number().describe('Bought positive, sold negative'),
    price: z.number(),
  }),
);

export const analytics = resource('leaves-trades', {
  expectancy: () => ({
    method: 'GET',
    path: '/analytics/expectancy',
    summary: 'Win rate, expectancy, payoff, profit factor and Kelly',
    query: over('all'),
    response: z.object({
      ...basis(),
      wins: z.int(),
      losses: z.int(),
      break_evens: z.int(),
      win_rate: maybeRatio,
      win_rate_without_break_evens: maybeRatio,
      avg_win: maybeMoney,
      avg_loss: maybeMoney,
      payoff_ratio: maybeRatio,
      profit_factor: maybeRatio,
      expectancy: maybeMoney,
      expectancy_ratio: maybeRatio,
      edge: maybeMoney.describe('Expectancy after the fees that were paid'),
      avg_commission: maybeMoney,
      kelly_fraction: maybeRatio,
      kelly_pct: maybeRatio,
      break_even_win_rate: maybeRatio,
      largest_win: maybeMoney,
      largest_loss: maybeMoney,
      max_consecutive_wins: z.int(),
      max_consecutive_losses: z.int(),
      total_pnl: money,
      price_pnl: money.describe('total_pnl without the movement of currencies'),
      fx_pnl: money,
      gross_profit: money,
      gross_loss: money,
      reliable: z.boolean().describe('Thirty trades or more'),
    }),
    role: 'read-only',
  }),
  drawdown: () => ({
    method: 'GET',
    path: '/analytics/drawdown',
    summary: 'The drawdown there was, and by simulation the one there could be',
    query: over('all').extend({
      simulations: queryInt({ min: 100, max: 100_000, default: 10_000 }),
      seed: queryInt({ min: 0, max: 2 ** 31 - 1, default: 1 }).describe('The same seed gives the same answer'),
      block: queryInt({ min: 1, max: 250, default: 1 }).describe('Neighbouring trades drawn together'),
    }),
    response: z.object({
      ...basis(),
      max_drawdown: maybeMoney.describe('The largest fall there was, in money; zero or negative, like every drawdown'),
      max_drawdown_pct: maybeRatio.describe('The deepest fall there was, in percent of its high'),
      current_drawdown: maybeMoney,
      longest_under_water: z.int().nullable(),
      max_drawdown_median: maybeRatio.describe('Of the simulated paths, in percent'),
      max_drawdown_percentiles: percentiles().describe('In percent; p95 is deeper than all but one path in twenty'),
      equity_percentiles: percentiles(),
      equity_fan: z
        .object({ trades: z.array(z.int()), ...fanColumns() })
        .nullable()
        .describe('equity_percentiles on the way there: after each number of trades, by the first 10,000 paths'),
      simulated_from: maybeMoney.describe('The equity the paths start from; null where they compound from one'),
      losing_streak_percentiles: percentiles(),
      losing_streak_table: z.array(z.object({ length: z.int(), probability: ratio })),
      probability_table: z.array(z.object({ drawdown_pct: z.number(), probability: ratio })),
      recommended_risk_pct: maybeRatio,
      risk_of_ruin: maybeRatio,
      expected_return: maybeRatio,
      simulations: z.int(),
      simulations_run: z.int(),
      path_length: z.int(),
      seed: z.int(),
      starting_equity: maybeMoney.describe(
        'Net worth on the evening before the period, or when the record begins, where cash and prices are known; else by recorded balances',
      ),
    }),
    role: 'read-only',
  }),
  sqn: () => ({
    method: 'GET',
    path: '/analytics/sqn',
    summary: 'System Quality Number with its grade',
    query: over('all'),
    response: z.object({
      ...basis(),
      sqn: maybeRatio,
      grade: z.string().nullable(),
      mean_r: maybeRatio,
      std_r: maybeRatio,
      measure: z.enum(['R', 'dollars']).describe('R where every trade has a known risk, else money'),
    }),
    role: 'read-only',
  }),
  rMultiples: () => ({
    method: 'GET',
    path: '/analytics/r-multiples',
    summary: 'Results in units of what was risked',
    query: over('all'),
    response: z.object({
      ...basis(),
      mean_r: maybeRatio,
      std_r: maybeRatio,
      best_r: maybeRatio,
      worst_r: maybeRatio,
      distribution: z.array(z.object({ from: maybe, to: maybe, count: z.int() })),
      trades: z.array(z.object({ id: z.string(), r: ratio })).describe('The newest thousand'),
    }),
    role: 'read-only',
  }),
  strategyBreakdown: () => ({
    method: 'GET',
    path: '/analytics/strategy-breakdown',
    summary: 'Results per strategy: by tag, plan, option structure and kind of trade',
    query: over('all'),
    response: z.object({
      ...basis(),
      strategies: z.array(z.object({ strategy_name: z.string(), ...slice() })).describe('By the tags of reports'),
      by_plan: z.array(namedSlice()).describe('By the strategy of the plan traded'),
      by_timeframe: z.array(namedSlice()),
      by_exit: z.array(namedSlice()).describe('At target, at stop, or between'),
      by_option_structure: z.array(namedSlice()).describe('Option legs traded together, as one trade'),
      by_category: z.array(namedSlice()).describe('Scalp, day, swing or position'),
      by_direction: z.array(namedSlice()),
    }),
    role: 'read-only',
  }),
  timeBreakdown: () => ({
    method: 'GET',
    path: '/analytics/time-breakdown',
    summary: 'Results by hour, weekday, holding time, month, side and instrument',
    query: over('all').extend({
      time_zone: nonBlankText(64).optional().describe('The setting display.time_zone when left out'),
    }),
    response: z.object({
      ...basis(),
      by_hour: z.array(namedSlice()),
      by_weekday: z.array(namedSlice()),
      by_holding_time: z.array(namedSlice()),
      by_month: z.array(namedSlice()),
      by_direction: z.array(namedSlice()),
      by_instrument: z.array(namedSlice()),
      by_underlying: z.array(namedSlice()),
    }),
    role: 'read-only',
  }),
  breakdown: () => ({
    method: 'GET',
    path: '/analytics/breakdown',
    summary: 'Results by one quality of the trades, ranked by one figure; or of a few parts, side by side',
    query: over('all').extend({
      by: z.enum(breakdownParts),
      names: names.optional().describe('Only these parts, by comma: two of them side by side'),
      metric: z.enum(breakdownMetrics).default('total_pnl').describe('The figure by which best and worst are chosen'),
      sort: z
        .enum(['usual', 'best', 'worst'])
        .default('usual')
        .describe('usual is the order of the clock, the calendar or the size, and the best first where there is none'),
      limit: queryInt({ min: 1, max: 500, default: 50 }),
    }),
    response: z.object({
      ...basis(),
      by: z.enum(breakdownParts),
      metric: z.enum(breakdownMetrics),
      best: z.string().nullable().describe('The part with the highest metric'),
      worst: z.string().nullable(),
      parts: z.array(
        z.object({
          name: z.string(),
          ...slice(),
          mean_r: maybeRatio.describe('Over those of its trades whose risk is known'),
        }),
      ),
      total: z.int().describe('How many parts there are; names that were asked for and are not there are a problem'),
    }),
    role: 'read-only',
  }),
  hoursOfWeek: () => ({
    method: 'GET',
    path: '/analytics/hours-of-week',
    summary: 'Results by weekday, tag or setup and hour of the opening',
    query: over('all').extend({
      rows: z.enum(['weekday', 'tag', 'setup']).default('weekday').describe('What the hours are grouped by'),
      time_zone: nonBlankText(64).optional().describe('The setting display.time_zone when left out'),
    }),
    response: z.object({
      ...basis(),
      cells: z
        .array(
          z.object({
            weekday: z.string().optional().describe('This, tag or setup: as rows says'),
            tag: z.string().optional(),
            setup: z.string().optional(),
            hour: z.string(),
            ...slice(),
            mean_r: maybeRatio.describe('Over those of its trades whose risk is known'),
          }),
        )
        .describe('Only those in which a trade was opened'),
    }),
    role: 'read-only',
  }),
  excursions: () => ({
    method: 'GET',
    path: '/analytics/excursions',
    summary: 'How far the price went for and against each trade, where that was computed',
    query: over('all'),
    response: z.object({
      ...basis(),
      trades: z
        .array(
          z.object({
            id: z.string(),
            instrument: z.string(),
            pnl: money,
            mfe_pct: ratio.describe('The best price, in percent of the entry'),
            mae_pct: ratio.describe('The worst, in percent of the entry; positive is against the trade'),
            mfe_r: maybeRatio.describe('The best, in R; null where no risk is known'),
            mae_r: maybeRatio.describe('The worst, in R; positive is against the trade'),
            kept_pct: maybeRatio.describe('The result, in percent of the best there was'),
          }),
        )
        .describe('The newest thousand'),
    }),
    role: 'read-only',
  }),
  equityCurve: () => ({
    method: 'GET',
    path: '/analytics/equity-curve',
    summary: 'The curve of realised results after each exit, from zero, and the P&L calendar',
    query: over('all').extend({
      max_points: queryInt({ min: 10, max: 5000, default: 500 }).describe(
        'Of a longer curve each stretch keeps its highest and lowest point',
      ),
      with_r: queryFlag(false).describe('Also the R of each day'),
    }),
    response: z.object({
      ...basis(),
      starting_equity: money.describe('Zero: the curve is of realised results; what accounts are worth is /net-worth'),
      final_equity: money.describe('What was realised in all'),
      points: z
        .object({
          time: z.array(timestamp),
          equity: z.array(money).describe('Realised since the start of the period'),
          drawdown: z.array(money),
          trip_id: z.array(z.string()),
        })
        .describe('By column'),
      days: z.array(
        z.object({
          day: z.string(),
          pnl: exactMoney,
          trade_count: z.int(),
          win_rate: maybeRatio,
          r: maybeRatio
            .optional()
            .describe(
              'There with `with_r`: what the trades with an exit on the day brought on it, in R; null where none has a risk',
            ),
          r_count: z.int().optional().describe('How many of them have an R'),
        }),
      ),
      best_day: z.string().nullable(),
      worst_day: z.string().nullable(),
    }),
    role: 'read-only',
  }),
  excursion: () => ({
    method: 'POST',
    path: '/analytics/excursion/{exec_id}',
    summary: 'Compute and keep how far the price went for and against a trade',
    description:
      'Bars come from the market-data providers and the result is stored: intraday bars are not available elsewhere later. ' +
      'Without bars nothing is stored and the answer is a 503.',
    response: z.object({
      trade_exec_id: z.string(),
      round_trip_id: z.string(),
      mfe: maybe,
      mae: maybe,
      bso: maybe,
      ...excursionFields(),
      data_source: z.string(),
      computed_at: timestamp,
      ...figureBasis(),
      problems: z.array(problem()),
    }),
    errors: [404, 409, 503],
    role: 'read-write',
    audit: 'excursion.compute',
    write: 'outside',
  }),
  optionsStrategy: () => ({
    method: 'POST',
    path: '/analytics/options-strategy',
    summary: 'Name the structure that executions form together',
    body: z.strictObject({
      leg_exec_ids: z
        .array(idText)
        .min(2)
        .max(8)
        .refine((ids) => new Set(ids).size === ids.length, 'must not name an execution twice'),
    }),
    response: z.object({
      strategy_type: z.enum(optionStrategies),
      name: z.string(),
      underlying: z.string().nullable(),
      legs: z.array(leg()),
      net_debit_credit: z.number().describe('Received positive, paid negative'),
      max_profit: maybe.describe('Null is unlimited'),
      max_loss: maybe.describe('Negative or zero; null is unlimited'),
      breakevens: z.array(z.number()),
      breakeven_prices: z.array(z.number()),
      payoff: z.array(z.object({ price: z.number(), pnl: z.number() })),
      ...figureBasis(),
      problems: z.array(problem()),
    }),
    errors: [404],
    role: 'read-only',
  }),
});
