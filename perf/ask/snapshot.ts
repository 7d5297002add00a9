// Merges the profiles of a snapshot into one: its requests in milliseconds, or its profiles of any language, in
// their unit.

import { CallGraph, Stacks, StackTree } from '../inputs/profiles/index.ts';
import type { CallNode, Snapshot, StackProfile } from '../model/snapshot.ts';
import type { AskedProfile } from './ask.ts';

/** Null where the snapshot has no profile; the reason where its profiles cannot be added. */
export function profileOfSnapshot(snapshot: Snapshot): AskedProfile | { readonly refused: string } | null {
  const { request_profiles: profiles, stack_profiles: stacks = [] } = snapshot;
  const profiled = profiles.filter(({ call_tree }) => call_tree.length > 0);
  const units = new Set([...stacks.map(({ unit }) => unit), ...(profiled.length > 0 ? ['milliseconds'] : [])]);
  if (units.size > 1)
    return { refused: `The snapshot holds profiles in ${[...units].join(' and ')}, which cannot be added.` };
  const graphs = stacks.filter(({ graph }) => graph !== undefined);
  if (graphs.length > 0 && graphs.length < stacks.length + profiled.length)
    return {
      refused: `The snapshot holds profiles with whole stacks and without (${graphs[0]!.format}), which cannot be added.`,
    };
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

/** Profiles of one unit, all of them with whole stacks or none. */
export function profileOfStacks(stacks: readonly StackProfile[]): AskedProfile {
  if (stacks[0]?.graph !== undefined) return { profiled: graphOf(stacks), unit: stacks[0].unit };
  const first = new StackTree();
  return { profiled: new Stacks(stacks.map((one) => treeOf(one, first))), unit: stacks[0]!.unit };
}

function treeOf({ frames, nodes, total }: StackProfile, names: StackTree): StackTree {
  const tree = names.sibling();
  const places: number[] = [];
  const placed = nodes.reduce((sum, [, , self]) => sum + self, 0);
  if (Math.abs(total - placed) > 1e-9 * total) tree.addWithoutStack(total - placed);
  for (const [parent, frame, self] of nodes) {
    const place = tree.child(parent === -1 ? tree.root : places[parent]!, tree.frameId(frames[frame]!));
    tree.add(place, self);
    places.push(place);
  }
  return tree;
}

function graphOf(stacks: readonly StackProfile[]): CallGraph {
  const all = new CallGraph();
  for (const { frames, graph, total } of stacks) {
    for (const [frame, self, inclusive, calls] of graph?.functions ?? []) {
      all.addSelf(frames[frame]!, self);
      all.addTotal(frames[frame]!, inclusive);
      all.addCalls(frames[frame]!, calls);
    }
    for (const [caller, callee, calls, value] of graph?.edges ?? [])
      all.addEdge(frames[caller]!, frames[callee]!, calls, value);
    all.addToStated(total);
  }
  return all;
}
