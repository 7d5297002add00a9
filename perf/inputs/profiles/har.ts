// HTTP archives of browsers: what was asked of whom, and how long it took.

import { plural } from '../../text/format.ts';
import { withoutQueryValues } from '../requests/query-names.ts';
import { withoutUserinfo } from '../requests/secrets.ts';
import { arrayOf, isObject, type JsonObject, numberOf, textOf } from './profile.ts';

export interface HarSummary {
  readonly format: 'har';
  readonly unit: 'milliseconds';
  readonly entries: number;
  readonly pages: number;
  /** The times of all entries, added up. */
  readonly total_ms: number;
  /** From the first start to the last end. */
  readonly wall_ms: number;
  readonly slowest: readonly { readonly url: string; readonly ms: number }[];
  readonly by_host: Readonly<Record<string, { readonly entries: number; readonly ms: number; readonly bytes: number }>>;
  readonly by_status: Readonly<Record<string, number>>;
  readonly warnings: readonly string[];
}

/** What a request waits for, one after the other, and what an archive calls the parts of it. */
const PHASES = {
  queued: ['blocked'],
  looking_up: ['dns'],
  // TLS is part of `connect`.
  connecting: ['connect'],
  waiting: ['send', 'wait'],
  receiving: ['receive'],
} as const;

export type Phase = keyof typeof PHASES;

export interface ArchivedRequest {
  /** Method and address; of its query only the names. */
  readonly request: string;
  readonly host: string;
  /** Null where no answer came. */
  readonly status: number | null;
  /** Since the first request of the archive. */
  readonly from_ms: number;
  readonly ms: number;
  /** In the order in which they happen; those that took no time are left out. */
  readonly phases: readonly { readonly phase: Phase; readonly ms: number }[];
}

/** An archive with each of its requests, to be drawn and asked. */
export interface Archive extends HarSummary {
  readonly requests: readonly ArchivedRequest[];
}

const SLOWEST = 5;

export function isHar(json: unknown): boolean {
  return isObject(json) && isObject(json['log']) && Array.isArray(json['log']['entries']);
}

export function readHar(json: JsonObject): Archive {
  const log = json['log'] as JsonObject;
  const entries = arrayOf(log['entries']).filter(isObject);
  const hosts = new Map<string, { entries: number; ms: number; bytes: number }>();
  const statuses = new Map<string, number>();
  const timed: { url: string; ms: number }[] = [];
  const requests: (ArchivedRequest & { readonly start: number })[] = [];
  let untimed = 0;
  let first = Infinity;
  let last = -Infinity;
  for (const entry of entries) {
    const request = isObject(entry['request']) ? entry['request'] : {};
    const response = isObject(entry['response']) ? entry['response'] : {};
    const stated = numberOf(entry['time']);
    if (stated === null || stated < 0) untimed++;
    const ms = round(Math.max(0, stated ?? 0));
    const url = textOf(request['url']);
    timed.push({ url, ms });
    const host = hostOf(url);
    const known = hosts.get(host) ?? { entries: 0, ms: 0, bytes: 0 };
    const bytes = Math.max(0, numberOf(response['bodySize']) ?? 0);
    hosts.set(host, { entries: known.entries + 1, ms: round(known.ms + ms), bytes: known.bytes + bytes });
    const status = numberOf(response['status']);
    if (status !== null) statuses.set(String(status), (statuses.get(String(status)) ?? 0) + 1);
    const start = Date.parse(textOf(entry['startedDateTime']));
    requests.push({
      request: `${textOf(request['method']) || 'GET'} ${withoutQueryValues(withoutUserinfo(url))}`,
      host,
      // Zero is what a browser writes where no answer came.
      status: status || null,
      from_ms: 0,
      ms,
      phases: phasesOf(entry['timings']),
      start,
    });
    if (Number.isFinite(start)) {
      first = Math.min(first, start);
      last = Math.max(last, start + ms);
    }
  }
  return {
    format: 'har',
    unit: 'milliseconds',
    entries: entries.length,
    pages: arrayOf(log['pages']).length,
    total_ms: round(timed.reduce((sum, { ms }) => sum + ms, 0)),
    wall_ms: last >= first ? round(last - first) : 0,
    slowest: timed.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST),
    by_host: Object.fromEntries(hosts),
    by_status: Object.fromEntries(statuses),
    requests: requests
      .map(({ start, ...rest }) => ({ ...rest, from_ms: Number.isFinite(start) ? round(start - first) : 0 }))
      .toSorted((a, b) => a.from_ms - b.from_ms),
    warnings:
      untimed === 0 ? [] : [`${untimed} ${plural(untimed, 'entry has', 'entries have')} no time: counted as zero.`],
  };
}

/** A phase that did not happen is -1. */
function phasesOf(timings: unknown): ArchivedRequest['phases'] {
  if (!isObject(timings)) return [];
  return Object.entries(PHASES).flatMap(([phase, parts]) => {
    const ms = parts.reduce((sum, part) => sum + Math.max(0, numberOf(timings[part]) ?? 0), 0);
    return ms > 0 ? [{ phase: phase as Phase, ms: round(ms) }] : [];
  });
}

/** To the microsecond: what stands behind it is no measurement. */
function round(ms: number): number {
  const thousandths = ms * 1000;
  return Number.isSafeInteger(Math.round(thousandths)) ? Math.round(thousandths) / 1000 : ms;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '(unknown)';
}
