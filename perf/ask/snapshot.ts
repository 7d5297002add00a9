// What was profiled in a snapshot as one profile: its requests in milliseconds, or the profiles of any language it holds, in
// their unit.

import { Stacks, StackTree } from '../inputs/profiles/index.ts';
import type { CallNode, Snapshot, StackProfile } from '../model/snapshot.ts';
import type { AskedProfile } from './ask.ts';

/** Null where the snapshot holds no profile; several units cannot be added, and then they are named. */
export function profileOfSnapshot(snapshot: Snapshot): AskedProfile | { readonly units: readonly string[] } | null {
  const { request_profiles: profiles, stack_profiles: stacks = [] } = snapshot;
  const profiled = profiles.filter(({ call_tree }) => call_tree.length > 0);
  const units = new Set([...stacks.map(({ unit }) => unit), ...(profiled.length > 0 ? ['milliseconds'] : [])]);
  if (units.size > 1) return { units: [...units] };
  if (profiled.length === 0) return stacks.length === 0 ? null : profileOfStacks(stacks);
  const first = new StackTree();
  const trees = profiled.map(({ call_tree, spans }) => {
    const tree = first.sibling();
    const open: { node: CallNode; parent: number }[] = call_tree.map((node) => ({ node, parent: tree.root }));
    for (let step = open.pop(); step !== undefined; step = open.pop()) {
      const { node, parent } = step;
      const place = tree.child(parent, tree.frameId(spans[node.span]?.label ?? '(unknown)'));
      const below = node.children.reduce((sum, { total_ms }) => sum + total_ms, 0);
      tree.add(place, Math.max(0, node.total_ms - below));
      for (const child of node.children) open.push({ node: child, parent: place });
    }
    return tree;
  });
  return { profiled: new Stacks([...trees, ...stacks.map((one) => treeOf(one, first))]), unit: 'milliseconds' };
}

/** Profiles of one unit. */
export function profileOfStacks(stacks: readonly StackProfile[]): AskedProfile {
  const first = new StackTree();
  return { profiled: new Stacks(stacks.map((one) => treeOf(one, first))), unit: stacks[0]!.unit };
}

function treeOf({ frames, nodes }: StackProfile, names: StackTree): StackTree {
  const tree = names.sibling();
  const places: number[] = [];
  for (const [parent, frame, self] of nodes) {
    const place = tree.child(parent === -1 ? tree.root : places[parent]!, tree.frameId(frames[frame]!));
    tree.add(place, self);
    places.push(place);
  }
  return tree;
}
