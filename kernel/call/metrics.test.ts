import { expect, test } from 'vitest';
import { MetricsCollector } from './metrics.ts';

test('percentiles are those of the recorded latencies', () => {
  const metrics = new MetricsCollector();
  for (let ms = 1; ms <= 100; ms++) metrics.record('a_tool', 'local', ms, false);
  expect(metrics.summary(true).per_tool?.a_tool?.latency).toEqual({
    avg: 50.5,
    min: 1,
    max: 100,
    p50: 50,
    p95: 95,
    p99: 99,
  });
});

test('only the last thousand calls count for latency, all of them for the number of calls', () => {
  const metrics = new MetricsCollector();
  for (let ms = 0; ms < 2000; ms++) metrics.record('a_tool', 'local', ms, false);
  const tool = metrics.summary(true).per_tool?.a_tool;
  expect(tool?.latency.min).toBe(1000);
  expect(tool?.call_count).toBe(2000);
});

test('a tool that fails in more than a tenth of its calls is named in a warning', () => {
  const metrics = new MetricsCollector();
  for (let n = 0; n < 20; n++) metrics.record('bad_tool', 'local', 10, n < 3);
  for (let n = 0; n < 20; n++) metrics.record('good_tool', 'local', 10, n < 2);
  expect(metrics.summary(false).warnings).toEqual(["Tool 'bad_tool' has 15% error rate (3/20 calls)"]);
});

test('a slow local tool is named in a warning, a slow network tool is not', () => {
  const metrics = new MetricsCollector();
  metrics.record('local_tool', 'local', 2500, false);
  metrics.record('get_stock_quote', 'network', 5000, false);
  expect(metrics.summary(false).warnings).toEqual(["Tool 'local_tool' p95 latency is 2500ms"]);
});

test('the summary names the slowest and the most failing tool, and rates over the time since the start', () => {
  let now = 0;
  const metrics = new MetricsCollector({ now: () => now });
  metrics.record('slow', 'local', 100, false);
  metrics.record('failing', 'local', 10, true);
  metrics.record('failing', 'local', 10, true);
  metrics.recordPayload('slow', 300);
  metrics.recordPayload('slow', 100);
  now = 120_000;
  const summary = metrics.summary(true);
  expect(summary).toMatchObject({
    slowest_tool: 'slow',
    most_errored_tool: 'failing',
    total_tool_calls: 3,
    overall_error_rate: 0.6667,
    calls_per_minute: 1.5,
    session_uptime_minutes: 2,
  });
  expect(summary.per_tool?.slow?.avg_payload_bytes).toBe(200);
});

test('nothing recorded is nothing, not a division by zero', () => {
  expect(new MetricsCollector().summary(true)).toMatchObject({
    total_tool_calls: 0,
    overall_error_rate: 0,
    slowest_tool: null,
    most_errored_tool: null,
    warnings: [],
  });
});
