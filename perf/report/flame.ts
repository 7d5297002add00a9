// Profiles for the tools people already have: folded stacks and speedscope.
import type { CallNode, RequestProfile, Snapshot } from '../model/snapshot.ts';

export function profiled(snapshot: Snapshot): RequestProfile[] {
  return snapshot.request_profiles
    .filter(({ call_tree: tree }) => tree.length > 0)
    .toSorted((a, b) => (b.wall_ms ?? 0) - (a.wall_ms ?? 0));
}

interface Stack {
  readonly path: readonly number[];
  readonly selfMs: number;
}

function stacks(nodes: readonly CallNode[], path: readonly number[] = []): Stack[] {
  return nodes.flatMap((node) => {
    const here = [...path, node.span];
    const self = node.total_ms - node.children.reduce((sum, child) => sum + child.total_ms, 0);
    return [...(self > 0 ? [{ path: here, selfMs: self }] : []), ...stacks(node.children, here)];
  });
}

/** `endpoint;outer;inner 123`: one line a stack, microseconds of its own time. */
export function foldedOf(snapshot: Snapshot): string {
  const lines = profiled(snapshot).flatMap((profile) =>
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

export function speedscopeOf(snapshot: Snapshot, exporter: string): unknown {
  const index = new Map<string, number>();
  const frameOf = (label: string): number => {
    const known = index.get(label);
    if (known !== undefined) return known;
    index.set(label, index.size);
    return index.size - 1;
  };
  const profiles = profiled(snapshot).map((profile) => {
    const all = stacks(profile.call_tree);
    return {
      type: 'sampled',
      name: profile.endpoint,
      unit: 'milliseconds',
      startValue: 0,
      endValue: all.reduce((sum, { selfMs }) => sum + selfMs, 0),
      samples: all.map(({ path }) => path.map((span) => frameOf(profile.spans[span]!.label))),
      weights: all.map(({ selfMs }) => selfMs),
    };
  });
  return {
    $schema: 'https://www.speedscope.app/file-format-schema.json',
    name: `snapshot ${snapshot.id.slice(0, 12)}`,
    exporter,
    activeProfileIndex: 0,
    shared: { frames: [...index.keys()].map((name) => ({ name })) },
    profiles,
  };
}
