// HTTP archives of browsers: what was asked of whom, and how long it took.

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

const SLOWEST = 5;

export function isHar(json: unknown): boolean {
  return isObject(json) && isObject(json['log']) && Array.isArray(json['log']['entries']);
}

export function readHar(json: JsonObject): HarSummary {
  const log = json['log'] as JsonObject;
  const entries = arrayOf(log['entries']).filter(isObject);
  const hosts = new Map<string, { entries: number; ms: number; bytes: number }>();
  const statuses = new Map<string, number>();
  const timed: { url: string; ms: number }[] = [];
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
    warnings: untimed === 0 ? [] : [`${untimed} entries say no time; they count as none.`],
  };
}

/** To the microsecond: what stands behind it is no measurement. */
function round(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '(unknown)';
}
