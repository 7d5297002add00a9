// Xdebug's cachegrind files, line by line. Every call is a block of its own, written when the call ends, so what a call
// has called stands directly before it: from that the call tree is put together again, merged by path as it grows.

/** One path of calls, merged over all calls that took it. Costs in the file's own unit. */
export interface CostNode {
  readonly fn: number;
  calls: number;
  self: number;
  /** With all it calls; the file says it, so that what was cut away still counts. */
  total: number;
  memory: number;
  readonly children: Map<number, CostNode>;
}

export interface CachegrindProfile {
  readonly creator: string;
  readonly command: string;
  /** Nanoseconds of one unit of time. */
  readonly unitNs: number;
  readonly names: ReadonlyMap<number, string>;
  /** The file a function is written in. */
  readonly files: ReadonlyMap<number, string>;
  readonly roots: readonly CostNode[];
  /** Time and memory of the whole request; null where the file was cut before its end. */
  readonly summary: { readonly time: number; readonly memory: number } | null;
  /** Calls whose own block is missing. */
  readonly lost: number;
}

export class CachegrindReader {
  readonly profiles: CachegrindProfile[] = [];
  #rest = '';
  #part = new Part();

  push(chunk: string): void {
    const lines = (this.#rest + chunk).split('\n');
    this.#rest = lines.pop()!;
    for (const line of lines) this.#line(line);
  }

  end(): void {
    if (this.#rest !== '') this.#line(this.#rest);
    this.#rest = '';
    this.#close();
  }

  #line(line: string): void {
    // With `profiler_append` one file holds the profiles of several requests, each with a head of its own.
    if (line.startsWith('version:')) this.#close();
    this.#part.line(line.endsWith('\r') ? line.slice(0, -1) : line);
  }

  #close(): void {
    const profile = this.#part.profile();
    if (profile !== null) this.profiles.push(profile);
    this.#part = new Part();
  }
}

/** Blocks are closed by the next one; a `calls=` line says what the numbers on the next line belong to. */
class Part {
  #creator = '';
  #command = '';
  #events = '';
  readonly #names = new Map<number, string>();
  readonly #fileNames = new Map<number, string>();
  readonly #files = new Map<number, string>();
  #stack: CostNode[] = [];
  #summary: CachegrindProfile['summary'] = null;
  #file = -1;
  #open: CostNode | null = null;
  #called: { fn: number; total: number }[] = [];
  #calledFn = -1;
  #lost = 0;

  line(line: string): void {
    const first = line.charCodeAt(0);
    // Digits: the costs of the block, or of the call named before.
    if (first >= 48 && first <= 57) this.#costs(line);
    else if (line.startsWith('fn=')) this.#begin(line);
    else if (line.startsWith('cfn=')) this.#calledFn = this.#reference(line, 4, this.#names);
    else if (line.startsWith('fl=')) this.#file = this.#reference(line, 3, this.#fileNames);
    else if (line.startsWith('cfl=') || line.startsWith('cfi=')) this.#reference(line, 4, this.#fileNames);
    else if (line.startsWith('summary:')) this.#total(line);
    else if (line.startsWith('creator:')) this.#creator = line.slice(8).trim();
    else if (line.startsWith('cmd:')) this.#command = line.slice(4).trim();
    else if (line.startsWith('events:')) this.#events = line.slice(7).trim();
  }

  profile(): CachegrindProfile | null {
    this.#finish();
    if (this.#stack.length === 0) return null;
    return {
      creator: this.#creator,
      command: this.#command,
      unitNs: unitOf(this.#events, this.#creator),
      names: this.#names,
      files: this.#files,
      roots: mergeNodes(this.#stack),
      summary: this.#summary,
      lost: this.#lost,
    };
  }

  #begin(line: string): void {
    this.#finish();
    const fn = this.#reference(line, 3, this.#names);
    const file = this.#fileNames.get(this.#file);
    if (file !== undefined && !this.#files.has(fn)) this.#files.set(fn, file);
    this.#open = { fn, calls: 1, self: 0, total: 0, memory: 0, children: new Map() };
  }

  #costs(line: string): void {
    const [, time = 0, memory = 0] = line.split(' ').map(Number);
    if (this.#calledFn !== -1) {
      this.#called.push({ fn: this.#calledFn, total: time });
      this.#calledFn = -1;
    } else if (this.#open !== null) {
      this.#open.self += time;
      this.#open.memory += memory;
    }
  }

  #total(line: string): void {
    const [time = 0, memory = 0] = line.slice(8).trim().split(/\s+/).map(Number);
    this.#summary = { time, memory };
  }

  /** Ends the open block: the calls it names are the last subtrees on the stack. */
  #finish(): void {
    const open = this.#open;
    const called = this.#called;
    const stack = this.#stack;
    if (open === null) return;
    let from = stack.length;
    for (let i = called.length - 1; i >= 0; i--) {
      const own = from > 0 && stack[from - 1]!.fn === called[i]!.fn;
      if (own) from--;
      else this.#lost++;
    }
    const children = mergeNodes(stack.splice(from));
    for (const child of children) open.children.set(child.fn, child);
    open.total = open.self + called.reduce((sum, { total }) => sum + total, 0);
    stack.push(open);
    this.#open = null;
    this.#called = [];
  }

  /** `(7) name` defines a number, `(7)` refers to it; a name may also stand alone. */
  #reference(line: string, start: number, known: Map<number, string>): number {
    const match = /^\((\d+)\)(?: (.*))?$/.exec(line.slice(start));
    const id = match ? Number(match[1]) : known.size + 1_000_000;
    const name = match ? match[2] : line.slice(start);
    if (name !== undefined) known.set(id, name);
    return id;
  }
}

/** Xdebug 3 counts in units of 10 ns and says so; Xdebug 2 counts microseconds and does not. */
function unitOf(events: string, creator: string): number {
  if (/\(10ns\)/.test(events)) return 10;
  if (/\((?:us|µs)\)/.test(events)) return 1000;
  const major = Number(/xdebug (\d+)/.exec(creator)?.[1] ?? 2);
  return major >= 3 ? 10 : 1000;
}

function mergeNodes(nodes: readonly CostNode[]): CostNode[] {
  if (nodes.length < 2) return [...nodes];
  const byFunction = new Map<number, CostNode>();
  for (const node of nodes) {
    const known = byFunction.get(node.fn);
    if (known === undefined) byFunction.set(node.fn, node);
    else absorb(known, node);
  }
  return [...byFunction.values()];
}

function absorb(into: CostNode, from: CostNode): void {
  into.calls += from.calls;
  into.self += from.self;
  into.total += from.total;
  into.memory += from.memory;
  for (const [fn, child] of from.children) {
    const known = into.children.get(fn);
    if (known === undefined) into.children.set(fn, child);
    else absorb(known, child);
  }
}
