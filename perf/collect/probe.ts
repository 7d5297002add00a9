// One GET, timed phase by phase. No redirects, no keep-alive, the body discarded.
import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { ProbeError } from '../model/snapshot.ts';

export interface Phases {
  readonly namelookup_ms: number;
  readonly connect_ms: number;
  readonly appconnect_ms: number;
  readonly pretransfer_ms: number;
  readonly starttransfer_ms: number;
  readonly redirect_ms: number;
  readonly total_ms: number;
}

export interface Probe {
  readonly status: number | null;
  readonly startedAt: string;
  /** What the request was tagged with, so that a log or a trace can name it. */
  readonly traceId: string;
  readonly endedAt: string;
  readonly ttfbMs: number | null;
  readonly wallMs: number;
  readonly phases: Phases;
  readonly error: ProbeError | null;
}

const USER_AGENT = 'mcp-perf-server';

export function probe(
  url: URL,
  headers: Readonly<Record<string, string>>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Probe> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve) => {
    const traceId = randomBytes(16).toString('hex');
    const startedAt = microsecondTime();
    const start = performance.now();
    const since = () => Math.round((performance.now() - start) * 1000) / 1000;
    const phases = {
      namelookup_ms: 0,
      connect_ms: 0,
      appconnect_ms: 0,
      pretransfer_ms: 0,
      starttransfer_ms: 0,
      redirect_ms: 0,
      total_ms: 0,
    };
    let status: number | null = null;
    let done = false;
    const finish = (error: ProbeError | null) => {
      if (done) return;
      done = true;
      clearTimeout(timer);
      phases.total_ms = since();
      resolve({
        status,
        traceId,
        startedAt,
        endedAt: microsecondTime(),
        ttfbMs: error ? null : phases.starttransfer_ms,
        wallMs: phases.total_ms,
        phases,
        error,
      });
      sent.destroy();
    };
    const sent = send(url, {
      method: 'GET',
      agent: false,
      signal,
      headers: {
        'user-agent': USER_AGENT,
        accept: '*/*',
        // https://www.w3.org/TR/trace-context/#traceparent-header
        traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01`,
        'x-request-id': traceId,
        ...headers,
      },
    });
    const timer = setTimeout(
      () => finish({ code: 'timeout', message: `no complete answer within ${timeoutMs} ms` }),
      timeoutMs,
    );
    sent.on('socket', (socket) => {
      socket.on('lookup', () => (phases.namelookup_ms = since()));
      socket.on('connect', () => (phases.connect_ms = since()));
      socket.on('secureConnect', () => (phases.appconnect_ms = since()));
    });
    sent.on('finish', () => (phases.pretransfer_ms = since()));
    sent.on('response', (response) => {
      status = response.statusCode ?? null;
      phases.starttransfer_ms = since();
      response.on('end', () => finish(null));
      response.on('error', () => finish({ code: 'aborted', message: 'the connection broke during the answer' }));
      response.resume();
    });
    sent.on('error', (error) => finish(plainError(error)));
    sent.end();
  });
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  ENOTFOUND: 'host name not found',
  EAI_AGAIN: 'host name could not be looked up',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  ETIMEDOUT: 'connection timed out',
  EPIPE: 'connection closed',
};

/** Our own wording: a system's message may contain hosts and addresses. */
function plainError(error: Error): ProbeError {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : 'error';
  const reason =
    REASONS[code] ??
    (/CERT|TLS|SSL|SELF_SIGNED/.test(code) ? 'the certificate was not accepted' : 'the request failed');
  return { code: code.toLowerCase(), message: reason };
}

/** ISO time with microseconds; the wall clock has no more than milliseconds of its own. */
function microsecondTime(): string {
  const us = Math.round((performance.timeOrigin + performance.now()) * 1000);
  const iso = new Date(Math.floor(us / 1000)).toISOString();
  return `${iso.slice(0, -1)}${String(us % 1000).padStart(3, '0')}Z`;
}
