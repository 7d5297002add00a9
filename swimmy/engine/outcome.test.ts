import { expect, test } from 'vitest';
import { parseCsv } from '../candles/file.ts';
import { generateCsv } from '../candles/generate.ts';
import { requestSchema } from '../request/schema.ts';
import { outcomeOf, realisticOutcome } from './outcome.ts';
import { modeSchema } from '../request/mode.ts';
import { reportHtml } from './report.ts';

const { series } = parseCsv(new TextEncoder().encode([...generateCsv(20_000, 42)].join('')));
const STRATEGY = { name: '<b>Demo</b> & "co"', sma_short: 10, sma_long: 50, sl: 0.15, tp: 0.3, volume: 1 };

test('the compatible answer lists its last 500 trades when asked, and they end in its profit', () => {
  const listed = outcomeOf(
    requestSchema.parse({ symbol: 'X', strategy: STRATEGY, include_trades: true }),
    series,
    {},
    false,
  );
  expect(listed).not.toHaveProperty('details');
  expect(listed).toMatchObject({ result: { trades: 557 } });
  expect(listed).toHaveProperty('result.trade_list.length', 500);
  expect(outcomeOf(requestSchema.parse({ symbol: 'X', strategy: STRATEGY }), series, {}, false)).not.toHaveProperty(
    'result.trade_list',
  );
});

const MODE = { report: true, bootstrap: { samples: 50 }, lookahead_check: true };

test('the report is one page with its chart, and no text of the request becomes markup', () => {
  const request = requestSchema.parse({
    symbol: '<script>alert(1)</script>',
    strategy: STRATEGY,
    mode: MODE,
  });
  const outcome = realisticOutcome(request, modeSchema.parse(MODE), series, {}, false);
  const html = reportHtml(request, outcome, new Date(0));
  expect(html).toContain('<svg');
  expect(html).toContain('&lt;b&gt;Demo&lt;/b&gt; &amp; &quot;co&quot;');
  expect(html).not.toMatch(/<script|https?:|NaN|undefined|Infinity/);
  expect(outcome.details.equity_curve?.length).toBeLessThanOrEqual(1000);
  expect(outcome.details.equity_curve?.at(-1)?.[1]).toBeCloseTo(10_000 + outcome.result.pnl, 6);
});
