import { expect, test } from 'vitest';
import { query } from '../test/made.ts';
import { workFor } from './shared-work.ts';

const link = (endpoint: string, count: number, certain: number) => ({
  endpoint,
  count,
  certain,
  total_time_ms: count * 2,
});
const sample = (...endpoints: ReturnType<typeof link>[]) =>
  query(
    'select a',
    Array.from({ length: 60 }, () => 2),
    null,
    { endpoints },
  );

test('what certainly ran for an endpoint is its own', () => {
  expect(workFor(sample(link('/a', 60, 60)), '/a')).toEqual({ runs: 60, ms: 120 });
  expect(workFor(sample(link('/a', 60, 60)), '/b')).toEqual({ runs: 0, ms: 0 });
});

test('what may belong to three endpoints is shared among them', () => {
  const three = sample(link('/a', 60, 0), link('/b', 60, 0), link('/c', 60, 0));
  expect(workFor(three, '/b')).toEqual({ runs: 20, ms: 40 });
});

test('more of it goes to the endpoint that certainly runs the class', () => {
  const planted = sample(link('/list', 60, 30), link('/other', 30, 0));
  expect(workFor(planted, '/list').runs).toBeGreaterThan(58);
  expect(workFor(planted, '/other').runs).toBeLessThan(2);
  const half = sample(link('/a', 50, 40), link('/b', 20, 10));
  expect(workFor(half, '/a').runs + workFor(half, '/b').runs).toBeCloseTo(60, 6);
});

test('a request known from its profile and its timing is one request', () => {
  const both = sample(link('/a', 60, 0), link('GET /a', 60, 0));
  expect(workFor(both, '/a').runs).toBe(60);
  expect(workFor(both, 'GET /a').runs).toBe(60);
});
