import { type Fill, inOrder } from '../executions/index.ts';
import type { Step } from './event.ts';

/** What can touch one position. */
export interface Group {
  /** In no order yet: see `sortFills`. */
  readonly fills: Fill[];
  readonly steps: Step[];
}

/** Fills and events that can touch the same position: one account, one instrument under all its names. */
export function groupsOf(fills: readonly Fill[], steps: readonly Step[]): Group[] {
  const rename = finalNames(steps);
  const groups = new Map<string, Map<string, Group>>();
  for (const fill of fills) {
    const name = rename.get(fill.instrument) ?? fill.instrument;
    let accounts = groups.get(name);
    if (accounts === undefined) groups.set(name, (accounts = new Map()));
    let group = accounts.get(fill.account);
    if (group === undefined) accounts.set(fill.account, (group = { fills: [], steps: [] }));
    group.fills.push(fill);
  }
  for (const step of steps.toSorted(stepsInOrder)) {
    const accounts = groups.get(rename.get(step.instrument) ?? step.instrument);
    for (const [account, group] of accounts ?? [])
      if (step.kind !== 'end' || step.account === account) group.steps.push(step);
  }
  return [...groups.values()].flatMap((accounts) => [...accounts.values()]);
}

/** Puts the fills of a group in order: right before they are matched, while they are being looked at anyway. */
export function sortFills({ fills }: Group): void {
  if (!isSorted(fills)) fills.sort(inOrder);
}

function stepsInOrder(a: Step, b: Step): number {
  return a.second - b.second || (a.id < b.id ? -1 : 1);
}

/** Old symbol -> the name at the end of its chain of changes. */
function finalNames(steps: readonly Step[]): Map<string, string> {
  const next = new Map<string, string>();
  for (const step of steps.toSorted(stepsInOrder)) if (step.kind === 'rename') next.set(step.instrument, step.to);
  const final = new Map<string, string>();
  for (const start of next.keys()) {
    const visited = new Set([start]);
    let name = start;
    for (let to = next.get(name); to !== undefined && !visited.has(to); to = next.get(name)) {
      visited.add(to);
      name = to;
    }
    final.set(start, name);
  }
  return final;
}

function isSorted(fills: readonly Fill[]): boolean {
  for (let i = 1; i < fills.length; i += 1) {
    const a = fills[i - 1];
    const b = fills[i];
    if (a !== undefined && b !== undefined && inOrder(a, b) > 0) return false;
  }
  return true;
}
