// One key that sends a great many requests: each answer takes the thread that answers stops, and every later request
// would wait for all of them. So a few of a key are answered immediately and the others wait in line, taken one by one; a
// client that waits for its answers never meets it. The person's requests stand in no line.

/** Simultaneous requests of one key: more than any client of ours sends, with the questions that stay open. */
const MOST_PARALLEL = 32;
/** The next of a line, while it is longer. */
const EVERY_MS = 10;

interface Line {
  busy: number;
  /** Oldest first. */
  readonly waiting: Set<() => void>;
  timer?: NodeJS.Timeout | undefined;
}

export class Crowd {
  readonly #lines = new Map<string, Line>();

  /** Begins it now or in its turn; gives what to call when it was answered or its asker has gone. */
  enter(keyId: string, begin: () => void): () => void {
    const line = this.#lines.get(keyId) ?? { busy: 0, waiting: new Set() };
    this.#lines.set(keyId, line);
    if (line.busy < MOST_PARALLEL && line.waiting.size === 0) {
      line.busy += 1;
      begin();
    } else {
      line.waiting.add(begin);
      line.timer ??= setInterval(() => this.#letIn(line), EVERY_MS).unref();
    }
    return () => {
      if (!line.waiting.delete(begin)) line.busy -= 1;
      if (line.busy === 0 && line.waiting.size === 0) this.#lines.delete(keyId);
    };
  }

  #letIn(line: Line): void {
    const [next] = line.waiting;
    if (next === undefined) {
      clearInterval(line.timer);
      delete line.timer;
    } else if (line.busy < MOST_PARALLEL) {
      line.waiting.delete(next);
      line.busy += 1;
      next();
    }
  }
}
