// A hundred symbols and ten years of days in one account: the two strongest of each month, and entries by an expression.
import { portfolioOutcome, requestSchema, seriesOf, type SymbolBars } from '@zorivest/engine';

const DAYS = 2520;
const DAY = 86_400;

/** Days of a market that differ from symbol to symbol, the same each time. */
function symbols(count: number): SymbolBars[] {
  let state = 7;
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32 - 0.5;
  return Array.from({ length: count }, (_, which) => {
    let close = 50 + which;
    const candles = Array.from({ length: DAYS }, (_, day) => {
      const open = close;
      close = Math.max(1, open * (1 + 0.0003 + 0.03 * random()));
      return {
        t: 1_262_304_000 + day * DAY,
        o: open,
        h: 1.01 * Math.max(open, close),
        l: 0.99 * Math.min(open, close),
        c: close,
        v: 1e6,
      };
    });
    return { symbol: `S${which}`, series: seriesOf(candles) };
  });
}

const DECISIONS = {
  'weights of the 20 strongest, monthly': {
    weights: { expression: 'if(top(20, close / close[60]), 0.05, 0)', rebalance: 'monthly' },
  },
  'weights by rank, daily': { weights: { expression: 'if(rank(rsi(close, 14)) <= 10, 0.1, 0)', rebalance: 'daily' } },
  'signals of each symbol': {
    signals: {
      entries: 'cross_up(sma(close, 10), sma(close, 50))',
      exits: 'cross_down(sma(close, 10), sma(close, 50))',
    },
    portfolio: { size: 1000, size_type: 'value' },
  },
} as const;

/** Runs of a hundred symbols by name, each with all its figures. */
export function portfolioRuns(): readonly (readonly [string, () => unknown])[] {
  const bars = symbols(100);
  return Object.entries(DECISIONS).map(([name, decides]) => {
    const request = requestSchema.parse({
      symbols: bars.map(({ symbol }) => ({ symbol, dataset: symbol })),
      costs: { fee_bps: 5 },
      mode: {},
      ...decides,
    });
    const { mode } = request;
    if (mode === undefined) throw new Error('a portfolio has a mode');
    return [name, () => portfolioOutcome(request, mode, bars, false)] as const;
  });
}
