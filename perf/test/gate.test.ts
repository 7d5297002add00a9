// Budgets, merges and trends from the shell, as a build server and a person use them.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, test } from 'vitest';
import { ask, type Json, newFolder, nodeArgs, run, slowLog, spxPair } from './program.ts';

function timings(folder: string, name: string, ms: number, host = 0): string {
  const path = join(folder, name);
  const requests = Array.from({ length: 10 }, (_, i) => ({
    route: '/shop?page=3',
    status: 200,
    started_at: new Date(1_700_000_000_000 + host * 3_600_000 + i * 3000).toISOString(),
    ended_at: new Date(1_700_000_000_000 + host * 3_600_000 + i * 3000 + ms).toISOString(),
    ttfb_ms: ms / 2,
    wall_ms: ms + i,
    mem_mb: 20,
  }));
  writeFileSync(path, JSON.stringify({ format: 'ttfb_timings', version: 'collector-v1', requests }));
  return path;
}

async function ingested(home: string, ...files: string[]): Promise<string> {
  const { out } = await run(['ingest', ...files, '--json'], { home });
  return (JSON.parse(out) as { normalized_snapshot_id: string }).normalized_snapshot_id;
}

describe('check', () => {
  test('prints what is over in each format, with exit code 1, and 0 when all is kept', async () => {
    const folder = newFolder();
    const home = join(folder, 'home');
    const id = await ingested(home, slowLog(folder), timings(folder, 't.json', 400));
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
    const [answer] = await ask(home, { id: 1, method: 'budgets.check', params: { snapshot_id: id } });
    expect(answer!.error.message).toContain('There are no budgets');
    expect((await run(['check'], { home, env: config('budgets:\n  "*":\n    endpoint_p95_ms: 500\n') })).code).toBe(0);
  });

  test('an unknown limit is named, with exit code 2', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'c.yaml'), 'budgets:\n  /shop/*:\n    max_queries: 3\n');
    const refused = await run(['check'], {
      home: join(folder, 'home'),
      env: { MCP_PERF_CONFIG: join(folder, 'c.yaml') },
    });
    expect(refused.code).toBe(2);
    expect(refused.err).toContain('unknown limit max_queries; the limits are queries_per_request');
  });
});

test("merge takes ids and another machine's folder, and the result is a snapshot like any other", async () => {
  const folder = newFolder();
  const [here, there] = [join(folder, 'here'), join(folder, 'there')];
  const files = [slowLog(folder, 'a.log', 0.1), slowLog(folder, 'b.log', 0.3)];
  const one = await ingested(here, files[0]!);
  const two = await ingested(there, files[1]!);
  mkdirSync(join(folder, 'copied'));
  cpSync(join(there, 'snapshots', `snapshot_${two}`), join(folder, 'copied'), { recursive: true });
  const merged = await run(['merge', one.slice(0, 6), join(folder, 'copied'), '--json'], { home: here });
  const { normalized_snapshot_id: id, merged_from: parts } = JSON.parse(merged.out) as Json;
  expect(parts).toEqual([one, two]);
  const together = await ingested(join(folder, 'together'), ...files);
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
    await ingested(home, timings(folder, 'a.json', 100), slowLog(folder, 'a.log', 0.1)),
    await ingested(home, timings(folder, 'b.json', 200), slowLog(folder, 'b.log', 0.3)),
  ];
  const { json, text } = spxPair(folder, gzipSync);
  ids.push(await ingested(home, json, text));
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
  expect(await run(['trend'], { home })).toMatchObject({ code: 2, err: expect.stringContaining('Name one thing') });
});

/** As a client sees it: a field that holds nothing is not there. */
function withoutNulls(value: unknown): Json {
  return JSON.parse(JSON.stringify(value, (_, each: unknown) => (each === null ? undefined : each))) as Json;
}

test('an assistant gets the first findings in little room, and everything when it asks', async () => {
  const folder = newFolder();
  const home = join(folder, 'home');
  const { json, text } = spxPair(folder, gzipSync);
  const id = await ingested(home, json, text, slowLog(folder), timings(folder, 't.json', 4000));
  const client = new Client({ name: 'tester', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: nodeArgs,
      env: { PATH: process.env.PATH ?? '', MCP_PERF_HOME: home },
    }),
  );
  try {
    const call = async (args: Record<string, unknown>) =>
      (await client.callTool({ name: 'analysis_run', arguments: { snapshot_id: id, ...args } })) as Json;
    const concise = await call({ top_n: 20 });
    // Three characters a token is less than any JSON needs.
    expect(concise.content[0].text.length / 3).toBeLessThan(1500);
    expect(JSON.stringify(concise.structuredContent).length / 3).toBeLessThan(1500);
    expect(concise.structuredContent.findings[0]).toMatchObject({ severity: 'P0', title: expect.any(String) });
    for (const finding of concise.structuredContent.findings) expect(finding.evidence.length).toBeGreaterThan(0);
    expect(JSON.stringify(concise)).not.toMatch(/\(\d+ characters\)/);
    const [whole] = await ask(home, { id: 1, method: 'analysis.run', params: { snapshot_id: id, top_n: 20 } });
    const details = await call({ top_n: 20, details: true });
    // Over MCP rows have no nulls, the fields that others wrote are named first, and their long texts stand between marks.
    const { foreign, ...told } = details.structuredContent as Json;
    expect(foreign).not.toEqual([]);
    const plain = JSON.parse(JSON.stringify(told).replaceAll(/⟦\/?foreign⟧/g, '')) as Json;
    expect({ ...plain, correlation_id: '' }).toEqual({ ...withoutNulls(whole!.result), correlation_id: '' });
    expect(whole!.result.aggregates.top_queries[0].evidence.length).toBeGreaterThan(0);
    const trend = (await client.callTool({ name: 'runs_trend', arguments: { endpoint: '/shop?page=?' } })) as Json;
    expect(trend.structuredContent.points).toHaveLength(1);
  } finally {
    await client.close();
  }
});
