// The profiled requests of a snapshot as one profile, in milliseconds.

import { Stacks, StackTree } from '../inputs/profiles/index.ts';
import type { CallNode, Snapshot } from '../model/snapshot.ts';
import type { AskedProfile } from './ask.ts';

/** Null where the snapshot holds no profile. */
export function profileOfSnapshot({ request_profiles: profiles }: Snapshot): AskedProfile | null {
  const profiled = profiles.filter(({ call_tree }) => call_tree.length > 0);
  if (profiled.length === 0) return null;
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
  return { profiled: new Stacks(trees), unit: 'milliseconds' };
}
