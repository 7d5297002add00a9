// Ruby's stackprof, written as JSON. With `raw: true` it holds runs of equal stacks, each its length, its frames and how often; without,
// what each method spent and whom it called.

import { CallGraph } from './graph.ts';
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

const COLLECTING = '(garbage collection)';

export function isStackprof(json: unknown): boolean {
  return isObject(json) && isObject(json['frames']) && 'mode' in json && 'interval' in json;
}

export function readStackprof(json: JsonObject): LoadedProfile {
  const frames = json['frames'] as JsonObject;
  const raw = arrayOf(json['raw']);
  if (raw.length === 0) return readMethods(json, frames);
  const mode = textOf(json['mode']);
  const interval = numberOf(json['interval']) ?? 1;
  const deltas = arrayOf(json['raw_timestamp_deltas']);
  const tree = new StackTree();
  const warnings = new Warnings();
  const nameOf = (id: unknown): string => {
    const frame = frames[String(id)];
    return (isObject(frame) ? textOf(frame['name']) : '') || '(unknown)';
  };
  let samples = 0;
  let before: string[] = [];
  for (let at = 0; at < raw.length;) {
    const length = numberOf(raw[at]);
    if (length === null || length < 0 || at + length + 1 >= raw.length) {
      warnings.add('The stacks are cut off.');
      break;
    }
    const names = raw.slice(at + 1, at + 1 + length).map(nameOf);
    const count = numberOf(raw[at + 1 + length]) ?? 0;
    at += length + 2;
    // Collecting is met without a stack; it happens where the program was just before.
    const stack = names.length === 1 && names[0] === COLLECTING ? [...before, COLLECTING] : names;
    const value = valueOf(mode, count, interval, deltas.slice(samples, samples + count));
    samples += count;
    tree.add(tree.path(stack), value);
    if (names[0] !== COLLECTING) before = names;
  }
  return {
    format: 'stackprof',
    unit: unitOf(mode),
    kind: 'sampled',
    threads: [{ name: '', tree }],
    graph: null,
    samples,
    details: { mode },
    warnings: warnings.list(),
  };
}

function unitOf(mode: string): string {
  return mode === 'cpu' || mode === 'wall' ? 'microseconds' : 'count';
}

function readMethods(json: JsonObject, frames: JsonObject): LoadedProfile {
  const mode = textOf(json['mode']);
  const scale = unitOf(mode) === 'count' ? 1 : (numberOf(json['interval']) ?? 1);
  const graph = new CallGraph();
  const nameOf = (frame: unknown) => (isObject(frame) ? textOf(frame['name']) : '') || '(unknown)';
  let samples = 0;
  for (const frame of Object.values(frames).filter(isObject)) {
    const name = nameOf(frame);
    const own = numberOf(frame['samples']) ?? 0;
    samples += own;
    graph.addSelf(name, own * scale);
    graph.addTotal(name, (numberOf(frame['total_samples']) ?? own) * scale);
    for (const [id, weight] of Object.entries(isObject(frame['edges']) ? frame['edges'] : {}))
      graph.addEdge(name, nameOf(frames[id]), 0, (numberOf(weight) ?? 0) * scale);
  }
  if (samples === 0) {
    throw new ProfileError(
      'The profile has no stacks and no samples. Record it again with `raw: true` (StackProf.run(raw: true, …)).',
    );
  }
  return {
    format: 'stackprof',
    unit: unitOf(mode),
    kind: 'sampled',
    threads: [],
    graph,
    samples,
    details: { mode },
    warnings: [
      'The profile has no stacks, only who calls whom. With `raw: true` (StackProf.run(raw: true, …)) it has both.',
    ],
  };
}

function valueOf(mode: string, count: number, interval: number, deltas: readonly unknown[]): number {
  if (mode === 'cpu') return count * interval;
  if (mode === 'wall' && deltas.length > 0)
    return deltas.reduce<number>((sum, delta) => sum + (numberOf(delta) ?? 0), 0);
  return mode === 'wall' ? count * interval : count;
}
