// Tree -> checked node. Every type error is found here, with the column it stands at, before any bar is looked at.
import { indicatorNamed } from '../indicators/registry.ts';
import { SOURCE_COLUMN } from '../indicators/indicator.ts';
import { compileCall, compileIndicator } from './calls.ts';
import { TIME_NAMES, type TimeName } from './clock.ts';
import { arithmetic, comparison, conditionsAgo, inverse, numbersAgo } from './columns.ts';
import { ExpressionError } from './error.ts';
import { isFunctionName, isPriceName, PRICES, type PriceName } from './functions.ts';
import {
  both,
  conditions,
  numberConstant,
  numbers,
  truth,
  type ConditionNode,
  type Node,
  type NumberNode,
} from './node.ts';
import { parse, type Tree } from './parse.ts';
import { conditionOf, constantOf, numberOf, type Parameters, type Scope } from './scope.ts';
import { closest } from './suggest.ts';

const MOST_BARS_AGO = 1_000_000;

function compile(tree: Tree, scope: Scope): Node {
  switch (tree.kind) {
    case 'number':
      return numberConstant(tree.value);
    case 'truth':
      return truth(tree.value);
    case 'name':
      return compileName(tree, scope);
    case 'call':
      return compileNamedCall(tree, scope);
    case 'output':
      return output(tree, scope);
    case 'ago':
      return ago(tree, scope);
    case 'negative': {
      const of = numberOf(tree.of, scope);
      return numbers(`-${of.key}`, [of], (frame) => arithmetic('-', ZERO, of.column(frame)));
    }
    case 'not': {
      const of = conditionOf(tree.of, scope);
      return conditions(`not ${of.key}`, [of], (frame) => inverse(of.column(frame)));
    }
    case 'arithmetic': {
      const { operator } = tree;
      const [left, right] = [numberOf(tree.left, scope), numberOf(tree.right, scope)];
      return numbers(`(${left.key}${operator}${right.key})`, [left, right], (frame) =>
        arithmetic(operator, left.column(frame), right.column(frame)),
      );
    }
    case 'comparison': {
      const { operator } = tree;
      const [left, right] = [numberOf(tree.left, scope), numberOf(tree.right, scope)];
      return conditions(`(${left.key}${operator}${right.key})`, [left, right], (frame) =>
        comparison(operator, left.column(frame), right.column(frame)),
      );
    }
    case 'logic':
      return both(tree.operator, conditionOf(tree.left, scope), conditionOf(tree.right, scope));
    default: // within
      return within(tree, scope);
  }
}

const ZERO = Float64Array.of(0);

function within({ of, from, to, column }: Tree & { kind: 'within' }, scope: Scope): Node {
  const value = numberOf(of, scope);
  const [low, high] = [numberOf(from, scope), numberOf(to, scope)];
  if (low.constant !== undefined && high.constant !== undefined && low.constant > high.constant)
    throw new ExpressionError(
      `the range runs backwards; for a night write "hour >= ${low.constant} or hour <= ${high.constant}"`,
      column,
    );
  return both(
    'and',
    conditions(`(${value.key}>=${low.key})`, [value, low], (frame) =>
      comparison('>=', value.column(frame), low.column(frame)),
    ),
    conditions(`(${value.key}<=${high.key})`, [value, high], (frame) =>
      comparison('<=', value.column(frame), high.column(frame)),
    ),
  );
}

function ago({ of, bars, column }: Tree & { kind: 'ago' }, scope: Scope): Node {
  const node = compile(of, scope);
  const count = constantOf(bars, scope, 'bars ago');
  if (count < 0) throw new ExpressionError('bars ago cannot be negative: that would be the future', column);
  if (!Number.isInteger(count) || count > MOST_BARS_AGO)
    throw new ExpressionError(`bars ago must be a whole number up to ${MOST_BARS_AGO}`, column);
  if (count === 0 || node.constant !== undefined) return node;
  const key = `${node.key}[${count}]`;
  return node.type === 'number'
    ? numbers(key, [node], (frame) => numbersAgo(node.column(frame), count))
    : conditions(key, [node], (frame) => conditionsAgo(node.column(frame), count));
}

function output({ of, name, column }: Tree & { kind: 'output' }, scope: Scope): Node {
  const inner = of.kind === 'name' ? { ...of, kind: 'call' as const, args: [] } : of;
  const found = inner.kind === 'call' ? indicatorNamed(inner.name) : undefined;
  if (inner.kind !== 'call' || found === undefined || found.realistic.outputs.length === 1)
    throw new ExpressionError(
      `only an indicator with several outputs, such as bb(20, 2).upper, has a .${name}`,
      column,
    );
  return compileIndicator(found, inner, scope, { name, column });
}

function compileNamedCall(tree: Tree & { kind: 'call' }, scope: Scope): Node {
  if (isFunctionName(tree.name)) return compileCall(tree.name, tree, scope);
  const found = indicatorNamed(tree.name);
  if (found !== undefined) return compileIndicator(found, tree, scope, undefined);
  throw new ExpressionError(`there is no function ${tree.name}${adviceOn(tree.name, scope)}`, tree.column);
}

function compileName({ name, column }: Tree & { kind: 'name' }, scope: Scope): Node {
  const value = scope.parameters.get(name);
  if (value !== undefined) return numberConstant(value);
  if (isPriceName(name)) return price(name);
  if (isTimeName(name)) return { type: 'number', key: name, constant: undefined, column: (frame) => frame.time(name) };
  const found = indicatorNamed(name);
  if (found !== undefined && Object.values(found.realistic.numbers).every((each) => each.default !== undefined))
    return compileIndicator(found, { kind: 'call', name, args: [], column }, scope, undefined);
  if (found !== undefined || isFunctionName(name))
    throw new ExpressionError(`${name} is a function; write ${name}(…)`, column);
  throw new ExpressionError(`${name} is not known${adviceOn(name, scope)}`, column);
}

const isTimeName = (name: string): name is TimeName => Object.hasOwn(TIME_NAMES, name);

/** Names that a parameter cannot take. */
export const isReserved = (name: string) =>
  isPriceName(name) || isTimeName(name) || isFunctionName(name) || indicatorNamed(name) !== undefined;

function price(name: PriceName): NumberNode {
  if (name === 'hl2') return mean(name, ['h', 'l']);
  if (name === 'hlc3') return mean(name, ['h', 'l', 'c']);
  if (name === 'ohlc4') return mean(name, ['o', 'h', 'l', 'c']);
  const column = SOURCE_COLUMN[name];
  return { type: 'number', key: name, constant: undefined, column: ({ series }) => series[column] };
}

function mean(name: PriceName, parts: readonly ('o' | 'h' | 'l' | 'c')[]): NumberNode {
  return numbers(name, [], ({ series }) => {
    const out = new Float64Array(series.length);
    for (const part of parts) for (let i = 0; i < out.length; i++) out[i] = out[i] + series[part][i];
    return out.map((sum) => sum / parts.length);
  });
}

/** What might have been meant. */
function adviceOn(name: string, { parameters }: Scope): string {
  // bb_upper is how other languages say bb(…).upper.
  const [head = '', tail = ''] = name.split(/_(?=[^_]*$)/);
  const split = indicatorNamed(head)?.realistic.outputs.find((each) => each === tail);
  if (split !== undefined) return `; write ${head}(…).${split}`;
  const near = closest(name, [...parameters.keys(), ...Object.keys(PRICES), ...Object.keys(TIME_NAMES)]);
  return near === undefined ? '; is it missing in strategy.params?' : `; did you mean ${near}?`;
}

/** An expression that decides; throws an ExpressionError. */
export function condition(text: string, parameters: Parameters, { across = false } = {}): ConditionNode {
  return conditionOf(parse(text), { parameters, across, higher: false, compile });
}

/** Whether numbers alone make a condition true: parsed once, asked for many combinations of parameters. */
export function constraint(text: string): (parameters: Parameters) => boolean {
  const tree = parse(text);
  return (parameters) => {
    const { constant } = conditionOf(tree, { parameters, across: false, higher: false, compile });
    if (constant === undefined)
      throw new ExpressionError('a constraint may use parameters and numbers only, such as fast < slow', 1);
    return constant;
  };
}

/** An expression that measures; throws an ExpressionError. */
export function quantity(text: string, parameters: Parameters, { across = false } = {}): NumberNode {
  return numberOf(parse(text), { parameters, across, higher: false, compile });
}

/** An expression of either kind; throws an ExpressionError. */
export function anything(text: string, parameters: Parameters, { across = false } = {}): Node {
  return compile(parse(text), { parameters, across, higher: false, compile });
}
