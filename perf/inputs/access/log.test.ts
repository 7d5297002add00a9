import { describe, expect, test } from 'vitest';
import { accessFormat, durationOf } from './format.ts';
import { AccessLog } from './log.ts';
import { accessLatency, mergeAccess } from '../../model/endpoint-samples.ts';

const time = '[15/Nov/2026:17:00:01 +0100]';
const apache = (request: string, status: number, us: number | string) =>
  `10.0.0.1 - - ${time} "${request}" ${status} 1234 "https://example.invalid/" "A browser 5.0" ${us}`;

function read(lines: readonly string[]) {
  const format = accessFormat(lines);
  if (format === null || 'error' in format) throw new Error(format?.error ?? 'not recognised');
  const log = new AccessLog(format);
  log.push(Buffer.from(`${lines.join('\n')}\n`));
  log.end();
  return log;
}

describe('an access log', () => {
  test('has one endpoint for paths that differ by an id, once there are many of them', () => {
    const paths = Array.from({ length: 2000 }, (_, i) => `/product/${i}`);
    const lines = [...paths, '/order/7', '/order/8', '/about'].map((path, i) =>
      apache(`GET ${path} HTTP/1.1`, 200, 1000 + i),
    );
    const rows = read(lines).endpoints('/var/log/access.log');
    expect(rows.map(({ endpoint, count }) => [endpoint, count])).toEqual([
      ['GET /about', 1],
      ['GET /order/7', 1],
      ['GET /order/8', 1],
      ['GET /product/{id}', 2000],
    ]);
    expect(rows.at(-1)).toMatchObject({ min_ms: 1, max_ms: 2.999, statuses: { 200: 2000 } });
    expect(
      rows
        .at(-1)!
        .evidence.map(({ line_range: lines }) => lines!.start)
        .toSorted((a, b) => a - b),
    ).toEqual([1, 2000]);
  });

  test('becomes one sketch for each endpoint, with statuses and times', () => {
    const lines = Array.from({ length: 1000 }, (_, i) =>
      apache(`GET /shop?id=${i} HTTP/1.1`, i % 100 === 0 ? 500 : 200, (i + 1) * 1000),
    );
    const [row, ...others] = read([...lines, apache('POST /cart HTTP/1.1', 302, 5000)]).endpoints(
      '/var/log/access.log',
    );
    expect(others.map(({ endpoint }) => endpoint)).toEqual(['POST /cart']);
    expect(row).toMatchObject({
      endpoint: 'GET /shop?id=?',
      count: 1000,
      statuses: { 200: 990, 500: 10 },
      total_ms: 500_500,
      min_ms: 1,
      max_ms: 1000,
      first_seen: '2026-11-15T16:00:01.000Z',
      evidence: [
        { source: 'access_log', file: 'access.log', line_range: { start: 1000, end: 1000 } },
        { record_id: 'access:1' },
      ],
    });
    expect(accessLatency(row!).quantile(0.95) / 1000).toBeGreaterThan(940);
    expect(accessLatency(row!).quantile(0.95) / 1000).toBeLessThan(960);
    expect(JSON.stringify(row).length).toBeLessThan(8000);
  });

  test('keeps names of parameters, never values, and no user of an address', () => {
    const log = read([
      apache('GET /?token=hunter2&p=5 HTTP/1.1', 200, 1),
      apache('GET http://u:hunter2@h/x HTTP/1.1', 200, 1),
    ]);
    expect(log.endpoints('a').map(({ endpoint }) => endpoint)).toEqual(['GET /?p=?&…', 'GET http://h/x']);
  });

  test('counts invalid requests as such, and lines without a time as orphans', () => {
    const log = read([
      apache(String.raw`\x16\x03\x01`, 400, 7),
      apache('GET / HTTP/1.1', 200, 8),
      apache('GET / HTTP/1.1', 200, '-'),
    ]);
    expect(log.endpoints('a').map(({ endpoint, count }) => [endpoint, count])).toEqual([
      ['(no valid request)', 1],
      ['GET /', 1],
    ]);
    expect(log.notes.orphanLines).toBe(1);
  });

  test('a scanner with any number of paths does not grow it without bound', () => {
    const log = read(Array.from({ length: 6000 }, (_, i) => apache(`GET /wp-${i}.php HTTP/1.1`, 404, 10)));
    const rows = log.endpoints('a');
    expect(rows).toHaveLength(5001);
    expect(rows.find(({ endpoint }) => endpoint === '(further endpoints)')!.count).toBe(1000);
  });

  test('two logs added are as one log', () => {
    const lines = Array.from({ length: 400 }, (_, i) => apache('GET / HTTP/1.1', i % 7 === 0 ? 404 : 200, 100 + i));
    const halves = mergeAccess([lines.slice(0, 150), lines.slice(150)].flatMap((half) => read(half).endpoints('a')));
    const [whole] = read(lines).endpoints('a');
    const { evidence: _, ...merged } = halves[0]!;
    expect(whole).toMatchObject(merged);
  });
});

describe('the field with the time', () => {
  const us = (rest: string) => {
    const line = `1.2.3.4 - bob ${time} "GET / HTTP/2.0" 200 10${rest}`;
    const format = accessFormat([line, line]);
    if (format === null || 'error' in format) return format;
    return [format.version, durationOf(rest, format)];
  };

  test.for([
    [' 2500', 'apache-access-v1', 2500],
    [' 2500 "-" "Agent 1.0"', 'apache-access-v1', 2500],
    [' "-" "Agent" 0.125', 'nginx-access-v1', 125_000],
    [' "-" "Agent" 341 0.125 [up] 10.0.0.9:80 12 0.124 200', 'nginx-access-v1', 125_000],
    [' "-" "Agent" rt=0.250 uct="0.000"', 'nginx-access-v1', 250_000],
    [' "-" "Agent" "0.002"', 'nginx-access-v1', 2000],
    [' "-" "Agent" request_time=12ms', 'apache-access-v1', 12_000],
  ] as const)('behind the size: %s', ([rest, version, expected]) => {
    expect(us(rest)).toEqual([version, expected]);
  });

  test('is requested where there is none', () => {
    expect(us(' "-" "Agent"')).toMatchObject({ error: expect.stringContaining('%D') });
  });

  test('a virtual host may stand in front', () => {
    expect(accessFormat([`shop.example:443 ${apache('GET / HTTP/1.1', 200, 9)}`])).toMatchObject({ unit: 1 });
  });
});
