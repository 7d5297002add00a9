// Where a text stops being JSON, and what should stand there: browsers say it each in their own way, or not at all.

export interface JsonFault {
  readonly at: number;
  readonly message: string;
}

class Broken extends Error {
  readonly at: number;
  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

/** Null when it is JSON. */
export function jsonFault(text: string): JsonFault | null {
  try {
    const end = skip(text, readValue(text, skip(text, 0)));
    return end === text.length ? null : { at: end, message: 'nothing more may stand after the closing brace' };
  } catch (error) {
    if (error instanceof Broken) return { at: error.at, message: error.message };
    throw error;
  }
}

// JSON lets no control character into a text.
// oxlint-disable-next-line no-control-regex
const TEXT = /"(?:[^"\\\u0000-\u001F]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"/y;
const PLAIN = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?|true|false|null)(?![\w.])/y;

function matched(text: string, at: number, pattern: RegExp): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}

function skip(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \n\t\r'.includes(text[at] ?? '')) at++;
  return at;
}

const wants = (text: string, at: number, what: string): never => {
  throw new Broken(at, at >= text.length ? `the text ends too early: ${what} is missing` : `${what} should stand here`);
};

function readText(text: string, at: number, what: string): number {
  if (text[at] !== '"') return wants(text, at, what);
  const end = matched(text, at, TEXT);
  if (end === null) throw new Broken(at, 'this text has no closing quote on its line, or a backslash it may not have');
  return end;
}

function readValue(text: string, at: number): number {
  const letter = text[at];
  if (letter === '"') return readText(text, at, 'a text');
  if (letter === '{' || letter === '[') return readInner(text, at, letter === '{' ? '}' : ']');
  return matched(text, at, PLAIN) ?? wants(text, at, 'a value');
}

function readInner(text: string, start: number, close: '}' | ']'): number {
  let at = skip(text, start + 1);
  if (text[at] === close) return at + 1;
  for (;;) {
    if (close === '}') {
      at = skip(text, readText(text, at, 'a name in double quotes'));
      if (text[at] !== ':') wants(text, at, 'a colon');
      at = skip(text, at + 1);
    }
    at = skip(text, readValue(text, at));
    if (text[at] === close) return at + 1;
    if (text[at] !== ',') wants(text, at, `a comma or ${close}`);
    at = skip(text, at + 1);
  }
}
