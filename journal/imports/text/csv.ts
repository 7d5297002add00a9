// CSV as banks and brokers write it: any of four delimiters, stray quotes, whole lines wrapped in quotes, titles above
// and footers below. Fed in pieces of any size; the rows come out whole.
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
  /** An unfinished record is looked at again once it has doubled: however small the pieces, the work stays linear. */
  #enough = 0;
  /** A carriage return at the end of a piece may be the first half of a line break. */
  #halfBreak = false;
  /** True once a quote that never closes made us read quotes as plain characters. */
  strayQuote = false;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** Hands out each whole record before the next is split, so that few are ever held. */
  push(text: string, take: (cells: Cells) => void): void {
    this.#pending += this.#withPlainBreaks(text);
    if (this.#pending.length < this.#enough) return;
    let from = this.#records(this.#pending, 0, take);
    if (this.#pending.length - from > LONGEST_RECORD) {
      this.strayQuote = true;
      from = this.#records(this.#pending, from, take);
      // Not even a line ends here: no matter what this is, it is cut, so that it does not fill memory.
      if (this.#pending.length - from > LONGEST_RECORD) {
        take(this.#pending.slice(from).split(this.#delimiter));
        from = this.#pending.length;
      }
    }
    this.#pending = this.#pending.slice(from);
    this.#enough = this.#pending.length * 2;
  }

  end(): Cells[] {
    const rows: Cells[] = [];
    const text = this.#pending;
    this.#pending = '';
    if (text === '') return rows;
    const whole = text.endsWith('\n') ? text : `${text}\n`;
    const take = (cells: Cells) => void rows.push(cells);
    const from = this.#records(whole, 0, take);
    if (from < whole.length) {
      // A quote still open at the end swallowed the rest of the file: read the rest without quotes.
      this.strayQuote = true;
      this.#records(whole, from, take);
    }
    return rows;
  }

  /** Old Macs ended lines with a lone \r; mixed files are normal once a spreadsheet has touched them. */
  #withPlainBreaks(text: string): string {
    const started = this.#halfBreak ? `\r${text}` : text;
    this.#halfBreak = started.endsWith('\r');
    if (!started.includes('\r')) return started;
    const settled = this.#halfBreak ? started.slice(0, -1) : started;
    return settled.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  }

  /** Hands out the whole records from `from` on; the place of the first that is not whole. */
  #records(text: string, from: number, take: (cells: Cells) => void): number {
    const delimiter = this.#delimiter;
    let at = from;
    let quote = this.strayQuote ? -1 : text.indexOf('"', at);
    let mark = text.indexOf(delimiter, at);
    for (;;) {
      const end = text.indexOf('\n', at);
      if (end === -1) return at;
      if (quote !== -1 && quote < at) quote = text.indexOf('"', at);
      const cells: string[] = [];
      if (quote === -1 || quote > end) {
        // Searched from the last one on: a text without any is looked through once, not once for each line.
        if (mark !== -1 && mark < at) mark = text.indexOf(delimiter, at);
        let start = at;
        for (; mark !== -1 && mark < end; mark = text.indexOf(delimiter, start)) {
          cells.push(text.slice(start, mark));
          start = mark + 1;
        }
        cells.push(text.slice(start, end));
        take(this.strayQuote ? cells.map((cell) => cell.replaceAll('"', '')) : cells);
        at = end + 1;
        continue;
      }
      const next = readQuotedRecord(text, at, delimiter, cells);
      if (next === -1 || next - at > LONGEST_RECORD) return at;
      take(cells.length === 1 ? unwrapCells(cells, delimiter) : cells);
      at = next;
    }
  }
}

/**
 * Reads one record with quotes in it. A quote opens at a cell's start and closes before its end; any other is a plain
 * character. The place after the record, or -1 when the text ends inside it.
 */
function readQuotedRecord(text: string, from: number, delimiter: string, cells: string[]): number {
  const mark = delimiter.charCodeAt(0);
  let at = from;
  for (;;) {
    let open = at;
    while (text.charCodeAt(open) === SPACE) open++;
    let end: number;
    if (text.charCodeAt(open) === QUOTE) {
      const first = text.indexOf('"', open + 1);
      if (first === -1) return -1;
      end = first + 1;
      const next = text.charCodeAt(end);
      // Nearly every cell ends with the next quote.
      if (next === mark || next === BREAK) cells.push(text.slice(open + 1, first));
      else {
        const close = closingQuote(text, first, delimiter);
        if (close === -1) return -1;
        cells.push(text.slice(open + 1, close).replaceAll('""', '"'));
        end = close + 1;
        while (text.charCodeAt(end) === SPACE) end++;
      }
    } else {
      const line = text.indexOf('\n', at);
      if (line === -1) return -1;
      // Searched in the line only: the rest of the text may hold no delimiter at all.
      const length = text.slice(at, line).indexOf(delimiter);
      end = length === -1 ? line : at + length;
      cells.push(text.slice(at, end));
    }
    if (text.charCodeAt(end) === BREAK) return end + 1;
    at = end + 1;
  }
}

const SPACE = 0x20;
const QUOTE = 0x22;
const BREAK = 0x0a;

/** The quote that closes a cell: one that is not doubled and stands before a delimiter or the line's end. */
function closingQuote(text: string, from: number, delimiter: string): number {
  let at = text.indexOf('"', from);
  while (at !== -1) {
    let after = at + 1;
    if (text.charCodeAt(after) === QUOTE) {
      at = text.indexOf('"', after + 1);
      continue;
    }
    while (text.charCodeAt(after) === SPACE) after++;
    if (text.charCodeAt(after) === BREAK || text[after] === delimiter) return at;
    at = text.indexOf('"', at + 1);
  }
  return -1;
}

/** A whole line wrapped in quotes, as a spreadsheet does when it took the line for one cell. */
function unwrapCells(cells: string[], delimiter: string): Cells {
  const [only = ''] = cells;
  if (!only.includes(delimiter)) return cells;
  const inner: string[] = [];
  return readQuotedRecord(`${only}\n`, 0, delimiter, inner) === only.length + 1 ? inner : cells;
}

/** All records of a text in one list. */
export function splitCsv(text: string, delimiter: string): Cells[] {
  const splitter = new CsvSplitter(delimiter);
  const rows: Cells[] = [];
  splitter.push(text, (cells) => rows.push(cells));
  return [...rows, ...splitter.end()];
}

/** Whether a text begins and ends with a visible character of ASCII, as nearly every cell does: there is nothing to trim. */
export function isPlain(text: string): boolean {
  const begin = text.charCodeAt(0);
  const end = text.charCodeAt(text.length - 1);
  return begin > 0x20 && begin < 0x7f && end > 0x20 && end < 0x7f;
}

/** A cell as a person would read it: no padding, no Excel wrapper (`="0012"`), no hidden characters. */
export function cleanCell(cell: string): string {
  const begin = cell.charCodeAt(0);
  if (isPlain(cell) && begin !== EQUALS && begin !== APOSTROPHE) return cell;
  let text = cell.trim();
  if (text === '') return text;
  const first = text.charCodeAt(0);
  if (first === 0xfeff || first === 0x200b) text = text.slice(1).trim();
  if (first === EQUALS && text.startsWith('="') && text.endsWith('"')) text = text.slice(2, -1).trim();
  else if (first === APOSTROPHE && text.length > 1) text = text.slice(1).trim();
  return text;
}

const EQUALS = 0x3d;
const APOSTROPHE = 0x27;

/** True for text that a spreadsheet would run as a formula or command: `=HYPERLINK(…)`, `@SUM(…)`, `+cmd|…`. */
export function looksLikeFormula(text: string): boolean {
  // Nearly every text begins with a letter.
  if (text.charCodeAt(0) >= 0x41 || !/^[=+\-@\t\r]/.test(text)) return false;
  // Found first and matched from there: signs and spaces in one pattern would be tried in every way they can be shared out.
  const word = text.search(/[^=+\-@\s]/);
  return word > 0 && /^[A-Za-z_][\w.]*\s*[(|!]/.test(text.slice(word));
}
