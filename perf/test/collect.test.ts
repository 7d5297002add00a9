import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, type Json, newFolder, SECRET, slowLog, spxPair } from './program.ts';

let server: Server;
let origin: string;
const seen: { method: string | undefined; url: string | undefined; headers: IncomingHttpHeaders }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push({ method: request.method, url: request.url, headers: request.headers });
    if (request.url?.startsWith('/slow')) return;
    if (request.url?.startsWith('/moved')) response.writeHead(302, { location: 'http://elsewhere.invalid/' });
    response.end('hello');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function place() {
  const folder = newFolder();
  const spx = join(folder, 'spx');
  mkdirSync(join(spx, 'deep'), { recursive: true });
  spxPair(spx, gzipSync);
  spxPair(join(spx, 'deep'), gzipSync, 2);
  writeFileSync(join(spx, 'notes.php'), '<?php');
  symlinkSync(spx, join(spx, 'loop'));
  symlinkSync('/etc/passwd', join(spx, 'spx-full-20260101_000000-h-1-2.json'));
  return { folder, home: join(folder, 'home'), spx, log: slowLog(folder) };
}

const params = (at: ReturnType<typeof place>, more: object = {}) => ({
  spx_dirs: [at.spx],
  slow_log_path: at.log,
  base_url: `http://admin:${SECRET}@${origin}`,
  url_paths: [`/shop?token=${SECRET}`, '/moved'],
  headers: { 'x-request-id': 'r1', authorization: `Bearer ${SECRET}` },
  headers_allowlist: ['X-Request-Id'],
  sample_count: '2',
  warmup_count: 1,
  ...more,
});

describe('a collection', () => {
  test('holds pairs, log and timings, sends only allowed headers, writes no secret, and can be ingested', async () => {
    const at = place();
    seen.length = 0;
    const [answer] = await ask(at.home, {
      id: 1,
      method: 'collect.run',
      params: { ...params(at), correlation_id: 'col-1' },
    });
    const { bundle_dir: dir, bundle_id: id, artifact_counts: counts } = answer!.result;
    expect(id).toMatch(/^bundle_\d{8}_\d{6}_[0-9a-f]{10}$/);
    // Two pairs: neither the PHP file nor anything behind a symlink.
    expect(counts).toEqual({ spx_files: 4, inventory_items: 5, timing_samples: 4 });
    expect(readdirSync(join(dir, 'raw/spx')).toSorted()).toEqual(
      ['', '_1'].flatMap((n) => ['json', 'txt.gz'].map((half) => `spx-full-20260216-web1-4242-runA${n}.${half}`)),
    );
    expect(seen).toHaveLength(6);
    for (const { method, headers } of seen) {
      expect(method).toBe('GET');
      expect(headers).toMatchObject({ 'x-request-id': 'r1', connection: 'close' });
      expect(headers.authorization).toBeUndefined();
    }
    const written = ['manifest.json', 'timings.json'].map((name) => readFileSync(join(dir, name), 'utf8')).join('');
    expect(written).not.toContain(SECRET);
    expect(written).not.toContain('admin');
    const timings = JSON.parse(readFileSync(join(dir, 'timings.json'), 'utf8')) as { requests: Json[] };
    expect(timings.requests.map(({ sample_id, route, status }) => [sample_id, route, status])).toEqual([
      ['timing-000001', '/shop?…', 200],
      ['timing-000002', '/shop?…', 200],
      ['timing-000003', '/moved', 302],
      ['timing-000004', '/moved', 302],
    ]);
    const [first] = timings.requests;
    expect(first!.raw_timings.connect_ms).toBeGreaterThan(0);
    expect(first!.ttfb_ms).toBeLessThanOrEqual(first!.wall_ms);

    const [ingested] = await ask(at.home, { id: 2, method: 'ingest.bundle', params: { bundle_dir: dir } });
    expect(ingested!.result.counts).toEqual({ endpoints: 3, queries: 1, spans: 4 });

    writeFileSync(join(dir, 'raw/slowlog/slow.log'), 'changed');
    const [refused] = await ask(at.home, { id: 3, method: 'ingest.bundle', params: { bundle_dir: dir } });
    expect(refused!.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { errors: [{ message: expect.stringContaining('has changed') }] },
    });
  });

  test('a probe that gets no answer is a failure with a reason, and the bundle is made all the same', async () => {
    const at = place();
    const [answer] = await ask(at.home, {
      id: 1,
      method: 'collect.run',
      params: params(at, { url_paths: ['/slow'], timeout_ms: 200, sample_count: 1, warmup_count: 0 }),
    });
    const timings = JSON.parse(readFileSync(answer!.result.timings_path, 'utf8')) as { requests: unknown[] };
    expect(timings.requests).toMatchObject([{ ttfb_ms: null, status: null, error: { code: 'timeout' } }]);
  });

  test('retention of the run keeps only so many bundles', async () => {
    const at = place();
    const quick = { url_paths: ['/'], sample_count: 1, warmup_count: 0, retention: { keep_last_n: 1 } };
    await ask(at.home, { id: 1, method: 'collect.run', params: params(at, quick) });
    const [last] = await ask(at.home, { id: 2, method: 'collect.run', params: params(at, quick) });
    expect(readdirSync(join(at.home, 'bundles'))).toEqual([last!.result.bundle_id]);
  });

  test('other hosts, ranges, folders outside and symlinks are refused, all at once, and nothing is left behind', async () => {
    const at = place();
    mkdirSync(join(at.home, 'bundles/there'), { recursive: true });
    symlinkSync(at.folder, join(at.home, 'bundles/out'));
    const faults = async (more: object) => {
      const [answer] = await ask(at.home, { id: 1, method: 'collect.run', params: params(at, more) });
      expect(answer!.error.code).toBe('VALIDATION_ERROR');
      return answer!.error.details.errors.map((one: { path: string }) => one.path) as string[];
    };
    expect(await faults({ url_paths: ['http://evil.invalid/', '//evil.invalid', '/\\evil.invalid', 'x'] })).toEqual([
      'url_paths.0',
      'url_paths.1',
      'url_paths.2',
      'url_paths.3',
    ]);
    expect(await faults({ sample_count: 21 })).toEqual(['sample_count']);
    expect(await faults({ spx_dirs: ['/nope'], slow_log_path: '/nope', base_url: 'file:///etc' })).toEqual([
      'base_url',
      'spx_dirs.0',
      'slow_log_path',
    ]);
    for (const dir of ['.', '..', '../../x', 'there', 'out', 'out/x', '/tmp/elsewhere'])
      expect(await faults({ output_dir: dir })).toEqual(['output_dir']);
    expect(readdirSync(join(at.home, 'bundles')).toSorted()).toEqual(['out', 'there']);
  });
});
