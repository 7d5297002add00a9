// A tolerant reader for what Lisp and Rust programs write: package prefixes, keywords, `d0` doubles, ratios,
// `t`/`nil`, comments, dotted pairs and their list shorthand. Broken text is a SexpError that says where.

export class SexpError extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(`${message} at character ${offset}`);
    this.name = 'SexpError';
    this.offset = offset;
  }
}

export interface SexpList {
  readonly kind: 'list';
  readonly items: readonly Sexp[];
  /** What follows the dot of an improper list; a list there has already been joined to `items`. */
  readonly tail?: Sexp;
}
interface SexpSymbol {
  readonly kind: 'symbol';
  readonly name: string;
}
export type Sexp = number | string | SexpSymbol | SexpList;

/** Deeper nesting than any message has; keeps hostile text from exhausting the stack. */
const MAX_DEPTH = 200;

/** Reads exactly one expression; anything but blanks and comments after it is an error. */
export function readSexp(text: string): Sexp {
  const cursor: Cursor = { text, at: 0 };
  const value = readValue(cursor, 0);
  skipBlank(cursor);
  if (cursor.at < text.length) throw new SexpError('unexpected text after the expression', cursor.at);
  return value;
}

interface Cursor {
  readonly text: string;
  at: number;
}

const OPEN = 40;
const CLOSE = 41;
const QUOTE_MARK = 39;
const STRING_MARK = 34;
const SEMICOLON = 59;
const HASH = 35;
const PIPE = 124;
const BACKSLASH = 92;
const isBlank = (code: number) => code === 32 || (code >= 9 && code <= 13) || code === 0xfeff;
const endsAtom = (code: number) =>
  isBlank(code) || code === OPEN || code === CLOSE || code === STRING_MARK || code === SEMICOLON;

function skipBlank(cursor: Cursor): void {
  const { text } = cursor;
  while (cursor.at < text.length) {
    const code = text.charCodeAt(cursor.at);
    if (isBlank(code)) cursor.at++;
    else if (code === SEMICOLON) {
      const end = text.indexOf('\n', cursor.at);
      cursor.at = end < 0 ? text.length : end + 1;
    } else if (code === HASH && text.charCodeAt(cursor.at + 1) === PIPE) {
      const end = text.indexOf('|#', cursor.at + 2);
      if (end < 0) throw new SexpError('comment without an end', cursor.at);
      cursor.at = end + 2;
    } else return;
  }
}

function readValue(cursor: Cursor, depth: number): Sexp {
  skipBlank(cursor);
  if (cursor.at >= cursor.text.length) throw new SexpError('unexpected end', cursor.at);
  const code = cursor.text.charCodeAt(cursor.at);
  if (code === OPEN) return readList(cursor, depth);
  if (code === CLOSE) throw new SexpError('unexpected )', cursor.at);
  if (code === STRING_MARK) return readString(cursor);
  if (code === QUOTE_MARK) {
    cursor.at++;
    if (depth >= MAX_DEPTH) throw new SexpError('nested too deep', cursor.at);
    return readValue(cursor, depth + 1);
  }
  return readAtom(cursor);
}

function readList(cursor: Cursor, depth: number): SexpList {
  const opened = cursor.at++;
  if (depth >= MAX_DEPTH) throw new SexpError('nested too deep', opened);
  const items: Sexp[] = [];
  for (;;) {
    skipBlank(cursor);
    if (cursor.at >= cursor.text.length) throw new SexpError('( without its )', opened);
    if (cursor.text.charCodeAt(cursor.at) === CLOSE) {
      cursor.at++;
      return { kind: 'list', items };
    }
    if (isDot(cursor)) {
      if (items.length === 0) throw new SexpError('nothing before the dot', cursor.at);
      cursor.at++;
      const tail = readValue(cursor, depth + 1);
      skipBlank(cursor);
      if (cursor.text.charCodeAt(cursor.at) !== CLOSE)
        throw new SexpError('more than one value after the dot', cursor.at);
      cursor.at++;
      return joinTail(items, tail);
    }
    items.push(readValue(cursor, depth + 1));
  }
}

/** `(k . (a b))` and `(k a b)` are the same value; so is `(k . nil)` and `(k)`. */
function joinTail(items: Sexp[], tail: Sexp): SexpList {
  if (typeof tail === 'object') {
    if (tail.kind === 'list') {
      const joined = [...items, ...tail.items];
      return tail.tail === undefined
        ? { kind: 'list', items: joined }
        : { kind: 'list', items: joined, tail: tail.tail };
    }
  }
  return { kind: 'list', items, tail };
}

function isDot({ text, at }: Cursor): boolean {
  return text.charCodeAt(at) === 46 && at + 1 < text.length && endsAtom(text.charCodeAt(at + 1));
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
]);

function readString(cursor: Cursor): string {
  const { text } = cursor;
  const opened = cursor.at++;
  let value = '';
  let from = cursor.at;
  for (;;) {
    if (cursor.at >= text.length) throw new SexpError('string without an end', opened);
    const code = text.charCodeAt(cursor.at);
    if (code === STRING_MARK) {
      value += text.slice(from, cursor.at++);
      return value;
    }
    if (code !== BACKSLASH) {
      cursor.at++;
      continue;
    }
    value += text.slice(from, cursor.at);
    const hex = /^\\x([0-9a-fA-F]{1,6});/.exec(text.slice(cursor.at, cursor.at + 10));
    const codePoint = hex ? Number.parseInt(hex[1] ?? '', 16) : undefined;
    if (hex && codePoint !== undefined && codePoint <= 0x10ffff) {
      value += String.fromCodePoint(codePoint);
      cursor.at += hex[0].length;
    } else {
      const escaped = text.charAt(cursor.at + 1);
      value += ESCAPES.get(escaped) ?? escaped;
      cursor.at += 2;
    }
    from = cursor.at;
  }
}

const INTEGER_OR_DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[edfsl][+-]?\d+)?$/i;
const RATIO = /^([+-]?\d+)\/(\d+)$/;
const SPECIAL_NUMBERS: ReadonlyMap<string, number> = new Map([
  ['inf', Infinity],
  ['+inf', Infinity],
  ['-inf', -Infinity],
  ['inf.0', Infinity],
  ['+inf.0', Infinity],
  ['-inf.0', -Infinity],
  ['nan', NaN],
  ['+nan.0', NaN],
]);

function readAtom(cursor: Cursor): Sexp {
  const { text } = cursor;
  const start = cursor.at;
  if (text.charCodeAt(start) === PIPE) {
    const end = text.indexOf('|', start + 1);
    if (end < 0) throw new SexpError('| without its |', start);
    cursor.at = end + 1;
    return { kind: 'symbol', name: text.slice(start + 1, end) };
  }
  while (cursor.at < text.length && !endsAtom(text.charCodeAt(cursor.at))) cursor.at++;
  return atom(text.slice(start, cursor.at));
}

function atom(word: string): Sexp {
  if (INTEGER_OR_DECIMAL.test(word)) return Number(word.replace(/[dfsl]/i, 'e'));
  const ratio = RATIO.exec(word);
  if (ratio && Number(ratio[2]) !== 0) return Number(ratio[1]) / Number(ratio[2]);
  return SPECIAL_NUMBERS.get(word.toLowerCase()) ?? { kind: 'symbol', name: word };
}
