// What a profile is read into that knows who called whom, but no whole stacks (callgrind, XHProf).

import { type Neighbour, type ProfileView, type RankedFrame, rankValues } from './stacks.ts';

interface Edge {
  calls: number;
  value: number;
}

export class CallGraph implements ProfileView {
  readonly #self = new Map<string, number>();
  readonly #total = new Map<string, number>();
  readonly #calls = new Map<string, number>();
  readonly #callees = new Map<string, Map<string, Edge>>();
  #wholeTotal: number | null = null;

  addSelf(name: string, value: number): void {
    this.#self.set(name, (this.#self.get(name) ?? 0) + value);
  }

  addTotal(name: string, value: number): void {
    this.#total.set(name, (this.#total.get(name) ?? 0) + value);
  }

  addCalls(name: string, calls: number): void {
    this.#calls.set(name, (this.#calls.get(name) ?? 0) + calls);
  }

  addEdge(from: string, to: string, calls: number, value: number): void {
    const callees = this.#callees.get(from) ?? new Map<string, Edge>();
    this.#callees.set(from, callees);
    const edge = callees.get(to) ?? { calls: 0, value: 0 };
    edge.calls += calls;
    edge.value += value;
    callees.set(to, edge);
  }

  /** Where the file says what the whole was; else it is the sum of what the functions spent themselves. */
  stateTotal(total: number): void {
    this.#wholeTotal = total;
  }

  /** As above, of one more file. */
  addToStated(total: number): void {
    this.#wholeTotal = (this.#wholeTotal ?? 0) + total;
  }

  get total(): number {
    return this.#wholeTotal ?? this.#self.values().reduce((sum, value) => sum + value, 0);
  }

  /** Every function with what it spent itself, with what it called, and how often it was called. */
  functions(): readonly (readonly [name: string, self: number, total: number, calls: number])[] {
    return [...this.#functions()].map(
      (name) => [name, this.#self.get(name) ?? 0, this.#total.get(name) ?? 0, this.#calls.get(name) ?? 0] as const,
    );
  }

  edges(): readonly (readonly [caller: string, callee: string, calls: number, value: number])[] {
    return [...this.#callees].flatMap(([caller, callees]) =>
      [...callees].map(([callee, { calls, value }]) => [caller, callee, calls, value] as const),
    );
  }

  get calls(): ReadonlyMap<string, number> {
    return this.#calls;
  }

  /** The longest way down that meets no function twice; a call back up ends it. */
  get maxDepth(): number {
    const depth = new Map<string, number>();
    const open = new Set<string>();
    let most = 0;
    for (const start of this.#functions()) {
      const steps: { name: string; callees: Iterator<string>; deepest: number }[] = [];
      const enter = (name: string) => {
        open.add(name);
        steps.push({ name, callees: (this.#callees.get(name) ?? new Map<string, Edge>()).keys(), deepest: 0 });
      };
      if (!depth.has(start)) enter(start);
      while (steps.length > 0) {
        const step = steps.at(-1)!;
        const next = step.callees.next();
        if (next.done !== true) {
          const known = depth.get(next.value);
          if (known !== undefined) step.deepest = Math.max(step.deepest, known);
          else if (!open.has(next.value)) enter(next.value);
          continue;
        }
        steps.pop();
        open.delete(step.name);
        depth.set(step.name, step.deepest + 1);
        const caller = steps.at(-1);
        if (caller !== undefined) caller.deepest = Math.max(caller.deepest, step.deepest + 1);
        most = Math.max(most, step.deepest + 1);
      }
    }
    return most;
  }

  rank(by: 'self' | 'total'): RankedFrame[] {
    return rankValues(by === 'self' ? this.#self : this.#total);
  }

  callersOf(frame: string): Neighbour[] {
    const callers = new Map<string, number>();
    for (const [caller, callees] of this.#callees) {
      const edge = callees.get(frame);
      if (edge !== undefined) callers.set(caller, edge.value);
    }
    return rankValues(callers);
  }

  calleesOf(frame: string): Neighbour[] {
    const callees = this.#callees.get(frame) ?? new Map<string, Edge>();
    return rankValues(new Map([...callees].map(([name, { value }]) => [name, value])));
  }

  focusOn(): null {
    return null;
  }

  hotPath(): RankedFrame[] {
    const [first] = this.rank('total');
    const path: RankedFrame[] = first === undefined ? [] : [first];
    const met = new Set(path.map(({ frame }) => frame));
    for (let last = path.at(-1); last !== undefined;) {
      const next = this.calleesOf(last.frame).find(({ frame }) => !met.has(frame));
      if (next === undefined) break;
      path.push(next);
      met.add(next.frame);
      last = next;
    }
    return path;
  }

  #functions(): Set<string> {
    return new Set([...this.#self.keys(), ...this.#total.keys(), ...this.#calls.keys(), ...this.#callees.keys()]);
  }
}
