import { describe, expect, test } from 'vitest';
import { Classes } from '../statements/classes.ts';
import { SlowLogScanner } from './scanner.ts';
import { type RequestWindow, RequestWindows } from '../statements/windows.ts';
import { mysql } from './dialect.ts';

interface Run {
  /** Seconds since the log's first. */
  readonly at: number;
  readonly thread?: number;
  readonly sql?: string;
  readonly ms?: number;
}

const START = 1_794_700_000;
const LOOKUP = 'SELECT name FROM suppliers WHERE id = 7';

/** MariaDB's header knows whole seconds only; `exact` writes MySQL's, with a time to the microsecond. */
function log(runs: readonly Run[], exact = false): string {
  return runs
    .map(({ at, thread = 1, sql = LOOKUP, ms = 1 }) => {
      const end = new Date((START + at) * 1000 + ms).toISOString().replace('Z', '000Z');
      const time = exact ? `# Time: ${end}\n` : '';
      return `${time}# User@Host: app[app] @ localhost []  Id: ${thread}\n# Query_time: ${ms / 1000}  Lock_time: 0.0  Rows_sent: 1  Rows_examined: 1\nSET timestamp=${Math.floor(START + at)};\n${sql};\n`;
    })
    .join('');
}

function repeats(text: string, windows: readonly RequestWindow[] = []) {
  const classes = new Classes(windows.length > 0 ? new RequestWindows(windows) : null, 1000, mysql);
  const scanner = new SlowLogScanner(classes);
  scanner.push(Buffer.from(text));
  scanner.end();
  const found = classes.finish().find(({ fingerprint }) => fingerprint.startsWith('select name'))!;
  return { max: found.burstMax, bursts: found.bursts, count: found.burstCount, links: [...found.links] };
}

const many = (count: number, run: (i: number) => Run | Run[]): Run[] =>
  Array.from({ length: count }, (_, i) => run(i)).flat();
const window = (endpoint: number, from: number, to: number): RequestWindow => ({
  endpoint,
  startUs: (START + from) * 1e6,
  endUs: (START + to) * 1e6,
});

describe('without request windows', () => {
  test('a connection of one request that repeats a statement is a burst, also across a second', () => {
    const runs = many(40, (i) => ({ at: 0.98 + i * 0.001, thread: 5 }));
    expect(repeats(log(runs))).toMatchObject({ max: 40, bursts: 1, count: 40 });
  });

  test('each request has its own connection, so each is a burst of its own', () => {
    const runs = many(3, (request) => many(20, (i) => ({ at: request + i / 1000, thread: 10 + request })));
    expect(repeats(log(runs))).toMatchObject({ max: 20, bursts: 3, count: 60 });
  });

  test('a pooled connection with a query every half second for an hour is none', () => {
    expect(repeats(log(many(7200, (i) => ({ at: i / 2 }))))).toMatchObject({ bursts: 0, count: 0 });
  });

  test('nor is a busy pool: a connection that lives longer than a request serves many', () => {
    const runs = many(120, (go) => many(30, (i) => ({ at: go * 3 + i * 0.01 })));
    expect(repeats(log(runs))).toMatchObject({ bursts: 0 });
  });

  test('a slow query in a loop is a burst, for its own time is no pause', () => {
    expect(repeats(log(many(20, (i) => ({ at: i * 0.2, ms: 199 }))))).toMatchObject({ max: 20, bursts: 1 });
  });

  test('nine repetitions are ordinary', () => {
    expect(repeats(log(many(9, () => ({ at: 0 }))))).toMatchObject({ bursts: 0 });
  });
});

describe('with request windows', () => {
  test('runs are counted within each request, on a connection that serves them all', () => {
    const runs = many(4, (request) => many(25, (i) => ({ at: request + 0.1 + i * 0.001 })));
    const windows = [0, 1, 2, 3].map((at) => window(0, at + 0.05, at + 0.4));
    const found = repeats(log(runs, true), windows);
    expect(found).toMatchObject({ max: 25, bursts: 4, count: 100 });
    expect(found.links).toMatchObject([[0, { certain: { count: 100 }, shared: 0, bursts: 4 }]]);
  });

  test('one run in each of twelve requests of one second is no burst, though the log knows only the second', () => {
    const runs = many(12, (i) => ({ at: i * 0.08 }));
    const windows = runs.map(({ at }) => window(0, at, at + 0.07));
    expect(repeats(log(runs), windows)).toMatchObject({ bursts: 0 });
  });

  test('several requests in one second, each with a connection of its own, keep their runs apart', () => {
    const runs = many(3, (request) => many(40, (i) => ({ at: 0.3 * request + i * 0.001, thread: 20 + request })));
    const windows = [0, 1, 2].map((request) => window(request === 0 ? 0 : 1, 0.3 * request, 0.3 * request + 0.2));
    expect(repeats(log(runs), windows)).toMatchObject({ max: 40, bursts: 3, count: 120 });
  });
});
