import { expect, test } from 'vitest';
import { openQuestions, severityOf, thresholdsFrom } from './thresholds.ts';

test('given metrics replace defaults and say so', () => {
  const result = thresholdsFrom({ endpoint_wall_ms: { P0: 10, P1: 5, P2: 5 } });
  expect(result.ok && result.thresholds.endpoint_wall_ms).toEqual({ P0: 10, P1: 5, P2: 5, source: 'configured' });
  expect(result.ok && result.thresholds.span_self_ms).toEqual({
    P0: 800,
    P1: 300,
    P2: 100,
    source: 'default_conservative',
  });
});

test('all faults are reported in one call, in order', () => {
  const result = thresholdsFrom({
    wall: {},
    span_self_ms: { P0: 1, P1: 2, P2: 3 },
    endpoint_ttfb_ms: { P0: 0, P1: 1.5, P3: 1 },
    query_total_time_ms: 5,
  });
  expect(result.ok ? [] : result.faults.map(({ path }) => path)).toEqual([
    'thresholds.endpoint_ttfb_ms.P0',
    'thresholds.endpoint_ttfb_ms.P1',
    'thresholds.endpoint_ttfb_ms.P2',
    'thresholds.endpoint_ttfb_ms.P3',
    'thresholds.query_total_time_ms',
    'thresholds.span_self_ms',
    'thresholds.wall',
  ]);
});

test('a value on a bound has its severity, below the last bound none', () => {
  const bounds = { P0: 30, P1: 20, P2: 10 };
  expect([30, 29.9, 20, 10, 9.99, null].map((value) => severityOf(value, bounds))).toEqual([
    'P0',
    'P1',
    'P1',
    'P2',
    null,
    null,
  ]);
});

test('open questions are listed only while no thresholds are given; an empty object suppresses them', () => {
  expect(openQuestions(undefined)).toHaveLength(5);
  expect(openQuestions({})).toEqual([]);
});
