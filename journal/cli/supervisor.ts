// Keeps a process running: starts it, starts it again when it dies, and ends it when asked.
import type { ChildProcess } from 'node:child_process';

const FIRST_DELAY = 200;
const LONGEST_DELAY = 5000;
/** A process that ran this long was healthy; its next crash is followed by an immediate restart. */
const WELL_AFTER = 10_000;
const PATIENCE = 10_000;

export interface SupervisedProcess {
  readonly name: string;
  /** Starts the process and waits until it answers. */
  readonly start: () => Promise<ChildProcess>;
  readonly report: (message: string) => void;
}

export class Supervisor {
  readonly #part: SupervisedProcess;
  #child: ChildProcess | undefined;
  #stopping = false;
  #delay = FIRST_DELAY;

  constructor(part: SupervisedProcess) {
    this.#part = part;
  }

  /** Fails when the very first start fails: then something is wrong that trying again will not fix. */
  async start(): Promise<void> {
    const startedAt = performance.now();
    const child = await this.#part.start();
    this.#child = child;
    if (child.exitCode !== null || child.signalCode !== null) this.#restartOrGiveUp(startedAt, child);
    else child.once('exit', () => this.#restartOrGiveUp(startedAt, child));
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const impatience = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
    await ended;
    clearTimeout(impatience);
  }

  #restartOrGiveUp(startedAt: number, child: ChildProcess): void {
    if (this.#stopping) return;
    if (performance.now() - startedAt > WELL_AFTER) this.#delay = FIRST_DELAY;
    const why = child.signalCode ?? `exit ${child.exitCode}`;
    this.#part.report(`${this.#part.name} ended (${why}); starting it again`);
    setTimeout(() => void this.#again(), this.#delay);
    this.#delay = Math.min(this.#delay * 2, LONGEST_DELAY);
  }

  async #again(): Promise<void> {
    if (this.#stopping) return;
    try {
      await this.start();
      this.#part.report(`${this.#part.name} is back`);
    } catch (error) {
      this.#part.report(`${this.#part.name} did not start: ${(error as Error).message}`);
      setTimeout(() => void this.#again(), this.#delay);
      this.#delay = Math.min(this.#delay * 2, LONGEST_DELAY);
    }
  }
}
