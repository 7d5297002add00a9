import {
  combinations,
  generateCsv,
  modeSchema,
  parseCsv,
  portfolioOutcome,
  realisticOutcome,
  requestSchema,
  runTrials,
  seriesOf,
  rankInMemory,
  sweepDetails,
  sweepSpace,
  trialsOf,
  type RealisticOutcome,
  type Search,
} from '@zorivest/engine';
import { describe, expect, test } from 'vitest';
import { duration, figure, percent } from './format.ts';
import { tearSheetHtml } from './tear-sheet.ts';
import { tradesCsv } from './trades-csv.ts';

const { series } = parseCsv(new TextEncoder().encode([...generateCsv(60_000, 42)].join('')));
const STRATEGY = { name: '<b>Demo</b> & "co"', sma_short: 10, sma_long: 50, sl: 0.15, tp: 0.3, volume: 1 };

function report(mode: object, search: Search = {}, strategy: object = STRATEGY, bars = series) {
  const request = requestSchema.parse({
    symbol: '<script>alert(1)</script>',
    strategy,
    mode: { report: true, ...mode },
  });
  const outcome: RealisticOutcome = realisticOutcome(
    request,
    modeSchema.parse({ report: true, ...mode }),
    bars,
    search,
    false,
  );
  if (outcome.sheet === undefined) throw new Error('no sheet');
  const html = tearSheetHtml({ request, outcome, sheet: outcome.sheet, writtenAt: new Date(0) });
  return { html, outcome, sheet: outcome.sheet };
}

describe('the tear sheet', () => {
  test('stands on its own: no script, nothing from outside, and no text of the request becomes markup', () => {
    const { html, outcome } = report({ bootstrap: { samples: 50 }, lookahead_check: true });
    expect(html).toContain('&lt;b&gt;Demo&lt;/b&gt; &amp; &quot;co&quot;');
    expect(html).not.toMatch(/<script|https?:|NaN|undefined|Infinity/);
    expect(html.match(/(src|href)="(?!data:text\/csv)/g)).toBeNull();
    expect(outcome.details.equity_curve?.at(-1)?.[1]).toBeCloseTo(10_000 + outcome.result.pnl, 6);
  });

  test('shows every figure that was asked for, and how it was measured', () => {
    const { html } = report({});
    for (const word of [
      'Return',
      'CAGR',
      'Volatility',
      'Exposure',
      'Calmar',
      'Ulcer',
      'Expectancy',
      'Mean hold',
      'Tail ratio',
      'Buy and hold',
      'Underwater',
      'Months',
      'Sharpe over',
      'Returns per day',
      'Price with entries and exits',
      'as CSV',
      'mid prices',
    ])
      expect(html).toContain(word);
  });

  test('a sweep shows its heat map and what the best is worth', () => {
    const mode = { sweep: { sma_short: [5, 10, 20], sma_long: [50, 100] } };
    const request = requestSchema.parse({ symbol: 'X', strategy: STRATEGY, mode });
    const parsed = modeSchema.parse(mode);
    const input = { series, strategy: request.strategy, mode: parsed, symbol: 'X', aux: new Map(), swaps: [] };
    const rows = runTrials(input, trialsOf(combinations(request.strategy, parsed), parsed));
    const { axes } = sweepSpace(request.strategy, parsed);
    const details = sweepDetails(rankInMemory(rows, axes, 'sharpe'), 'sharpe');
    const { html } = report(mode, { sweep: details });
    expect(html).toContain('Best of 6 runs');
    expect(html).toContain('Overfitting (PBO)');
    expect(html).toContain('Heat map of sharpe by sma_short and sma_long');
  });

  test('a walk-forward is headed by no parameter that no window used', () => {
    const window = { trainFrom: 0, testFrom: 30_000, testTo: 60_000 };
    const judgement = { deflated_sharpe: 0.5, pbo: 0.25, trials: 2 };
    const { html } = report(
      { sweep: { sma_short: [7, 9] }, walk_forward: { train_bars: 30_000, test_bars: 30_000 } },
      { choices: [{ window, parameters: { sma_short: 9 }, inSample: 1, judgement }] },
    );
    expect(html).toContain('sma_short 9');
    expect(html).toContain('window_end');
    expect(html).not.toMatch(/sma_short<\/td>/);
  });

  test('its numbers, by hand: a month, the underwater curve, hold, expectancy', () => {
    // Four days of one bar; bought at 100, sold at 110 two days later, then flat.
    const day = 86_400;
    const near = (value: number) => expect.closeTo(value, 12) as number;
    const start = Date.UTC(2026, 0, 30) / 1000;
    const bars = seriesOf([100, 90, 110, 110].map((c, i) => ({ t: start + i * day, o: c, h: c, l: c, c, v: 1 })));
    const strategy = { name: 'S', volume: 10, entry_long: 'close == 100', exit_long: 'close == 110' };
    const { sheet } = report({ fill: 'close', initial_equity: 1000 }, {}, strategy, bars);
    expect(sheet.months).toEqual([
      {
        year: 2026,
        returns: [near(-0.1), near(200 / 900), ...Array.from({ length: 10 }, () => null)],
        total: near(0.1),
      },
    ]);
    expect(sheet.underwater.map(([, value]) => value)).toEqual([0, near(-0.1), 0, 0]);
    expect(sheet.meanHold).toBe(2 * day);
    expect(sheet.expectancy).toBe(100);
    expect(sheet.held.map(([, value]) => value)).toEqual([1000, 900, 1100, 1100]);
    expect(tradesCsv(sheet.trades)).toBe(
      'side,entry_time,exit_time,entry_price,exit_price,volume,pnl,reason\n' +
        'long,2026-01-30T00:00:00.000Z,2026-02-01T00:00:00.000Z,100,110,10,100,signal\n',
    );
  });

  test('a run without a single trade still has a page', () => {
    const { html } = report({}, {}, { name: 'S', volume: 1, entry_long: 'close < 0' });
    expect(html).toContain('None.');
    expect(html).not.toMatch(/NaN|undefined/);
  });
});

test('numbers as a page shows them', () => {
  expect(percent(-0.0423)).toBe('−4.23 %');
  expect(percent(0.0000351)).toBe('0.0035 %');
  expect(percent(null)).toBe('–');
  expect(figure(Infinity)).toBe('∞');
  expect(figure(-1234.5)).toBe('−1,234.50');
  expect(duration(5400)).toBe('1.5 h');
});

test('a portfolio states its warnings, its costs and the change of the account', () => {
  const candles = (bars: number) =>
    Array.from({ length: bars }, (_, i) => {
      const c = 100 + 10 * Math.sin(i / 6);
      return { t: i * 86_400, o: c, h: c + 1, l: c - 1, c, v: 10 };
    });
  const symbols = [
    { symbol: 'long', candles: candles(200) },
    { symbol: '<ended>', candles: candles(100) },
  ];
  const mode = modeSchema.parse({ report: true });
  const request = requestSchema.parse({
    symbols,
    signals: { entries: 'close > sma(5)', exits: 'close < sma(5)' },
    costs: { fee_bps: 5, swap: { long: -0.01, short: -0.01 } },
    mode: { report: true },
  });
  const bars = symbols.map(({ symbol, candles: rows }) => ({ symbol, series: seriesOf(rows) }));
  const outcome = portfolioOutcome(request, mode, bars, false);
  if (outcome.sheet === undefined) throw new Error('no sheet');
  const html = tearSheetHtml({ request, outcome, sheet: outcome.sheet, writtenAt: new Date(0) });
  for (const warning of outcome.details.warnings ?? [])
    expect(html).toContain(warning.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll("'", '&#39;'));
  expect(outcome.details.warnings?.join()).toMatch(
    /next open.*found no cash: \d+.*Bars end before the others: <ended> \(1970-04-10\)/,
  );
  expect(html).toMatch(/Change of the account [^<]*of which fees [^<]*swap/);
});
