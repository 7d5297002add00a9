// Budgets, merges and trends from the shell, as a build server and a person use them.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type Json, newFolder, slowLog, spxPair, timings } from '../test/program.ts';
import { runHere as run } from '../test/shell-here.ts';

async function ingestFiles(home: string, ...files: string[]): Promise<string> {
  const { out } = await run(['ingest', ...files, '--json'], { home });
  return (JSON.parse(out) as { normalized_snapshot_id: string }).normalized_snapshot_id;
}

describe('check', () => {
  test('prints what is over in each format, with exit code 1, and 0 when every limit is met', async () => {
    const folder = newFolder();
    const home = join(folder, 'home');
    const id = await ingestFiles(home, slowLog(folder), timings(folder, 't.json', 400));
    const config = (text: string) => {
      writeFileSync(join(folder, 'budgets.yaml'), text);
      return { MCP_PERF_CONFIG: join(folder, 'budgets.yaml') };
    };
    const tight = config(
      'budgets:\n  /shop*:\n    endpoint_p95_ms: 300\n    queries_per_request: 30\n    memory_mb: 64\n',
    );
    const text = await run(['check'], { home, env: tight });
    expect(text.code).toBe(1);
    expect(text.out).toContain('OVER  /shop?page=?  endpoint_p95_ms: 409 ms for 95 % of requests; allowed 300');
    expect(text.out).toContain('1 of 3 limits are exceeded.');
    const json = await run(['check', id.slice(0, 5), '--format', 'json'], { home, env: tight });
    expect(json.code).toBe(1);
    expect(JSON.parse(json.out)).toMatchObject({
      ok: false,
      over: [{ endpoint: '/shop?page=?', limit: 'endpoint_p95_ms', allowed: 300, value: 409 }],
    });
    const junit = await run(['check', '--format', 'junit'], { home, env: tight });
    expect(junit).toMatchObject({ code: 1, out: expect.stringContaining('<testsuites tests="3" failures="1"') });
    const github = await run(['check', '--format', 'github'], { home, env: tight });
    expect(github).toMatchObject({ code: 1, out: expect.stringMatching(/^::error title=/) });
    const without = await run(['check'], { home, env: config('{}\n') });
    expect(without).toMatchObject({ code: 2, err: expect.stringContaining('There are no budgets') });
    expect((await run(['check'], { home, env: config('budgets:\n  "*":\n    endpoint_p95_ms: 500\n') })).code).toBe(0);
  });

  test('an unknown limit and a pattern without one are named, with exit code 2', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'c.yaml'), 'budgets:\n  /shop/*:\n    max_queries: 3\n');
    const refused = await run(['check'], {
      home: join(folder, 'home'),
      env: { MCP_PERF_CONFIG: join(folder, 'c.yaml') },
    });
    expect(refused.code).toBe(2);
    expect(refused.err).toContain('unknown limit max_queries; the limits are queries_per_request');
    writeFileSync(join(folder, 'c.yaml'), 'budgets:\n  /shop/*: {}\n');
    const empty = await run(['check'], {
      home: join(folder, 'home'),
      env: { MCP_PERF_CONFIG: join(folder, 'c.yaml') },
    });
    expect(empty).toMatchObject({ code: 2, err: expect.stringContaining('sets no limit') });
  });
});

test("merge takes ids and another machine's folder, and the result is a snapshot like any other", async () => {
  const folder = newFolder();
  const [here, there] = [join(folder, 'here'), join(folder, 'there')];
  const files = [slowLog(folder, 'a.log', 0.1), slowLog(folder, 'b.log', 0.3)];
  const one = await ingestFiles(here, files[0]!);
  const two = await ingestFiles(there, files[1]!);
  mkdirSync(join(folder, 'copied'));
  cpSync(join(there, 'snapshots', `snapshot_${two}`), join(folder, 'copied'), { recursive: true });
  const merged = await run(['merge', one.slice(0, 6), join(folder, 'copied'), '--json'], { home: here });
  const { normalized_snapshot_id: id, merged_from: parts } = JSON.parse(merged.out) as Json;
  expect(parts).toEqual([one, two]);
  const together = await ingestFiles(join(folder, 'together'), ...files);
  const rows = async (home: string, of: string) => {
    const { aggregates } = JSON.parse((await run(['analyze', of, '--json'], { home })).out) as Json;
    const [{ count, query_total_time_ms, p50_ms, p95_ms, max_ms }] = aggregates.top_queries;
    return [count, query_total_time_ms, p50_ms, p95_ms, max_ms] as number[];
  };
  expect(await rows(here, id as string)).toEqual(await rows(join(folder, 'together'), together));
  expect(await rows(here, id as string)).toEqual([60, 12_000, 100, 300, 300]);
  const refused = await run(['merge', one, join(folder, 'nothing')], { home: here });
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('has no snapshot.json') });
});

test('trend follows an endpoint, a class and a function, oldest first', async () => {
  const folder = newFolder();
  const home = join(folder, 'home');
  const ids = [
    await ingestFiles(home, timings(folder, 'a.json', 100), slowLog(folder, 'a.log', 0.1)),
    await ingestFiles(home, timings(folder, 'b.json', 200), slowLog(folder, 'b.log', 0.3)),
  ];
  const { json, text } = spxPair(folder, gzipSync);
  ids.push(await ingestFiles(home, json, text));
  const trend = async (...args: string[]) =>
    JSON.parse((await run(['trend', ...args, '--json'], { home })).out) as Json;
  expect((await trend('--endpoint', '/shop?page=?')).points).toMatchObject([
    { snapshot_id: ids[0], value: 104 },
    { snapshot_id: ids[1], value: 204 },
  ]);
  const analysed = JSON.parse((await run(['analyze', ids[0]!, '--json'], { home })).out) as Json;
  const classId = analysed.aggregates.top_queries[0].class_id as string;
  expect((await trend('--class', classId)).points).toMatchObject([{ value: 100 }, { value: 300 }]);
  expect((await trend('--function', 'index.php')).points).toMatchObject([{ snapshot_id: ids[2], value: 100 }]);
  expect((await run(['trend', '--endpoint', '/shop?page=?'], { home })).out).toContain('204 ms');
  expect((await run(['trend', '--endpoint', '/shop?page=?', '--format', 'html'], { home })).out).toContain('<svg');
  expect(await run(['trend', '--endpoint', '/none'], { home })).toMatchObject({
    code: 2,
    err: expect.stringContaining('None of the 3 snapshots holds the endpoint /none'),
  });
  expect(await run(['trend'], { home })).toMatchObject({
    code: 2,
    err: expect.stringContaining('Give exactly one of'),
  });
});
