// What is wrong with the data, as a value beside the result that could still be computed.

export interface Problem {
  readonly code: string;
  /** What is wrong and what to do about it. */
  readonly message: string;
  /** The rows concerned, by the ids the caller gave. */
  readonly ids?: readonly string[];
}

/** One problem of a kind names every row it concerns: a thousand bad rows are one line to read, not a thousand. */
export class Problems {
  readonly #found = new Map<string, { code: string; message: string; ids: string[] }>();

  add(code: string, message: string, ...ids: readonly string[]): void {
    this.addAll(code, message, ids);
  }

  /** For lists of any length: a hundred thousand arguments would overflow the stack. */
  addAll(code: string, message: string, ids: Iterable<string>): void {
    const key = `${code}\n${message}`;
    const known = this.#found.get(key);
    if (known === undefined) this.#found.set(key, { code, message, ids: [...ids] });
    else for (const id of ids) known.ids.push(id);
  }

  list(): Problem[] {
    return [...this.#found.values()].map(({ code, message, ids }) =>
      ids.length === 0 ? { code, message } : { code, message, ids },
    );
  }
}
