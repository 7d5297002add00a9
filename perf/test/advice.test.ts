// Advice the way people met its lack: files in, and the first finding says what to do.
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Json, newFolder } from './program.ts';
import { runHere as run } from './shell-here.ts';
import { type SpxCall, writeSpxReport } from './spx-report.ts';

const START = 1_794_758_400;

async function analysis(write: (folder: string) => readonly string[]): Promise<Json> {
  const folder = newFolder();
  const home = join(folder, 'home');
  const { code } = await run(['ingest', ...write(folder), '--json'], { home });
  expect(code).toBe(0);
  return JSON.parse((await run(['analyze', '--json'], { home })).out) as Json;
}

function writeText(folder: string, name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

interface Statement {
  readonly at: number;
  readonly thread: number;
  readonly sql: string;
}

const record = ({ at, thread, sql }: Statement) =>
  `# User@Host: app[app] @ localhost []\n# Thread_id: ${thread}  Schema: shop  QC_hit: No\n# Query_time: 0.002000  Lock_time: 0.000000  Rows_sent: 1  Rows_examined: 1\nSET timestamp=${Math.floor(START + at)};\n${sql};\n`;

const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

/** Five requests to /shop, a second and a half apart, each with a list and 40 look-ups on a connection of its own. */
function shop(folder: string): string[] {
  const statements = times(5, (request) => [
    { at: request * 1.5, thread: 30 + request, sql: 'SELECT id FROM parts LIMIT 40' },
    ...times(40, (i) => ({
      at: request * 1.5 + 0.01,
      thread: 30 + request,
      sql: `SELECT name FROM suppliers WHERE part_id = ${i}`,
    })),
  ]).flat();
  const requests = times(5, (i) => ({
    route: '/shop',
    status: 200,
    started_at: new Date((START + i * 1.5) * 1000).toISOString(),
    ended_at: new Date((START + i * 1.5) * 1000 + 300).toISOString(),
    ttfb_ms: 290,
    wall_ms: 300,
  }));
  return [
    writeText(folder, 'slow.log', statements.map(record).join('')),
    writeText(folder, 'timings.json', JSON.stringify({ format: 'ttfb_timings', version: 'collector-v1', requests })),
  ];
}

const lookUp: SpxCall = { name: 'wpdb::get_var', ownMs: 0.1, calls: [{ name: 'wpdb::query', ownMs: 2 }] };
const theme: SpxCall = {
  name: '/srv/wp/index.php',
  ownMs: 20,
  calls: [
    {
      name: '/srv/wp/wp-content/themes/shop/index.php',
      ownMs: 10,
      calls: [{ name: 'wpdb::get_results', ownMs: 3 }, ...times(40, () => lookUp)],
    },
  ],
};

describe('N+1', () => {
  test('joins what a profile, the slow log and timings each know: caller, statement, endpoint', async () => {
    const found = await analysis((folder) => [
      ...shop(folder),
      ...writeSpxReport(folder, { uri: '/shop?page=2', startedAt: START + 60, root: theme }),
      ...writeSpxReport(folder, { uri: '/shop', startedAt: START, root: theme }),
    ]);
    expect(found.findings[0]).toMatchObject({ type: 'n_plus_one', severity: 'P1', metrics: { runs_per_request: 40 } });
    expect(found.findings[0].impact_summary).toMatch(
      /^…\/themes\/shop\/index\.php calls wpdb::get_var 40×: select name from suppliers where part_id = \? runs 40 times in each request to (?:GET )?\/shop,/,
    );
    expect(found.findings[0].recommendations[0].action).toContain('WHERE part_id IN (…)');
  });

  test('is found without a profile too', async () => {
    const found = await analysis(shop);
    expect(found.findings[0]).toMatchObject({ type: 'n_plus_one', endpoint: '/shop', caller: null });
  });

  test('is not reported where a pooled connection queries every half second for an hour', async () => {
    const pooled = times(7200, (i) => ({ at: i / 2, thread: 7, sql: `SELECT name FROM users WHERE id = ${i}` }));
    const found = await analysis((folder) => [writeText(folder, 'slow.log', pooled.map(record).join(''))]);
    expect(JSON.stringify(found)).not.toMatch(/N\+1|n_plus_one"/);
  });

  test('is not reported for a join with IN, which already fetches many', async () => {
    const bulk = times(60, (i) => ({
      at: 0,
      thread: 7,
      sql: `SELECT p.id, m.v FROM parts p JOIN meta m ON m.part_id = p.id WHERE p.id IN (${i}, ${i + 1}, ${i + 2})`,
    }));
    const found = await analysis((folder) => [writeText(folder, 'slow.log', bulk.map(record).join(''))]);
    expect(JSON.stringify(found)).not.toMatch(/N\+1|n_plus_one"/);
  });
});

test('time in the compiler is answered with OPcache, never with caching its result', async () => {
  const root: SpxCall = {
    name: '/srv/index.php',
    ownMs: 400,
    calls: times(255, () => ({ name: '::zend_compile_file', ownMs: 1.6 })),
  };
  const found = await analysis((folder) => [...writeSpxReport(folder, { uri: '/', startedAt: START, root })]);
  expect(found.findings[0]).toMatchObject({ type: 'opcache_off' });
  expect(JSON.stringify(found)).not.toContain('cache its result');
});

test('one cold hit among twelve requests is not a P0', async () => {
  const requests = times(12, (i) => ({ route: '/', status: 200, ttfb_ms: null, wall_ms: i === 0 ? 3000 : 219 }));
  const found = await analysis((folder) => [
    writeText(folder, 't.json', JSON.stringify({ format: 'ttfb_timings', version: 'collector-v1', requests })),
  ]);
  expect(found.findings).toEqual([]);
  expect(found.aggregates.top_endpoints[0]).toMatchObject({ wall_ms_p50: 219, wall_ms_max: 3000, severity: null });
});

test('a report shows requests of every kind: timed, profiled and logged', async () => {
  const folder = newFolder();
  const home = join(folder, 'home');
  const site = join(import.meta.dirname, '../examples/n_plus_one');
  await run(['ingest', ...readdirSync(site).map((name) => join(site, name))], { home });
  for (const [format, words] of [
    ['html', ['N+1: 40 runs', 'access log</span>', 'profiled with Xdebug</span>']],
    ['markdown', ['N+1: 40 runs', 'GET /?orders=?']],
    ['json', ['"n_plus_one"']],
  ] as const) {
    const { code, out } = await run(['report', '--format', format], { home });
    expect(code).toBe(0);
    for (const word of words) expect(out).toContain(word);
  }
});

test('an access log is ranked with the rest, as one row for each endpoint', async () => {
  const line = (i: number) =>
    `10.0.0.1 - - [15/Nov/2026:16:00:00 +0000] "GET /shop?id=${i} HTTP/1.1" ${i % 50 === 0 ? 502 : 200} 512 "-" "curl/8" ${(i + 1) * 1000}`;
  const found = await analysis((folder) => [writeText(folder, 'access.log', times(500, line).join('\n'))]);
  expect(found.aggregates.top_endpoints).toMatchObject([
    { endpoint: 'GET /shop?id=?', sample_count: 500, statuses: { 200: 490, 502: 10 }, wall_ms_avg: 250.5 },
  ]);
  const { wall_ms_p95: p95 } = found.aggregates.top_endpoints[0];
  expect(Math.abs(p95 - 475) / 475).toBeLessThan(0.02);
});
