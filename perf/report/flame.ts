// Profiles for the tools people already have: folded stacks.
import type { CallNode, RequestProfile, Snapshot } from '../model/snapshot.ts';

export function profilesOf(snapshot: Snapshot): RequestProfile[] {
  return snapshot.request_profiles.filter(({ call_tree: tree }) => tree.length > 0).toSorted(slowestFirst);
}

export function slowestFirst(a: RequestProfile, b: RequestProfile): number {
  return (b.wall_ms ?? 0) - (a.wall_ms ?? 0);
}

interface Stack {
  readonly path: readonly number[];
  readonly selfMs: number;
}

/** Every path of calls with time of its own. */
export function stacks(nodes: readonly CallNode[], path: readonly number[] = []): Stack[] {
  return nodes.flatMap((node) => {
    const here = [...path, node.span];
    const self = node.total_ms - node.children.reduce((sum, child) => sum + child.total_ms, 0);
    return [...(self > 0 ? [{ path: here, selfMs: self }] : []), ...stacks(node.children, here)];
  });
}

/** `endpoint;outer;inner 123`: one line a stack, microseconds of its own time. */
export function foldedOf(snapshot: Snapshot): string {
  const lines = profilesOf(snapshot).flatMap((profile) =>
    stacks(profile.call_tree).flatMap(({ path, selfMs }) => {
      const us = Math.round(selfMs * 1000);
      const frames = [profile.endpoint, ...path.map((span) => profile.spans[span]!.label)];
      return us > 0 ? [`${frames.map(frame).join(';')} ${us}`] : [];
    }),
  );
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

/** A semicolon separates frames and a newline stacks, so neither may stand in a name. */
function frame(label: string): string {
  return label.replaceAll(/[;\s]+/g, ' ').trim() || '(unnamed)';
}
