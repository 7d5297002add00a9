// What a bank format is. One file says how its statements look; `registry.ts` lists them.
import type { BankSink } from './sink.ts';

export interface BankReader {
  push(text: string): void;
  end(): void;
}

export interface BankFormat {
  readonly name: string;
  readonly label: string;
  /** Whether a file that begins like this is one, 0..1. */
  recognise(head: string): number;
  reader(sink: BankSink, head: string): BankReader;
}

/** A line of a statement is short; what is longer is cut, so that it does not fill memory. */
const LONGEST_LINE = 1 << 20;

/** Cuts text that arrives in pieces into lines, the last one at the end. */
export class Lines {
  #rest = '';
  readonly #line: (line: string, number: number) => void;
  #number = 0;

  constructor(line: (line: string, number: number) => void) {
    this.#line = line;
  }

  push(text: string): void {
    const lines = (this.#rest + text).split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#line(line, ++this.#number);
    if (this.#rest.length > LONGEST_LINE) this.end();
  }

  end(): void {
    if (this.#rest !== '') this.#line(this.#rest.replace(/\r$/, ''), ++this.#number);
    this.#rest = '';
  }
}
