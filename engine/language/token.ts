// Text -> tokens. Each carries the column it stands at, so that every later error can point to it.
import { ExpressionError } from './error.ts';

export type Token =
  | { readonly kind: 'number'; readonly value: number; readonly text: string; readonly column: number }
  | { readonly kind: 'name' | 'symbol' | 'end'; readonly text: string; readonly column: number };

const NUMBER = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
/** Two characters before one, so that `<=` is not read as `<`; `..` is a range, never the point of a number. */
const SYMBOL = /\.\.|<=|>=|==|!=|[-+*/%<>()[\],.]/y;
const BLANK = /\s*/y;

/** What people write who come from another language. */
const INSTEAD: readonly (readonly [RegExp, string])[] = [
  [/&&?/y, 'write "and"'],
  [/\|\|?/y, 'write "or"'],
  [/!/y, 'write "not"'],
  [/=/y, 'write "==" to compare'],
  [/["'`]/y, 'there is no text in an expression'],
  [/\^/y, 'there is no power; multiply'],
  [/[;{}:?]/y, 'an expression is one formula, without statements'],
];

export function tokens(text: string): Token[] {
  const found: Token[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const taken = pattern.exec(text)?.[0];
    at += taken?.length ?? 0;
    return taken;
  };
  for (;;) {
    take(BLANK);
    const column = at + 1;
    if (at >= text.length) {
      found.push({ kind: 'end', text: '', column });
      return found;
    }
    const number = take(NUMBER);
    if (number !== undefined) {
      found.push({ kind: 'number', value: Number(number), text: number, column });
      continue;
    }
    const name = take(NAME);
    if (name !== undefined) {
      found.push({ kind: 'name', text: name, column });
      continue;
    }
    const symbol = take(SYMBOL);
    if (symbol !== undefined) {
      found.push({ kind: 'symbol', text: symbol, column });
      continue;
    }
    const advice = INSTEAD.find(([pattern]) => take(pattern) !== undefined)?.[1];
    const character = String.fromCodePoint(text.codePointAt(column - 1) ?? 0);
    throw new ExpressionError(
      `${JSON.stringify(character)} means nothing here${advice === undefined ? '' : `; ${advice}`}`,
      column,
    );
  }
}
