// Tokens -> tree, by precedence from loose to tight: or, and, not, comparison, + -, * / %, unary -, [bars ago] .output.
import { ExpressionError } from './error.ts';
import { tokens, type Token } from './token.ts';

export type Arithmetic = '+' | '-' | '*' | '/' | '%';
export type Comparison = '<' | '<=' | '>' | '>=' | '==' | '!=';

/** `column` is where a person would point: the operator, the function's name, the bracket. */
export type Tree = { readonly column: number } & (
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'truth'; readonly value: boolean }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Tree[] }
  | { readonly kind: 'output'; readonly of: Tree; readonly name: string }
  | { readonly kind: 'ago'; readonly of: Tree; readonly bars: Tree }
  | { readonly kind: 'negative' | 'not'; readonly of: Tree }
  | { readonly kind: 'arithmetic'; readonly operator: Arithmetic; readonly left: Tree; readonly right: Tree }
  | { readonly kind: 'comparison'; readonly operator: Comparison; readonly left: Tree; readonly right: Tree }
  | { readonly kind: 'logic'; readonly operator: 'and' | 'or'; readonly left: Tree; readonly right: Tree }
  | { readonly kind: 'within'; readonly of: Tree; readonly from: Tree; readonly to: Tree }
);

export const LONGEST_EXPRESSION = 2000;
const DEEPEST = 64;
const KEYWORDS = ['and', 'or', 'not', 'in', 'true', 'false'] as const;
export const isKeyword = (name: string) => KEYWORDS.some((word) => word === name);

const COMPARISONS: readonly string[] = ['<', '<=', '>', '>=', '==', '!='] satisfies Comparison[];
const isComparison = (text: string): text is Comparison => COMPARISONS.includes(text);

export function parse(text: string): Tree {
  if (text.length > LONGEST_EXPRESSION)
    throw new ExpressionError(`longer than ${LONGEST_EXPRESSION} characters`, LONGEST_EXPRESSION + 1);
  const stream = new Stream(tokens(text));
  const tree = disjunction(stream);
  const rest = stream.peek();
  if (rest.kind !== 'end') {
    const advice = isKeyword(rest.text) ? '' : '; join conditions with "and" or "or"';
    throw new ExpressionError(`${JSON.stringify(rest.text)} cannot follow here${advice}`, rest.column);
  }
  return tree;
}

class Stream {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;
  constructor(all: readonly Token[]) {
    this.#tokens = all;
  }
  peek(ahead = 0): Token {
    // The last token is `end`, and nothing reads past it.
    return this.#tokens[Math.min(this.#at + ahead, this.#tokens.length - 1)];
  }
  next(): Token {
    const token = this.peek();
    this.#at++;
    return token;
  }
  /** Takes the next token if it is this symbol or keyword. */
  took(text: string): Token | undefined {
    const token = this.peek();
    return token.kind !== 'number' && token.kind !== 'end' && token.text === text ? this.next() : undefined;
  }
  need(text: string, why: string): Token {
    const token = this.took(text);
    if (token) return token;
    const found = this.peek();
    const what = found.kind === 'end' ? 'the expression ends' : `there is ${JSON.stringify(found.text)}`;
    throw new ExpressionError(`${JSON.stringify(text)} is missing ${why}: ${what}`, found.column);
  }
  /** Text from outside may nest as deep as it is long; the stack must not. */
  deeper<T>(read: () => T): T {
    if (++this.#depth > DEEPEST) throw new ExpressionError(`nested deeper than ${DEEPEST} levels`, this.peek().column);
    const result = read();
    this.#depth--;
    return result;
  }
}

function disjunction(stream: Stream): Tree {
  let left = conjunction(stream);
  for (let token = stream.took('or'); token; token = stream.took('or'))
    left = { kind: 'logic', operator: 'or', left, right: conjunction(stream), column: token.column };
  return left;
}

function conjunction(stream: Stream): Tree {
  let left = negation(stream);
  for (let token = stream.took('and'); token; token = stream.took('and'))
    left = { kind: 'logic', operator: 'and', left, right: negation(stream), column: token.column };
  return left;
}

function negation(stream: Stream): Tree {
  const token = stream.took('not');
  if (token) return { kind: 'not', of: stream.deeper(() => negation(stream)), column: token.column };
  return comparison(stream);
}

function comparison(stream: Stream): Tree {
  const left = sum(stream);
  const negated = stream.peek().text === 'not' && stream.peek(1).text === 'in' ? stream.next() : undefined;
  const membership = stream.took('in');
  if (membership) {
    const from = sum(stream);
    stream.need('..', 'in a range such as 8..16');
    const within: Tree = { kind: 'within', of: left, from, to: sum(stream), column: membership.column };
    return negated ? { kind: 'not', of: within, column: negated.column } : within;
  }
  const token = stream.peek();
  if (token.kind !== 'symbol' || !isComparison(token.text)) return left;
  stream.next();
  const tree: Tree = { kind: 'comparison', operator: token.text, left, right: sum(stream), column: token.column };
  const again = stream.peek();
  if (again.kind === 'symbol' && isComparison(again.text))
    throw new ExpressionError('comparisons do not chain; write "a < b and b < c"', again.column);
  return tree;
}

function sum(stream: Stream): Tree {
  let left = product(stream);
  for (let token = stream.took('+') ?? stream.took('-'); token; token = stream.took('+') ?? stream.took('-')) {
    const operator = token.text === '+' ? '+' : '-';
    left = { kind: 'arithmetic', operator, left, right: product(stream), column: token.column };
  }
  return left;
}

function product(stream: Stream): Tree {
  const operatorAhead = () => stream.took('*') ?? stream.took('/') ?? stream.took('%');
  let left = unary(stream);
  for (let token = operatorAhead(); token; token = operatorAhead()) {
    const operator = token.text === '*' ? '*' : token.text === '/' ? '/' : '%';
    left = { kind: 'arithmetic', operator, left, right: unary(stream), column: token.column };
  }
  return left;
}

function unary(stream: Stream): Tree {
  const token = stream.took('-');
  if (token) return { kind: 'negative', of: stream.deeper(() => unary(stream)), column: token.column };
  return postfix(stream);
}

function postfix(stream: Stream): Tree {
  let tree = primary(stream);
  for (;;) {
    const bracket = stream.took('[');
    if (bracket) {
      const bars = stream.deeper(() => disjunction(stream));
      stream.need(']', 'after the bars ago');
      tree = { kind: 'ago', of: tree, bars, column: bracket.column };
      continue;
    }
    const point = stream.took('.');
    if (!point) return tree;
    const name = stream.next();
    if (name.kind !== 'name') throw new ExpressionError('the name of an output is missing after "."', name.column);
    tree = { kind: 'output', of: tree, name: name.text, column: name.column };
  }
}

function primary(stream: Stream): Tree {
  const token = stream.next();
  const { column } = token;
  if (token.kind === 'number') return { kind: 'number', value: token.value, column };
  if (token.kind === 'end') throw new ExpressionError('a value is missing at the end', column);
  if (token.text === 'true' || token.text === 'false') return { kind: 'truth', value: token.text === 'true', column };
  if (token.text === '(') {
    const tree = stream.deeper(() => disjunction(stream));
    stream.need(')', 'to close the parenthesis');
    return tree;
  }
  if (token.kind === 'symbol' || isKeyword(token.text))
    throw new ExpressionError(`a value is missing before ${JSON.stringify(token.text)}`, column);
  if (!stream.took('(')) return { kind: 'name', name: token.text, column };
  const args: Tree[] = [];
  if (!stream.took(')')) {
    do args.push(stream.deeper(() => disjunction(stream)));
    while (stream.took(','));
    stream.need(')', `after the arguments of ${token.text}`);
  }
  return { kind: 'call', name: token.text, args, column };
}
