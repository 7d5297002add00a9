// Merges two flame graphs: every path of calls with its time per request on both sides.
import type { CallNode, RequestProfile } from '../model/snapshot.ts';

export interface DiffNode {
  readonly label: string;
  calls: number;
  before: number;
  after: number;
  readonly children: Map<string, DiffNode>;
}

export interface DiffTree {
  readonly endpoint: string;
  readonly root: DiffNode;
}

/** For each endpoint profiled on both sides; what changed most comes first. */
export function diffTrees(before: readonly RequestProfile[], after: readonly RequestProfile[]): DiffTree[] {
  const [a, b] = [byEndpoint(before), byEndpoint(after)];
  return [...b.keys()]
    .filter((endpoint) => a.has(endpoint))
    .map((endpoint) => {
      const root = newNode(endpoint);
      add(root, a.get(endpoint)!, 'before');
      add(root, b.get(endpoint)!, 'after');
      return { endpoint, root };
    })
    .toSorted((x, y) => change(y) - change(x));
}

function change({ root }: DiffTree): number {
  return Math.abs(root.after - root.before);
}

function byEndpoint(profiles: readonly RequestProfile[]): Map<string, RequestProfile[]> {
  return Map.groupBy(
    profiles.filter(({ call_tree: tree }) => tree.length > 0),
    ({ endpoint }) => endpoint,
  );
}

function newNode(label: string): DiffNode {
  return { label, calls: 0, before: 0, after: 0, children: new Map() };
}

function add(root: DiffNode, profiles: readonly RequestProfile[], side: 'before' | 'after'): void {
  const share = 1 / profiles.length;
  for (const { call_tree: tree, spans } of profiles) {
    const walk = (into: DiffNode, nodes: readonly CallNode[]): void => {
      for (const node of nodes) {
        const label = spans[node.span]?.label ?? '(unknown)';
        const known = into.children.get(label) ?? newNode(label);
        into.children.set(label, known);
        known[side] += node.total_ms * share;
        if (side === 'after') known.calls += node.calls * share;
        walk(known, node.children);
      }
    };
    walk(root, tree);
    root[side] += tree.reduce((sum, { total_ms: ms }) => sum + ms, 0) * share;
  }
}
