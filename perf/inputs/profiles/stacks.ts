// What every profile that knows whole stacks is read into: for each thread a tree of calls, merged by path. A value stands where
// it was spent, at the end of a path.

export interface RankedFrame {
  readonly frame: string;
  readonly value: number;
}

/** A function called from another, or calling it: how much of the value went that way. */
export type Neighbour = RankedFrame;

/** The one question all kinds of profiles answer, whatever they know inside. */
export interface ProfileView {
  /** Functions by what they spent themselves (`self`) or with all they called (`total`), largest first, without zeros. */
  rank(by: 'self' | 'total'): RankedFrame[];
  callersOf(frame: string): Neighbour[];
  calleesOf(frame: string): Neighbour[];
  /** From the top down, always into the call that spent most. */
  hotPath(): RankedFrame[];
  /** Only what was spent in this function and below it; null where no whole stacks are known. */
  focusOn(frame: string): ProfileView | null;
  readonly total: number;
  /** Frames in the deepest stack. */
  readonly maxDepth: number;
}

const ROOT = 0;

/** Calls merged by path, in columns: a tree of a million nodes is a handful of arrays. */
export class StackTree {
  readonly names: string[];
  readonly #ids: Map<string, number>;
  readonly #frame: number[] = [-1];
  readonly #parent: number[] = [-1];
  readonly #depth: number[] = [0];
  readonly #self: number[] = [0];
  readonly #children = new Map<number, number>();
  #maxDepth = 0;

  /** Trees of one file share their names. */
  constructor(names: string[] = [], ids = new Map<string, number>()) {
    this.names = names;
    this.#ids = ids;
  }

  /** A tree of another thread of the same file. */
  sibling(): StackTree {
    return new StackTree(this.names, this.#ids);
  }

  get root(): number {
    return ROOT;
  }

  get size(): number {
    return this.#frame.length;
  }

  get maxDepth(): number {
    return this.#maxDepth;
  }

  frameId(name: string): number {
    const known = this.#ids.get(name);
    if (known !== undefined) return known;
    const id = this.names.length;
    this.names.push(name);
    this.#ids.set(name, id);
    return id;
  }

  /** The node of a call to `frame` from the path that ends in `parent`. */
  child(parent: number, frame: number): number {
    // Two whole numbers below 2^26 in one; a profile with more nodes or names does not fit in memory anyway.
    const key = parent * 0x4000000 + frame;
    const known = this.#children.get(key);
    if (known !== undefined) return known;
    const node = this.#frame.length;
    const depth = this.#depth[parent]! + 1;
    this.#frame.push(frame);
    this.#parent.push(parent);
    this.#depth.push(depth);
    this.#self.push(0);
    this.#children.set(key, node);
    return node;
  }

  /** The node of a whole stack, outermost first. */
  path(names: Iterable<string>): number {
    let node = ROOT;
    for (const name of names) node = this.child(node, this.frameId(name));
    return node;
  }

  /** Value spent at the end of a path. What has no stack at all is not part of the tree; see `addWithoutStack`. */
  add(node: number, value: number): void {
    if (node === ROOT) return;
    this.#self[node]! += value;
    if (this.#depth[node]! > this.#maxDepth) this.#maxDepth = this.#depth[node]!;
  }

  /** Value that was measured at an unknown place: part of the total and of no function. */
  addWithoutStack(value: number): void {
    this.#self[ROOT]! += value;
  }

  /** Marks a path as seen, though nothing was spent at its end. */
  touch(node: number): void {
    this.add(node, 0);
  }

  frameOf(node: number): number {
    return this.#frame[node]!;
  }

  parentOf(node: number): number {
    return this.#parent[node]!;
  }

  selfOf(node: number): number {
    return this.#self[node]!;
  }

  /** What each node spent with everything below it; a parent always stands before its children. */
  totals(): Float64Array {
    const totals = Float64Array.from(this.#self);
    for (let node = totals.length - 1; node > ROOT; node--) totals[this.#parent[node]!]! += totals[node]!;
    return totals;
  }
}

/** All threads of a file together. */
export class Stacks implements ProfileView {
  readonly #trees: readonly StackTree[];

  constructor(trees: readonly StackTree[]) {
    this.#trees = trees;
  }

  /** One for each thread. */
  get trees(): readonly StackTree[] {
    return this.#trees;
  }

  get total(): number {
    return this.#trees.reduce((sum, tree) => sum + tree.totals()[ROOT]!, 0);
  }

  get maxDepth(): number {
    return this.#trees.reduce((most, tree) => Math.max(most, tree.maxDepth), 0);
  }

  rank(by: 'self' | 'total'): RankedFrame[] {
    const values = new Map<string, number>();
    const add = (tree: StackTree, node: number, value: number) => {
      const name = tree.names[tree.frameOf(node)]!;
      values.set(name, (values.get(name) ?? 0) + value);
    };
    // Shared by all trees: there may be as many threads as names, and a table for each would be their product.
    const open = new Int32Array(this.#trees.reduce((most, { names }) => Math.max(most, names.length), 0));
    for (const tree of this.#trees) {
      if (by === 'self') for (let node = 1; node < tree.size; node++) add(tree, node, tree.selfOf(node));
      else {
        const totals = tree.totals();
        // A function that is its own caller, near or far, counts once for each stack: only its outermost call does.
        for (const node of outermostCalls(tree, open)) add(tree, node, totals[node]!);
      }
    }
    return rankValues(values);
  }

  callersOf(frame: string): Neighbour[] {
    const callers = new Map<string, number>();
    for (const tree of this.#trees) {
      const totals = tree.totals();
      for (let node = 1; node < tree.size; node++) {
        if (tree.names[tree.frameOf(node)] !== frame) continue;
        const parent = tree.parentOf(node);
        const caller = parent === ROOT ? '(top)' : tree.names[tree.frameOf(parent)]!;
        callers.set(caller, (callers.get(caller) ?? 0) + totals[node]!);
      }
    }
    return rankValues(callers);
  }

  calleesOf(frame: string): Neighbour[] {
    const callees = new Map<string, number>();
    for (const tree of this.#trees) {
      const totals = tree.totals();
      for (let node = 1; node < tree.size; node++) {
        const parent = tree.parentOf(node);
        if (parent === ROOT || tree.names[tree.frameOf(parent)] !== frame) continue;
        const name = tree.names[tree.frameOf(node)]!;
        callees.set(name, (callees.get(name) ?? 0) + totals[node]!);
      }
    }
    return rankValues(callees);
  }

  focusOn(frame: string): Stacks {
    return new Stacks(this.#trees.map((tree) => subtreeOf(tree, frame)));
  }

  hotPath(): RankedFrame[] {
    const [hottest] = this.#trees.toSorted((a, b) => b.totals()[ROOT]! - a.totals()[ROOT]!);
    if (hottest === undefined) return [];
    const totals = hottest.totals();
    const largest = new Int32Array(hottest.size).fill(-1);
    for (let node = 1; node < hottest.size; node++) {
      const parent = hottest.parentOf(node);
      if (largest[parent] === -1 || totals[node]! > totals[largest[parent]!]!) largest[parent] = node;
    }
    const path: RankedFrame[] = [];
    for (let node = largest[ROOT]!; node !== -1 && totals[node]! > 0; node = largest[node]!) {
      path.push({ frame: hottest.names[hottest.frameOf(node)]!, value: totals[node]! });
    }
    return path;
  }
}

/** The outermost calls of a function and everything below them, merged. */
function subtreeOf(tree: StackTree, frame: string): StackTree {
  const focused = tree.sibling();
  // Where a node of the whole tree has gone; parents stand before their children.
  const moved = new Map<number, number>();
  for (let node = 1; node < tree.size; node++) {
    const parent = moved.get(tree.parentOf(node));
    if (parent === undefined && tree.names[tree.frameOf(node)] !== frame) continue;
    const place = focused.child(parent ?? focused.root, tree.frameOf(node));
    focused.add(place, tree.selfOf(node));
    moved.set(node, place);
  }
  return focused;
}

/** Nodes above which their own function does not stand. `open` counts calls by function: zeros before and after. */
function* outermostCalls(tree: StackTree, open: Int32Array): Generator<number> {
  const children: number[][] = Array.from({ length: tree.size }, () => []);
  for (let node = 1; node < tree.size; node++) children[tree.parentOf(node)]!.push(node);
  // Below zero: the node is left again.
  const steps = [...children[ROOT]!];
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    if (step < 0) {
      open[tree.frameOf(-step)]!--;
      continue;
    }
    const frame = tree.frameOf(step);
    if (open[frame] === 0) yield step;
    open[frame]!++;
    steps.push(-step);
    for (const child of children[step]!) steps.push(child);
  }
}

export function rankValues(values: ReadonlyMap<string, number>): RankedFrame[] {
  return [...values]
    .filter(([, value]) => value !== 0)
    .map(([frame, value]) => ({ frame, value }))
    .toSorted((a, b) => b.value - a.value || (a.frame < b.frame ? -1 : 1));
}
