// Calls: the functions of the language, and every indicator of the registry.
import { SOURCE_COLUMN, type Indicator } from '../indicators/indicator.ts';
import { rollingSum } from '../indicators/rolling.ts';
import { choose, comparison, crossings, pairwise, sidesOf, UNKNOWN } from './columns.ts';
import { rankOf, zscoreOf } from './cross-section.ts';
import { ExpressionError } from './error.ts';
import { FUNCTIONS, type FunctionName } from './functions.ts';
import { both, conditions, numbers, truth, type ConditionNode, type Node, type NumberNode } from './node.ts';
import type { Tree } from './parse.ts';
import { conditionOf, constantOf, numberOf, type Scope } from './scope.ts';

type CallTree = Tree & { readonly kind: 'call' };

/** More bars than any window has. */
const MOST_BARS = 10_000_000;
const MOST_MINUTES = 525_600;

export function compileCall(name: FunctionName, call: CallTree, scope: Scope): Node {
  switch (name) {
    case 'cross_up':
    case 'cross_down':
    case 'cross': {
      const [a, b] = exactly(call, 2);
      const [left, right] = [numberOf(a, scope), numberOf(b, scope)];
      if (name === 'cross') return both('or', cross(left, right, 'up'), cross(left, right, 'down'));
      return cross(left, right, name === 'cross_up' ? 'up' : 'down');
    }
    case 'tf':
      return higherTimeframe(call, scope);
    case 'if': {
      const [test, a, b] = exactly(call, 3);
      const when = conditionOf(test, scope);
      const [left, right] = [numberOf(a, scope), numberOf(b, scope)];
      return numbers(`if(${when.key},${left.key},${right.key})`, [when, left, right], (frame) =>
        choose(when.column(frame), left.column(frame), right.column(frame)),
      );
    }
    case 'min':
    case 'max': {
      const [a, b] = exactly(call, 2);
      const [left, right] = [numberOf(a, scope), numberOf(b, scope)];
      return numbers(`${name}(${left.key},${right.key})`, [left, right], (frame) =>
        pairwise(left.column(frame), right.column(frame), Math[name]),
      );
    }
    case 'abs':
    case 'sqrt':
    case 'log': {
      const of = numberOf(exactly(call, 1)[0], scope);
      // Math.log(0) is infinite, which no later comparison should take for a price.
      const apply = name === 'log' ? (x: number) => (x > 0 ? Math.log(x) : NaN) : Math[name];
      return numbers(`${name}(${of.key})`, [of], (frame) => of.column(frame).map((value) => apply(value)));
    }
    case 'rank':
    case 'zscore':
      return compare(name, call, scope);
    case 'top': {
      const [count, of] = exactly(call, 2);
      const most = wholeNumber(count, scope, 'the n of top', 1, MOST_BARS);
      const rank = compare('rank', { ...call, name: 'rank', args: [of] }, scope);
      return conditions(`top(${most},${rank.key})`, [rank], (frame) =>
        comparison('<=', rank.column(frame), Float64Array.of(most)),
      );
    }
    default: {
      // sum
      const [of, count] = exactly(call, 2);
      const source = seriesOf(of, scope, name);
      const bars = wholeNumber(count, scope, 'the period of sum', 1, MOST_BARS);
      return numbers(`sum(${source.key},${bars})`, [source], (frame) => rollingSum(source.column(frame), bars));
    }
  }
}

/** A value compared with those of the other symbols at the same time. */
function compare(name: 'rank' | 'zscore', call: CallTree, scope: Scope): NumberNode {
  if (!scope.across || scope.higher)
    throw new ExpressionError(
      scope.across
        ? `${call.name} compares symbols bar by bar and cannot stand inside tf`
        : `${call.name} compares symbols; it stands in weights and signals of a portfolio`,
      call.column,
    );
  const of = seriesOf(exactly(call, 1)[0], scope, name);
  const key = `${name}(${of.key})`;
  return numbers(key, [of], (frame) => {
    const { across } = frame;
    if (across === undefined) return new Float64Array(frame.series.length).fill(NaN);
    return across.compare(frame, key, (each) => of.column(each), name === 'rank' ? rankOf : zscoreOf);
  });
}

function cross(a: NumberNode, b: NumberNode, way: 'up' | 'down'): ConditionNode {
  // Two numbers that never change never cross.
  if (a.constant !== undefined && b.constant !== undefined) return truth(false);
  const keyOf = (each: 'up' | 'down') => `cross_${each}(${a.key},${b.key})`;
  return conditions(keyOf(way), [a, b], (frame) => {
    const found = crossings(sidesOf(a.column(frame), b.column(frame), frame.series.length));
    // A strategy that enters one way mostly leaves the other.
    const other = way === 'up' ? 'down' : 'up';
    frame.conditions(keyOf(other), () => found[other]);
    return found[way];
  });
}

function higherTimeframe(call: CallTree, scope: Scope): Node {
  const [time, expression] = exactly(call, 2);
  if (scope.higher) throw new ExpressionError('tf cannot stand inside another tf', call.column);
  const minutes = wholeNumber(time, scope, 'the minutes of tf', 1, MOST_MINUTES);
  const of = scope.compile(expression, { ...scope, higher: true });
  if (of.constant !== undefined) return of;
  const key = `tf(${minutes},${of.key})`;
  if (of.type === 'number') {
    return numbers(key, [of], (frame) => {
      const { frame: bars, lastClosed } = frame.higher(minutes);
      const column = of.column(bars);
      return Float64Array.from(lastClosed, (at) => (at < 0 ? NaN : column[at]));
    });
  }
  return conditions(key, [of], (frame) => {
    const { frame: bars, lastClosed } = frame.higher(minutes);
    const column = of.column(bars);
    return Uint8Array.from(lastClosed, (at) => (at < 0 ? UNKNOWN : column[at]));
  });
}

export function compileIndicator(
  { name, realistic }: Indicator,
  call: CallTree,
  scope: Scope,
  output: { readonly name: string; readonly column: number } | undefined,
): NumberNode {
  const { outputs, source: fallback } = realistic;
  if (output !== undefined && !outputs.includes(output.name))
    throw new ExpressionError(`${name} has no .${output.name}; it has .${outputs.join(', .')}`, output.column);
  const wanted = output?.name ?? outputs[0];
  const settings = Object.entries(realistic.numbers);
  const [first] = call.args;
  // A series comes first, and may be left out: rsi(14) is rsi(close, 14).
  const sourceArg =
    first !== undefined && fallback !== undefined && scope.compile(first, scope).constant === undefined
      ? first
      : undefined;
  const source = sourceArg === undefined ? undefined : seriesOf(sourceArg, scope, name);
  const rest = sourceArg === undefined ? call.args : call.args.slice(1);
  const extra = rest[settings.length];
  if (extra !== undefined)
    throw new ExpressionError(`${shapeOf(name, realistic)} takes no more arguments`, extra.column);
  const values = settings.map(([setting, { whole, least, default: usual }], i): readonly [string, number] => {
    const tree = rest[i];
    const what = `the ${setting} of ${name}`;
    if (tree === undefined) {
      if (usual === undefined)
        throw new ExpressionError(`${what} is missing: ${shapeOf(name, realistic)}`, call.column);
      return [setting, usual];
    }
    if (whole) return [setting, wholeNumber(tree, scope, what, least, MOST_BARS)];
    const value = constantOf(tree, scope, what);
    if (value < least) throw new ExpressionError(`${what} must be at least ${least}`, tree.column);
    return [setting, value];
  });
  const sourceKey = fallback === undefined ? [] : [source?.key ?? fallback];
  const key = `${name}(${[...sourceKey, ...values.map(([, value]) => value)].join(',')})`;
  const keyOf = (each: string) => (outputs.length === 1 ? key : `${key}.${each}`);
  return numbers(keyOf(wanted), [], (frame) => {
    const columns = realistic.columns(
      frame.series,
      source?.column(frame) ?? frame.series[SOURCE_COLUMN[fallback ?? 'close']],
      Object.fromEntries(values),
    );
    // The columns of bands and the like are computed together, so the others are cached, too.
    for (const each of outputs) if (each !== wanted) frame.numbers(keyOf(each), () => columns[each]);
    return columns[wanted];
  });
}

/** As it is written: `bb(close, period = 20, multiple = 2)`. */
export function shapeOf(name: string, { source, numbers: settings }: Indicator['realistic']): string {
  const parts = Object.entries(settings).map(([setting, each]) =>
    each.default === undefined ? setting : `${setting} = ${each.default}`,
  );
  return `${name}(${[...(source === undefined ? [] : [source]), ...parts].join(', ')})`;
}

function seriesOf(tree: Tree, scope: Scope, name: string): NumberNode {
  const node = numberOf(tree, scope);
  if (node.constant === undefined) return node;
  throw new ExpressionError(`${name} needs a series such as close, and this never changes`, tree.column);
}

function wholeNumber(tree: Tree, scope: Scope, what: string, least: number, most: number): number {
  const value = constantOf(tree, scope, what);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new ExpressionError(`${what} must be a whole number from ${least} to ${most}, not ${value}`, tree.column);
}

/** The arguments of a call, when there are exactly `count`. */
function exactly(call: CallTree, count: 1): readonly [Tree];
function exactly(call: CallTree, count: 2): readonly [Tree, Tree];
function exactly(call: CallTree, count: 3): readonly [Tree, Tree, Tree];
function exactly({ name, args, column }: CallTree, count: number): readonly Tree[] {
  if (args.length === count) return args;
  const { shape } = FUNCTIONS[name as FunctionName]; // only called for these
  throw new ExpressionError(`${shape} takes ${count} argument${count === 1 ? '' : 's'}, not ${args.length}`, column);
}
