// Twelve portfolios, computed a second time by numpy (portfolios/reference.py), trade by trade and bar by bar. Where there
// is no numpy, they are compared with its recorded results.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runPortfolio, type PortfolioInput } from '../index.ts';

const FOLDER = join(import.meta.dirname, 'portfolios');
const RECORDED = join(FOLDER, 'recorded.jsonl');
/** Every 20th bar is recorded, and the first 100 trades of each. */
const STEP = 20;
const RECORDED_TRADES = 100;

interface Reference {
  /** [bar, symbol, units, price, fees] */
  readonly trades: readonly (readonly [number, string, number, number, number])[];
  readonly equity: readonly number[];
  /** Of all trades. */
  readonly count?: number;
}
type References = Readonly<Record<string, Reference>>;

const DAY = 86_400;
const START = Date.UTC(2020, 0, 1) / 1000;
const SYMBOLS = ['A', 'B', 'C', 'D', 'E', 'F'];
const DAYS = 400;

/** Numbers that look like chance and are the same every time. */
function draw(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Bar = readonly [number, number, number, number, number];

/** Days by symbols; some days are missing, the fifth symbol begins late, the last one ends early. */
function makeBars(): readonly (readonly (Bar | null)[])[] {
  const next = draw(7);
  const prices = SYMBOLS.map((_, s) => 20 + 15 * s);
  return Array.from({ length: DAYS }, (_, i) =>
    SYMBOLS.map((_symbol, s): Bar | null => {
      const open = prices[s] * (1 + (next() - 0.5) * 0.02);
      const close = open * (1 + (next() - 0.49) * 0.06);
      const [up, down, gone] = [next(), next(), next()];
      prices[s] = close;
      if (gone < 0.03 || (s === 4 && i < 60) || (s === 5 && i > 300)) return null;
      return [open, Math.max(open, close) * (1 + up * 0.01), Math.min(open, close) * (1 - down * 0.01), close, 1000];
    }),
  );
}

const bars = makeBars();
const times = bars.map((_, i) => START + i * DAY);
const symbols = SYMBOLS.map((symbol, s) => ({
  symbol,
  candles: bars.flatMap((day, i) => {
    const bar = day[s];
    if (!bar) return [];
    const [o, h, l, c, v] = bar;
    return [{ t: START + i * DAY, o, h, l, c, v }];
  }),
}));
const next = draw(11);
const pick = (most: number) => Math.floor(next() * most);

/** [day, symbol, size], on days the symbol may lack. */
const market = Array.from({ length: 60 }, (): [number, number, number] => [
  5 + pick(280),
  pick(5),
  (next() < 0.6 ? 1 : -1) * (1 + pick(30)),
]);
const brackets = Array.from({ length: 40 }, (): [number, number, number, number, number] => {
  const [day, s] = [70 + pick(220), pick(5)];
  const price = bars.slice(day).find((each) => each[s])?.[s]?.[0] as number;
  return [day, s, 10, price * 0.95, price * 1.06];
});
const targets = Array.from({ length: 50 }, (_, k): [number, number, number][] => {
  const day = 70 + 4 * k;
  return SYMBOLS.map((_symbol, s): [number, number, number] => [day, s, next() * 0.25]);
}).flat();

const CASES: Readonly<Record<string, Omit<PortfolioInput, 'symbols'>>> = {
  momentum: {
    weights: { expression: 'if(top(2, close / close[20]), 0.5, 0)', rebalance: 'monthly' },
    costs: { fee_rate: 0.001 },
  },
  'equal weights in whole units': {
    weights: { expression: '0.15 + 0 * close', rebalance: 'weekly' },
    integer_positions: true,
    costs: { fee_per_unit: 0.01, min_fee: 1 },
  },
  'long and short by scores': {
    weights: { expression: '-0.1 * zscore(close / sma(close, 10))', rebalance: 'daily' },
    costs: { fee_rate: 0.0002, borrow_rate: 0.02 },
  },
  'above the mean, on signal': {
    weights: { expression: 'if(close > sma(close, 30), 0.2, 0)', rebalance: 'on signal' },
    costs: { fixed_fee: 0.5, fee_rate: 0.0005 },
  },
  'crossing with all the cash': {
    signals: { entries: 'close > sma(close, 10)', exits: 'close < sma(close, 10)' },
    direction: 'longonly',
    call_sequence: 'auto',
    cash: 50_000,
    costs: { fee_rate: 0.001, slippage: 0.0005 },
  },
  reversing: {
    signals: { entries: 'close > close[5]', exits: 'close < close[5]' },
    size: 20,
    cash: 80_000,
    costs: { fee_per_unit: 0.002 },
  },
  'orders at the next open': {
    orders: market.map(([day, s, size]) => ({
      date: START + day * DAY,
      symbol: SYMBOLS[s],
      size,
      type: 'market' as const,
    })),
    costs: { fee_per_unit: 0.01, spread: 0.1 },
  },
  brackets: {
    orders: brackets.flatMap(([day, s, size, stop, target], k) => {
      const order = { date: START + day * DAY, symbol: SYMBOLS[s] };
      return [
        { ...order, size, type: 'market' as const },
        { ...order, size: -size, type: 'stop' as const, stop, oco: k },
        { ...order, size: -size, type: 'limit' as const, limit: target, oco: k },
      ];
    }),
  },
  'targets valued again': {
    orders: targets.map(([day, s, size]) => ({ date: START + day * DAY, symbol: SYMBOLS[s], size })),
    size_type: 'targetpercent',
    update_value: true,
    costs: { fee_rate: 0.002, fixed_fee: 0.1, slippage: 0.001 },
  },
  'borrowed money': {
    weights: { expression: 'if(top(1, close / close[5]), 3, 0)', rebalance: 'weekly' },
    leverage: 3,
  },
  'at the next open': {
    weights: { expression: 'if(top(3, close / close[10]), 1 / 3, 0)', rebalance: 'weekly' },
    fill: 'next_open',
    costs: { slippage: 0.0002 },
  },
  'leaving the market': {
    weights: { expression: '0.5 + 0 * close', rebalance: 'monthly' },
    limits: { symbol: 0.12 },
  },
};

function compute(): References | undefined {
  const { status, stdout, stderr } = spawnSync('/usr/bin/python3', [join(FOLDER, 'reference.py')], {
    input: JSON.stringify({
      symbols: SYMBOLS,
      times,
      bars: bars.map((day) => day.map((bar) => bar ?? [null, null, null, null, null])),
      orders: { market, brackets, targets },
    }),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return JSON.parse(stdout) as References;
  if (status === null || /No module named 'numpy'/.test(stderr)) return undefined;
  throw new Error(stderr);
}

const live = compute();
if (live && process.env.SWIMMY_RECORD) {
  const lines = Object.entries(live).map(([name, { trades, equity }]) =>
    JSON.stringify({
      name,
      count: trades.length,
      trades: trades
        .slice(0, RECORDED_TRADES)
        .map((trade) => trade.map((each) => (typeof each === 'number' ? Number(each.toPrecision(12)) : each))),
      equity: equity.filter((_, i) => i % STEP === 0).map((value) => Number(value.toPrecision(13))),
    }),
  );
  writeFileSync(RECORDED, `${lines.join('\n')}\n`);
}
const recorded: References = Object.fromEntries(
  readFileSync(RECORDED, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Reference & { readonly name: string }) // written just above
    .map((each) => [each.name, each]),
);
const sources: [string, References][] = [['what numpy gave when it was recorded', recorded]];
if (live) sources.unshift(['numpy', live]);

const isNear = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b));

describe.each(sources)('twelve portfolios, compared with %s', (_source, reference) => {
  test('are twelve', () => {
    expect(Object.keys(CASES)).toHaveLength(12);
    expect(Object.keys(reference)).toEqual(Object.keys(CASES));
  });

  test.each(Object.entries(CASES))('%s', (name, input) => {
    const listed = symbols.map((each) =>
      name === 'leaving the market' && each.symbol === 'F' ? { ...each, delisted: { price: 3.5 } } : each,
    );
    const result = runPortfolio({ cash: 100_000, ...input, symbols: listed });
    const wanted = reference[name];
    expect(result.trades.length).toBeGreaterThan(10);
    const wrong: string[] = [];
    for (const [i, [bar, symbol, units, price, fees]] of wanted.trades.entries()) {
      const trade = result.trades[i];
      const ours = trade && (trade.side === 'buy' ? trade.size : -trade.size);
      if (trade?.bar !== bar || trade.symbol !== symbol)
        wrong.push(`trade ${i}: ${trade?.bar} ${trade?.symbol}, not ${bar} ${symbol} ${units}`);
      else if (!isNear(ours ?? NaN, units) || !isNear(trade.price, price) || !isNear(trade.fees, fees))
        wrong.push(`trade ${i}: ${ours} @ ${trade.price} (${trade.fees}), not ${units} @ ${price} (${fees})`);
    }
    const step = wanted.equity.length === DAYS ? 1 : STEP;
    for (const [i, value] of wanted.equity.entries())
      if (!isNear(result.equity[i * step] ?? NaN, value))
        wrong.push(`bar ${i * step}: ${result.equity[i * step]}, not ${value}`);
    expect(wrong.slice(0, 10)).toEqual([]);
    expect(result.trades).toHaveLength(wanted.count ?? wanted.trades.length);
  });
});
