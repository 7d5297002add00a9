// XHProf and Tideways: for each pair of caller and callee how often and how long.

import { CallGraph } from './graph.ts';
import { isObject, type JsonObject, type LoadedProfile, numberOf, ProfileError, Warnings } from './profile.ts';

const ARROW = '==>';

/** The pairs, alone or in the envelope that collectors put around them. */
export function xhprofPairsOf(json: unknown): JsonObject | null {
  if (!isObject(json)) return null;
  for (const candidate of [json, json['profile'], json['data']]) {
    if (!isObject(candidate)) continue;
    const keys = Object.keys(candidate);
    const hasPairs = keys.some((key) => key.includes(ARROW)) || keys.includes('main()');
    const isPair = (value: unknown) => isObject(value) && ('wt' in value || 'ct' in value);
    if (hasPairs && Object.values(candidate).some(isPair)) return candidate;
  }
  return null;
}

export function readXhprof(pairs: JsonObject): LoadedProfile {
  const graph = new CallGraph();
  const warnings = new Warnings();
  const inclusive = new Map<string, number>();
  const spentBelow = new Map<string, number>();
  let samples = 0;
  for (const [key, figures] of Object.entries(pairs)) {
    const stated = isObject(figures) ? numberOf(figures['wt']) : null;
    if (stated !== null && stated < 0)
      warnings.add('A pair has a negative time: the clock was set back. It counts as zero.');
    const wall = stated === null ? null : Math.max(0, stated);
    if (!isObject(figures) || wall === null) {
      warnings.add('A pair without a wall time is skipped.');
      continue;
    }
    samples++;
    const calls = numberOf(figures['ct']) ?? 0;
    const arrow = key.lastIndexOf(ARROW);
    const callee = arrow === -1 ? key : key.slice(arrow + ARROW.length);
    inclusive.set(callee, (inclusive.get(callee) ?? 0) + wall);
    graph.addCalls(callee, calls);
    if (arrow === -1) continue;
    const caller = key.slice(0, arrow);
    spentBelow.set(caller, (spentBelow.get(caller) ?? 0) + wall);
    graph.addEdge(caller, callee, calls, wall);
  }
  if (samples === 0) throw new ProfileError('The profile contains no pair of calls with a wall time (wt).');
  for (const [name, value] of inclusive) {
    graph.addTotal(name, value);
    const own = value - (spentBelow.get(name) ?? 0);
    if (own < 0)
      warnings.add('What a function called took longer than the function itself; its own time counts as zero.');
    graph.addSelf(name, Math.max(0, own));
  }
  const main = isObject(pairs['main()']) ? pairs['main()'] : null;
  const whole = main === null ? null : numberOf(main['wt']);
  if (whole !== null) graph.stateTotal(Math.max(0, whole));
  else warnings.add('The profile has no main(): its total is the sum of the own times of its functions.');
  return {
    format: 'xhprof',
    unit: 'microseconds',
    kind: 'traced',
    threads: [],
    graph,
    samples,
    details: { calls: Object.fromEntries(graph.calls), ...(main === null ? {} : { main }) },
    warnings: warnings.list(),
  };
}
