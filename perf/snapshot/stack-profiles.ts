// Profiles of any language as part of a snapshot: their stacks, without what is too small to be seen, in the unit of the file.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { languageOf } from '../inputs/profiles/language.ts';
import { type CallGraph, type LoadedProfile, loadProfile, ProfileError } from '../inputs/profiles/index.ts';
import { sha256 } from '../model/sha256.ts';
import type { Source, StackGraph, StackProfile } from '../model/snapshot.ts';
import { type Artifact, ofType, sourceOf } from './artifact.ts';

/** Of the total; smaller functions are counted to their callers. */
const SMALLEST_SHARE = 0.0005;

export interface StackProfiles {
  readonly sources: Source[];
  readonly profiles: StackProfile[];
}

export async function readStackProfiles(artifacts: readonly Artifact[], signal: AbortSignal): Promise<StackProfiles> {
  const found: StackProfiles = { sources: [], profiles: [] };
  const seen = new Set<string>();
  for (const artifact of ofType(artifacts, 'stack_profile')) {
    signal.throwIfAborted();
    const bytes = await readFile(artifact.path);
    const hash = sha256(bytes);
    if (seen.has(hash)) continue;
    seen.add(hash);
    const loaded = loadProfile(bytes, artifact.path);
    // The same reader recognised it a moment ago.
    if (!('threads' in loaded)) throw new ProfileError(`${basename(artifact.path)} has changed while it was read.`);
    found.profiles.push(stackProfileOf(loaded, basename(artifact.path), hash));
    const notes = loaded.warnings.length > 0 ? { parse_notes: loaded.warnings } : {};
    found.sources.push(sourceOf(artifact, hash, { profile: { format: loaded.format, unit: loaded.unit, ...notes } }));
  }
  return found;
}

export function stackProfileOf(loaded: LoadedProfile, name: string, hash: string): StackProfile {
  const reduced = loaded.graph === null ? reduceStacks(loaded) : reduceGraph(loaded.graph);
  return {
    name,
    format: loaded.format,
    language: languageOf(loaded.format, reduced.frames),
    unit: loaded.unit,
    kind: loaded.kind,
    samples: loaded.samples,
    ...reduced,
    source_sha256: hash,
    evidence: [
      {
        source: 'stack_profile',
        file: name,
        line_range: null,
        record_id: null,
        extraction_note: `${loaded.format}, ${loaded.kind}, ${loaded.samples} records in ${loaded.unit}`,
      },
    ],
  };
}

type ReducedProfile = Pick<StackProfile, 'total' | 'frames' | 'nodes' | 'graph'>;

/** Threads are put together by path. */
function reduceStacks(loaded: LoadedProfile): ReducedProfile {
  const totals = loaded.threads.map(({ tree }) => tree.totals());
  const total = totals.reduce((sum, of) => sum + of[0]!, 0);
  const frames: string[] = [];
  const frameIds = new Map<string, number>();
  const nodes: [parent: number, frame: number, self: number][] = [];
  const places = new Map<string, number>();
  const placeOf = (parent: number, label: string): number => {
    let frame = frameIds.get(label);
    if (frame === undefined) frameIds.set(label, (frame = frames.push(label) - 1));
    const key = `${parent}:${frame}`;
    let place = places.get(key);
    if (place === undefined) places.set(key, (place = nodes.push([parent, frame, 0]) - 1));
    return place;
  };
  for (const [i, { tree }] of loaded.threads.entries()) {
    // A parent always stands before its children; -1 is the root.
    const placeOfNode = new Map<number, number>([[tree.root, -1]]);
    for (let node = 1; node < tree.size; node++) {
      const parent = placeOfNode.get(tree.parentOf(node))!;
      // A stack has a first frame, however small.
      const isSmall = parent !== -1 && totals[i]![node]! < SMALLEST_SHARE * total;
      const place = isSmall ? parent : placeOf(parent, tree.names[tree.frameOf(node)]!);
      placeOfNode.set(node, place);
      nodes[place]![2] += tree.selfOf(node);
    }
  }
  return { total, frames, nodes };
}

/** Never the name of a function, in any language. */
const SMALLER = '(smaller functions)';

function reduceGraph(graph: CallGraph): ReducedProfile {
  const { total } = graph;
  const all = graph.functions();
  const isLarge = (value: number) => value >= SMALLEST_SHARE * total;
  const large = all.filter(([, , inclusive]) => isLarge(inclusive));
  const frames = large.map(([name]) => name);
  const ids = new Map(frames.map((name, i) => [name, i]));
  const functions: StackGraph['functions'][number][] = large.map(([, self, inclusive, calls], i) => [
    i,
    self,
    inclusive,
    calls,
  ]);
  const small = all.filter(([, , inclusive]) => !isLarge(inclusive)).reduce((sum, [, self]) => sum + self, 0);
  if (small > 0) functions.push([frames.push(SMALLER) - 1, small, small, 0]);
  const edges = graph.edges().flatMap(([caller, callee, calls, value]): StackGraph['edges'] => {
    const [from, to] = [ids.get(caller), ids.get(callee)];
    return from === undefined || to === undefined ? [] : [[from, to, calls, value]];
  });
  return { total, frames, nodes: [], graph: { functions, edges } };
}
