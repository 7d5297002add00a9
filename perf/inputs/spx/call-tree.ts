// Calls merged by path: what flame graphs are drawn from. Time is wall time in nanoseconds.
import { copyInto } from '../../stats/copy-into.ts';

/** A profile with more distinct paths than this keeps the rest at the deepest known ancestor. */
const LIMIT = 200_000;

export interface PathNode {
  readonly fn: number;
  calls: number;
  inclusive: number;
  readonly children: PathNode[];
}

export class CallTree {
  #fns = new Int32Array(1024);
  #parents = new Int32Array(1024);
  #calls = new Float64Array(1024);
  #inclusive = new Float64Array(1024);
  readonly #children = new Map<number, number>();
  #size = 1;

  constructor() {
    this.#fns[0] = -1;
    this.#parents[0] = -1;
  }

  /** The node for `fn` called from `parent`; 0 is the root. */
  enter(parent: number, fn: number): number {
    const key = parent * 65_536 + fn;
    const known = this.#children.get(key);
    if (known !== undefined) return known;
    if (this.#size >= LIMIT) return parent;
    if (this.#size === this.#fns.length) this.#grow();
    const node = this.#size++;
    this.#fns[node] = fn;
    this.#parents[node] = parent;
    this.#children.set(key, node);
    return node;
  }

  leave(node: number, wall: number): void {
    this.#calls[node]! += 1;
    this.#inclusive[node]! += wall;
  }

  /** The tree without what took less than this share of the whole; what is cut stays in its parent's own time. */
  pruned(share: number): PathNode {
    const root: PathNode = { fn: -1, calls: 0, inclusive: 0, children: [] };
    for (let i = 1; i < this.#size; i++) if (this.#parents[i] === 0) root.inclusive += this.#inclusive[i]!;
    const floor = root.inclusive * share;
    const nodes = new Map<number, PathNode>([[0, root]]);
    // A caller comes before what it calls, so its node is there already; cut with it is all beneath it.
    for (let i = 1; i < this.#size; i++) {
      const parent = nodes.get(this.#parents[i]!);
      if (parent === undefined || this.#inclusive[i]! < floor || this.#calls[i] === 0) continue;
      const node: PathNode = {
        fn: this.#fns[i]!,
        calls: this.#calls[i]!,
        inclusive: this.#inclusive[i]!,
        children: [],
      };
      parent.children.push(node);
      nodes.set(i, node);
    }
    return root;
  }

  #grow(): void {
    const length = this.#fns.length * 2;
    this.#fns = copyInto(new Int32Array(length), this.#fns);
    this.#parents = copyInto(new Int32Array(length), this.#parents);
    this.#calls = copyInto(new Float64Array(length), this.#calls);
    this.#inclusive = copyInto(new Float64Array(length), this.#inclusive);
  }
}
