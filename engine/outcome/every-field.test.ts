// Every field of a request matters, or the request is refused with its name: on a portfolio that decides in each of the four
// ways, each field is set to another value. A warning does not count as a difference.
import { describe, expect, test } from 'vitest';
import { seriesOf } from '../candles/series.ts';
import { modeSchema } from '../request/mode.ts';
import { PORTFOLIO_RULE_NAMES } from '../request/portfolio-fields.ts';
import { requestSchema, strategyKeys, withoutNulls } from '../request/schema.ts';
import { portfolioOutcome } from './portfolio.ts';

type Fields = Readonly<Record<string, unknown>>;

const DAY = 86_400;
const START = 1_704_067_200; // 1 January 2024
/** Three symbols that swing apart, over more than a year of days. */
const SYMBOLS = ['a', 'b', 'c'].map((symbol, s) => ({
  symbol,
  candles: Array.from({ length: 420 }, (_, i) => {
    const middle = (at: number) => 100 + 10 * s + 25 * Math.sin(at / (9 + 4 * s)) + at / 40;
    const [o, c] = [middle(i - 0.6), middle(i)];
    return { t: START + i * DAY, o, h: Math.max(o, c) + 1.5, l: Math.min(o, c) - 1.5, c, v: 50 };
  }),
}));
const day = (i: number) => new Date((START + i * DAY) * 1000).toISOString().slice(0, 10);
const orders = Array.from({ length: 12 }, (_, k) => [
  { date: day(20 + 30 * k), symbol: 'abc'[k % 3], size: 40 },
  { date: day(30 + 30 * k), symbol: 'abc'[(k + 1) % 3], size: 60 },
  { date: day(30 + 30 * k), symbol: 'abc'[k % 3], size: -40 },
  { date: day(31 + 30 * k), symbol: 'abc'[k % 3], size: 10, type: 'stop', stop: 100, oco: k },
  { date: day(31 + 30 * k), symbol: 'abc'[k % 3], size: 10, type: 'limit', limit: 105, oco: k },
]).flat();

const RULES: Readonly<Record<string, Fields>> = {
  weights: {
    strategy: { name: 's', volume: 1 },
    weights: { expression: 'if(top(2, close / close[20]), 0.5, -0.3)', rebalance: 'weekly' },
  },
  signals: { strategy: { name: 's', volume: 1 }, signals: { entries: 'close > sma(15)', exits: 'close < sma(15)' } },
  orders: { strategy: { name: 's', volume: 1 }, orders },
  strategy: {
    strategy: { name: 's', volume: 1, entry_long: 'close > sma(n)', exit_long: 'close < sma(n)', params: { n: 15 } },
  },
};

/** A value that differs from the default, and what else the request must hold for the field to apply. */
interface Trial {
  readonly value: unknown;
  /** By the way to decide; `all` for every other. */
  readonly with: Readonly<Record<string, Fields>>;
}
const at = (value: unknown, more: Readonly<Record<string, Fields>> = {}): Trial => ({ value, with: more });
const hourly = SYMBOLS.map(({ symbol, candles }) => ({
  symbol,
  candles: candles.map((candle, i) => ({ ...candle, t: START + i * 3600 })),
}));
const costly = { costs: { swap: { long: -3, short: -3 } }, mode: { initial_equity: 2000 } };

const STRATEGY: Readonly<Record<string, Trial>> = {
  name: at('another'),
  sma_short: at(3),
  sma_long: at(7),
  sl: at(1),
  tp: at(1),
  volume: at(3),
  indicator_type: at('rsi'),
  filter_enabled: at(true),
  filter_tf: at('h1'),
  filter_period: at(5),
  filter_logic: at('PRICE_ABOVE_SMA'),
  entry_long: at('close > sma(7)'),
  exit_long: at('close < sma(40)'),
  entry_short: at('close < sma(9)', {
    strategy: { strategy: { name: 's', volume: 1, entry_long: 'close > sma(15)' } },
  }),
  exit_short: at('close > sma(9)'),
  filter: at('false'),
  stop: at('1'),
  target: at('1'),
  trailing_stop: at('1'),
  break_even: at('1'),
  time_stop: at('2'),
  params: at({ n: 9 }),
  entry_long_ast: at(['>', 'close', 1]),
  entry_short_ast: at(['>', 'close', 1]),
  exit_long_ast: at(['>', 'close', 1]),
  exit_short_ast: at(['>', 'close', 1]),
  band_mult: at(3),
  atr_period: at(3),
  atr_barrier_sl: at(1),
  atr_barrier_tp: at(1),
};
const MODE: Readonly<Record<string, Trial>> = {
  fill: at('close'),
  same_bar: at('target_first'),
  direction: at('long'),
  costs: at([{ spread: 1 }]),
  size: at({ volume: 2 }),
  contract_size: at(10),
  leverage: at(0.5),
  maintenance: at(0.99, {
    weights: { weights: { expression: '-0.6', rebalance: 'monthly' }, mode: { leverage: 2 } },
    all: { portfolio: { direction: 'shortonly' }, mode: { leverage: 2, initial_equity: 2000 } },
  }),
  initial_equity: at(5000),
  periods_per_year: at(252),
  sweep: at({ n: [3, 4] }),
  search: at({ method: 'random' }),
  rank_by: at('cagr'),
  walk_forward: at({ train_bars: 100, test_bars: 50 }),
  bootstrap: at({ samples: 50 }),
  time_zone: at('Asia/Tokyo', {
    weights: { symbols: hourly, weights: { expression: 'if(hour == 1, 0.5, 0.1)', rebalance: 'on signal' } },
    signals: { symbols: hourly, signals: { entries: 'hour == 1', exits: 'hour == 4' } },
    strategy: { symbols: hourly, strategy: { name: 's', volume: 1, entry_long: 'hour == 1', exit_long: 'hour == 4' } },
  }),
  lookahead_check: at(true),
  benchmark: at({ candles_file: 'x.csv' }),
  equity_curve: at(true),
  report: at(true),
};
const DATA: Readonly<Record<string, Trial>> = {
  holdout: at('20%'),
  open_holdout: at(true),
};
const PORTFOLIO: Readonly<Record<string, Trial>> = {
  limits: at({ symbol: 0.05 }),
  fill: at('close'),
  size: at(3),
  size_type: at('value', { signals: { portfolio: { size: 30 } }, strategy: { portfolio: { size: 30 } } }),
  direction: at('shortonly'),
  call_sequence: at('reversed'),
  integer_positions: at(true),
  lock_cash: at(true, { all: { portfolio: { direction: 'both' }, mode: { leverage: 3 } }, weights: {} }),
  update_value: at(true, {
    orders: {
      orders: [20, 40, 60].flatMap((i) => [0.3, 0.2, 0.4].map((size, s) => ({ date: day(i), symbol: 'abc'[s], size }))),
      portfolio: { size_type: 'targetpercent' },
      costs: { fee_rate: 0.05 },
    },
  }),
  rolls: at(
    [100, 105, 110, 115, 120].flatMap((i) => ['a', 'b', 'c'].map((symbol) => ({ date: day(i), symbol, gap: 5 }))),
  ),
};
const COSTS: Readonly<Record<string, Trial>> = {
  fee_rate: at(0.01),
  fee_bps: at(50),
  fixed_fee: at(5),
  fee_per_unit: at(0.5),
  min_fee: at(20),
  tiers: at([{ from: 0, fee_rate: 0.01 }]),
  slippage: at(0.01),
  spread: at(1),
  volume_share: at({ most: 0.02, impact: 0.5 }),
  borrow_rate: at(0.1, {
    weights: {},
    signals: { portfolio: { direction: 'shortonly' } },
    orders: { portfolio: { direction: 'shortonly' } },
    strategy: { portfolio: { direction: 'shortonly' } },
  }),
  funding_rate: at(0.5, { weights: { ...costly, weights: { expression: '1', rebalance: 'monthly' } }, all: costly }),
  swap: at({ long: -1, short: -1 }),
};

/** The request with more fields: those of strategy, mode, costs and portfolio are added, others replaced. */
function merge(request: Fields, more: Fields): Fields {
  const merged: Record<string, unknown> = { ...request };
  for (const [key, value] of Object.entries(more))
    merged[key] = ['mode', 'portfolio', 'costs'].includes(key)
      ? { ...(merged[key] as object), ...(value as object) }
      : value;
  return merged;
}

/** The paths that are refused, or the whole outcome but for its warnings. */
function run(request: Fields): { readonly refused: readonly string[] } | { readonly outcome: string } {
  const parsed = requestSchema.safeParse(withoutNulls({ symbols: SYMBOLS, ...request }));
  if (!parsed.success) return { refused: parsed.error.issues.map(({ path }) => path.join('.')) };
  const mode = modeSchema.parse(parsed.data.mode ?? {});
  const symbols = (request.symbols ?? SYMBOLS) as typeof SYMBOLS;
  const bars = symbols.map(({ symbol, candles }) => ({ symbol, series: seriesOf(candles) }));
  const outcome = portfolioOutcome(parsed.data, mode, bars, false);
  const { warnings: _warnings, ...details } = outcome.details;
  return { outcome: JSON.stringify({ ...outcome, details }) };
}

describe.each(Object.entries(RULES))('a portfolio by %s', (decision, rule) => {
  const walk = (part: string, trials: Readonly<Record<string, Trial>>) =>
    Object.entries(trials).map(([name, trial]) => ({ path: `${part}.${name}`, part, name, trial }));
  test.each([
    ...walk('strategy', STRATEGY),
    ...walk('mode', MODE),
    ...walk('data', DATA),
    ...walk('portfolio', PORTFOLIO),
    ...walk('costs', COSTS),
  ])('$path changes the outcome, or is refused by its name', ({ path, part, name, trial }) => {
    const base = merge(rule, trial.with[decision] ?? trial.with.all ?? {});
    const before = run(base);
    if ('refused' in before) throw new Error(`the case is refused: ${before.refused.join()}`);
    const fields = (base[part] ?? {}) as Fields;
    const after = run({ ...base, [part]: { ...fields, [name]: trial.value } });
    if ('refused' in after)
      expect(after.refused.join(' ')).toMatch(new RegExp(`\\b${path.replace('.', '\\.')}|^symbols$`));
    else expect(after.outcome === before.outcome ? `${path} is ignored` : 'changed').toBe('changed');
  });
});

test('the walk knows every field of the schemas', () => {
  const missing = (known: Fields, names: readonly string[]) => names.filter((name) => !(name in known));
  expect(missing(STRATEGY, strategyKeys)).toEqual([]);
  expect(missing(MODE, Object.keys(modeSchema.shape))).toEqual([]);
  expect(missing(PORTFOLIO, PORTFOLIO_RULE_NAMES)).toEqual([]);
  const { portfolio, costs, data } = requestSchema.shape;
  expect(missing(PORTFOLIO, Object.keys(portfolio.unwrap().shape))).toEqual([]);
  expect(missing(COSTS, Object.keys(costs.unwrap().shape))).toEqual([]);
  expect(missing({ ...DATA, max_bad_share: 'of the candles that are read' }, Object.keys(data.unwrap().shape))).toEqual(
    [],
  );
});
