import { describe, expect, test } from 'vitest';
import type { RequestProfile, Snapshot } from '../model/snapshot.ts';
import { normal, query, randomOf, snapshotOf, timing, timings, traffic } from '../test/made.ts';
import type { Change } from './change.ts';
import { compareSnapshots } from './compare.ts';

const compare = (before: Partial<Snapshot>, after: Partial<Snapshot>) =>
  compareSnapshots([snapshotOf(before)], [snapshotOf(after)]);
const brief = (changes: readonly Change[]) =>
  changes.map(({ kind, metric, baseline, candidate }) => [kind, metric, baseline, candidate]);
const steady = (endpoint: string, ms: number, more: Partial<RequestProfile> = {}) =>
  timings(10, endpoint, (i) => ms + (i % 3), more);

describe('a release that fails', () => {
  test('answers 500 faster than it ever answered, and does not pass', () => {
    const result = compare(
      { request_profiles: steady('/', 300) },
      { request_profiles: steady('/', 5, { status: 500 }) },
    );
    expect(result.has_regressions).toBe(true);
    expect(brief(result.regressions)).toEqual([['endpoint', 'status', 200, 500]]);
    expect(result.failures).toEqual([{ endpoint: '/', status: 500, baseline: 0, candidate: 10 }]);
    expect(result.improvements).toEqual([]);
    expect(result.faster).toEqual([]);
  });

  test('one failing answer among many fast ones is enough, and the fast ones are no improvement', () => {
    const result = compare(
      { request_profiles: steady('/', 300) },
      { request_profiles: [...steady('/', 30), timing('/', 2, { status: 503 })] },
    );
    expect(brief(result.regressions)).toEqual([['endpoint', 'status', 200, 503]]);
    expect(result.improvements).toEqual([]);
  });

  test('a probe without an answer is a failure, also of a page that is new', () => {
    const error = { code: 'timeout', message: 'no answer' };
    const result = compare(
      { request_profiles: steady('/', 300) },
      { request_profiles: [...steady('/', 300), timing('/new', null, { status: null, error })] },
    );
    expect(result.failures).toEqual([{ endpoint: '/new', status: 'timeout', baseline: 0, candidate: 1 }]);
    expect(brief(result.regressions)).toEqual([['endpoint', 'status', null, 'timeout']]);
  });

  test('a page that now redirects or is not found has changed, however fast it is', () => {
    for (const status of [302, 404]) {
      const result = compare({ request_profiles: steady('/', 300) }, { request_profiles: steady('/', 3, { status }) });
      expect(brief(result.regressions)).toEqual([['endpoint', 'status', 200, status]]);
      expect(result.improvements).toEqual([]);
    }
  });

  test('an endpoint that failed before and answers now is an improvement; one that still fails is unchanged', () => {
    const failing = steady('/', 5, { status: 500 });
    const fixed = compare({ request_profiles: failing }, { request_profiles: steady('/', 300) });
    expect(fixed.has_regressions).toBe(false);
    expect(brief(fixed.improvements)).toEqual([['endpoint', 'status', 500, 200]]);
    const same = compare(
      { request_profiles: failing },
      { request_profiles: steady('/', 5, { status: 500, cpu_ms: 1 }) },
    );
    expect(same.has_regressions).toBe(false);
    expect(same.failures).toEqual([{ endpoint: '/', status: 500, baseline: 10, candidate: 10 }]);
  });
});

describe('a release that adds work', () => {
  const page = { request_profiles: steady('/', 300) };
  const runs = (count: number, ms: number) => Array.from({ length: count }, () => ms);

  test('an N+1 is a new class of 40 cheap runs per request', () => {
    const result = compare(page, { ...page, db_query_samples: [query('select n', runs(400, 0.01), '/')] });
    expect(brief(result.regressions)).toEqual([['query', 'runs_per_request', 0, 40]]);
    expect(result.regressions[0]).toMatchObject({ name: 'select n', endpoint: '/', regression: true });
    expect(result.new).toHaveLength(1);
  });

  test('a slow new query is a regression, also when no request is known to have caused it', () => {
    const result = compare(page, { ...page, db_query_samples: [query('select slow', [2700])] });
    expect(brief(result.regressions)).toEqual([['query', 'total_ms_per_request', 0, 270]]);
  });

  test('one query more in every request is a change of the code, however quick', () => {
    const result = compare(page, { ...page, db_query_samples: [query('select small', runs(10, 0.01), '/')] });
    expect(brief(result.regressions)).toEqual([['query', 'runs_per_request', 0, 1]]);
  });

  test('a little new work that not every request does is named as new and passes', () => {
    const result = compare(page, { ...page, db_query_samples: [query('select small', runs(13, 1), '/')] });
    expect(result.has_regressions).toBe(false);
    expect(result.new).toMatchObject([{ name: 'select small', regression: false }]);
  });

  test('5 % of a fast page count as much as 5 ms of a slow one', () => {
    const fast = { request_profiles: steady('/', 40) };
    const more = { ...fast, db_query_samples: [query('select small', runs(13, 2), '/')] };
    expect(brief(compare(fast, more).regressions)).toEqual([['query', 'total_ms_per_request', 0, 2.6]]);
  });

  test('where requests differ among themselves, four runs more pass, five do not', () => {
    const of = (count: number) => ({ ...page, db_query_samples: [query('select a', runs(count, 0.01), '/')] });
    expect(compare(of(103), of(143)).has_regressions).toBe(false);
    expect(brief(compare(of(103), of(153)).regressions)).toEqual([['query', 'runs_per_request', 10.3, 15.3]]);
    expect(brief(compare(of(150), of(100)).improvements)).toEqual([['query', 'runs_per_request', 15, 10]]);
  });

  test('what is gone is reported and is not a regression', () => {
    const result = compare({ ...page, db_query_samples: [query('select old', runs(400, 1), '/')] }, page);
    expect(result.has_regressions).toBe(false);
    expect(result.gone).toMatchObject([{ name: 'select old', candidate: 0, candidate_ms: null, change: null }]);
  });

  test('without requests the work is given per minute of the log, and the comparison says so', () => {
    const of = (ms: number) => ({ db_query_samples: [query('select a', runs(100, ms))] });
    const result = compare(of(10), of(30));
    expect(result.basis).toBe('minute');
    expect(result.notes.join(' ')).toContain('per minute of the log');
    expect(brief(result.regressions)).toEqual([['query', 'total_ms_per_minute', 100, 300]]);
  });

  test('memory counts', () => {
    const of = (mb: number) => ({ request_profiles: steady('/', 300, { mem_mb: mb }) });
    expect(brief(compare(of(20), of(40)).regressions)).toEqual([['endpoint', 'mem_mb', 20, 40]]);
    expect(compare(of(20), of(20.5)).has_regressions).toBe(false);
  });

  test('a new function of a profiled page counts like a new query', () => {
    const span = (label: string, self_ms: number) => ({
      type: 'php' as const,
      label,
      calls: 1,
      max_cycle_depth: 0,
      self_ms,
      total_ms: self_ms,
      metrics: {},
      evidence: [],
    });
    const of = (...spans: ReturnType<typeof span>[]) => ({
      request_profiles: [timing('GET /', 300, { kind: 'spx', status: null, spans })],
    });
    const result = compare(of(span('main', 10)), of(span('main', 10), span('slow', 80), span('quick', 1)));
    expect(brief(result.regressions)).toEqual([['span', 'self_ms', null, 80]]);
    // A page that was not profiled again has not lost its functions.
    const other = {
      request_profiles: [timing('GET /other', 9, { kind: 'spx', status: null, spans: [span('main', 9)] })],
    };
    const apart = compare(of(span('main', 10)), other);
    expect([...apart.new, ...apart.gone].filter(({ kind }) => kind === 'span')).toEqual([]);
  });
});

describe('work that adds up, slow tails and missing data', () => {
  const page = { request_profiles: steady('/', 300) };

  test('eight new classes of four runs each are 32 statements more, though none is a regression alone', () => {
    const classes = Array.from({ length: 8 }, (_, i) =>
      query(
        `select small ${i}`,
        Array.from({ length: 43 }, () => 0.01),
        '/',
      ),
    );
    const result = compare(page, { ...page, db_query_samples: classes });
    expect(brief(result.regressions)).toEqual([['endpoint', 'statements_per_request', 0, 34.4]]);
  });

  test('nine of twenty requests twenty times slower do not pass', () => {
    const twenty = (factor: number) => ({
      request_profiles: timings(20, '/', (i) => (300 + (i % 3)) * (i % 20 < 9 ? factor : 1)),
    });
    expect(brief(compare(twenty(1), twenty(20)).regressions)).toMatchObject([['endpoint', 'wall_ms_p95', 302, 6040]]);
    expect(compare(twenty(1), twenty(1)).has_regressions).toBe(false);
  });

  test('an endpoint that is no longer requested, a forgotten log and a page of errors do not pass', () => {
    const source = (type: 'mysql_slow_log' | 'ttfb_timings') => ({
      path: '/x',
      type,
      version: '1',
      sha256: type,
      size_bytes: 1,
      hints: {},
    });
    const both = [...steady('/', 300), ...steady('/old', 20)];
    const gone = compare({ request_profiles: both }, page);
    expect(gone).toMatchObject({ verdict: 'cannot_judge', missing: [{ what: 'endpoint', name: '/old' }] });
    const forgotten = compare(
      { ...page, sources: [source('ttfb_timings'), source('mysql_slow_log')] },
      { ...page, sources: [source('ttfb_timings')] },
    );
    expect(forgotten).toMatchObject({ verdict: 'cannot_judge', missing: [{ what: 'input', side: 'candidate' }] });
    const errors = { request_profiles: steady('/', 3, { status: 404 }) };
    expect(compare(errors, errors)).toMatchObject({
      verdict: 'cannot_judge',
      missing: [{ what: 'answers', name: '/' }],
    });
  });

  test('an empty log does not pass, nor do missing profiles and traffic', () => {
    const of = (type: 'mysql_slow_log' | 'access_log') => ({
      sources: [{ path: '/x', type, version: '1', sha256: type, size_bytes: 1, hints: {} }],
    });
    const silent = compare(
      { ...page, ...of('mysql_slow_log'), db_query_samples: [query('select 1', [1, 1], '/')] },
      { ...page, ...of('mysql_slow_log') },
    );
    expect(silent).toMatchObject({
      verdict: 'cannot_judge',
      missing: [{ what: 'input', side: 'candidate', name: 'a database log' }],
    });
    const profileOf = (endpoint: string) => timing(endpoint, 300, { kind: 'spx' });
    const gone = compare(
      {
        request_profiles: [
          ...page.request_profiles,
          profileOf('GET /'),
          profileOf('GET /old'),
          profileOf('spx://h/1/2'),
        ],
      },
      page,
    );
    expect(gone.missing.map(({ name }) => name)).toEqual(['GET /old']);
    const hits = (counts: Readonly<Record<string, number>>) => ({
      ...of('access_log'),
      endpoint_samples: Object.entries(counts).map(([endpoint, count]) => traffic(endpoint, count)),
    });
    const quieter = compare(hits({ '/': 1000, '/order': 60, '/rare': 3 }), hits({ '/': 500 }));
    expect(quieter).toMatchObject({ verdict: 'cannot_judge', missing: [{ what: 'endpoint', name: '/order' }] });
    expect(compare(hits({ '/': 9 }), hits({})).missing).toMatchObject([{ what: 'input', name: 'an access log' }]);
  });

  test('a new endpoint of ten seconds is a regression, a quick one is only new', () => {
    const slow = compare(page, { request_profiles: [...steady('/', 300), ...steady('/new', 10_000)] });
    expect(brief(slow.regressions)).toEqual([['endpoint', 'wall_ms_p50', null, 10_001]]);
    const quick = compare(page, { request_profiles: [...steady('/', 300), ...steady('/new', 20)] });
    expect(quick).toMatchObject({ verdict: 'pass', summary: { new: 1 } });
  });
});

describe('noise', () => {
  /** Three endpoints, 10 to 40 requests each, log-normal noise of 5 %. */
  const measure = (random: () => number, factor: number, runs = 1): Partial<Snapshot> => ({
    request_profiles: [60, 180, 700].flatMap((ms, endpoint) =>
      Array.from({ length: 10 + Math.floor(random() * 31) }, (_, i) =>
        timing(`/${endpoint}`, ms * factor * Math.exp(0.05 * normal(random)), { source_sha256: String(i % runs) }),
      ),
    ),
  });
  const seeds = Array.from({ length: 100 }, (_, i) => i + 1);

  test.for([1, 3])('with %i runs a side: nothing in a hundred A/A comparisons, and +20 % in 95', (runs) => {
    const alarms = seeds.filter((seed) => {
      const random = randomOf(seed);
      const { slower, faster } = compare(measure(random, 1, runs), measure(random, 1, runs));
      return slower.length + faster.length > 0;
    });
    const found = seeds.filter((seed) => {
      const random = randomOf(seed);
      return compare(measure(random, 1, runs), measure(random, 1.2, runs)).regressions.length === 3;
    });
    expect(alarms).toEqual([]);
    expect(found.length).toBeGreaterThanOrEqual(95);
  });

  // The default of `collect`.
  test('with three requests a side: no alarm in a hundred A/A comparisons, and twice the time in all of them', () => {
    const three = (random: () => number, factor: number): Partial<Snapshot> => ({
      request_profiles: [60, 180, 700].flatMap((ms, endpoint) =>
        timings(3, `/${endpoint}`, () => ms * factor * Math.exp(0.05 * normal(random))),
      ),
    });
    const regressions = (factor: number) =>
      seeds.map((seed) => {
        const random = randomOf(seed);
        return compare(three(random, 1), three(random, factor)).regressions.length;
      });
    expect(regressions(1).filter((count) => count > 0)).toEqual([]);
    expect(regressions(2).filter((count) => count < 3)).toEqual([]);
  });

  test('a machine whose runs differ by a quarter needs more than that to call a release slow', () => {
    const run = (factor: number, id: string) => ({
      id,
      request_profiles: timings(30, '/', (i) => factor * (200 + (i % 7)), { source_sha256: id }),
    });
    const [a, b, slower] = [run(1, 'a'), run(1.25, 'b'), run(1.29, 'c')].map(snapshotOf);
    expect(compareSnapshots([a!], [slower!]).has_regressions).toBe(true);
    const careful = compareSnapshots([a!, b!], [slower!]);
    expect(careful.has_regressions).toBe(false);
    expect(careful.noise.learnt_from).toBe('2 runs of the baseline');
  });

  test('a class must stand out from how far all classes moved without a change', () => {
    const random = randomOf(7);
    const page = timings(10, '/', () => 300);
    // Twenty classes whose averages wander by a tenth, as after a restart of the database.
    const wandering = (twice: number) => ({
      request_profiles: page,
      db_query_samples: Array.from({ length: 20 }, (_, i) => {
        const ms = 20 * Math.exp(0.1 * normal(random)) * (i === twice ? 3 : 1);
        return query(
          `select ${i}`,
          Array.from({ length: 50 }, () => ms * Math.exp(0.05 * normal(random))),
          '/',
        );
      }),
    });
    expect(compare(wandering(-1), wandering(-1)).has_regressions).toBe(false);
    expect(compare(wandering(-1), wandering(4)).regressions.map(({ name }) => name)).toEqual(['select 4']);
  });

  test('functions of a single profile are only compared beyond what others lost by chance', () => {
    const profile = (random: () => number, slow: number) => {
      const spans = Array.from({ length: 400 }, (_, i) => ({
        type: 'php' as const,
        label: `f${i}`,
        calls: 1,
        max_cycle_depth: 0,
        // Most take next to nothing; the machine hiccups in one of forty.
        self_ms: (i === 3 ? slow : 0.1) + (random() < 0.025 ? 30 * random() : 0),
        total_ms: 1,
        metrics: {},
        evidence: [],
      }));
      return { request_profiles: [timing('GET /', 700, { kind: 'spx', status: null, spans })] };
    };
    const random = randomOf(11);
    const noisy = Array.from(
      { length: 20 },
      () => compare(profile(random, 20), profile(random, 20)).regressions.length,
    );
    expect(noisy.filter((found) => found > 0).length).toBeLessThanOrEqual(1);
    const real = compare(profile(random, 20), profile(random, 150));
    expect(real.regressions.map(({ id }) => id)).toEqual(['GET /|f3']);
  });

  test('each timings file of one snapshot is a run', () => {
    const request_profiles = ['a', 'b'].flatMap((file) => timings(10, '/', () => 100, { source_sha256: file }));
    expect(compare({ request_profiles }, { request_profiles }).noise).toMatchObject({
      baseline_runs: 2,
      candidate_runs: 2,
    });
  });

  test('notes that a single run says nothing about the next', () => {
    expect(compare({ request_profiles: steady('/', 9) }, { request_profiles: steady('/', 9) }).notes.join()).toContain(
      'The baseline is one run',
    );
  });
});

test('a snapshot compared with itself has no changes', () => {
  const same = snapshotOf({
    request_profiles: [...steady('/', 300), timing('/x', null, { status: 500 })],
    db_query_samples: [query('select a', [1, 2, 3], '/'), query('select b', [1])],
  });
  const result = compareSnapshots([same], [same]);
  expect([result.regressions, result.slower, result.faster, result.new, result.gone]).toEqual([[], [], [], [], []]);
});
