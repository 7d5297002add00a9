import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, type Json, newFolder, run, SECRET, slowLog, spxPair } from './program.ts';

let server: Server;
let origin: string;
let spxFolder = '';
const KEY = 'dev-7f3a-key';
const seen: { method: string | undefined; url: string | undefined; headers: IncomingHttpHeaders }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push({ method: request.method, url: request.url, headers: request.headers });
    if (request.url?.startsWith('/slow')) return;
    // A host with SPX: the report appears a moment after the answer.
    const cookie = request.headers.cookie ?? '';
    if (cookie.includes('SPX_ENABLED=1') && cookie.includes(`SPX_KEY=${KEY}`))
      setTimeout(() => spxPair(spxFolder, gzipSync), 150);
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

  test('the profiles of its own requests are collected, and the key is never written', async () => {
    const folder = newFolder();
    const home = join(folder, 'home');
    spxFolder = join(folder, 'empty');
    mkdirSync(spxFolder);
    seen.length = 0;
    const args = [
      '--base-url',
      `http://${origin}`,
      '--path',
      '/shop?p=4',
      '--samples',
      '2',
      '--warmups',
      '0',
      '--header',
      'cookie=a=b',
    ];
    const done = await run(['collect', ...args, '--spx-dir', spxFolder, '--spx-key', KEY, '--json'], { home });
    expect(done.code).toBe(0);
    const { bundle_dir: dir, artifact_counts: counts } = JSON.parse(done.out) as Json;
    expect(counts).toEqual({ spx_files: 2, inventory_items: 2, timing_samples: 2 });
    // Measured without the profiler, then once with it.
    expect(seen.map(({ headers }) => headers.cookie)).toEqual([
      'a=b',
      'a=b',
      `a=b; SPX_ENABLED=1; SPX_KEY=${KEY}; SPX_REPORT=full`,
    ]);
    const written = ['manifest.json', 'timings.json'].map((name) => readFileSync(join(dir, name), 'utf8')).join('');
    expect(written).not.toContain(KEY);
    expect(JSON.parse(readFileSync(join(dir, 'timings.json'), 'utf8'))).toMatchObject({
      requests: [{ route: '/shop?p=?' }, { route: '/shop?p=?' }],
    });
    const [ingested] = await ask(home, { id: 1, method: 'ingest.bundle', params: { bundle_dir: dir } });
    expect(ingested!.result.counts).toEqual({ endpoints: 2, queries: 0, spans: 2 });
  });

  test('neither SPX nor a slow log is needed, but an empty list of folders is a mistake', async () => {
    const at = place();
    const plain = { base_url: `http://${origin}`, url_paths: ['/'], sample_count: 1, warmup_count: 0 };
    const [answer, empty, nowhere] = await ask(
      at.home,
      { id: 1, method: 'collect.run', params: plain },
      { id: 2, method: 'collect.run', params: { ...plain, spx_dirs: [] } },
      { id: 3, method: 'collect.run', params: { ...plain, spx_key: KEY } },
    );
    expect(answer!.result.artifact_counts).toEqual({ spx_files: 0, inventory_items: 0, timing_samples: 1 });
    expect(empty!.error).toMatchObject({ code: 'VALIDATION_ERROR', details: { errors: [{ path: 'spx_dirs' }] } });
    expect(nowhere!.error).toMatchObject({ code: 'VALIDATION_ERROR', details: { errors: [{ path: 'spx_dirs' }] } });
    const [ingested] = await ask(at.home, {
      id: 4,
      method: 'ingest.bundle',
      params: { bundle_dir: answer!.result.bundle_dir },
    });
    expect(ingested!.result.counts.endpoints).toBe(1);
  });

  test('folders that stay empty are refused with what to do, and no bundle is left', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'spx'));
    const home = join(folder, 'home');
    const [answer] = await ask(home, {
      id: 1,
      method: 'collect.run',
      params: { base_url: `http://${origin}`, url_paths: ['/'], spx_dirs: [join(folder, 'spx')], sample_count: 1 },
    });
    expect(answer!.error).toMatchObject({ code: 'VALIDATION_ERROR', message: expect.stringContaining('spx_key') });
    expect(readdirSync(join(home, 'bundles'))).toEqual([]);
  });

  test('a probe that gets no answer is a failure with a reason, and the bundle is still made', async () => {
    const at = place();
    const [answer] = await ask(at.home, {
      id: 1,
      method: 'collect.run',
      params: {
        base_url: `http://${origin}`,
        url_paths: ['/slow'],
        timeout_ms: 200,
        sample_count: 1,
        warmup_count: 0,
      },
    });
    const timings = JSON.parse(readFileSync(answer!.result.timings_path, 'utf8')) as { requests: unknown[] };
    expect(timings.requests).toMatchObject([{ ttfb_ms: null, status: null, error: { code: 'timeout' } }]);
  });

  test('retention of the run limits the number of bundles', async () => {
    const at = place();
    // Without a log, whose clock it would have to wait for.
    const quick = {
      base_url: `http://${origin}`,
      url_paths: ['/'],
      sample_count: 1,
      warmup_count: 0,
      retention: { keep_last_n: 1 },
    };
    await ask(at.home, { id: 1, method: 'collect.run', params: quick });
    const [last] = await ask(at.home, { id: 2, method: 'collect.run', params: quick });
    expect(readdirSync(join(at.home, 'bundles'))).toEqual([last!.result.bundle_id]);
  });

  test('other hosts, ranges, folders outside and symlinks are refused, all in one answer, and nothing is left behind', async () => {
    const at = place();
    mkdirSync(join(at.home, 'bundles/there'), { recursive: true });
    symlinkSync(at.folder, join(at.home, 'bundles/out'));
    const outside = ['.', '..', '../../x', 'there', 'out', 'out/x', '/tmp/elsewhere'];
    const refused: readonly (readonly [object, readonly string[]])[] = [
      [
        { url_paths: ['http://evil.invalid/', '//evil.invalid', '/\\evil.invalid', 'x'] },
        ['url_paths.0', 'url_paths.1', 'url_paths.2', 'url_paths.3'],
      ],
      [{ sample_count: 101 }, ['sample_count']],
      [
        { spx_dirs: ['/nope'], slow_log_path: '/nope', base_url: 'file:///etc' },
        ['base_url', 'spx_dirs.0', 'slow_log_path'],
      ],
      ...outside.map((dir) => [{ output_dir: dir }, ['output_dir']] as const),
    ];
    const answers = await ask(
      at.home,
      ...refused.map(([more], id) => ({ id, method: 'collect.run', params: params(at, more) })),
    );
    for (const [id, [, paths]] of refused.entries()) {
      const { error } = answers.find((answer) => answer.id === id)!;
      expect(error.code).toBe('VALIDATION_ERROR');
      expect(error.details.errors.map((one: { path: string }) => one.path)).toEqual(paths);
    }
    expect(readdirSync(join(at.home, 'bundles')).toSorted()).toEqual(['out', 'there']);
  });
});
