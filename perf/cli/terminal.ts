// Output for people: colour and a progress bar on a terminal, plain text in a pipe.
import type { Writable } from 'node:stream';
import { styleText } from 'node:util';

export interface Terminal {
  readonly out: Writable & { readonly isTTY?: boolean };
  readonly err: Writable & { readonly isTTY?: boolean; readonly columns?: number };
}

type Style = Parameters<typeof styleText>[0];

export class Screen {
  readonly #terminal: Terminal;
  #drawn = false;
  #lastDraw = 0;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  get interactive(): boolean {
    return this.#terminal.out.isTTY === true;
  }

  style(style: Style, text: string): string {
    return this.interactive ? styleText(style, text, { validateStream: false }) : text;
  }

  line(text = ''): void {
    this.#clear();
    this.#terminal.out.write(`${text}\n`);
  }

  raw(text: string): void {
    this.#clear();
    this.#terminal.out.write(text);
  }

  note(text: string): void {
    this.#clear();
    this.#terminal.err.write(`${text}\n`);
  }

  progress(done: number, total: number, message: string): void {
    const { err } = this.#terminal;
    if (err.isTTY !== true || total <= 0) return;
    const now = Date.now();
    if (now - this.#lastDraw < 80 && done < total) return;
    this.#lastDraw = now;
    const width = Math.max(10, Math.min(40, (err.columns ?? 80) - message.length - 12));
    const filled = Math.round((width * done) / total);
    err.write(
      `\r\u001b[K${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${String(Math.floor((100 * done) / total)).padStart(3)} % ${message}`,
    );
    this.#drawn = true;
  }

  #clear(): void {
    if (!this.#drawn) return;
    this.#terminal.err.write('\r\u001b[K');
    this.#drawn = false;
  }
}
