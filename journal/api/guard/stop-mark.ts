// A stop that the disk did not take. Giving a file another name needs no room on it: the file is there beforehand, and under
// its other name it says at the next start that the assistants were stopped.
import { closeSync, existsSync, openSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from '@zorivest/store';

export class StopMark {
  readonly #ready: string;
  readonly #stopped: string;

  constructor({ root }: Pick<Home, 'root'>) {
    this.#ready = join(root, 'stop.ready');
    this.#stopped = join(root, 'stop.held');
  }

  /** While there is room. */
  prepare(): void {
    if (existsSync(this.#ready) || this.isMarked) return;
    try {
      closeSync(openSync(this.#ready, 'a', 0o600));
    } catch {
      // Full already, or not to be written to: a stop then holds until the service ends, and says so.
    }
  }

  get isMarked(): boolean {
    return existsSync(this.#stopped);
  }

  /** Whether the next start will know of it. */
  keep(): boolean {
    return this.isMarked || rename(this.#ready, this.#stopped);
  }

  /** What it stands for is in control.db, or was lifted. */
  clear(): void {
    if (this.isMarked) rename(this.#stopped, this.#ready);
  }
}

function rename(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch {
    return false;
  }
}
