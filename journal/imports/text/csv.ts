// CSV as banks and brokers write it: any of four delimiters, stray quotes, whole lines wrapped in quotes, titles above
// and footers below. Fed in pieces of any size; the rows come out whole.
import Papa from 'papaparse';

export type Cells = readonly string[];

const DELIMITERS = [',', ';', '\t', '|'] as const;

/** The delimiter that occurs most in the first lines, quotes aside; `sep=;` on the first line decides. */
export function sniffDelimiter(sample: string): string {
  const stated = /^\s*sep=(.)/i.exec(sample)?.[1];
  if (stated !== undefined) return stated;
  const lines = sample
    .slice(0, 20_000)
    .replaceAll(/"[^"\n]*"/g, '')
    .split(/\r\n?|\n/)
    .slice(0, 60);
  let best: string = ',';
  let most = 0;
  for (const delimiter of DELIMITERS) {
    let count = 0;
    for (const line of lines) count += line.split(delimiter).length - 1;
    if (count > most) [best, most] = [delimiter, count];
  }
  return best;
}

/** A record that still has not ended after this many characters is a stray quote, not a cell. */
const LONGEST_RECORD = 1 << 20;

/** Splits text that arrives in pieces into records. */
export class CsvSplitter {
  readonly #delimiter: string;
  #pending = '';
  /** How far `#pending` has been searched for the end of its last whole record, and whether that place is in quotes. */
  #searched = 0;
  #cut = 0;
  #quoted = false;
  /** True once a quote that never closes made us read quotes as plain characters. */
  strayQuote = false;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  push(text: string): Cells[] {
    this.#pending += text;
    this.#search();
    if (this.#cut === 0 && this.#pending.length > LONGEST_RECORD) {
      this.#giveUpOnQuotes();
      // Not even a line ends here: whatever this is, it is cut, so that it is not kept.
      if (this.#cut === 0) this.#cut = this.#pending.length;
    }
    return this.#take(this.#cut);
  }

  end(): Cells[] {
    // A quote still open at the end swallowed the rest of the file: read the rest without quotes.
    if (this.#quoted) this.#giveUpOnQuotes();
    return this.#take(this.#pending.length);
  }

  #giveUpOnQuotes(): void {
    this.strayQuote = true;
    this.#quoted = false;
    this.#searched = 0;
    this.#cut = 0;
    this.#search();
  }

  /** Finds the end of the last record that is whole. A quote opens only at a cell's start and closes before its end. */
  #search(): void {
    const text = this.#pending;
    // The last character waits for its successor: it may be the first half of "" or of \r\n.
    const end = text.length - 1;
    let at = this.#searched;
    if (this.strayQuote) {
      this.#cut = lineEnd(text, this.#cut, end, this.#cut);
      this.#searched = Math.max(end, 0);
      return;
    }
    while (at < end) {
      const quote = text.indexOf('"', at);
      if (!this.#quoted) {
        const stop = quote === -1 ? end : Math.min(quote, end);
        this.#cut = lineEnd(text, at, stop, this.#cut);
        if (quote === -1 || quote >= end) {
          at = end;
          break;
        }
        const before = quote === 0 ? '\n' : text[quote - 1];
        this.#quoted = before === this.#delimiter || before === '\n' || before === '\r';
        at = quote + 1;
      } else {
        if (quote === -1 || quote >= end) {
          at = end;
          break;
        }
        const after = text[quote + 1];
        if (after === '"') at = quote + 2;
        else {
          if (after === this.#delimiter || after === '\n' || after === '\r') this.#quoted = false;
          at = quote + 1;
        }
      }
    }
    this.#searched = Math.max(at, 0);
  }

  #take(length: number): Cells[] {
    if (length === 0) return [];
    const text = this.#pending.slice(0, length);
    this.#pending = this.#pending.slice(length);
    this.#searched = Math.max(this.#searched - length, 0);
    this.#cut = 0;
    return split(text, this.#delimiter, this.strayQuote);
  }
}

/** The place just after the last line break of `text[from..to)`, or `none`. */
function lineEnd(text: string, from: number, to: number, none: number): number {
  if (to <= from) return none;
  const feed = text.lastIndexOf('\n', to - 1);
  if (feed >= from) return feed + 1;
  const lone = text.lastIndexOf('\r', to - 1);
  return lone >= from && text[lone + 1] !== '\n' ? lone + 1 : none;
}

function split(text: string, delimiter: string, plainQuotes: boolean): Cells[] {
  // Old Macs ended lines with a lone \r; mixed files are normal once a spreadsheet has touched them.
  const lines = text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
  if (plainQuotes) return lines.split('\n').map((line) => line.replaceAll('"', '').split(delimiter));
  const rows = Papa.parse<string[]>(lines, { delimiter, newline: '\n' }).data;
  // A trailing line break is the end of the last record, not the start of an empty one.
  const last = rows.at(-1);
  if (last?.length === 1 && last[0] === '' && lines.endsWith('\n')) rows.pop();
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    // A whole line wrapped in quotes, as a spreadsheet does when it took the line for one cell.
    const only = row?.length === 1 ? row[0] : undefined;
    if (only?.includes(delimiter)) {
      const inner = Papa.parse<string[]>(only, { delimiter, newline: '\n' }).data[0];
      if (inner !== undefined) rows[i] = inner;
    }
  }
  return rows;
}

/** All records of a text at once. */
export function splitCsv(text: string, delimiter: string): Cells[] {
  const splitter = new CsvSplitter(delimiter);
  return [...splitter.push(text), ...splitter.end()];
}

/** A cell as a person would read it: no padding, no Excel wrapper (`="0012"`), no hidden characters. */
export function cleanCell(cell: string): string {
  let text = cell.trim();
  if (text === '') return text;
  const first = text.charCodeAt(0);
  if (first === 0xfeff || first === 0x200b) text = text.slice(1).trim();
  if (first === 0x3d && text.startsWith('="') && text.endsWith('"')) text = text.slice(2, -1).trim();
  else if (first === 0x27 && text.length > 1) text = text.slice(1).trim();
  return text;
}

/** True for text that a spreadsheet would run as a formula or command: `=HYPERLINK(…)`, `@SUM(…)`, `+cmd|…`. */
export function looksLikeFormula(text: string): boolean {
  return /^[=+\-@\t\r]/.test(text) && /^[=+\-@\t\r]+\s*[A-Za-z_][\w.]*\s*[(|!]/.test(text);
}
