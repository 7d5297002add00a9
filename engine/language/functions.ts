// Functions of expressions that are not indicators, and the names of prices. Indicators come from their registry.

/** Name -> what it is, for the docs; how each is computed stands in compile.ts. */
export const FUNCTIONS = {
  cross_up: { shape: 'cross_up(a, b)', about: 'a was at or below b one bar before and is above it now' },
  cross_down: { shape: 'cross_down(a, b)', about: 'a was at or above b one bar before and is below it now' },
  cross: { shape: 'cross(a, b)', about: 'either of the two' },
  tf: {
    shape: 'tf(minutes, expression)',
    about: 'the expression on bars of this many minutes; only bars that are complete at this close are seen',
  },
  if: { shape: 'if(condition, a, b)', about: 'a where the condition holds, else b' },
  min: { shape: 'min(a, b)', about: 'the smaller of two' },
  max: { shape: 'max(a, b)', about: 'the larger of two' },
  abs: { shape: 'abs(a)', about: 'without its sign' },
  sqrt: { shape: 'sqrt(a)', about: 'square root' },
  log: { shape: 'log(a)', about: 'natural logarithm' },
  sum: { shape: 'sum(a, period)', about: 'sum of the last values' },
  rank: {
    shape: 'rank(a)',
    about:
      'place among the symbols that have this bar, 1 for the largest, of equal ones the first named; portfolios only',
  },
  zscore: {
    shape: 'zscore(a)',
    about: 'distance from the mean of those symbols in sample deviations; portfolios only',
  },
  top: { shape: 'top(n, a)', about: 'among the n largest of those symbols; portfolios only' },
} as const;
export type FunctionName = keyof typeof FUNCTIONS;
export const isFunctionName = (name: string): name is FunctionName => Object.hasOwn(FUNCTIONS, name);

export const PRICES = {
  open: 'first price of the bar',
  high: 'highest price',
  low: 'lowest price',
  close: 'last price',
  volume: 'volume of the bar',
  hl2: '(high + low) / 2',
  hlc3: '(high + low + close) / 3',
  ohlc4: '(open + high + low + close) / 4',
} as const;
export type PriceName = keyof typeof PRICES;
export const isPriceName = (name: string): name is PriceName => Object.hasOwn(PRICES, name);
