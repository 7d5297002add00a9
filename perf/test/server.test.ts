import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { ruleFaults } from '@zorivest/kernel';
import { describe, expect, test } from 'vitest';
import { tools } from '../server/server.ts';
import { ask, type Json, newFolder, nodeArgs, SECRET, slowLog, spxPair } from './program.ts';

function artifacts(folder: string) {
  const { json, text } = spxPair(folder, gzipSync);
  const timings = join(folder, 'timings.json');
  writeFileSync(
    timings,
    JSON.stringify({
      format: 'ttfb_timings',
      version: 'collector-v1',
      requests: [
        {
          route: '/shop',
          url: 'http://web1/shop',
          status: 200,
          started_at: '2023-11-14T22:13:20.000000Z',
          ended_at: '2023-11-14T22:13:22.000000Z',
          ttfb_ms: 1900,
          wall_ms: 2000,
          error: null,
        },
        {
          route: '/shop',
          url: 'http://web1/shop',
          status: null,
          ttfb_ms: null,
          wall_ms: 3000,
          error: { code: 'timeout', message: 'no answer' },
        },
      ],
    }),
  );
  return [json, text, slowLog(folder), timings].map((path) => ({ path }));
}

describe('direct methods, as documented', () => {
  test('from files to a report in one session', async () => {
    const folder = newFolder();
    const home = join(folder, 'home');
    const files = artifacts(folder);
    const [validated, ingested] = await ask(
      home,
      {
        jsonrpc: '2.0',
        id: 'val-1',
        method: 'artifacts.validate',
        params: { correlation_id: 'corr-val-001', artifacts: files },
      },
      {
        jsonrpc: '2.0',
        id: 'ing-1',
        method: 'artifacts.ingest',
        params: { correlation_id: 'corr-ing-001', artifacts: files, environment_hints: { env: 'staging' } },
      },
    );
    expect(validated).toMatchObject({ jsonrpc: '2.0', id: 'val-1', result: { counts: { ok: 4, failed: 0 } } });
    expect(
      validated!.result.results.map((row: Record<string, unknown>) => [row.detected_type, row.detected_version]),
    ).toEqual([
      ['spx', 'spx-json-v2'],
      ['spx', 'spx-text-gz-v1'],
      ['mysql_slow_log', 'mysql-slowlog-v1'],
      ['ttfb_timings', 'collector-v1'],
    ]);
    expect(validated!.result.results[0].metadata).toMatchObject({
      pair_status: 'paired',
      run: { host: 'web1', pid: '4242' },
    });
    expect(ingested!.result).toMatchObject({ counts: { endpoints: 2, queries: 1, spans: 2 } });
    const id = ingested!.result.normalized_snapshot_id as string;
    expect(id).toMatch(/^[0-9a-f]{64}$/);

    const [analysed, reported, again, listed, got] = await ask(
      home,
      {
        id: 'ana-1',
        method: 'analysis.run',
        params: { correlation_id: 'corr-ana-001', normalized_snapshot_id: id, top_n: 5 },
      },
      { id: 'rep-1', method: 'report.export', params: { correlation_id: 'corr-rep-001', snapshot_id: id } },
      { id: 'rep-2', method: 'report.export', params: { snapshot_id: id } },
      { id: 5, method: 'runs.list' },
      { id: 6, method: 'runs.get', params: { snapshot_id: id } },
    );
    expect(analysed!.result).toMatchObject({
      normalized_snapshot_id: id,
      summary: { endpoint_count: 2, query_count: 1, failed_request_count: 1, top_n: 5 },
      correlation_id: 'corr-ana-001',
      ranking_thresholds: { endpoint_ttfb_ms: { P0: 1500, P1: 800, P2: 300, source: 'default_conservative' } },
    });
    expect(analysed!.result.open_questions).toHaveLength(5);
    // The failed probe counts as a failure and not as a time; the statements of those seconds are linked to the endpoint.
    expect(analysed!.result.aggregates.top_endpoints[0]).toMatchObject({
      endpoint: '/shop',
      sample_count: 2,
      failed_count: 1,
      wall_ms: 2000,
      severity: 'P0',
    });
    expect(analysed!.result.aggregates.top_endpoints[0].queries[0]).toMatchObject({ count: 3 });
    expect(analysed!.result.aggregates.top_queries[0]).toMatchObject({
      count: 30,
      query_total_time_ms: 15_000,
      severity: 'P0',
      rows_examined_per_row_sent: 5000,
    });
    for (const finding of analysed!.result.findings) {
      expect(finding.evidence.length).toBeGreaterThan(0);
      expect(finding.recommendations.length).toBeLessThanOrEqual(3);
    }

    expect(reported!.result).toMatchObject({
      normalized_snapshot_id: id,
      correlation_id: 'corr-rep-001',
      report: { snapshot_id: id },
    });
    expect(again!.result.report_id).toBe(reported!.result.report_id);
    const { markdown, markdown_path: path, report_id: reportId } = reported!.result as Record<string, string>;
    expect(path).toBe(join(home, 'reports', `report_${reportId}.md`));
    expect(readFileSync(path!, 'utf8')).toBe(markdown);
    expect(markdown!.match(/^# .*/gm)).toEqual([
      '# Executive Summary',
      '# Thresholds Used',
      '# Observations',
      '# Findings',
      '# Evidence Appendix',
      '# Open Questions',
    ]);
    expect(listed!.result).toMatchObject({
      total: 1,
      runs: [{ snapshot_id: id, environment_hints: { env: 'staging' } }],
    });
    expect(got!.result.sources).toHaveLength(4);

    const everything = [...storedFiles(home)].map((file) => readFileSync(file, 'utf8')).join('\n');
    expect(everything).not.toContain(SECRET);
    expect(everything).toContain('SELECT * FROM users WHERE token = ? AND id = ?');
  });

  test('the same bytes in another folder are the same snapshot, and new hints are stored', async () => {
    const [first, second] = [newFolder(), newFolder()];
    const home = join(first, 'home');
    const answers = await ask(
      home,
      { id: 1, method: 'artifacts.ingest', params: { artifacts: artifacts(first), environment_hints: { env: 'a' } } },
      { id: 2, method: 'artifacts.ingest', params: { artifacts: artifacts(second), environment_hints: { app: 'b' } } },
      { id: 3, method: 'runs.list', params: {} },
    );
    expect(answers[0]!.result.normalized_snapshot_id).toBe(answers[1]!.result.normalized_snapshot_id);
    expect(answers[2]!.result.runs).toMatchObject([{ environment_hints: { env: 'a', app: 'b' } }]);
  });

  test('two processes that ingest at the same time lose nothing', async () => {
    const folder = newFolder();
    const home = join(folder, 'home');
    const logs = Array.from({ length: 4 }, (_, i) => slowLog(folder, `slow-${i}.log`, 0.1 + i));
    await Promise.all(
      logs.map((path) => ask(home, { id: 1, method: 'artifacts.ingest', params: { artifacts: [{ path }] } })),
    );
    const index = JSON.parse(readFileSync(join(home, 'snapshots/index.json'), 'utf8')) as unknown[];
    expect(index).toHaveLength(4);
    expect(
      readdirSync(join(home, 'snapshots')).filter(
        (name) => name.includes('draft') || name.endsWith('.tmp') || name === '.lock',
      ),
    ).toEqual([]);
  });
});

function* storedFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) yield join(entry.parentPath, entry.name);
  }
}

describe('bad input', () => {
  const error = async (request: string | object) => (await ask(join(newFolder(), 'home'), request))[0]!.error as Json;

  test('envelopes are INVALID_REQUEST, and each answer has a correlation id that the same line always gets', async () => {
    const [broken, twice, root, id, params, none] = await ask(
      join(newFolder(), 'home'),
      '{"id":1,',
      '{"id":1,',
      '[]',
      '{"id":1.5,"method":"health.check"}',
      '{"id":1,"method":"health.check","params":[]}',
      '{"id":7,"method":"health.check"}',
    );
    expect([broken, root, id, params].map((answer) => answer!.error?.code)).toEqual(
      Array.from({ length: 4 }, () => 'INVALID_REQUEST'),
    );
    expect(broken!.error.correlation_id).toMatch(/^[0-9a-f]{32}$/);
    expect(twice!.error.correlation_id).toBe(broken!.error.correlation_id);
    expect(none).toMatchObject({ id: 7, result: { status: 'ok' } });
  });

  test('an unknown method names the tool', async () => {
    expect(await error({ id: 1, method: 'nope', params: { correlation_id: 'c' } })).toMatchObject({
      code: 'METHOD_NOT_FOUND',
      message: 'Tool "nope" is not registered.',
      correlation_id: 'c',
      details: { tool: 'nope' },
    });
  });

  test.each([
    ['an unknown parameter', { method: 'analysis.run', params: { snapshot: 'x' } }, 'snapshot'],
    ['no snapshot', { method: 'analysis.run', params: {} }, 'normalized_snapshot_id'],
    ['a path as snapshot id', { method: 'runs.get', params: { snapshot_id: '../../etc' } }, 'normalized_snapshot_id'],
    [
      'an unknown snapshot',
      { method: 'report.export', params: { snapshot_id: 'a'.repeat(64) } },
      'normalized_snapshot_id',
    ],
    [
      'a percentage where a share is asked for',
      { method: 'analysis.compare', params: { baseline_snapshot_id: 'a', candidate_snapshot_id: 'b', min_change: 5 } },
      'min_change',
    ],
    ['no artifacts', { method: 'artifacts.ingest', params: { artifacts: [] } }, 'artifacts'],
    ['a folder that is not a bundle', { method: 'ingest.bundle', params: { bundle_dir: '/' } }, 'bundle_dir'],
  ])('%s is a VALIDATION_ERROR that names it', async (_, request, path) => {
    const { code, details } = await error({ id: 1, ...request });
    expect(code).toBe('VALIDATION_ERROR');
    expect(details.errors.map((one: { path: string }) => one.path)).toContain(path);
  });

  test('when one file is bad nothing is stored, and every file has its result', async () => {
    const folder = newFolder();
    const home = join(folder, 'home');
    const write = (name: string, data: string | Buffer) => {
      writeFileSync(join(folder, name), data);
      return { path: join(folder, name) };
    };
    mkdirSync(join(folder, 'dir'));
    const good = { path: slowLog(folder) };
    const before = statSync(good.path).mtimeMs;
    const [answer] = await ask(home, {
      id: 1,
      method: 'artifacts.ingest',
      params: {
        artifacts: [
          good,
          { path: join(folder, 'missing.log') },
          { path: join(folder, 'dir') },
          write('empty.log', ''),
          write('spx-full-20260101_000000-h-1-2.txt.gz', 'plain text, not gzip'),
          write('timings.json', '{"format":"other"}'),
          write('noise.bin', Buffer.from([0, 255, 1, 254])),
        ],
      },
    });
    const { code, details } = answer!.error;
    expect(code).toBe('VALIDATION_ERROR');
    expect(details.results.map((row: { ok: boolean }) => row.ok)).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(details.results.flatMap((row: { errors: string[] }) => row.errors[0] ?? []).join('\n')).toMatch(
      /not found[\s\S]*directory[\s\S]*empty/,
    );
    // Which formats there are, then why it is none of them.
    expect(details.results[6].errors[0]).toMatch(
      /slow logs, PostgreSQL logs .* SPX .* cachegrind .* access logs .* timings/,
    );
    expect(details.results[6].errors.slice(1).map((text: string) => text.split(':')[0])).toEqual([
      'mysql_slow_log',
      'postgres_log',
      'spx',
      'xdebug_cachegrind',
      'access_log',
      'ttfb_timings',
      'stack_profile',
    ]);
    expect(existsSync(join(home, 'snapshots'))).toBe(false);
    expect(statSync(good.path).mtimeMs).toBe(before);
  });

  test('a gzip log that was cut is read as far as it goes, and says so', async () => {
    const folder = newFolder();
    // Values that hardly compress, so that the damage lies far behind the first block.
    const log = readFileSync(slowLog(folder), 'utf8');
    const long = Array.from({ length: 500 }, (_, i) =>
      log.replaceAll(SECRET, createHash('sha512').update(`${i}`).digest('hex')),
    ).join('');
    const whole = gzipSync(long);
    const damaged = Buffer.from(whole);
    damaged.fill(0xff, Math.floor(whole.length / 2));
    writeFileSync(join(folder, 'damaged.log.gz'), damaged);
    writeFileSync(join(folder, 'whole.log.gz'), whole);
    const ingest = (name: string) => ({
      id: name,
      method: 'artifacts.ingest',
      params: { artifacts: [{ path: join(folder, name) }] },
    });
    const [good, cut] = await ask(join(folder, 'home'), ingest('whole.log.gz'), ingest('damaged.log.gz'));
    expect(good!.result.sources[0].hints.slow_log).toEqual({ records: 15_000 });
    const { records, parse_notes: notes } = cut!.result.sources[0].hints.slow_log;
    expect(records).toBeGreaterThan(1000);
    expect(records).toBeLessThan(15_000);
    expect(notes.join()).toContain('truncated');
  });

  test('a gzip bomb stops at the cap', async () => {
    const folder = newFolder();
    const path = join(folder, 'spx-full-20260101_000000-h-1-2.txt.gz');
    writeFileSync(path, gzipSync(`[events]\n${'0 1 0 0\n0 0 1 0\n'.repeat(200_000)}[functions]\nx\n`));
    const home = join(folder, 'home');
    writeFileSync(join(folder, 'c.yaml'), 'spx:\n  text_gz_max_decompressed_bytes: 1000000\n');
    process.env.MCP_PERF_CONFIG = join(folder, 'c.yaml');
    try {
      const [answer] = await ask(home, { id: 1, method: 'artifacts.validate', params: { artifacts: [{ path }] } });
      expect(answer!.result.results[0].errors.join()).toContain('exceeds 1000000 bytes');
    } finally {
      delete process.env.MCP_PERF_CONFIG;
    }
  });
});

describe('MCP', () => {
  test('a real client lists every tool and calls them, with structured answers and progress', async () => {
    const folder = newFolder();
    const home = join(folder, 'home');
    const client = new Client({ name: 'tester', version: '1.0.0' });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: nodeArgs,
      env: { PATH: process.env.PATH ?? '', MCP_PERF_HOME: home },
    });
    await client.connect(transport);
    // Heard on the wire: the client drops a step of progress that it reads together with the answer.
    const heard = new Set<string>();
    const { onmessage } = transport;
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport is no EventTarget
    transport.onmessage = (message) => {
      if ('method' in message) heard.add(message.method);
      onmessage?.(message);
    };
    try {
      const listed = (await client.listTools()).tools;
      expect(listed.map(({ name }) => name).toSorted()).toEqual(
        // This client shows no pages, so it has no tool that is for them alone.
        [...tools.flatMap(({ name, pagesOnly }) => (pagesOnly === true ? [] : [name])), 'get_task'].toSorted(),
      );
      // What it fetches is the answer of any other tool.
      for (const tool of listed) if (tool.name !== 'get_task') expect(tool.outputSchema).toBeDefined();
      const call = async (name: string, args: Record<string, unknown>) =>
        (await client.callTool({ name, arguments: args })) as Json;
      const files = artifacts(folder);
      const ingested = await client.callTool(
        { name: 'artifacts_ingest', arguments: { artifacts: files } },
        { onprogress: () => {} },
      );
      const id = (ingested as Json).structuredContent.normalized_snapshot_id as string;
      expect(heard).toContain('notifications/progress');
      expect((await call('artifacts_validate', { artifacts: files })).structuredContent.counts).toEqual({
        ok: 4,
        failed: 0,
      });
      expect((await call('analysis_run', { snapshot_id: id })).structuredContent.summary.query_count).toBe(1);
      expect((await call('report_export', { snapshot_id: id })).structuredContent.report_id).toMatch(/^[0-9a-f]{16}$/);
      expect(
        (await call('analysis_compare', { baseline_snapshot_id: id, candidate_snapshot_id: id })).structuredContent
          .has_regressions,
      ).toBe(false);
      expect((await call('runs_list', {})).structuredContent.total).toBe(1);
      expect((await call('runs_get', { snapshot_id: id })).structuredContent.snapshot_id).toBe(id);
      expect((await call('health_check', {})).structuredContent.status).toBe('ok');
      expect(await call('ingest_bundle', { bundle_dir: folder })).toMatchObject({ isError: true });
      expect(
        await call('collect_run', {
          spx_dirs: [folder],
          slow_log_path: '/nope',
          base_url: 'ftp://x',
          url_paths: ['x'],
        }),
      ).toMatchObject({ isError: true });
    } finally {
      await client.close();
    }
  });

  test('every tool keeps the rules of a good tool', () => {
    expect(tools.flatMap(ruleFaults)).toEqual([]);
  });
});
