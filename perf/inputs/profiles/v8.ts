// What V8 writes: .cpuprofile, the same in a trace of Chrome, and .heapprofile.

import {
  arrayOf,
  baseName,
  isObject,
  type JsonObject,
  type LoadedProfile,
  numberOf,
  ProfileError,
  textOf,
  Warnings,
} from './profile.ts';
import { StackTree } from './stacks.ts';

/** A call's name as a person would look for it: functions without one by their file and line. */
function nameOfCallFrame(frame: JsonObject): string {
  const name = textOf(frame['functionName']);
  if (name !== '') return name;
  const url = textOf(frame['url']);
  if (url === '') return '(anonymous)';
  return `(anonymous ${baseName(url)}:${(numberOf(frame['lineNumber']) ?? -1) + 1})`;
}

interface V8Node {
  readonly id: number;
  readonly parent: number | null;
  readonly frame: JsonObject;
  readonly hits: number;
}

/** The samples of one thread, as they come in one piece or in many. */
export class V8Samples {
  readonly tree: StackTree;
  readonly #nodes = new Map<number, V8Node>();
  readonly #paths = new Map<number, number>();
  readonly #pieces: { readonly samples: readonly unknown[]; readonly deltas: readonly unknown[] }[] = [];
  readonly #warnings: Warnings;
  idle = 0;

  constructor(tree: StackTree, warnings: Warnings) {
    this.tree = tree;
    this.#warnings = warnings;
  }

  addNodes(nodes: readonly unknown[]): void {
    for (const node of nodes) {
      if (!isObject(node)) continue;
      const id = numberOf(node['id']);
      if (id === null) continue;
      const frame = isObject(node['callFrame']) ? node['callFrame'] : node;
      const known = this.#nodes.get(id);
      if (known !== undefined && isObject(node['callFrame']) && Object.keys(known.frame).length > 0)
        this.#warnings.add('Two calls have the same id; the later one is used for both.');
      const parent = numberOf(node['parent']) ?? known?.parent ?? null;
      this.#nodes.set(id, { id, parent, frame, hits: numberOf(node['hitCount']) ?? 0 });
      for (const child of arrayOf(node['children'])) {
        const childId = numberOf(child);
        if (childId !== null) this.#adopt(childId, id);
      }
    }
  }

  addSamples(samples: readonly unknown[], deltas: readonly unknown[]): void {
    // A piece with fewer times than samples must not shift those of the next.
    const isEven = samples.length === deltas.length;
    this.#pieces.push({ samples, deltas: isEven ? deltas : samples.map((_, i) => deltas[i] ?? 0) });
  }

  get sampleCount(): number {
    return this.#pieces.reduce((sum, { samples }) => sum + samples.length, 0);
  }

  /** A sample lasts until the next one; the end of the last one is unknown. */
  finish(): void {
    // A .cpuprofile is one piece: copying its samples would take longer than reading them.
    const { samples, deltas } =
      this.#pieces.length === 1
        ? this.#pieces[0]!
        : {
            samples: this.#pieces.flatMap((piece) => piece.samples),
            deltas: this.#pieces.flatMap((piece) => piece.deltas),
          };
    // Added up by call first: there are hundreds of samples for each, and a place in a table is found sooner than in a tree.
    const nodes = [...this.#nodes.values()];
    const placeOf = placesById(nodes);
    const spent = new Float64Array(nodes.length);
    const seen = new Uint8Array(nodes.length);
    for (let i = 0; i < samples.length; i++) {
      const lasted = i + 1 < samples.length ? numberOr(deltas[i + 1], 0) : 0;
      if (lasted < 0) this.#warnings.add('A sample is earlier than its predecessor; its time counts as zero.');
      const place = placeOf(numberOr(samples[i], -1));
      if (place === undefined) {
        this.#warnings.add('A sample refers to a call that the file does not define; it is skipped.');
        continue;
      }
      seen[place] = 1;
      if (lasted > 0) spent[place]! += lasted;
    }
    for (const [place, { id, frame }] of nodes.entries()) {
      if (seen[place] === 0) continue;
      if (textOf(frame['functionName']) === '(idle)') this.idle += spent[place]!;
      else this.tree.add(this.#path(id), spent[place]!);
    }
  }

  /** Old files count how often a call was met and keep no single samples. */
  finishByHits(): number {
    let hits = 0;
    for (const node of this.#nodes.values()) {
      if (node.hits === 0 || textOf(node.frame['functionName']) === '(idle)') continue;
      hits += node.hits;
      this.tree.add(this.#path(node.id), node.hits);
    }
    return hits;
  }

  #adopt(child: number, parent: number): void {
    const known = this.#nodes.get(child);
    this.#nodes.set(child, { id: child, parent, frame: known?.frame ?? {}, hits: known?.hits ?? 0 });
  }

  #path(id: number): number {
    const open: V8Node[] = [];
    let at: number | null = id;
    let node = this.tree.root;
    while (at !== null) {
      const known = this.#paths.get(at);
      if (known !== undefined) {
        node = known;
        break;
      }
      const next = this.#nodes.get(at);
      if (next === undefined) break;
      open.push(next);
      if (open.length > this.#nodes.size)
        throw new ProfileError('The calls of the profile contain a cycle: it is damaged.');
      at = next.parent;
    }
    for (const step of open.toReversed()) {
      const name = nameOfCallFrame(step.frame);
      if (name !== '(root)') node = this.tree.child(node, this.tree.frameId(name));
      this.#paths.set(step.id, node);
    }
    return node;
  }
}

function numberOr(value: unknown, other: number): number {
  return typeof value === 'number' ? value : (numberOf(value) ?? other);
}

/** Where each call stands in the list, by its id. V8 numbers them from one on, so a plain table mostly does. */
function placesById(nodes: readonly V8Node[]): (id: number) => number | undefined {
  const largest = nodes.reduce((most, { id }) => Math.max(most, id), 0);
  if (largest > 4 * nodes.length + 1024 || nodes.some(({ id }) => id < 0 || !Number.isInteger(id))) {
    const places = new Map(nodes.map(({ id }, place) => [id, place]));
    return (id) => places.get(id);
  }
  const table = new Int32Array(largest + 1).fill(-1);
  for (const [place, { id }] of nodes.entries()) table[id] = place;
  return (id) => {
    const place = table[id];
    return place === undefined || place < 0 ? undefined : place;
  };
}

export function isCpuProfile(json: unknown): boolean {
  if (!isObject(json)) return false;
  const isTree = Array.isArray(json['nodes']) || isObject(json['head']);
  return isTree && ('startTime' in json || Array.isArray(json['samples']));
}

export function readCpuProfile(json: JsonObject): LoadedProfile {
  const warnings = new Warnings();
  const reader = new V8Samples(new StackTree(), warnings);
  reader.addNodes(isObject(json['head']) ? flattenHead(json['head']) : arrayOf(json['nodes']));
  const samples = arrayOf(json['samples']);
  const start = numberOf(json['startTime']) ?? 0;
  const end = numberOf(json['endTime']) ?? start;
  const isOld = isObject(json['head']);
  if (samples.length === 0) {
    const hits = reader.finishByHits();
    if (hits === 0) throw new ProfileError('The profile contains no samples.');
    return {
      ...result(reader, warnings, hits, { duration: end - start }),
      unit: 'samples',
    };
  }
  const stamps = arrayOf(json['timestamps']).map((stamp) => numberOf(stamp) ?? 0);
  const deltas = Array.isArray(json['timeDeltas'])
    ? arrayOf(json['timeDeltas'])
    : stamps.length > 0
      ? stamps.map((stamp, i) => stamp - (stamps[i - 1] ?? stamp))
      : evenDeltas(samples.length, (end - start) * (isOld ? 1e6 : 1));
  reader.addSamples(samples, deltas);
  reader.finish();
  return result(reader, warnings, samples.length, { idle: reader.idle, duration: end - start });
}

/** Without times of its own every sample is as long as the others. */
function evenDeltas(count: number, duration: number): number[] {
  return Array.from({ length: count }, () => duration / count);
}

/** Before 2016 calls were a tree in the file, with names next to the children. */
function flattenHead(head: JsonObject): JsonObject[] {
  const nodes: JsonObject[] = [];
  const open: { node: JsonObject; parent: number | null }[] = [{ node: head, parent: null }];
  for (let step = open.pop(); step !== undefined; step = open.pop()) {
    const { node, parent } = step;
    const id = numberOf(node['id']) ?? nodes.length + 1;
    const line = numberOf(node['lineNumber']);
    const callFrame = isObject(node['callFrame'])
      ? node['callFrame']
      : { ...node, lineNumber: line === null ? -1 : line - 1 };
    nodes.push({ id, callFrame, hitCount: node['hitCount'] ?? 0, ...(parent === null ? {} : { parent }) });
    for (const child of arrayOf(node['children'])) if (isObject(child)) open.push({ node: child, parent: id });
  }
  return nodes;
}

function result(reader: V8Samples, warnings: Warnings, samples: number, details: JsonObject): LoadedProfile {
  return {
    format: 'cpuprofile',
    unit: 'microseconds',
    kind: 'sampled',
    threads: [{ name: '', tree: reader.tree }],
    graph: null,
    samples,
    details,
    warnings: warnings.list(),
  };
}

export function isHeapProfile(json: unknown): boolean {
  return isObject(json) && isObject(json['head']) && 'selfSize' in json['head'];
}

export function readHeapProfile(json: JsonObject): LoadedProfile {
  const tree = new StackTree();
  let nodes = 0;
  const open: { node: JsonObject; path: number }[] = [{ node: json['head'] as JsonObject, path: tree.root }];
  for (let step = open.pop(); step !== undefined; step = open.pop()) {
    nodes++;
    const name = isObject(step.node['callFrame']) ? nameOfCallFrame(step.node['callFrame']) : '(unknown)';
    const path = name === '(root)' ? step.path : tree.child(step.path, tree.frameId(name));
    tree.add(path, numberOf(step.node['selfSize']) ?? 0);
    for (const child of arrayOf(step.node['children'])) if (isObject(child)) open.push({ node: child, path });
  }
  return {
    format: 'heapprofile',
    unit: 'bytes',
    kind: 'sampled',
    threads: [{ name: '', tree }],
    graph: null,
    samples: nodes,
    details: {},
    warnings: [],
  };
}
