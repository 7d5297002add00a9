import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type Config, loadConfig } from '../config/config.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { slowLog, spxPair } from '../test/program.ts';
import { countsOf } from '../model/counts.ts';
import { ingest, type IngestResult } from './ingest.ts';

const START = 1_700_000_000;

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'perf-ingest-'));
}

function ingestPaths(
  paths: readonly string[],
  signal = new AbortController().signal,
  settings: Partial<Config> = {},
): Promise<IngestResult> {
  return ingest(
    paths.map((path) => ({ path })),
    { config: { ...loadConfig({}, tmpdir()), ...settings }, signal, now: () => new Date(0), progress: () => {} },
  );
}

async function snapshotOf(...paths: string[]): Promise<Snapshot> {
  const result = await ingestPaths(paths);
  if (!result.ok) throw new Error(JSON.stringify(result.results));
  return result.snapshot;
}

function timings(folder: string, name: string, ...requests: object[]): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify({ format: 'ttfb_timings', version: 'collector-v1', requests }));
  return path;
}

/** A request that was served while the statements of these seconds ran. */
const requestOf = (route: string, from: number, to: number) => ({
  route,
  status: 200,
  started_at: new Date((START + from) * 1000).toISOString(),
  ended_at: new Date((START + to) * 1000 - 1).toISOString(),
  wall_ms: (to - from) * 1000,
});

describe('ingesting', () => {
  test('links statements to the endpoint that was being served while they ran', async () => {
    const folder = newFolder();
    // Thirty statements, one in each second.
    const log = slowLog(folder);
    const snapshot = await snapshotOf(log, timings(folder, 't.json', requestOf('/a', 0, 10), requestOf('/b', 20, 25)));
    expect(snapshot.db_query_samples[0]!.endpoints).toMatchObject([
      { endpoint: '/a', count: 10, attribution: { certain: 10, shared: 0 }, total_time_ms: 5000 },
      { endpoint: '/b', count: 5, attribution: { certain: 5, shared: 0 } },
    ]);
  });

  test('a statement that ran during requests to two endpoints is certain for neither', async () => {
    const folder = newFolder();
    const snapshot = await snapshotOf(
      slowLog(folder),
      timings(folder, 't.json', requestOf('/a', 0, 10), requestOf('/b', 5, 10)),
    );
    expect(snapshot.db_query_samples[0]).toMatchObject({
      endpoints: [
        { endpoint: '/a', count: 10, attribution: { certain: 5, shared: 5 } },
        { endpoint: '/b', count: 5, attribution: { certain: 0, shared: 5 } },
      ],
      shared: [{ endpoints: ['/a', '/b'], count: 5 }],
    });
  });

  test('the same bytes under two names count once, whatever they are', async () => {
    const folder = newFolder();
    const files = [slowLog(folder), timings(folder, 't.json', requestOf('/a', 0, 1))];
    const { json, text } = spxPair(folder, gzipSync);
    mkdirSync(join(folder, 'copy'));
    const copies = [...files, json, text].map((path) => {
      const copy = join(folder, 'copy', path.split('/').at(-1)!);
      copyFileSync(path, copy);
      return copy;
    });
    const once = await snapshotOf(...files, json, text);
    const twice = await snapshotOf(...files, json, text, ...copies);
    expect(twice.db_query_samples[0]!.count).toBe(once.db_query_samples[0]!.count);
    expect(twice.request_profiles).toHaveLength(once.request_profiles.length);
  });

  test('the same files in another folder are the same snapshot', async () => {
    const [here, there] = [newFolder(), newFolder()];
    expect((await snapshotOf(slowLog(here))).id).toBe((await snapshotOf(slowLog(there, 'other.log'))).id);
    expect((await snapshotOf(slowLog(here))).id).not.toBe((await snapshotOf(slowLog(there, 'x.log', 0.6))).id);
  });

  test('every request knows the file it came from', async () => {
    const folder = newFolder();
    const snapshot = await snapshotOf(
      timings(folder, 'one.json', requestOf('/', 0, 1), requestOf('/', 2, 3)),
      timings(folder, 'two.json', requestOf('/', 4, 5)),
    );
    const hashes = snapshot.request_profiles.map(({ source_sha256: hash }) => hash);
    expect(hashes[0]).toBe(hashes[1]);
    expect(new Set(hashes)).toEqual(new Set(snapshot.sources.map(({ sha256 }) => sha256)));
  });

  test('a profile of Xdebug is of the address in its name, where exactly one endpoint fits it', async () => {
    const folder = newFolder();
    const profile = (address: string) => {
      const path = join(folder, `cachegrind.out.7.${address}`);
      writeFileSync(
        path,
        `version: 1\ncreator: xdebug 3.2.0\ncmd: /srv/index.php\nevents: Time_(10ns) Memory_(bytes)\n\nfl=(1) /srv/index.php\nfn=(1) {main}\n1 ${address.length} 0\n\nsummary: 9 0\n`,
      );
      return path;
    };
    const known = timings(
      folder,
      't.json',
      requestOf('/shop/list', 0, 1),
      requestOf('/a/b', 2, 3),
      requestOf('/a_b', 4, 5),
    );
    const { request_profiles: requests } = await snapshotOf(
      known,
      ...['_shop_list', '_a_b', '_find_q=secret_page=2'].map(profile),
    );
    const profiled = requests.filter(({ kind }) => kind === 'cachegrind').map(({ endpoint }) => endpoint);
    expect(profiled.toSorted()).toEqual(['GET /shop/list', '_a_b', '_find_q=_page=']);
  });

  test('routes of the configuration fold endpoints of every kind, and statements follow', async () => {
    const folder = newFolder();
    const access = join(folder, 'access.log');
    writeFileSync(
      access,
      ['/item/a', '/item/b']
        .map((path) => `1.1.1.1 - - [15/Nov/2026:16:00:00 +0000] "GET ${path} HTTP/1.1" 200 5 "-" "-" 0.01\n`)
        .join(''),
    );
    const files = [slowLog(folder), timings(folder, 't.json', requestOf('/item/a', 0, 10)), access];
    const result = await ingestPaths(files, undefined, { routes: ['/item/{name}'] });
    if (!result.ok) throw new Error(JSON.stringify(result.results));
    const { request_profiles: requests, endpoint_samples: logged, db_query_samples: queries } = result.snapshot;
    expect(requests.map(({ endpoint }) => endpoint)).toEqual(['/item/{name}']);
    expect(logged!.map(({ endpoint, count }) => [endpoint, count])).toEqual([['GET /item/{name}', 2]]);
    expect(queries[0]!.endpoints.map(({ endpoint }) => endpoint)).toEqual(['/item/{name}']);
  });

  test('one bad file among good ones: nothing is ingested, and each has its own result', async () => {
    const folder = newFolder();
    const bad = join(folder, 'bad.txt');
    writeFileSync(bad, 'nothing we know');
    const result = await ingestPaths([slowLog(folder), bad]);
    expect(result.ok).toBe(false);
    if (!result.ok) expect(result.results.map(({ ok }) => ok)).toEqual([true, false]);
  });

  test('a cancelled ingest stops', async () => {
    const folder = newFolder();
    const { json, text } = spxPair(folder, gzipSync);
    await expect(ingestPaths([json, text], AbortSignal.abort())).rejects.toThrow('aborted');
  });

  test('counts are of distinct endpoints, classes and functions', async () => {
    const folder = newFolder();
    const { json, text } = spxPair(folder, gzipSync);
    const snapshot = await snapshotOf(
      json,
      text,
      slowLog(folder),
      timings(folder, 't.json', requestOf('/a', 0, 1), requestOf('/a', 1, 2)),
    );
    expect(countsOf(snapshot)).toEqual({ endpoints: 2, queries: 1, spans: 2 });
  });
});
