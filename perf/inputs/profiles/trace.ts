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
import { OpenCalls } from './open-calls.ts';
import { StackTree } from './stacks.ts';
import { V8Samples } from './v8.ts';

export interface Trace {
  readonly events: readonly JsonObject[];
  /** Sampled stacks and their frames; separate from the events, where there are any. */
  readonly samples: readonly JsonObject[];
  readonly stackFrames: JsonObject;
}

/** An object with its events, the bare list of them, or one event a line. */
export function traceOf(documents: readonly unknown[]): Trace | null {
  const [json] = documents;
  const isWrapped = isObject(json) && Array.isArray(json['traceEvents']);
  const events = isWrapped ? json['traceEvents'] : isObject(json) ? documents : json;
  if (!Array.isArray(events) || (isWrapped && documents.length > 1)) return null;
  const objects = (events as unknown[]).filter(isObject);
  const samples = isWrapped ? arrayOf(json['samples']).filter(isObject) : [];
  const stackFrames = isWrapped && isObject(json['stackFrames']) ? json['stackFrames'] : {};
  const isTrace = objects.some((event) => typeof event['ph'] === 'string') || samples.some((each) => 'sf' in each);
  return isTrace ? { events: objects, samples, stackFrames } : null;
}

/** The end of an event need not repeat its name. */
const UNNAMED = '(unnamed)';
const PROFILE_EVENTS = new Set(['CpuProfile', 'Profile', 'ProfileChunk']);

export function readTrace({ events, samples, stackFrames }: Trace): LoadedProfile {
  const isSampled = events.some((event) => event['name'] === 'CpuProfile' || event['name'] === 'ProfileChunk');
  if (isSampled) return readSampledTrace(events);
  return samples.length > 0 ? readStackFrames(events, samples, stackFrames) : readDurations(events);
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
  // Chrome writes events as its threads hand them over, not in the order of time; pieces of a profile follow each other in time.
  const pieces = events
    .filter((event) => PROFILE_EVENTS.has(textOf(event['name'])))
    .toSorted((a, b) => (numberOf(a['ts']) ?? 0) - (numberOf(b['ts']) ?? 0));
  for (const event of pieces) {
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
  if (threads.length === 0) throw new ProfileError('The trace says that it was profiled, but contains no samples.');
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

/**
 * Stacks in a table of frames that name their parents (as Hermes writes them). A stack lasts until the next one of its thread; the
 * end of the last one is unknown.
 */
function readStackFrames(
  events: readonly JsonObject[],
  samples: readonly JsonObject[],
  stackFrames: JsonObject,
): LoadedProfile {
  const warnings = new Warnings();
  const first = new StackTree();
  const names = threadNames(events);
  const byThread = Map.groupBy(samples, (sample) => threadKey(sample['pid'], sample['tid']));
  const threads = [...byThread].map(([key, list]) => {
    const tree = first.sibling();
    const pathOf = stackFramePaths(stackFrames, tree);
    const timed = list
      .flatMap((sample) => {
        const at = numberOf(sample['ts']);
        if (at === null) warnings.add('A sample without a time is skipped.');
        return at === null ? [] : [{ at, frame: sample['sf'] }];
      })
      .toSorted((a, b) => a.at - b.at);
    for (const [i, { at, frame }] of timed.entries()) {
      const node = pathOf(String(frame));
      if (node === null) warnings.add('A sample refers to a frame that the file does not define; it is skipped.');
      else tree.add(node, (timed[i + 1]?.at ?? at) - at);
    }
    return { name: names.get(key) ?? key, tree };
  });
  return {
    format: 'trace-event',
    unit: 'microseconds',
    kind: 'sampled',
    threads,
    graph: null,
    samples: samples.length,
    details: {},
    warnings: warnings.list(),
  };
}

/** The node of a stack by the id of its innermost frame; each is worked out once. */
function stackFramePaths(stackFrames: JsonObject, tree: StackTree): (id: string) => number | null {
  const known = new Map<string, number>();
  return (id) => {
    const open: { readonly id: string; readonly name: string }[] = [];
    const met = new Set<string>();
    let node = tree.root;
    for (let at: string | null = id; at !== null;) {
      const path = known.get(at);
      if (path !== undefined) {
        node = path;
        break;
      }
      const frame: unknown = Object.hasOwn(stackFrames, at) ? stackFrames[at] : undefined;
      if (!isObject(frame)) return null;
      if (met.has(at)) throw new ProfileError('The calls of the profile contain a cycle: it is damaged.');
      met.add(at);
      open.push({ id: at, name: textOf(frame['name']) || UNNAMED });
      const { parent } = frame;
      at = typeof parent === 'string' || typeof parent === 'number' ? String(parent) : null;
    }
    for (const step of open.toReversed()) {
      node = tree.child(node, tree.frameId(step.name));
      known.set(step.id, node);
    }
    return node;
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
      warnings.add('An event without a time is skipped.');
      continue;
    }
    count++;
    const lasts = numberOf(event['dur']) ?? numberOf(event['tdur']) ?? 0;
    if (lasts < 0) warnings.add('An event ends before it begins; its time counts as zero.');
    const key = threadKey(event['pid'], event['tid']);
    const list = byThread.get(key) ?? [];
    byThread.set(key, list);
    list.push({ name: textOf(event['name']) || UNNAMED, phase, at, lasts: Math.max(0, lasts) });
  }
  if (count === 0) throw new ProfileError('The trace contains no durations (events B, E or X) and no samples.');
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

interface OpenEvent {
  readonly frame: number;
  readonly node: number;
  /** When it ends, where its own event says so. */
  readonly end: number | null;
}

/** What passes between two events is spent by the innermost call open then. */
function addDurations(tree: StackTree, durations: readonly Duration[], warnings: Warnings): void {
  const open = new OpenCalls<OpenEvent>();
  // A clock may begin anywhere, also below zero.
  let now = -Infinity;
  const passUntil = (time: number) => {
    const top = open.innermost;
    if (top !== undefined && time > now) tree.add(top.node, time - now);
    now = Math.max(now, time);
  };
  /** Closes the calls whose own time is over. */
  const closeEnded = (time: number) => {
    for (let top = open.innermost; top !== undefined && top.end !== null && top.end <= time; top = open.innermost) {
      passUntil(top.end);
      open.leave();
    }
  };
  for (const event of inOrder(durations)) {
    closeEnded(event.at);
    passUntil(event.at);
    const frame = tree.frameId(event.name);
    if (event.phase === 'E') {
      const ended = event.name === UNNAMED ? Number(open.leave() !== undefined) : open.leaveTo(frame);
      if (ended === 0) warnings.add('The end of an event has no start; it is skipped.');
      if (ended > 1) warnings.add('An event ends before those it contains; they end with it.');
      continue;
    }
    const parent = open.innermost;
    const node = tree.child(parent?.node ?? tree.root, frame);
    tree.touch(node);
    let end = event.phase === 'X' ? event.at + event.lasts : null;
    if (end !== null && parent?.end !== null && parent !== undefined && end > parent.end) {
      warnings.add('An event ends after its enclosing event; it is cut there.');
      end = parent.end;
    }
    open.enter({ frame, node, end });
  }
  const last = durations.reduce((most, { at, lasts }) => Math.max(most, at + lasts), -Infinity);
  closeEnded(last);
  passUntil(last);
  for (const { end } of open.all())
    if (end === null) warnings.add('An event has no end; it is extended to the end of the trace.');
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
