import { expect, test } from 'vitest';
import { profileOf, snapshot, timing } from '../../test/snapshots.ts';
import { xdebugOn } from './xdebug-on.ts';

const find = (...request_profiles: ReturnType<typeof profileOf>[]) =>
  xdebugOn.find({ snapshot: snapshot({ request_profiles }), queries: [] });
const at = (second: number) => ({ started_at: `2026-11-15T16:00:0${second}.100Z` });
const traced = profileOf('/srv/index.php', [['{main}', 1, 100]], {
  kind: 'cachegrind',
  started_at: '2026-11-15T16:00:01.000Z',
});

test('requests timed while Xdebug wrote a profile were timed with Xdebug', () => {
  expect(find(traced, timing('/', 90, at(1)))).toMatchObject({
    type: 'xdebug_on',
    severity: 'P2',
    metrics: { timed_requests: 1 },
  });
});

test('a profile of Xdebug made separately from the timings is not reported', () => {
  expect(find(traced, timing('/', 90, at(5)))).toBeNull();
  expect(find(traced)).toBeNull();
});

test("a function of Xdebug in another profiler's report proves that it is on", () => {
  const found = find(profileOf('GET /', [['index.php', 1, 50, ['xdebug_is_debugger_active', 1, 0.1]]]));
  expect(found!.impact_summary).toContain('xdebug_is_debugger_active() exists only where Xdebug is loaded');
});
