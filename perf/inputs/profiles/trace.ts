// Chrome's traces: samples of V8 where there are any, else the durations that the events tell.

import {
  arrayOf,
  isObject,
  type JsonObject,
  type LoadedProfile,
  numberOf,
  ProfileError,
  textOf,
  type Thread,
  Warnings,
} from './profile.ts';
import { StackTree } from './stacks.ts';
import { V8Samples } from './v8.ts';

export function traceEventsOf(json: unknown): JsonObject[] | null {
  const events = isObject(json) ? json['traceEvents'] : json;
  if (!Array.isArray(events)) return null;
  const objects = (events as unknown[]).filter(isObject);
  return objects.some((event) => typeof event['ph'] === 'string') ? objects : null;
}

const PROFILE_EVENTS = new Set(['CpuProfile', 'Profile', 'ProfileChunk']);

export function readTrace(events: readonly JsonObject[]): LoadedProfile {
  const isSampled = events.some((event) => event['name'] === 'CpuProfile' || event['name'] === 'ProfileChunk');
  return isSampled ? readSampledTrace(events) : readDurations(events);
}

function readSampledTrace(events: readonly JsonObject[]): LoadedProfile {
  const warnings = new Warnings();
  const first = new StackTree();
  const byProfile = new Map<string, { reader: V8Samples; pid: unknown; tid: unknown }>();
  const readerOf = (event: JsonObject) => {
    const key = `${String(event['pid'])}:${String(event['id'] ?? event['tid'])}`;
    const known = byProfile.get(key);
    if (known !== undefined) return known;
    const made = { reader: new V8Samples(first.sibling(), warnings), pid: event['pid'], tid: event['tid'] };
    byProfile.set(key, made);
    return made;
  };
  for (const event of events) {
    if (!PROFILE_EVENTS.has(textOf(event['name']))) continue;
    const args = isObject(event['args']) ? event['args'] : {};
    const data = isObject(args['data']) ? args['data'] : {};
    const profile = isObject(data['cpuProfile']) ? data['cpuProfile'] : {};
    const { reader } = readerOf(event);
    reader.addNodes(arrayOf(profile['nodes']));
    reader.addSamples(arrayOf(profile['samples']), arrayOf(data['timeDeltas'] ?? profile['timeDeltas']));
  }
  const names = threadNames(events);
  let samples = 0;
  let idle = 0;
  const threads: Thread[] = [];
  for (const { reader, pid, tid } of byProfile.values()) {
    if (reader.sampleCount === 0) continue;
    reader.finish();
    samples += reader.sampleCount;
    idle += reader.idle;
    threads.push({ name: names.get(threadKey(pid, tid)) ?? threadKey(pid, tid), tree: reader.tree });
  }
  if (threads.length === 0) throw new ProfileError('The trace says that it was profiled, but holds no samples.');
  return {
    format: 'chrome-trace',
    unit: 'microseconds',
    kind: 'sampled',
    threads,
    graph: null,
    samples,
    details: { idle },
    warnings: warnings.list(),
  };
}

interface Duration {
  readonly name: string;
  readonly phase: 'B' | 'E' | 'X';
  readonly at: number;
  readonly lasts: number;
}

function readDurations(events: readonly JsonObject[]): LoadedProfile {
  const warnings = new Warnings();
  const byThread = new Map<string, Duration[]>();
  let count = 0;
  for (const event of events) {
    const phase = event['ph'];
    if (phase !== 'B' && phase !== 'E' && phase !== 'X') continue;
    const at = numberOf(event['ts']);
    if (at === null) {
      warnings.add('An event without a time is left out.');
      continue;
    }
    count++;
    const lasts = numberOf(event['dur']) ?? numberOf(event['tdur']) ?? 0;
    const key = threadKey(event['pid'], event['tid']);
    const list = byThread.get(key) ?? [];
    byThread.set(key, list);
    list.push({ name: textOf(event['name']) || '(unnamed)', phase, at, lasts: Math.max(0, lasts) });
  }
  if (count === 0) throw new ProfileError('The trace holds no durations (events B, E or X) and no samples.');
  const names = threadNames(events);
  const first = new StackTree();
  const threads = [...byThread].map(([key, durations]) => {
    const tree = first.sibling();
    addDurations(tree, durations, warnings);
    return { name: names.get(key) ?? key, tree };
  });
  return {
    format: 'trace-event',
    unit: 'microseconds',
    kind: 'traced',
    threads,
    graph: null,
    samples: count,
    details: {},
    warnings: warnings.list(),
  };
}

interface OpenCall {
  readonly name: string;
  readonly node: number;
  /** When it ends, where its own event says so. */
  readonly end: number | null;
}

/** What passes between two events is spent by the innermost call open then. */
function addDurations(tree: StackTree, durations: readonly Duration[], warnings: Warnings): void {
  const open: OpenCall[] = [];
  let now = 0;
  const passUntil = (time: number) => {
    const top = open.at(-1);
    if (top !== undefined && time > now) tree.add(top.node, time - now);
    now = Math.max(now, time);
  };
  /** Closes the calls whose own time is over. */
  const closeEnded = (time: number) => {
    for (let top = open.at(-1); top !== undefined && top.end !== null && top.end <= time; top = open.at(-1)) {
      passUntil(top.end);
      open.pop();
    }
  };
  for (const event of inOrder(durations)) {
    closeEnded(event.at);
    passUntil(event.at);
    if (event.phase === 'E') {
      closeCall(open, event, warnings);
      continue;
    }
    const parent = open.at(-1);
    const node = tree.child(parent?.node ?? tree.root, tree.frameId(event.name));
    tree.touch(node);
    let end = event.phase === 'X' ? event.at + event.lasts : null;
    if (end !== null && parent?.end !== null && parent !== undefined && end > parent.end) {
      warnings.add('An event outlasts the one it began in; it is cut where that one ends.');
      end = parent.end;
    }
    open.push({ name: event.name, node, end });
  }
  const last = durations.reduce((most, { at, lasts }) => Math.max(most, at + lasts), 0);
  closeEnded(last);
  passUntil(last);
  for (const { end } of open)
    if (end === null) warnings.add('An event that begins never ends; it is taken to last to the end.');
}

function closeCall(open: OpenCall[], event: Duration, warnings: Warnings): void {
  const at = event.name === '(unnamed)' ? open.length - 1 : open.findLastIndex(({ name }) => name === event.name);
  if (at === -1) return warnings.add('An event ends that never began; it is left out.');
  if (at < open.length - 1) warnings.add('An event ends before those it contains; they end with it.');
  open.length = at;
}

/** By time; of those that begin together the longer one stands outside, else the one that comes first in the file. */
function inOrder(durations: readonly Duration[]): Duration[] {
  const sorted = durations.toSorted((a, b) => a.at - b.at);
  for (let from = 0; from < sorted.length;) {
    let to = from;
    while (to < sorted.length && sorted[to]!.at === sorted[from]!.at) to++;
    const places = [];
    for (let i = from; i < to; i++) if (sorted[i]!.phase === 'X') places.push(i);
    const longest = places.map((i) => sorted[i]!).toSorted((a, b) => b.lasts - a.lasts);
    places.forEach((place, i) => (sorted[place] = longest[i]!));
    from = to;
  }
  return sorted;
}

function threadKey(pid: unknown, tid: unknown): string {
  return `${JSON.stringify(pid ?? 0)}:${JSON.stringify(tid ?? 0)}`;
}

function threadNames(events: readonly JsonObject[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const event of events) {
    if (event['ph'] !== 'M' || event['name'] !== 'thread_name' || !isObject(event['args'])) continue;
    names.set(threadKey(event['pid'], event['tid']), textOf(event['args']['name']));
  }
  return names;
}
