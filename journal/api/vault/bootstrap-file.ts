// bootstrap.json as an open vault has it. It is written so that no power cut can take it, and by other threads: the one
// that answers does not wait for the disk.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { replaceFile } from '@zorivest/store';
import { type Bootstrap, bootstrapText, readBootstrap } from './bootstrap.ts';

type Edit = (current: Bootstrap) => Bootstrap;

export class BootstrapFile {
  readonly #path: string;
  #current: Bootstrap;
  #turn: Promise<void> = Promise.resolve();

  constructor(path: string) {
    this.#path = path;
    this.#current = readBootstrap(path);
  }

  get current(): Bootstrap {
    return this.#current;
  }

  /** In force once it is stored, and not if that fails. Changes take turns, each from what the one before left. */
  async change(edit: Edit): Promise<void> {
    const before = this.#turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#turn = promise;
    await before;
    try {
      await this.#store(edit(this.#current));
      // Of what is in force now: something may have been put in force meanwhile without waiting for its turn.
      this.#current = edit(this.#current);
    } finally {
      resolve();
    }
  }

  /** In force immediately, also when it cannot be stored. */
  async hold(edit: Edit): Promise<void> {
    this.#current = edit(this.#current);
    await this.change(edit);
  }

  /** The previous version stays next to it as `.bak`: without this file the book is lost for good. */
  async #store(bootstrap: Bootstrap): Promise<void> {
    if (existsSync(this.#path)) await replaceFile(`${this.#path}.bak`, await readFile(this.#path));
    await replaceFile(this.#path, bootstrapText(bootstrap));
  }
}
