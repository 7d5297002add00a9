// A profile of any language as a page: one flame graph to be searched, zoomed and turned over, or two as their difference.
import type { StackTree } from '../../inputs/profiles/index.ts';
import { FLAME_PANEL, numberedLabels } from './flame-panel.ts';
import { document, escape } from './parts.ts';

/** A smaller share is too narrow to be seen. */
const SMALLEST_SHARE = 0.0005;
const DEEPEST = 400;

const MILLISECONDS: Readonly<Record<string, number>> = {
  nanoseconds: 1e-6,
  microseconds: 1e-3,
  milliseconds: 1,
  seconds: 1000,
};

export interface PageProfile {
  readonly name: string;
  readonly unit: string;
  readonly trees: readonly StackTree[];
}

/** `script` draws the flame graph: `flameScript()`. `before` is an earlier profile in the same unit. */
export function profilePage(profile: PageProfile, before: PageProfile | null, script: string): string {
  const root = newNode('');
  addTrees(root, profile, 'after');
  if (before !== null) addTrees(root, before, 'before');
  const lead =
    before === null
      ? `Width is ${escape(isTime(profile.unit) ? 'time' : profile.unit)}; the boxes below each box are its calls. Search results are highlighted; Invert puts functions first, with their callers below.`
      : `Compared with ${escape(before.name)}: the width is the new value, orange is more than before, blue less, the stronger the more. To see what is gone, switch to the old width.`;
  const body = `<header class="top"><h1>${escape(profile.name)}</h1><p class="lead">${lead}</p></header><main>${FLAME_PANEL}<footer>Made by mcp-perf-server.</footer></main>`;
  const sides =
    before === null
      ? [flame(profile, root, 'after', false)]
      : [
          flame(profile, root, 'after', true),
          flame({ ...profile, name: `${profile.name}, as wide as before` }, root, 'before', true),
        ];
  return document(profile.name, body, { data: { profiles: sides }, code: script });
}

function isTime(unit: string): boolean {
  return unit in MILLISECONDS;
}

interface Node {
  readonly label: string;
  before: number;
  after: number;
  readonly children: Map<string, Node>;
}

type Side = 'before' | 'after';

function newNode(label: string): Node {
  return { label, before: 0, after: 0, children: new Map() };
}

/** All threads together; parents stand before their children. */
function addTrees(root: Node, { trees, unit }: PageProfile, side: Side): void {
  const scale = MILLISECONDS[unit] ?? 1;
  for (const tree of trees) {
    const totals = tree.totals();
    const smallest = totals[tree.root]! * SMALLEST_SHARE;
    const placed: (Node | undefined)[] = [root];
    root[side] += totals[tree.root]! * scale;
    for (let node = 1; node < tree.size; node++) {
      const parent = placed[tree.parentOf(node)];
      if (parent === undefined || totals[node]! < smallest) continue;
      const name = tree.names[tree.frameOf(node)]!;
      const child = parent.children.get(name) ?? newNode(name);
      parent.children.set(name, child);
      child[side] += totals[node]! * scale;
      placed[node] = child;
    }
  }
}

type FlameNode = readonly [
  label: number,
  calls: number,
  width: number,
  children: readonly FlameNode[],
  before: number,
  after: number,
];

function flame({ name, unit }: PageProfile, root: Node, width: Side, isDiff: boolean) {
  const { labels, numberOf } = numberedLabels((label: string) => label);
  const short = (value: number) => Number(value.toPrecision(7));
  const compact = (node: Node, depth: number): FlameNode => [
    numberOf(node.label),
    0,
    short(node[width]),
    depth >= DEEPEST
      ? []
      : [...node.children.values()]
          .filter((child) => child[width] > 0)
          .toSorted((a, b) => b[width] - a[width])
          .map((child) => compact(child, depth + 1)),
    short(node.before),
    short(node.after),
  ];
  const [, , , tree, before, after] = compact(root, 0);
  return {
    endpoint: name,
    wall: root[width],
    labels,
    tree,
    unit: isTime(unit) ? 'milliseconds' : unit,
    ...(isDiff ? { diff: [before, after] } : {}),
  };
}
