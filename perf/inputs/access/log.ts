// An access log as sketches: a row for each endpoint, whatever the number of requests.
import { basename } from 'node:path';
import type { EndpointSample, Evidence } from '../../model/snapshot.ts';
import { Feed } from '../files/feed.ts';
import { latin1, lineEnd, utf8 } from '../files/bytes.ts';
import { Latency } from '../../stats/latency.ts';
import { foldRoute } from '../../model/fold-route.ts';
import { withoutQueryValues } from '../requests/query-names.ts';
import { withoutUserinfo } from '../requests/secrets.ts';
import { type AccessFormat, accessLine, durationOf } from './format.ts';

interface SlowRequest {
  readonly line: number;
  readonly us: number;
}

interface Sketch {
  readonly latency: Latency;
  readonly statuses: Map<string, number>;
  us: number;
  firstMs: number;
  lastMs: number;
  first: SlowRequest;
  slowest: SlowRequest;
  last: SlowRequest;
}

/** Endpoints beyond this many are counted as one: a scanner tries any number of paths. */
const MOST_ENDPOINTS = 5000;
const OTHERS = '(further endpoints)';
const NO_REQUEST = '(no valid request)';
/** Paths of one shape beyond this many differ by an id: they are one route. */
const MANY_OF_A_SHAPE = 10;
/** Requests whose endpoint is remembered. */
const REMEMBERED = 20_000;

export class AccessLog extends Feed {
  readonly #format: AccessFormat;
  readonly #sketches = new Map<string, Sketch>();
  readonly #known = new Map<string, string>();
  /** Shape -> its paths, until there are many; then null: each further one is counted as the shape. */
  readonly #shapes = new Map<string, Set<string> | null>();
  #line = 0;
  #lastTime = '';
  #lastMs = Number.NaN;
  requests = 0;

  constructor(format: AccessFormat) {
    super();
    this.#format = format;
  }

  protected override record(start: number, final: boolean): number {
    const { bytes, length } = this;
    const end = lineEnd(bytes, start, length);
    if (end === length && !final) return -1;
    this.#line++;
    const text = latin1(bytes, start, bytes[end - 1] === 13 ? end - 1 : end);
    const found = accessLine(text);
    const us = found === null ? Number.NaN : durationOf(found.rest, this.#format);
    if (found !== null && !Number.isNaN(us))
      this.#add(this.#endpoint(found.request), found.status, us, this.#ms(found.time));
    else if (text !== '') this.notes.orphanLines++;
    return Math.min(end + 1, length);
  }

  endpoints(path: string): EndpointSample[] {
    const file = basename(path);
    return [...this.#sketches]
      .map(([endpoint, sketch]) => rowOf(endpoint, sketch, file))
      .toSorted((a, b) => (a.endpoint < b.endpoint ? -1 : 1));
  }

  #add(endpoint: string, status: string, us: number, ms: number): void {
    const name = this.#sketches.has(endpoint) || this.#sketches.size < MOST_ENDPOINTS ? endpoint : OTHERS;
    const place = { line: this.#line, us };
    let sketch = this.#sketches.get(name);
    if (sketch === undefined) {
      sketch = {
        latency: new Latency(),
        statuses: new Map(),
        us: 0,
        firstMs: Number.POSITIVE_INFINITY,
        lastMs: Number.NEGATIVE_INFINITY,
        first: place,
        slowest: place,
        last: place,
      };
      this.#sketches.set(name, sketch);
    }
    this.requests++;
    sketch.latency.add(us, 1);
    sketch.us += us;
    sketch.statuses.set(status, (sketch.statuses.get(status) ?? 0) + 1);
    if (ms < sketch.firstMs) sketch.firstMs = ms;
    if (ms > sketch.lastMs) sketch.lastMs = ms;
    if (us > sketch.slowest.us) sketch.slowest = place;
    sketch.last = place;
  }

  #endpoint(request: string): string {
    const known = this.#known.get(request);
    if (known !== undefined) return known;
    const match = /^([A-Z]{3,20}) (\S+)(?: HTTP\/[\d.]+)?$/.exec(request);
    const made = match ? `${match[1]} ${withoutQueryValues(withoutUserinfo(utf8(match[2]!)))}` : NO_REQUEST;
    if (this.#known.size >= REMEMBERED) this.#known.clear();
    const route = this.#routeOf(made);
    this.#known.set(request, route);
    return route;
  }

  /** Few paths of one shape stay as they are, so that they have the names that timings and profiles give them. */
  #routeOf(endpoint: string): string {
    const shape = foldRoute(endpoint);
    if (shape === endpoint) return endpoint;
    const paths = this.#shapes.get(shape);
    if (paths === null) return shape;
    if (paths === undefined) {
      this.#shapes.set(shape, new Set([endpoint]));
      return endpoint;
    }
    paths.add(endpoint);
    if (paths.size <= MANY_OF_A_SHAPE) return endpoint;
    this.#shapes.set(shape, null);
    this.#known.clear();
    for (const path of paths) this.#mergeInto(shape, path);
    return shape;
  }

  #mergeInto(shape: string, path: string): void {
    const part = this.#sketches.get(path);
    if (part === undefined) return;
    this.#sketches.delete(path);
    const whole = this.#sketches.get(shape);
    if (whole === undefined) {
      this.#sketches.set(shape, part);
      return;
    }
    whole.latency.merge(part.latency);
    whole.us += part.us;
    for (const [status, n] of part.statuses) whole.statuses.set(status, (whole.statuses.get(status) ?? 0) + n);
    whole.firstMs = Math.min(whole.firstMs, part.firstMs);
    whole.lastMs = Math.max(whole.lastMs, part.lastMs);
    if (part.first.line < whole.first.line) whole.first = part.first;
    if (part.last.line > whole.last.line) whole.last = part.last;
    if (part.slowest.us > whole.slowest.us) whole.slowest = part.slowest;
  }

  #ms(time: string): number {
    if (time === this.#lastTime) return this.#lastMs;
    this.#lastTime = time;
    return (this.#lastMs = milliseconds(time));
  }
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `15/Nov/2026:16:05:19 +0100`. */
function milliseconds(time: string): number {
  const match = /^(\d\d)\/(\w{3})\/(\d{4}):(\d\d:\d\d:\d\d) ([+-]\d\d)(\d\d)$/.exec(time);
  if (!match) return Date.parse(time);
  const [, day, month, year, clock, hours, minutes] = match;
  const number = String(MONTHS.indexOf(month!) + 1).padStart(2, '0');
  return Date.parse(`${year}-${number}-${day}T${clock}${hours}:${minutes}`);
}

function rowOf(endpoint: string, sketch: Sketch, file: string): EndpointSample {
  const { latency } = sketch;
  return {
    endpoint,
    count: latency.count,
    total_ms: sketch.us / 1000,
    min_ms: latency.min / 1000,
    max_ms: latency.max / 1000,
    statuses: Object.fromEntries([...sketch.statuses].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    first_seen: iso(sketch.firstMs),
    last_seen: iso(sketch.lastMs),
    latency: latency.toJSON(),
    evidence: evidence(sketch, file),
  };
}

function iso(ms: number): string | null {
  return Number.isFinite(ms) ? new Date(ms).toISOString() : null;
}

function evidence({ slowest, first, last }: Sketch, file: string): Evidence[] {
  const places = new Map([
    [slowest.line, { place: slowest, note: 'the slowest request' }],
    ...(
      [
        [first, 'the first request'],
        [last, 'the last request'],
      ] as const
    )
      .filter(([place]) => place.line !== slowest.line)
      .map(([place, note]) => [place.line, { place, note }] as const),
  ]);
  return [...places.values()].map(({ place, note }) => ({
    source: 'access_log',
    file,
    line_range: { start: place.line, end: place.line },
    record_id: `access:${place.line}`,
    extraction_note: `${note}, ${place.us / 1000} ms`,
  }));
}
