// Calls that were entered and not yet left, innermost last: what a trace of entries and exits is read with.

export interface OpenCall {
  readonly frame: number;
}

/** A call ends in constant time on average, also where a file ends thousands of calls that never began. */
export class OpenCalls<Call extends OpenCall> {
  readonly #calls: Call[] = [];
  readonly #countByFrame = new Map<number, number>();

  get innermost(): Call | undefined {
    return this.#calls.at(-1);
  }

  get size(): number {
    return this.#calls.length;
  }

  all(): readonly Call[] {
    return this.#calls;
  }

  enter(call: Call): void {
    this.#calls.push(call);
    this.#countByFrame.set(call.frame, (this.#countByFrame.get(call.frame) ?? 0) + 1);
  }

  leave(): Call | undefined {
    const call = this.#calls.pop();
    if (call !== undefined) this.#countByFrame.set(call.frame, this.#countByFrame.get(call.frame)! - 1);
    return call;
  }

  /** Ends the innermost call of a function and those inside it; how many that were, 0 where none is open. */
  leaveTo(frame: number): number {
    if ((this.#countByFrame.get(frame) ?? 0) === 0) return 0;
    let ended = 1;
    while (this.leave()!.frame !== frame) ended++;
    return ended;
  }
}
