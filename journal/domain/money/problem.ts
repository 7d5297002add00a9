// What is wrong with the data, as a value next to the result that could still be computed.

export interface Problem {
  readonly code: string;
  /** What is wrong and what to do about it. */
  readonly message: string;
  /** The rows concerned, by the ids the caller gave. */
  readonly ids?: readonly string[];
}

/** One problem of a kind names every row it concerns: a thousand bad rows are one line to read, not a thousand. */
export class Problems {
  /** By message, and by code. */
  readonly #found = new Map<string, Map<string, string[]>>();
  readonly #listed: { readonly code: string; readonly message: string; readonly ids: string[] }[] = [];

  add(code: string, message: string, ...ids: readonly string[]): void {
    this.addAll(code, message, ids);
  }

  /** For lists of any length: a hundred thousand arguments would overflow the stack. */
  addAll(code: string, message: string, ids: Iterable<string>): void {
    const known = this.#idsOf(code, message);
    for (const id of ids) known.push(id);
  }

  list(): Problem[] {
    return this.#listed.map(({ code, message, ids }) =>
      ids.length === 0 ? { code, message } : { code, message, ids },
    );
  }

  #idsOf(code: string, message: string): string[] {
    let codes = this.#found.get(message);
    if (codes === undefined) this.#found.set(message, (codes = new Map()));
    let ids = codes.get(code);
    if (ids === undefined) {
      codes.set(code, (ids = []));
      this.#listed.push({ code, message, ids });
    }
    return ids;
  }
}

/** Callers in plain JavaScript may hand in nothing at all: then every field is missing, and is named as such. */
export function objectOrEmpty<T extends object>(input: T): T {
  // An object without fields is what a missing argument amounts to; each field is checked when it is read.
  return typeof input === 'object' && input !== null ? input : ({} as T);
}
