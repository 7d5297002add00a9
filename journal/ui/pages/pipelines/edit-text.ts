// Changes of the text of a policy that a hint offers: a value put in, a field added where its object ends.
import { childrenOf, type Node } from './json-nodes.ts';

export interface TextEdit {
  readonly text: string;
  /** What was put in, to be seen and written over. */
  readonly select: readonly [start: number, end: number];
}

export function withValue(text: string, { start, end, kind }: Node, value: unknown): TextEdit {
  const gap = kind === 'missing' ? ' ' : '';
  const written = JSON.stringify(value);
  const from = start + gap.length;
  return {
    text: `${text.slice(0, start)}${gap}${written}${text.slice(end)}`,
    select: [from, from + written.length],
  };
}

const INDENT = '  ';

const indentOf = (text: string, offset: number): string => {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
};

/** On a line of its own, below the fields there are. */
export function withField(text: string, nodes: readonly Node[], node: Node, name: string, value: unknown): TextEdit {
  const { start, end } = node;
  const indent = indentOf(text, start);
  const inner = `${indent}${INDENT}`;
  const lead = `${JSON.stringify(name)}: `;
  const written = JSON.stringify(value, null, INDENT).replaceAll('\n', `\n${inner}`);
  const last = Math.max(...childrenOf(nodes, node).map((child) => child.end));
  const isFirst = last === -Infinity;
  const at = isFirst ? start + 1 : last;
  const before = `${text.slice(0, at)}${isFirst ? '' : ','}\n${inner}${lead}`;
  const isClosed = text[end - 1] === '}';
  // What stood between the last field and the brace is only space.
  const after = isClosed ? `\n${indent}${text.slice(end - 1)}` : text.slice(at);
  return { text: `${before}${written}${after}`, select: [before.length, before.length + written.length] };
}
