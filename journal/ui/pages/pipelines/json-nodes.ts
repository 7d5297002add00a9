// The position of every value in a JSON text that is being written: it is read as far as it can be parsed.
import { type Node as TreeNode, parseTree } from 'jsonc-parser';

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

const kinds: Readonly<Record<string, Node['kind']>> = { object: 'object', array: 'array', string: 'text' };

/** Every value of the text, in the order of their ends. */
export function nodesOf(text: string): Node[] {
  const tree = parseTree(text, [], { disallowComments: true });
  return tree === undefined ? [] : valuesIn(text, tree, []);
}

function valuesIn(text: string, node: TreeNode, path: Path, name: { nameStart?: number } = {}): Node[] {
  const { type, offset, length, children = [] } = node;
  const inner = children.flatMap((child, at) =>
    child.type === 'property' ? valueOf(text, child, path) : valuesIn(text, child, [...path, at]),
  );
  // What is not closed reaches to the end.
  const end = length < 0 ? text.length : offset + length;
  return [...inner, { path, kind: kinds[type] ?? 'other', start: offset, end, ...name }];
}

function valueOf(text: string, { offset, colonOffset, children = [] }: TreeNode, around: Path): Node[] {
  const [name, value] = children;
  const path = [...around, String(name?.value)];
  if (value !== undefined) return valuesIn(text, value, path, { nameStart: offset });
  if (colonOffset === undefined) return [];
  // A word that is not JSON yet, such as `tr`, or nothing at all.
  const [space = '', word = ''] = /(\s*)([^\s,:[\]{}"]*)/y.exec(text.slice(colonOffset + 1))?.slice(1) ?? [];
  const at = colonOffset + 1 + space.length;
  return [
    word === ''
      ? { path, kind: 'missing', start: colonOffset + 1, end: at, nameStart: offset }
      : { path, kind: 'other', start: at, end: at + word.length, nameStart: offset },
  ];
}

/** The innermost value that the cursor is in, or whose name it is on. */
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
