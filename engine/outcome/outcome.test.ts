import { expect, test } from 'vitest';
import { parseCsv } from '../candles/file.ts';
import { generateCsv } from '../candles/generate.ts';
import { requestSchema } from '../request/schema.ts';
import { outcomeOf } from './outcome.ts';

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
