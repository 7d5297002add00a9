// Where everything stands in a text of JSON that is being written: it is read as far as it goes, whatever is missing.

export type Path = readonly (string | number)[];

export interface Node {
  readonly path: Path;
  readonly kind: 'object' | 'array' | 'text' | 'other' | 'missing';
  /** Of the value, quotes and brackets included. */
  readonly start: number;
  readonly end: number;
  /** Where its name stands, in an object. */
  readonly nameStart?: number;
}

interface Open {
  readonly kind: 'object' | 'array';
  readonly path: Path;
  readonly start: number;
  readonly nameStart?: number;
  index: number;
  /** The name whose value is awaited. */
  name: { readonly text: string; readonly start: number } | null;
  /** Behind the colon after it. */
  colon: number | null;
}

const isSpace = (letter: string | undefined) => letter === ' ' || letter === '\n' || letter === '\t' || letter === '\r';

/** Every value of the text, in the order of their ends. */
export function nodesOf(text: string): Node[] {
  const nodes: Node[] = [];
  const open: Open[] = [];
  const pathHere = (): Path => {
    const around = open.at(-1);
    if (around === undefined) return [];
    return [...around.path, around.kind === 'array' ? around.index : (around.name?.text ?? '')];
  };
  const named = () => {
    const start = open.at(-1)?.name?.start;
    return start === undefined ? {} : { nameStart: start };
  };
  const valueDone = () => {
    const around = open.at(-1);
    if (around !== undefined) [around.name, around.colon] = [null, null];
  };
  const leave = (around: Open, at: number) => {
    if (around.name !== null && around.colon !== null)
      nodes.push({
        path: [...around.path, around.name.text],
        kind: 'missing',
        start: around.colon,
        end: at,
        nameStart: around.name.start,
      });
    [around.name, around.colon] = [null, null];
  };
  const close = (end: number, upTo: number) => {
    const around = open.pop();
    if (around === undefined) return;
    leave(around, upTo);
    const { path, kind, start, nameStart } = around;
    nodes.push({ path, kind, start, end, ...(nameStart !== undefined && { nameStart }) });
    valueDone();
  };
  let at = 0;
  while (at < text.length) {
    const letter = text[at];
    const around = open.at(-1);
    if (isSpace(letter)) at++;
    else if (letter === '{' || letter === '[') {
      const path = pathHere();
      const kind = letter === '{' ? 'object' : 'array';
      open.push({ kind, path, start: at, ...named(), index: 0, name: null, colon: null });
      at++;
    } else if (letter === '}' || letter === ']') {
      close(at + 1, at);
      at++;
    } else if (letter === ',') {
      if (around !== undefined) {
        leave(around, at);
        if (around.kind === 'array') around.index++;
      }
      at++;
    } else if (letter === ':') {
      if (around !== undefined && around.name !== null) around.colon = at + 1;
      at++;
    } else {
      const end = letter === '"' ? endOfText(text, at) : endOfWord(text, at);
      if (around?.kind === 'object' && around.name === null)
        around.name = { text: unquoted(text.slice(at, end)), start: at };
      else {
        nodes.push({ path: pathHere(), kind: letter === '"' ? 'text' : 'other', start: at, end, ...named() });
        valueDone();
      }
      at = end;
    }
  }
  while (open.length > 0) close(text.length, text.length);
  return nodes;
}

/** A text ends at its quote, or with the line where the quote was forgotten. */
function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
    else if (text[at] === '\n') return at;
  }
  return text.length;
}

function endOfWord(text: string, start: number): number {
  const length = text.slice(start).search(/[\s,:[\]{}"]/);
  return length === -1 ? text.length : start + Math.max(1, length);
}

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text.replaceAll('"', '');
  }
}

/** The value the cursor stands in or whose name it stands on, the innermost of them. */
export function nodeAt(nodes: readonly Node[], offset: number): Node | undefined {
  return nodes
    .filter(({ start, end, nameStart }) => (nameStart ?? start) <= offset && offset <= end)
    .toSorted((a, b) => b.path.length - a.path.length || b.start - a.start)[0];
}

const same = (a: Path, b: Path) => a.length === b.length && a.every((part, i) => String(part) === String(b[i]));

/** The value at a path, or the nearest there is above it. */
export function nodeOf(nodes: readonly Node[], path: Path): Node | undefined {
  for (let length = path.length; length >= 0; length--) {
    const found = nodes.find((node) => same(node.path, path.slice(0, length)));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What stands directly in an object or a list. */
export const childrenOf = (nodes: readonly Node[], { path }: Pick<Node, 'path'>): Node[] =>
  nodes.filter((node) => node.path.length === path.length + 1 && same(node.path.slice(0, -1), path));

export const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;
