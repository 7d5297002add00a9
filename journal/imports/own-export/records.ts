// Comma-separated records exactly as this book writes them: a text is given back with its blanks and line breaks as they
// were, and a cell in quotation marks that holds nothing is an empty text, not nothing. The readers of brokers' files
// are kinder to what spreadsheets and platforms do, and lose just that.

/** One that still has not ended after this many characters has a quotation mark too many. */
const LONGEST_RECORD = 1 << 20;

export type BookCells = readonly (string | null)[];

export class BookRecords {
  readonly #delimiter: string;
  #pending = '';
  /** A record that has not ended is looked at again once it has doubled, so that the work stays linear. */
  #enough = 0;

  readonly #longest: number;

  constructor(delimiter: string, longest = LONGEST_RECORD) {
    this.#delimiter = delimiter;
    this.#longest = longest;
  }

  /** The records that have ended; null when one of them never does. */
  push(piece: string): BookCells[] | null {
    this.#pending += piece;
    if (this.#pending.length < this.#enough) return [];
    return this.#take(this.#pending);
  }

  end(): BookCells[] | null {
    const rest = this.#pending;
    if (rest === '') return [];
    const records = this.#take(rest.endsWith('\n') ? rest : `${rest}\n`);
    return this.#pending === '' ? records : null;
  }

  #take(text: string): BookCells[] | null {
    const records: BookCells[] = [];
    let from = 0;
    for (;;) {
      const cells: (string | null)[] = [];
      const next = record(text, from, this.#delimiter, cells);
      if (next === -1) break;
      from = next;
      if (cells.length > 1 || cells[0] !== null) records.push(cells);
    }
    this.#pending = text.slice(from);
    this.#enough = this.#pending.length * 2;
    return this.#pending.length > this.#longest ? null : records;
  }
}

/** The place after the record that begins at `from`, or -1 where the text ends within it. */
function record(text: string, from: number, delimiter: string, cells: (string | null)[]): number {
  let at = from;
  for (;;) {
    let end: number;
    if (text[at] === '"') {
      const close = closing(text, at + 1);
      // What follows a closing mark may still come.
      if (close === -1 || close + 1 >= text.length) return -1;
      cells.push(text.slice(at + 1, close).replaceAll('""', '"'));
      end = close + 1;
      while (end < text.length && text[end] !== delimiter && text[end] !== '\n') end++;
      if (end === text.length) return -1;
    } else {
      end = at;
      while (end < text.length && text[end] !== delimiter && text[end] !== '\n') end++;
      if (end === text.length) return -1;
      const last = text[end] === '\n' && text[end - 1] === '\r' && end > at ? end - 1 : end;
      cells.push(last === at ? null : text.slice(at, last));
    }
    at = end + 1;
    if (text[end] === '\n') return at;
  }
}

function closing(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}
