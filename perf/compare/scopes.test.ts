import { expect, test } from 'vitest';
import type { QuerySample } from '../model/snapshot.ts';
import { query } from '../test/made.ts';
import { NO_WORK, scopesOf, workIn } from './scopes.ts';

const work = (count: number) => ({ ...NO_WORK, count, total_time_ms: count * 2 });
const link = (endpoint: string, certain: number, shared: number) => ({
  endpoint,
  count: certain + shared,
  total_time_ms: (certain + shared) * 2,
  attribution: { certain, shared },
  certain: work(certain),
});

function sample(links: readonly ReturnType<typeof link>[], shared: QuerySample['shared'] = []): QuerySample {
  return query('select a', [1], null, { endpoints: links, ...(shared.length > 0 ? { shared } : {}) });
}

test('an endpoint that shares no runs is judged alone', () => {
  const own = sample([link('/a', 60, 0), link('/b', 5, 0)]);
  expect(scopesOf([own], ['/a', '/b'])).toEqual([
    { endpoints: ['/a'], certain: true },
    { endpoints: ['/b'], certain: true },
  ]);
  expect(workIn(own, { endpoints: ['/a'], certain: true }).count).toBe(60);
});

test('endpoints that share runs on either side are judged together, each run once', () => {
  const before = sample(
    [link('/a', 30, 30), link('/b', 0, 30), link('/c', 4, 0)],
    [{ endpoints: ['/a', '/b'], ...work(30) }],
  );
  const after = sample([link('/a', 60, 0)]);
  const scopes = scopesOf([before, after], ['/a', '/b', '/c']);
  expect(scopes).toEqual([
    { endpoints: ['/c'], certain: true },
    { endpoints: ['/a', '/b'], certain: false },
  ]);
  expect([before, after].map((one) => workIn(one, scopes[1]!))).toMatchObject([
    { count: 60, total_time_ms: 120 },
    { count: 60, total_time_ms: 120 },
  ]);
});

test('groups that overlap are one scope', () => {
  const chained = sample(
    [link('/a', 0, 2), link('/b', 0, 4), link('/c', 0, 2)],
    [
      { endpoints: ['/a', '/b'], ...work(2) },
      { endpoints: ['/b', '/c'], ...work(2) },
    ],
  );
  const [scope, ...rest] = scopesOf([chained], ['/a', '/b', '/c']);
  expect(rest).toEqual([]);
  expect(scope).toEqual({ endpoints: ['/a', '/b', '/c'], certain: false });
  expect(workIn(chained, scope!).count).toBe(4);
});

test('a request known from its profile and its timing is one request', () => {
  const both = sample([link('/a', 60, 0), link('GET /a', 60, 0)]);
  expect(workIn(both, { endpoints: ['/a'], certain: true }).count).toBe(60);
});
