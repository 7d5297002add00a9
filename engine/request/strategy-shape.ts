// What is left of a strategy without its names and constants: two that differ in numbers alone are tries of one idea.
import { isReserved } from '../language/compile.ts';
import { isKeyword } from '../language/parse.ts';
import { tokens } from '../language/token.ts';
import { EXPRESSIONS } from './expressions.ts';
import type { Strategy } from './schema.ts';

const ARRAYS = ['entry_long_ast', 'exit_long_ast', 'entry_short_ast', 'exit_short_ast'] as const;
const CONSTANT = '#';

/** Readable, and the same for the same shape. */
export function strategyShape(strategy: Strategy): string {
  const written = EXPRESSIONS.flatMap((field) => {
    const text = strategy[field];
    return text === undefined ? [] : [`${field}: ${expressionShape(text)}`];
  });
  const arrays = ARRAYS.flatMap((field) => {
    const expression = strategy[field];
    return expression === undefined ? [] : [`${field}: ${JSON.stringify(expression, dropNumbers)}`];
  });
  const decides = [...written, ...arrays].some((part) => part.startsWith('entry'));
  const builtIn = decides ? [] : [strategy.indicator_type ?? 'sma'];
  const filter = strategy.filter_enabled
    ? [`filter ${strategy.filter_logic ?? ''} on ${strategy.filter_tf ?? ''}`]
    : [];
  return [...builtIn, ...written, ...arrays, ...filter].join('; ');
}

/** A parameter stands where a constant could, so both are the same. */
function expressionShape(text: string): string {
  return tokens(text)
    .filter(({ kind }) => kind !== 'end')
    .map((token, i, all) => {
      if (token.kind === 'number') return CONSTANT;
      if (token.kind !== 'name' || all[i - 1]?.text === '.') return token.text;
      return isReserved(token.text) || isKeyword(token.text) ? token.text : CONSTANT;
    })
    .join(' ')
    .replaceAll(/ ?([()[\],.]) ?/g, (_, mark: string) => (mark === ',' ? ', ' : mark));
}

const dropNumbers = (_key: string, value: unknown) => (typeof value === 'number' ? CONSTANT : value);
