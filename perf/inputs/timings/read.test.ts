import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { casePath } from '../../test/cases.ts';
import { readTimings } from './read.ts';

const json = (...requests: object[]) =>
  Buffer.from(JSON.stringify({ format: 'ttfb_timings', version: 'collector-v1', requests }));
const profiles = (bytes: Buffer, name = 't.json') => {
  const result = readTimings(name, bytes);
  return result.ok ? result.timings.profiles : [];
};

describe('timings', () => {
  test('numbers may be strings, the endpoint is the route, and its query retains only the names', () => {
    expect(profiles(json({ route: '/a?p=12&token=x', url: 'http://h/b', wall_ms: '12.5', ttfb_ms: 3 }))).toMatchObject([
      { endpoint: '/a?p=?&…', wall_ms: 12.5, ttfb_ms: 3, error: null },
    ]);
    expect(profiles(json({ url: 'http://user:pw@h/b?x=1', wall_ms: 1 }))[0]!.endpoint).toBe('http://h/b?x=?');
    expect(profiles(json({ wall_ms: 1 }))[0]!.endpoint).toBe('unknown_endpoint');
  });

  test('a failed probe has no times, whatever it recorded', () => {
    const [failed, empty] = profiles(
      json({ route: '/a', wall_ms: 3000, error: { code: 'timeout', message: 'token=abc' } }, { route: '/b' }),
    );
    expect(failed).toMatchObject({ wall_ms: null, error: { code: 'timeout', message: 'token=[REDACTED]' } });
    expect(empty).toMatchObject({ wall_ms: null, error: { code: 'no_timing' } });
  });

  test('CSV rows of six fields are read, others are counted as skipped', () => {
    const csv = 'url,route,ttfb_ms,wall_ms,cpu_ms,mem_mb\nhttp://h/,/,1,2,,\n"http://h/,x","/q",5,6,7,8\nbroken\n';
    const result = readTimings('t.csv', Buffer.from(csv));
    expect(result).toMatchObject({ ok: true, timings: { version: 'csv-v1', skippedRows: 1 } });
    expect(profiles(Buffer.from(csv), 't.csv')).toMatchObject([
      {
        endpoint: '/',
        wall_ms: 2,
        cpu_ms: null,
        evidence: [{ record_id: 'timings-csv:2', line_range: { start: 2, end: 2 } }],
      },
      { endpoint: '/q', wall_ms: 6, mem_mb: 8 },
    ]);
  });

  test('the real measurements say the same as JSON and as CSV', (context) => {
    const [a, b] = ['wp-timings.json', 'wp-timings.csv'].map((name) =>
      profiles(readFileSync(casePath(context, 'timings', name)), name),
    );
    const times = (list: ReturnType<typeof profiles>) =>
      list.map(({ endpoint, wall_ms, ttfb_ms }) => [endpoint, wall_ms, ttfb_ms]);
    expect(times(a!)).toHaveLength(32);
    expect(times(a!)).toEqual(times(b!));
  });

  test('damaged files are refused or read, and never throw', (context) => {
    const files = ['wp-timings.json', 'wp-timings.csv'].map((name) => readFileSync(casePath(context, 'timings', name)));
    fc.assert(
      fc.property(
        fc.constantFrom(...files),
        fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 12 }),
        fc.nat(),
        (file, damage, cut) => {
          const bytes = Buffer.from(file);
          for (const [at, byte] of damage) bytes[at % bytes.length] = byte;
          const result = readTimings('x', bytes.subarray(0, cut % 3 === 0 ? cut % bytes.length : bytes.length));
          expect(typeof result.ok).toBe('boolean');
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('an HTTP archive', () => {
  const entry = (url: string, status: number, time: number, more: object = {}) => ({
    startedDateTime: '2026-11-15T10:00:00.000Z',
    time,
    request: { method: 'GET', url },
    response: { status },
    timings: { blocked: 1, dns: -1, connect: 10, ssl: 6, send: 0, wait: 80, receive: time - 91 },
    ...more,
  });
  const archive = (...entries: object[]) =>
    readTimings('/x/page.har', Buffer.from(JSON.stringify({ log: { version: '1.2', entries } })));

  test('is timings: each entry a request, its first byte the phases before it, its values gone', () => {
    const result = archive(
      entry('https://me:secret@shop.example/list?token=abc', 200, 120),
      entry('https://shop.example/order', 201, 300, { request: { method: 'POST', url: 'https://shop.example/order' } }),
    );
    expect(result).toMatchObject({
      ok: true,
      timings: {
        version: 'har-1.2',
        profiles: [
          {
            endpoint: expect.stringMatching(/^https:\/\/shop\.example\/list\?/),
            status: 200,
            wall_ms: 120,
            ttfb_ms: 91,
          },
          { endpoint: 'POST https://shop.example/order', status: 201, wall_ms: 300 },
        ],
        windows: [{ startUs: 1794736800000000, endUs: 1794736800120000 }, {}],
      },
    });
    expect(JSON.stringify(result)).not.toMatch(/secret|abc/);
  });

  test('counts an entry without a response as failed, never as quick', () => {
    expect(archive(entry('https://shop.example/', 0, 0.1))).toMatchObject({
      timings: { profiles: [{ wall_ms: null, ttfb_ms: null, error: { code: 'no_answer' } }] },
    });
  });
});
