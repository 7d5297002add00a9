// Statistics by name, as tear sheets and papers know them. Each has its meaning next to it; where one is not defined it
// is NaN.
import { betaOf, deviation, interpolatedPercentile, mean } from './basic.ts';
import {
  aggregate,
  annualReturn,
  annualVolatility,
  calmarRatio,
  compound,
  cumulate,
  downsideRisk,
  drawdownTable,
  maxDrawdown,
  omegaRatio,
  sharpeRatio,
  simpleReturns,
  sortinoRatio,
  stability,
  tailRatio,
  ulcerIndex,
  ulcerPerformanceIndex,
  type Drawdown,
  type Grouping,
} from './returns.ts';
import { filterPairs, pairByLabel, present, sliceRows, type Pairs, type Rows } from './rows.ts';

export type Value = number | readonly number[] | readonly (readonly number[])[] | readonly Drawdown[];

/** A number, a word, or a series where the caller passed "benchmark". */
export type Argument = number | string | null | undefined | Rows;

export interface Question {
  /** Given, or from one price to the next. */
  readonly returns: Rows;
  /** Given, or what 1 has become, the start included under the first date. */
  readonly prices: Rows;
  readonly isPriced: boolean;
  readonly benchmark: Rows;
  readonly args: Readonly<Record<string, Argument>>;
}

export interface Statistic {
  readonly about: string;
  readonly of: (question: Question) => Value;
}

const PERIODS: Readonly<Record<string, number>> = { daily: 252, weekly: 52, monthly: 12, quarterly: 4, yearly: 1 };
const GROUPINGS: Readonly<Record<string, Grouping>> = {
  week: 'weekly',
  weekly: 'weekly',
  month: 'monthly',
  monthly: 'monthly',
  quarter: 'quarterly',
  quarterly: 'quarterly',
  year: 'yearly',
  yearly: 'yearly',
};
const TRADING_DAYS = 252;

function numberIn({ args }: Question, name: string, fallback: number): number {
  const value = args[name];
  return typeof value === 'number' ? value : fallback;
}

/** Periods of a year: as stated, or by the name of the period; days unless either is given. */
function periodsOf(question: Question): number {
  const { period = 'daily' } = question.args;
  const stated = question.args.annualization;
  if (typeof stated === 'number') return stated;
  const periods = typeof period === 'string' ? PERIODS[period] : undefined;
  if (periods === undefined)
    throw new RangeError(`period: ${JSON.stringify(period)} must be one of ${Object.keys(PERIODS).join(', ')}`);
  return periods;
}

/** Returns with a number or a series taken off, row by row. */
function less({ returns, args }: Question, name: string): readonly number[] {
  const off = args[name];
  if (typeof off === 'number') return returns.values.map((value) => value - off);
  if (typeof off !== 'object' || off === null) return returns.values;
  const other = new Map(off.labels.map((label, i) => [label, off.values[i]]));
  return returns.labels.map((label, i) => returns.values[i] - (other.get(label) ?? NaN));
}

function factorIn({ args, benchmark }: Question): Rows {
  const given = args.factor ?? args.benchmark;
  return typeof given === 'object' && given !== null ? given : benchmark;
}

const pairsOf = (question: Question): Pairs => pairByLabel(question.returns, factorIn(question));
const isUp = (_: number, factor: number) => factor > 0;
const isDown = (_: number, factor: number) => factor < 0;

/** [alpha, beta] of rows that both have, those with one side missing dropped. */
function alphaBeta(question: Question, pairs: Pairs = pairsOf(question)): readonly [number, number] {
  const { left, right } = filterPairs(pairs, (a, b) => !Number.isNaN(a) && !Number.isNaN(b));
  if (pairs.left.values.length < 2) return [NaN, NaN];
  const beta = betaOf(left.values, right.values);
  const riskless = numberIn(question, 'risk_free', 0);
  const beyond = left.values.map((value, i) => value - riskless - beta * (right.values[i] - riskless));
  return [(mean(beyond) + 1) ** alphaPeriods(question) - 1, beta];
}

/** 252 by convention, unless the request gives another number. */
const alphaPeriods = (question: Question): number =>
  question.args.period === undefined && question.args.annualization === undefined ? TRADING_DAYS : periodsOf(question);

function capture(question: Question, { left, right }: Pairs): number {
  const periods = periodsOf(question);
  return annualReturn(left.values, periods) / annualReturn(right.values, periods);
}
const upCapture = (question: Question) => capture(question, filterPairs(pairsOf(question), isUp));
const downCapture = (question: Question) => capture(question, filterPairs(pairsOf(question), isDown));

function omega(question: Question): number {
  const required = numberIn(question, 'required_return', 0);
  const periods = numberIn(question, 'annualization', TRADING_DAYS);
  if (periods !== 1 && required <= -1) return NaN;
  const threshold = periods === 1 ? required : (1 + required) ** (1 / periods) - 1;
  return omegaRatio(less(question, 'risk_free').map((value) => value - threshold));
}

/** Of prices by the days between the first and the last, of returns as `annual_return`. */
function cagr(question: Question): number {
  if (!question.isPriced) return annualReturn(question.returns.values, periodsOf(question));
  const { labels, values } = question.prices;
  const days = (Date.parse(String(labels.at(-1))) - Date.parse(String(labels[0]))) / 86_400_000;
  return ((values.at(-1) ?? NaN) / (values[0] ?? NaN)) ** (365.25 / days) - 1;
}

function groupingOf({ args }: Question): Grouping {
  const word = args.to ?? args.convert_to;
  const grouping = typeof word === 'string' ? GROUPINGS[word] : undefined;
  if (grouping === undefined)
    throw new RangeError(`to: ${JSON.stringify(word)} must be one of weekly, monthly, quarterly, yearly`);
  return grouping;
}

const SINGLE: Readonly<Record<string, Statistic>> = {
  cum_returns: {
    about: 'cumulated simple return after each row; with starting_value what that has become',
    of: (q) => cumulate(q.returns.values, numberIn(q, 'starting_value', 0)),
  },
  cum_returns_final: {
    about: 'the last value of cum_returns',
    of: (q) => cumulate(q.returns.values, numberIn(q, 'starting_value', 0)).at(-1) ?? NaN,
  },
  aggregate_returns: {
    about: 'compounded per ISO week, month, quarter or year (to)',
    of: (q) => aggregate(q.returns, groupingOf(q)),
  },
  annual_return: {
    about: 'compounded, by rows of a year; missing rows count',
    of: (q) => annualReturn(q.returns.values, periodsOf(q)),
  },
  cagr: { about: 'of prices by days over 365.25, of returns as annual_return', of: cagr },
  annual_volatility: {
    about: 'sample deviation times the root of periods a year',
    of: (q) => annualVolatility(q.returns.values, periodsOf(q)),
  },
  sharpe_ratio: {
    about: 'mean over sample deviation of what exceeds risk_free, times the root of periods a year',
    of: (q) => sharpeRatio(less(q, 'risk_free'), periodsOf(q)),
  },
  sortino_ratio: {
    about: 'yearly mean beyond required_return over downside_risk',
    of: (q) => sortinoRatio(less(q, 'required_return'), periodsOf(q)),
  },
  downside_risk: {
    about: 'root of the mean square below required_return over all rows, times the root of periods a year',
    of: (q) => downsideRisk(less(q, 'required_return'), periodsOf(q)),
  },
  max_drawdown: {
    about: '0 or below; of returns from 1 before the first, of prices from the first',
    of: (q) => (q.returns.values.length === 0 && !q.isPriced ? NaN : maxDrawdown(q.prices.values)),
  },
  drawdown_table: {
    about: 'the top worst drawdowns: peak, valley, recovery, whole per cents',
    of: (q) => drawdownTable(q.prices, numberIn(q, 'top', 10)),
  },
  calmar_ratio: {
    about: 'annual_return over the largest drawdown; not defined without one',
    of: (q) => calmarRatio(q.returns.values, periodsOf(q)),
  },
  omega_ratio: { about: 'what is above the threshold over what is below it', of: omega },
  tail_ratio: { about: '95th percentile over 5th, without signs', of: (q) => tailRatio(q.returns.values) },
  value_at_risk: {
    about: 'the percentile of cutoff (0.05)',
    of: (q) => interpolatedPercentile(present(q.returns.values), numberIn(q, 'cutoff', 0.05)),
  },
  stability_of_timeseries: {
    about: 'R² of a straight line through cumulated log returns',
    of: (q) => stability(q.returns.values),
  },
  ulcer_index: { about: 'root mean square of drawdowns in per cent', of: (q) => ulcerIndex(q.prices.values) },
  ulcer_performance_index: {
    about: 'mean return in per cent over ulcer_index',
    of: (q) => ulcerPerformanceIndex(q.prices.values),
  },
  excess_sharpe: {
    about: 'mean over sample deviation of what exceeds factor, not annualised',
    of: (q) => {
      if (q.returns.values.length < 2) return NaN;
      const factor = q.args.factor ?? q.benchmark;
      const beyond = present(less({ ...q, args: { ...q.args, factor } }, 'factor'));
      return mean(beyond) / deviation(beyond);
    },
  },
  alpha: { about: 'yearly return beyond beta times the benchmark', of: (q) => alphaBeta(q)[0] },
  beta: { about: 'covariance with the benchmark over its variance', of: (q) => alphaBeta(q)[1] },
  alpha_beta: { about: '[alpha, beta]', of: (q) => alphaBeta(q) },
  up_alpha_beta: {
    about: '[alpha, beta] of rows on which the benchmark rose',
    of: (q) => alphaBeta(q, filterPairs(pairsOf(q), isUp)),
  },
  down_alpha_beta: {
    about: '[alpha, beta] of rows on which the benchmark fell',
    of: (q) => alphaBeta(q, filterPairs(pairsOf(q), isDown)),
  },
  capture: {
    about: "annual_return over the benchmark's",
    of: (q) => capture(q, { left: q.returns, right: factorIn(q) }),
  },
  up_capture: { about: 'capture of rows on which the benchmark rose', of: upCapture },
  down_capture: { about: 'capture of rows on which the benchmark fell', of: downCapture },
  up_down_capture: { about: 'up_capture over down_capture', of: (q) => upCapture(q) / downCapture(q) },
};

/** Those of which every full window of rows can be asked. */
const ROLLED = ['max_drawdown', 'sharpe_ratio', 'alpha_beta', 'up_capture', 'down_capture', 'up_down_capture'] as const;

function roll(question: Question, { of }: Statistic): Value {
  const { returns } = question;
  const window = numberIn(question, 'window', NaN);
  if (!Number.isInteger(window) || window < 1)
    throw new RangeError('window: a whole number of rows from 1 up is needed');
  const count = Math.max(0, returns.values.length - window + 1);
  return Array.from({ length: count }, (_, from) => {
    const part = sliceRows(returns, from, from + window);
    return of({ ...question, returns: part, prices: equityOf(part), isPriced: false });
  }) as number[] | number[][]; // each of them gives numbers
}

/** What 1 has become; the start stands under the first date. */
export function equityOf({ labels, values }: Rows): Rows {
  const [first] = labels;
  return { labels: first === undefined ? [] : [first, ...labels], values: [1, ...compound(values)] };
}

export const returnsOf = ({ labels, values }: Rows): Rows => ({
  labels: labels.slice(1),
  values: simpleReturns(values),
});

export const STATISTICS: Readonly<Record<string, Statistic>> = {
  ...SINGLE,
  ...Object.fromEntries(
    ROLLED.map((name): [string, Statistic] => {
      const single = SINGLE[name];
      return [`roll_${name}`, { about: `${name} of every full window of rows`, of: (q) => roll(q, single) }];
    }),
  ),
};
