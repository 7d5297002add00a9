// Looks at every row of the record a while after the vault was opened, then once a day, and leaves the verdict where
// `zorivest doctor` reads it: that one has no key of its own.
import { rmSync } from 'node:fs';
import { contract } from '@zorivest/contract';
import { type Home, writeFileAtomic } from '@zorivest/store';
import { join } from 'node:path';

const FIRST_AFTER = 30_000;
const EVERY = 86_400_000;

interface CheckParts {
  readonly home: Home;
  /** The answer of the endpoint that looks at every row, given by where the book is. */
  readonly ask: (endpoint: string, signal: AbortSignal) => Promise<Uint8Array>;
  readonly now: () => Date;
  readonly report: (message: string, error: unknown) => void;
}

export class RecordCheck {
  readonly #parts: CheckParts;
  readonly #firstAfter: number;
  #timer: NodeJS.Timeout | undefined;
  #left = new AbortController();

  constructor(parts: CheckParts, firstAfter: number = FIRST_AFTER) {
    this.#parts = parts;
    this.#firstAfter = firstAfter;
  }

  open(): void {
    this.#left = new AbortController();
    this.#plan(this.#firstAfter);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#left.abort();
  }

  #plan(after: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), after).unref();
  }

  async #look(): Promise<void> {
    const { home, ask, now, report } = this.#parts;
    const { signal } = this.#left;
    const { method, path } = contract.activity.verify;
    const file = join(home.root, 'record-check.json');
    try {
      const answer = await ask(`${method} ${path}`, signal);
      const { ok, first_bad } = contract.activity.verify.response.parse(JSON.parse(Buffer.from(answer).toString()));
      if (!ok) report('the record was tampered with', new Error(first_bad?.detail ?? 'a row is not as it was written'));
      const verdict = { at: now().toISOString(), status: ok ? 'passed' : 'failed', error: first_bad?.detail ?? null };
      writeFileAtomic(file, `${JSON.stringify(verdict)}\n`);
    } catch (error) {
      if (signal.aborted) return;
      // An old verdict must not stand for what could not be looked at.
      rmSync(file, { force: true });
      report('the record could not be looked at', error);
    }
    this.#plan(EVERY);
  }
}
