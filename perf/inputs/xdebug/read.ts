// Xdebug's cachegrind files, from the end to the beginning. Every call is a block of its own, written when the call ends, so
// that a caller stands behind all it called. Read backwards it comes first: each block is added to the tree immediately, and
// memory grows with the tree and not with the calls.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

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

/** The profiles of a file that is not compressed: several where `profiler_append` wrote them. */
export function readCachegrind(path: string): CachegrindProfile[] {
  const profiles: CachegrindProfile[] = [];
  let part = new Part();
  const close = () => {
    const profile = part.profile();
    if (profile !== null) profiles.unshift(profile);
    part = new Part();
  };
  for (const line of linesBackwards(path)) {
    part.line(line);
    // The first line of a profile's head.
    if (line.startsWith('version:')) close();
  }
  close();
  return profiles;
}

/** Small, so that lines die young. */
const CHUNK = 1 << 16;

function* linesBackwards(path: string): Generator<string> {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(CHUNK);
    let rest = '';
    for (let end = fstatSync(file).size; end > 0;) {
      const start = Math.max(0, end - CHUNK);
      const read = readSync(file, buffer, 0, end - start, start);
      // One character a byte: names may be cut between two chunks, and need not be UTF-8.
      const lines = (buffer.toString('latin1', 0, read) + rest).split('\n');
      rest = lines[0]!;
      for (let i = lines.length - 1; i > 0; i--) yield withoutReturn(lines[i]!);
      end = start;
    }
    yield withoutReturn(rest);
  } finally {
    closeSync(file);
  }
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

/** A call whose own calls are still to come: what it called, the last first. */
interface OpenCall {
  readonly node: CostNode;
  readonly called: readonly number[];
  next: number;
}

/** Read backwards, a block begins with its costs and ends with `fn=`; what stands between `calls=` and its numbers is a call. */
class Part {
  #creator = '';
  #command = '';
  #events = '';
  readonly #names = new Map<number, string>();
  readonly #numbers = new Map<string, number>();
  readonly #fileNames = new Map<number, string>();
  readonly #fileOf = new Map<number, number>();
  /** Functions of blocks that are read, while the file they are in is still to come. */
  #unplaced: number[] = [];
  readonly #roots = new Map<number, CostNode>();
  readonly #open: OpenCall[] = [];
  #summary: CachegrindProfile['summary'] = null;
  #lost = 0;
  // Of the block that is being read.
  #costs: readonly [time: number, memory: number] | null = null;
  #callTime: number | null = null;
  #self = 0;
  #memory = 0;
  #calledTime = 0;
  #called: number[] = [];

  line(line: string): void {
    const first = line.charCodeAt(0);
    // Digits: the costs of the block, or of the call that is named before them.
    if (first >= 48 && first <= 57) {
      this.#ownCosts();
      this.#costs = costsOf(line);
    } else if (line.startsWith('calls=')) {
      this.#callTime = this.#costs?.[0] ?? null;
      this.#costs = null;
    } else if (line.startsWith('cfn=')) this.#call(line);
    else if (line.startsWith('fn=')) this.#block(this.#reference(line, 3, this.#names));
    else if (line.startsWith('fl=')) this.#place(this.#reference(line, 3, this.#fileNames));
    else if (line.startsWith('cfl=') || line.startsWith('cfi=')) this.#reference(line, 4, this.#fileNames);
    else if (line.startsWith('summary:')) this.#total(line);
    else if (line.startsWith('creator:')) this.#creator = line.slice(8).trim();
    else if (line.startsWith('cmd:')) this.#command = line.slice(4).trim();
    else if (line.startsWith('events:')) this.#events = line.slice(7).trim();
  }

  profile(): CachegrindProfile | null {
    if (this.#roots.size === 0) return null;
    for (const call of this.#open) this.#lost += call.called.length - call.next;
    const files = [...this.#fileOf].flatMap(([fn, file]): [number, string][] => {
      const name = this.#fileNames.get(file);
      return name === undefined ? [] : [[fn, name]];
    });
    return {
      creator: this.#creator,
      command: this.#command,
      unitNs: unitOf(this.#events, this.#creator),
      names: this.#names,
      files: new Map(files),
      roots: [...this.#roots.values()],
      summary: this.#summary,
      lost: this.#lost,
    };
  }

  #ownCosts(): void {
    if (this.#costs === null) return;
    this.#self += this.#costs[0];
    this.#memory += this.#costs[1];
    this.#costs = null;
  }

  #call(line: string): void {
    const fn = this.#reference(line, 4, this.#names);
    // Without its numbers the file was cut right here.
    if (this.#callTime === null) return;
    this.#called.push(fn);
    this.#calledTime += this.#callTime;
    this.#callTime = null;
  }

  #block(fn: number): void {
    this.#ownCosts();
    const siblings = this.#callerOf(fn)?.children ?? this.#roots;
    let node = siblings.get(fn);
    if (node === undefined) {
      node = { fn, calls: 0, self: 0, total: 0, memory: 0, children: new Map() };
      siblings.set(fn, node);
    }
    node.calls++;
    node.self += this.#self;
    node.memory += this.#memory;
    node.total += this.#self + this.#calledTime;
    if (this.#called.length > 0) {
      this.#open.push({ node, called: this.#called, next: 0 });
      this.#called = [];
    }
    this.#self = 0;
    this.#memory = 0;
    this.#calledTime = 0;
    this.#unplaced.push(fn);
  }

  /** The innermost call that still waits for this function; what it waited for before has no block of its own. */
  #callerOf(fn: number): CostNode | null {
    const open = this.#open;
    for (let call = open.at(-1); call !== undefined; call = open.at(-1)) {
      while (call.next < call.called.length) {
        if (call.called[call.next++] === fn) {
          const { node } = call;
          if (call.next === call.called.length) open.pop();
          return node;
        }
        this.#lost++;
      }
      open.pop();
    }
    return null;
  }

  /** The last one to be seen stands first in the file, and counts. */
  #place(file: number): void {
    for (const fn of this.#unplaced) this.#fileOf.set(fn, file);
    this.#unplaced = [];
  }

  #total(line: string): void {
    const [time = 0, memory = 0] = line.slice(8).trim().split(/\s+/).map(Number);
    this.#summary = { time, memory };
  }

  /** `(7) name` defines a number, `(7)` refers to it; a name may also stand alone. */
  #reference(line: string, start: number, known: Map<number, string>): number {
    // Nearly all are plain references.
    const last = line.length - 1;
    if (line.charCodeAt(start) === 40 && line.charCodeAt(last) === 41) {
      const id = Number(line.slice(start + 1, last));
      if (Number.isInteger(id)) return id;
    }
    const match = /^\((\d+)\)(?: (.*))?$/.exec(line.slice(start));
    if (match === null) {
      const name = line.slice(start);
      const id = this.#numbers.get(name) ?? this.#numbers.size + 1_000_000;
      this.#numbers.set(name, id);
      known.set(id, name);
      return id;
    }
    const id = Number(match[1]);
    if (match[2] !== undefined) known.set(id, match[2]);
    return id;
  }
}

/** `12 345 678`: a line of the source, time, and with Xdebug memory. */
function costsOf(line: string): readonly [time: number, memory: number] {
  const first = line.indexOf(' ');
  if (first === -1) return [0, 0];
  const second = line.indexOf(' ', first + 1);
  return second === -1
    ? [Number(line.slice(first + 1)), 0]
    : [Number(line.slice(first + 1, second)), Number.parseInt(line.slice(second + 1), 10) || 0];
}

/** Xdebug 3 counts in units of 10 ns and says so; Xdebug 2 counts microseconds and does not. */
function unitOf(events: string, creator: string): number {
  if (/\(10ns\)/.test(events)) return 10;
  if (/\((?:us|µs)\)/.test(events)) return 1000;
  const major = Number(/xdebug (\d+)/.exec(creator)?.[1] ?? 2);
  return major >= 3 ? 10 : 1000;
}
