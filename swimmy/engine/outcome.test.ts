import { expect, test } from 'vitest';
import { parseCsv } from '../candles/file.ts';
import { generateCsv } from '../candles/generate.ts';
import { requestSchema } from '../request/schema.ts';
import { outcomeOf } from './outcome.ts';
import { reportHtml } from './report.ts';

const { series } = parseCsv(new TextEncoder().encode([...generateCsv(20_000, 42)].join('')));
const STRATEGY = { name: '<b>Demo</b> & "co"', sma_short: 10, sma_long: 50, sl: 0.15, tp: 0.3, volume: 1 };

test('the compatible answer lists its last 500 trades when asked, and they end in its profit', () => {
  const { result, details } = outcomeOf(
    requestSchema.parse({ symbol: 'X', strategy: STRATEGY, include_trades: true }),
    series,
    {},
    false,
  );
  expect(details).toBeUndefined();
  expect(result.trade_list).toHaveLength(500);
  expect(result.trades).toBe(557);
  expect(
    outcomeOf(requestSchema.parse({ symbol: 'X', strategy: STRATEGY }), series, {}, false).result.trade_list,
  ).toBeUndefined();
});

test('the report is one page with its chart, and no text of the request becomes markup', () => {
  const request = requestSchema.parse({
    symbol: '<script>alert(1)</script>',
    strategy: STRATEGY,
    mode: { report: true, bootstrap: { samples: 50 }, lookahead_check: true },
  });
  const outcome = outcomeOf(request, series, {}, false);
  const html = reportHtml(request, outcome, new Date(0));
  expect(html).toContain('<svg');
  expect(html).toContain('&lt;b&gt;Demo&lt;/b&gt; &amp; &quot;co&quot;');
  expect(html).not.toMatch(/<script|https?:|NaN|undefined|Infinity/);
  expect(outcome.details?.equity_curve?.length).toBeLessThanOrEqual(500);
  expect(outcome.details?.equity_curve?.at(-1)?.[1]).toBeCloseTo(10_000 + outcome.result.pnl, 6);
});
