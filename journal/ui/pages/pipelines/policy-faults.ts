// What is wrong with the text of a policy, each fault with its place in the text.
import { jsonFault } from './json-fault.ts';
import { lineOf, type Node, nodeOf } from './json-nodes.ts';

export interface PlacedFault {
  readonly line: number;
  /** Where in the policy; empty for what is wrong with the text as such. */
  readonly field: string;
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

/** Null when it is JSON. */
export function syntaxFault(text: string): PlacedFault | null {
  const fault = jsonFault(text);
  if (fault === null) return null;
  const { at, message } = fault;
  const end = Math.min(text.length, at + 1);
  return { line: lineOf(text, at), field: '', message: `is not JSON: ${message}`, start: at, end };
}

interface Fault {
  readonly field?: unknown;
  readonly message?: unknown;
}

/** `steps.0.params.queries[0].sql` is reported at its value, or where the value would have to be. */
export function placedFault(text: string, nodes: readonly Node[], { field, message }: Fault): PlacedFault {
  const named = typeof field === 'string' && field !== 'policy_json' ? field.replace(/^policy_json\./, '') : '';
  const path = named.replaceAll(/\[(\d+)\]/g, '.$1').split('.');
  const node = named === '' ? undefined : nodeOf(nodes, path);
  const [start, end] = node === undefined ? [0, 0] : [node.start, node.kind === 'object' ? node.start + 1 : node.end];
  return {
    line: lineOf(text, start),
    field: named,
    message: typeof message === 'string' ? message : 'is wrong',
    start,
    end,
  };
}
