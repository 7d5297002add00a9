// What an expression may refer to, and what its parts must be.
import { ExpressionError } from './error.ts';
import type { ConditionNode, Node, NumberNode } from './node.ts';
import type { Tree } from './parse.ts';

/** Names with a value: the strategy's parameters. */
export type Parameters = ReadonlyMap<string, number>;

export interface Scope {
  readonly parameters: Parameters;
  /** Whether there are symbols to compare with. */
  readonly across: boolean;
  /** Inside tf(): another one has no meaning. */
  readonly higher: boolean;
  /** The compiler itself, for the parts of an expression. */
  readonly compile: (tree: Tree, scope: Scope) => Node;
}

export function numberOf(tree: Tree, scope: Scope): NumberNode {
  const node = scope.compile(tree, scope);
  if (node.type === 'number') return node;
  throw new ExpressionError('a number is needed here, and this is a condition', tree.column);
}

export function conditionOf(tree: Tree, scope: Scope): ConditionNode {
  const node = scope.compile(tree, scope);
  if (node.type === 'condition') return node;
  throw new ExpressionError(
    'a condition is needed here, and this is a number; compare it, such as with "> 0"',
    tree.column,
  );
}

/** A number that must be known before any bar is seen: a period, bars ago, minutes. */
export function constantOf(tree: Tree, scope: Scope, what: string): number {
  const { constant } = numberOf(tree, scope);
  if (constant === undefined || !Number.isFinite(constant))
    throw new ExpressionError(`${what} must be a number that does not change from bar to bar`, tree.column);
  return constant;
}
