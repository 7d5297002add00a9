// JSON as people keep it in settings: with comments and trailing commas. Read, and edited in place so that both stay.

type Json = Record<string, unknown>;

/** One member of an object, by where it stands in the text. */
interface Member {
  readonly key: string;
  readonly start: number;
  readonly valueStart: number;
  readonly end: number;
}

interface ObjectText {
  readonly open: number;
  readonly close: number;
  readonly members: readonly Member[];
}

export function parseJsonc(text: string): unknown {
  let plain = '';
  for (let at = 0; at < text.length;) {
    const end = text[at] === '"' ? stringEnd(text, at) : at + 1;
    const next = blankEnd(text, at);
    if (next > at) {
      plain += ' ';
      at = next;
      continue;
    }
    const last = text[at] === ',' && '}]'.includes(text[blankEnd(text, at + 1)] ?? ' ');
    if (!last) plain += text.slice(at, end);
    at = end;
  }
  return JSON.parse(plain) as unknown;
}

/** The text with `path` set to a value; objects on the way are made where they are missing. */
export function setIn(text: string, path: readonly string[], value: unknown): string {
  const unit = /^([ \t]+)"/m.exec(text)?.[1] ?? '  ';
  let object = objectAt(text, blankEnd(text, 0));
  for (const [depth, key] of path.entries()) {
    const rest = path.slice(depth + 1);
    const found = object.members.find((member) => member.key === key);
    if (!found) {
      const wrapped = rest.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
      return addMember(text, object, key, wrapped, unit, depth);
    }
    if (rest.length === 0) {
      return text.slice(0, found.valueStart) + rendered(value, unit, depth + 1) + text.slice(found.end);
    }
    object = objectAt(text, found.valueStart);
  }
  return text;
}

/** The text without what stands at `path`. */
export function removeIn(text: string, path: readonly string[]): string {
  let object = objectAt(text, blankEnd(text, 0));
  for (const key of path.slice(0, -1)) {
    const found = object.members.find((member) => member.key === key);
    if (!found || text[found.valueStart] !== '{') return text;
    object = objectAt(text, found.valueStart);
  }
  const index = object.members.findIndex((member) => member.key === path.at(-1));
  const found = object.members[index];
  if (!found) return text;
  const before = object.members[index - 1];
  if (before) return text.slice(0, before.end) + text.slice(found.end);
  const after = object.members[index + 1];
  return text.slice(0, found.start) + text.slice(after ? after.start : afterComma(text, found.end));
}

function addMember(
  text: string,
  { open, members }: ObjectText,
  key: string,
  value: unknown,
  unit: string,
  depth: number,
) {
  const line = `\n${unit.repeat(depth + 1)}${JSON.stringify(key)}: ${rendered(value, unit, depth + 1)}`;
  const last = members.at(-1);
  if (last) return `${text.slice(0, last.end)},${line}${text.slice(last.end)}`;
  const rest = text.slice(open + 1);
  return `${text.slice(0, open + 1)}${line}${/^\s*\}/.test(rest) ? `\n${unit.repeat(depth)}${rest.trimStart()}` : rest}`;
}

function rendered(value: unknown, unit: string, depth: number): string {
  return JSON.stringify(value, null, unit).replaceAll('\n', `\n${unit.repeat(depth)}`);
}

function objectAt(text: string, open: number): ObjectText {
  if (text[open] !== '{') throw new SyntaxError('an object was expected');
  const members: Member[] = [];
  for (let at = blankEnd(text, open + 1); ; at = blankEnd(text, afterComma(text, at))) {
    if (text[at] === '}') return { open, close: at, members };
    if (text[at] !== '"') throw new SyntaxError('a name was expected');
    const keyEnd = stringEnd(text, at);
    const valueStart = blankEnd(text, blankEnd(text, keyEnd) + 1);
    const end = valueEnd(text, valueStart);
    members.push({ key: JSON.parse(text.slice(at, keyEnd)) as string, start: at, valueStart, end });
    at = end;
  }
}

/** Behind the comma that may follow. */
function afterComma(text: string, at: number): number {
  const next = blankEnd(text, at);
  return text[next] === ',' ? next + 1 : at;
}

/** Behind white space and comments. */
function blankEnd(text: string, from: number): number {
  const blank = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y;
  blank.lastIndex = from;
  return blank.test(text) ? blank.lastIndex : from;
}

function stringEnd(text: string, from: number): number {
  const string = /"(?:[^"\\]|\\.)*"/y;
  string.lastIndex = from;
  if (!string.test(text)) throw new SyntaxError('a text does not end');
  return string.lastIndex;
}

function valueEnd(text: string, from: number): number {
  if (text[from] === '"') return stringEnd(text, from);
  if (text[from] !== '{' && text[from] !== '[') {
    const literal = /[^\s,}\]/]+/y;
    literal.lastIndex = from;
    if (!literal.test(text)) throw new SyntaxError('a value was expected');
    return literal.lastIndex;
  }
  let depth = 0;
  for (let at = from; at < text.length; at = Math.max(at + 1, blankEnd(text, at + 1))) {
    if (text[at] === '"') at = stringEnd(text, at) - 1;
    else if (text[at] === '{' || text[at] === '[') depth++;
    else if ((text[at] === '}' || text[at] === ']') && --depth === 0) return at + 1;
  }
  throw new SyntaxError('a bracket is not closed');
}

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
