// speedscope's own format: stacks with weights, or calls that open and close.

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

export function isSpeedscope(json: unknown): boolean {
  if (!isObject(json) || !Array.isArray(json['profiles'])) return false;
  return textOf(json['$schema']).includes('speedscope') || (isObject(json['shared']) && 'frames' in json['shared']);
}

export function readSpeedscope(json: JsonObject): LoadedProfile {
  const shared = isObject(json['shared']) ? json['shared'] : {};
  const names = arrayOf(shared['frames']).map((frame) => (isObject(frame) ? textOf(frame['name']) : '') || '(unknown)');
  const warnings = new Warnings();
  const profiles = arrayOf(json['profiles']).filter(isObject);
  if (profiles.length === 0) throw new ProfileError('The file contains no profile.');
  const first = new StackTree();
  const frames = names.map((name) => first.frameId(name));
  const unit = unitOf(profiles[0]!);
  let samples = 0;
  let kind: 'sampled' | 'traced' = 'sampled';
  const threads: Thread[] = [];
  for (const profile of profiles) {
    const scale = scaleOf(unitOf(profile), unit);
    if (scale === null) {
      warnings.add(`A profile in ${unitOf(profile)} is skipped, since others are in ${unit}.`);
      continue;
    }
    const tree = first.sibling();
    if (Array.isArray(profile['events'])) {
      kind = 'traced';
      samples += addEvents(tree, frames, profile, scale, warnings);
    } else samples += addSamples(tree, frames, profile, scale, warnings);
    threads.push({ name: textOf(profile['name']), tree });
  }
  return { format: 'speedscope', unit, kind, threads, graph: null, samples, details: {}, warnings: warnings.list() };
}

function unitOf(profile: JsonObject): string {
  return textOf(profile['unit']) || 'none';
}

const NANOSECONDS: Readonly<Record<string, number>> = {
  nanoseconds: 1,
  microseconds: 1e3,
  milliseconds: 1e6,
  seconds: 1e9,
};

/** What a value in one unit is in another; null for what cannot be added, such as bytes and times. */
function scaleOf(unit: string, wanted: string): number | null {
  if (unit === wanted) return 1;
  const [from, to] = [NANOSECONDS[unit], NANOSECONDS[wanted]];
  return from === undefined || to === undefined ? null : from / to;
}

function addSamples(
  tree: StackTree,
  frames: readonly number[],
  profile: JsonObject,
  scale: number,
  warnings: Warnings,
): number {
  const samples = arrayOf(profile['samples']);
  const weights = Array.isArray(profile['weights']) ? arrayOf(profile['weights']) : null;
  samples.forEach((stack, i) => {
    const weight = weights === null ? 1 : numberOf(weights[i]);
    if (weight === null) return warnings.add('A sample whose weight is not a number is skipped.');
    let node = tree.root;
    for (const place of arrayOf(stack)) {
      const frame = frames[numberOf(place) ?? -1];
      if (frame === undefined)
        return warnings.add('A sample refers to a frame that the file does not define; it is skipped.');
      node = tree.child(node, frame);
    }
    if (node === tree.root) {
      warnings.add('A sample has no stack; it counts in the total and for no function.');
      tree.addWithoutStack(weight * scale);
    } else tree.add(node, weight * scale);
  });
  return samples.length;
}

/** How many stretches of time had a stack of their own. */
function addEvents(
  tree: StackTree,
  frames: readonly number[],
  profile: JsonObject,
  scale: number,
  warnings: Warnings,
): number {
  const open = new OpenCalls<{ readonly frame: number; readonly node: number }>();
  let now = numberOf(profile['startValue']) ?? 0;
  let stretches = 0;
  const passUntil = (time: number) => {
    const top = open.innermost;
    if (time < now) warnings.add('An event is earlier than its predecessor; its time counts as zero.');
    if (top !== undefined && time > now) {
      tree.add(top.node, (time - now) * scale);
      stretches++;
    }
    now = Math.max(now, time);
  };
  for (const event of arrayOf(profile['events'])) {
    if (!isObject(event)) continue;
    const at = numberOf(event['at']);
    const frame = frames[numberOf(event['frame']) ?? -1];
    if (at === null || frame === undefined) {
      warnings.add('An event without a time or a frame is skipped.');
      continue;
    }
    passUntil(at);
    if (event['type'] === 'O') {
      const node = tree.child(open.innermost?.node ?? tree.root, frame);
      tree.touch(node);
      open.enter({ frame, node });
    } else {
      const ended = open.leaveTo(frame);
      if (ended === 0) warnings.add('The end of a call has no start; it is skipped.');
      else if (ended > 1) warnings.add('A call ends before its callees; they end with it.');
    }
  }
  if (open.size > 0) {
    warnings.add('Calls are still open at the end of the profile.');
    passUntil(numberOf(profile['endValue']) ?? now);
  }
  return stretches;
}
