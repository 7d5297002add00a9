import { describe, expect, test } from 'vitest';
import { Classes } from '../statements/classes.ts';
import { type RequestWindow, RequestWindows } from '../statements/windows.ts';
import { mysql } from './dialect.ts';
import { SlowLogScanner } from './scanner.ts';

interface Run {
  /** Seconds since the log's first. */
  readonly at: number;
  readonly thread?: number;
  readonly sql?: string;
}

const START = 1_794_700_000;
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

function log(runs: readonly Run[], exact = false): string {
  return runs
    .map(({ at, thread = 1, sql = 'SELECT 1 FROM t' }) => {
      const end = new Date((START + at) * 1000 + 1).toISOString().replace('Z', '000Z');
      return `${exact ? `# Time: ${end}\n` : ''}# User@Host: app[app] @ localhost []  Id: ${thread}\n# Query_time: 0.001  Lock_time: 0.0  Rows_sent: 2  Rows_examined: 5\nSET timestamp=${Math.floor(START + at)};\n${sql};\n`;
    })
    .join('');
}

const request = (endpoint: number, from: number, to: number, more: Partial<RequestWindow> = {}): RequestWindow => ({
  endpoint,
  startUs: (START + from) * 1e6,
  endUs: (START + to) * 1e6,
  ...more,
});

/** Endpoint -> [certain, shared], and the groups that share runs. */
function attribute(text: string, windows: readonly RequestWindow[]) {
  const classes = new Classes(new RequestWindows(windows), 1000, mysql);
  const scanner = new SlowLogScanner(classes);
  scanner.push(Buffer.from(text));
  scanner.end();
  const [found] = classes.finish();
  return {
    links: Object.fromEntries([...found!.links].map(([name, { certain, shared }]) => [name, [certain.count, shared]])),
    groups: [...found!.groups.values()].map(({ endpoints, runs }) => [endpoints, runs.count]),
  };
}

describe('by time', () => {
  test('a second that one endpoint had for itself is certain, one that two shared is not', () => {
    const runs = [{ at: 0.1 }, { at: 1.2 }, { at: 1.4 }, { at: 2.3 }];
    const windows = [request(0, 0, 0.5), request(0, 1.1, 1.3), request(1, 1.35, 1.6), request(1, 2, 2.5)];
    expect(attribute(log(runs), windows)).toEqual({ links: { 0: [1, 2], 1: [1, 2] }, groups: [[[0, 1], 2]] });
  });

  test('a log with microseconds tells requests of one second apart', () => {
    const runs = [{ at: 1.2 }, { at: 1.4 }];
    const windows = [request(0, 1.1, 1.3), request(1, 1.35, 1.6)];
    expect(attribute(log(runs, true), windows)).toEqual({ links: { 0: [1, 0], 1: [1, 0] }, groups: [] });
  });

  test('what a warm-up causes belongs to no measured request', () => {
    const runs = [{ at: 0.1 }, { at: 2.1 }, { at: 2.2 }];
    const windows = [request(0, 0, 0.5, { unmeasured: true }), request(0, 2, 2.5)];
    expect(attribute(log(runs), windows)).toEqual({ links: { 0: [2, 0] }, groups: [] });
  });

  test('a second shared by a warm-up and a sample is certain for neither', () => {
    const windows = [request(0, 0, 0.3, { unmeasured: true }), request(0, 0.4, 0.6)];
    expect(attribute(log([{ at: 0.1 }]), windows)).toEqual({ links: { 0: [0, 1] }, groups: [[[0], 1]] });
  });

  test('a request that was timed and profiled is one request by two names', () => {
    const windows = [request(0, 0, 0.5, { path: 0 }), request(1, 0, 0.9, { path: 0 })];
    expect(attribute(log([{ at: 0.1 }]), windows)).toEqual({ links: { 0: [1, 0], 1: [1, 0] }, groups: [] });
  });
});

describe('by connection', () => {
  // Second 0 has both endpoints, second 1 only the second one.
  const windows = [request(0, 0, 0.4), request(1, 0.5, 1.6)];

  test('a connection that continues in a second of its own attributes all its statements', () => {
    const runs = [
      { at: 0.6, thread: 5 },
      { at: 0.7, thread: 5 },
      { at: 1.2, thread: 5 },
    ];
    expect(attribute(log(runs), windows)).toEqual({ links: { 1: [3, 0] }, groups: [] });
  });

  test('and whose an earlier connection cannot be, where requests come one after another', () => {
    const later = [request(0, 0, 0.4), request(1, 0.5, 1.6), request(2, 1.7, 1.9)];
    const runs = [
      { at: 0.1, thread: 4 },
      { at: 0.6, thread: 5 },
      { at: 1.2, thread: 5 },
      { at: 1.75, thread: 6 },
    ];
    // Connection 5 may be of the second request only, so 4 cannot be of the third.
    expect(attribute(log(runs), later)).toEqual({
      links: { 0: [0, 1], 1: [2, 2], 2: [0, 1] },
      groups: [
        [[0, 1], 1],
        [[1, 2], 1],
      ],
    });
  });

  test('one that serves several requests is pooled, and then connections say nothing', () => {
    const served = [...windows, request(0, 3, 3.4)];
    const runs = [
      { at: 0.6, thread: 5 },
      { at: 1.2, thread: 5 },
      { at: 3.1, thread: 5 },
    ];
    expect(attribute(log(runs), served)).toEqual({ links: { 0: [1, 1], 1: [1, 1] }, groups: [[[0, 1], 1]] });
  });
});

describe('by tag', () => {
  const windows = [request(0, 0, 0.9, { traceId: TRACE }), request(1, 0, 0.9, { requestId: 'req-000042' })];

  test('traceparent of sqlcommenter names the request among several at once', () => {
    const sql = `SELECT 1 FROM t /*route='%2Fshop',traceparent='00-${TRACE}-00f067aa0ba902b7-01'*/`;
    expect(attribute(log([{ at: 0.1, sql }]), windows)).toEqual({ links: { 0: [1, 0] }, groups: [] });
  });

  test('so does a request id, also on a connection of a pool', () => {
    const sql = '/* request_id:REQ-000042 */ SELECT 1 FROM t';
    expect(
      attribute(
        log([
          { at: 0.1, sql },
          { at: 0.2, sql },
        ]),
        windows,
      ),
    ).toEqual({ links: { 1: [2, 0] }, groups: [] });
  });

  test('an unknown id, or one inside a value, names no request', () => {
    const unknown = 'SELECT 1 FROM t /* request_id=somebody-else */';
    const quoted = `SELECT 1 FROM t WHERE a = 'traceparent=00-${TRACE}-00f067aa0ba902b7-01'`;
    expect(attribute(log([{ at: 0.1, sql: unknown }]), windows).links).toEqual({ 0: [0, 1], 1: [0, 1] });
    expect(attribute(log([{ at: 0.1, sql: quoted }]), windows).links).toEqual({ 0: [0, 1], 1: [0, 1] });
  });
});
