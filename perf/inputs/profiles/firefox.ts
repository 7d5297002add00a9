// Firefox's profiles: as the browser writes them (raw, with schemas) and as profiler.firefox.com saves them (processed, in columns).
// The code of pages is included; the browser's own code, which fills every stack, is excluded, unless there is nothing else.

import {
  arrayOf,
  isObject,
  type JsonObject,
  type LoadedProfile,
  numberOf,
  ProfileError,
  textOf,
  Warnings,
} from './profile.ts';
import { StackTree } from './stacks.ts';

/** Versions seen; others are read the same way, with a warning. */
const NEWEST_RAW = 31;
const NEWEST_PROCESSED = 58;

function profileOf(json: unknown): JsonObject | null {
  for (const candidate of [json, isObject(json) ? json['profile'] : null]) {
    if (isObject(candidate) && isObject(candidate['meta']) && Array.isArray(candidate['threads'])) return candidate;
  }
  return null;
}

export function isFirefox(json: unknown): boolean {
  return profileOf(json) !== null;
}

interface Stack {
  readonly prefix: number | null;
  readonly name: string;
  readonly isPage: boolean;
}

interface Reading {
  readonly stacks: readonly Stack[];
  readonly samples: readonly { readonly stack: number | null; readonly time: number }[];
}

export function readFirefox(json: unknown): LoadedProfile {
  const profile = profileOf(json)!;
  const warnings = new Warnings();
  const meta = profile['meta'] as JsonObject;
  const processed = numberOf(meta['preprocessedProfileVersion']);
  const raw = numberOf(meta['version']) ?? 0;
  if (processed === null ? raw > NEWEST_RAW : processed > NEWEST_PROCESSED) {
    warnings.add(`The profile's version ${processed ?? raw} is newer than this program supports.`);
  }
  const all = threadsOf(profile);
  if (all.length === 0) throw new ProfileError('The profile has no thread.');
  const read = (thread: JsonObject) => ({
    name: textOf(thread['name']),
    ...(processed === null ? readRawThread(thread) : readProcessedThread(thread, profile)),
  });
  // A page runs in the main thread of a process; programs that are no browsers and write this format (samply) have no thread of that
  // name.
  const mains = all.filter((thread) => textOf(thread['name']) === 'GeckoMain');
  const [main] = mains;
  const readings = (main === undefined ? all.map(read) : firstWithPage(mains, read)).filter(
    ({ samples }) => samples.length > 0,
  );
  if (readings.length === 0) throw new ProfileError('The profile has no samples.');
  if (main !== undefined && all.length > 1) {
    warnings.add(`Only the thread GeckoMain is read; the file contains ${all.length - 1} more.`);
  }

  const first = new StackTree();
  const hasPages = readings.some(({ stacks, samples }) => hasPage(stacks, samples));
  if (main !== undefined && !hasPages)
    warnings.add('No code of a page was found; the stacks are those of the browser itself.');
  const threads = readings.map(({ name, stacks, samples }) => {
    const tree = first.sibling();
    const nodeOf = stackPaths(stacks, hasPages, tree);
    for (const [i, { stack, time }] of samples.entries()) {
      if (stack === null) continue;
      const lasted = (samples[i + 1]?.time ?? time) - time;
      if (stacks[stack] === undefined)
        warnings.add('A sample refers to a stack that the file does not define; it is skipped.');
      if (lasted < 0) warnings.add('A sample is earlier than its predecessor; its time counts as zero.');
      tree.add(nodeOf(stack), Math.max(0, lasted));
    }
    return { name, tree };
  });
  return {
    format: 'firefox',
    unit: 'milliseconds',
    kind: 'sampled',
    threads,
    graph: null,
    samples: readings.reduce((sum, { samples }) => sum + samples.length, 0),
    details: { thread: threads[0]!.name },
    warnings: warnings.list(),
  };
}

/** Also those of the other processes, which the browser writes into its own. */
function threadsOf(profile: JsonObject): JsonObject[] {
  const found: JsonObject[] = [];
  const open = [profile];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    found.push(...arrayOf(one['threads']).filter(isObject));
    open.push(...arrayOf(one['processes']).filter(isObject).toReversed());
  }
  return found;
}

/** The first main thread is that of the browser's own process; what a page runs is met in another, unless it is a browser of one process. */
function firstWithPage<R extends Reading>(mains: readonly JsonObject[], read: (thread: JsonObject) => R): R[] {
  let first: R | null = null;
  for (const thread of mains) {
    const reading = read(thread);
    if (hasPage(reading.stacks, reading.samples)) return [reading];
    if (first === null || first.samples.length === 0) first = reading;
  }
  return first === null ? [] : [first];
}

/** Whether any of the stacks has code of a page. Each stack is examined only once. */
function hasPage(stacks: Reading['stacks'], samples: Reading['samples']): boolean {
  const seen = new Set<number>();
  for (const { stack } of samples) {
    for (let at = stack; at !== null && !seen.has(at); at = stacks[at]?.prefix ?? null) {
      if (stacks[at]?.isPage === true) return true;
      seen.add(at);
    }
  }
  return false;
}

/** The node of a stack by its index; each is worked out once, from the nearest of its callers that is known. */
function stackPaths(stacks: Reading['stacks'], onlyPages: boolean, tree: StackTree): (leaf: number) => number {
  const known = new Map<number, number>();
  return (leaf) => {
    const open: number[] = [];
    let node = tree.root;
    for (let at: number | null = leaf; at !== null && stacks[at] !== undefined; at = stacks[at]?.prefix ?? null) {
      const path = known.get(at);
      if (path !== undefined) {
        node = path;
        break;
      }
      if (open.push(at) > stacks.length)
        throw new ProfileError('The stacks of the profile contain a cycle: it is damaged.');
    }
    for (const at of open.toReversed()) {
      const stack = stacks[at]!;
      if (stack.isPage || (!onlyPages && stack.name !== '(root)')) node = tree.child(node, tree.frameId(stack.name));
      known.set(at, node);
    }
    return node;
  };
}

/** `name (file:line)`; the browser's own scripts live under resource: and self-hosted. */
function readLocation(location: string): { name: string; isPage: boolean } {
  const match = /^(.*) \((.+?)(?::\d+)*\)$/.exec(location);
  if (match === null) return { name: location, isPage: false };
  const [, name = '', file = ''] = match;
  return { name, isPage: !/^(?:resource:|self-hosted|chrome:)/.test(file) };
}

function readRawThread(thread: JsonObject): Reading {
  const strings = arrayOf(thread['stringTable']).map(textOf);
  const rows = (table: unknown) => {
    const { schema, data } = isObject(table) ? table : {};
    const columns = isObject(schema) ? schema : {};
    return arrayOf(data).map((row) => (name: string) => arrayOf(row)[numberOf(columns[name]) ?? -1]);
  };
  const frames = rows(thread['frameTable']).map((cell) => strings[numberOf(cell('location')) ?? -1] ?? '(unknown)');
  const stacks = rows(thread['stackTable']).map((cell) => ({
    prefix: numberOf(cell('prefix')),
    ...readLocation(frames[numberOf(cell('frame')) ?? -1] ?? '(unknown)'),
  }));
  const samples = rows(thread['samples']).map((cell) => ({
    stack: numberOf(cell('stack')),
    time: numberOf(cell('time')) ?? 0,
  }));
  return { stacks, samples };
}

function readProcessedThread(thread: JsonObject, profile: JsonObject): Reading {
  // Since version 56 the tables of all threads are one.
  const shared = isObject(profile['shared']) ? profile['shared'] : {};
  const table = (name: string): JsonObject => {
    const own = thread[name] ?? shared[name];
    return isObject(own) ? own : {};
  };
  const strings = arrayOf(thread['stringArray'] ?? shared['stringArray'] ?? thread['stringTable']).map(textOf);
  const { name: functionNames, isJS, fileName, source } = table('funcTable');
  const sourceNames = arrayOf(table('sources')['filename']);
  const functionOf = arrayOf(table('frameTable')['func']);
  const frameOf = arrayOf(table('stackTable')['frame']);
  const prefixes = arrayOf(table('stackTable')['prefix']);
  const stacks = frameOf.map((frame, i) => {
    const func = numberOf(functionOf[numberOf(frame) ?? -1]) ?? -1;
    const file = numberOf(arrayOf(fileName)[func]) ?? numberOf(sourceNames[numberOf(arrayOf(source)[func]) ?? -1]);
    const path = file === null ? '' : (strings[file] ?? '');
    return {
      prefix: numberOf(prefixes[i]),
      name: strings[numberOf(arrayOf(functionNames)[func]) ?? -1] ?? '(unknown)',
      isPage: arrayOf(isJS)[func] === true && !/^(?:resource:|self-hosted|chrome:)/.test(path),
    };
  });
  const { stack, time, timeDeltas } = table('samples');
  const deltas = arrayOf(timeDeltas).map((delta) => numberOf(delta) ?? 0);
  let now = 0;
  const times = Array.isArray(time)
    ? arrayOf(time).map((each) => numberOf(each) ?? 0)
    : deltas.map((delta) => (now += delta));
  return { stacks, samples: arrayOf(stack).map((each, i) => ({ stack: numberOf(each), time: times[i] ?? 0 })) };
}
