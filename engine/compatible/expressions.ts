// Entry and exit expressions by the downstream's rules: `Sma` includes the current bar,
// `Rsi` does not and averages plainly.
import type { Series } from '../candles/series.ts';
import type { Expression, ValueExpression } from '../request/array-expression.ts';
import type { Strategy } from '../request/schema.ts';
import { BUY, EXIT_LONG, EXIT_SHORT, SELL, type Flags } from '../indicators/flags.ts';
import { plainRsi, straightSum } from '../indicators/means.ts';

export function usesExpressions({ entry_long_ast, entry_short_ast }: Strategy): boolean {
  return entry_long_ast !== undefined || entry_short_ast !== undefined;
}

export function expressionFlags(series: Series, strategy: Strategy, from: number): Flags {
  const flags = new Uint8Array(series.length);
  const parts: readonly (readonly [Expression | undefined, number])[] = [
    [strategy.entry_long_ast, BUY],
    [strategy.entry_short_ast, SELL],
    [strategy.exit_long_ast, EXIT_LONG],
    [strategy.exit_short_ast, EXIT_SHORT],
  ];
  for (const [expression, bit] of parts) {
    if (expression === undefined) continue;
    for (let i = Math.max(from, 1); i < series.length; i++) {
      if (holds(series, expression, i)) flags[i] = flags[i] | bit;
    }
  }
  return flags;
}

function holds(series: Series, node: Expression, i: number): boolean {
  switch (node[0]) {
    case 'And':
      return holds(series, node[1], i) && holds(series, node[2], i);
    case 'Or':
      return holds(series, node[1], i) || holds(series, node[2], i);
    case 'Not':
      return !holds(series, node[1], i);
    case 'Gt':
      return valueAt(series, node[1], i) > valueAt(series, node[2], i);
    case 'Lt':
      return valueAt(series, node[1], i) < valueAt(series, node[2], i);
    case 'Cross':
      return crosses(series, node, i, 1) || crosses(series, node, i, -1);
    case 'CrossUp':
      return crosses(series, node, i, 1);
    default: // CrossDown
      return crosses(series, node, i, -1);
  }
}

function crosses(
  series: Series,
  [, a, b]: readonly [string, ValueExpression, ValueExpression],
  i: number,
  way: number,
): boolean {
  const before = valueAt(series, a, i - 1) - valueAt(series, b, i - 1);
  const now = valueAt(series, a, i) - valueAt(series, b, i);
  return before * way <= 0 && now * way > 0;
}

function valueAt(series: Series, node: ValueExpression, i: number): number {
  if (typeof node === 'string') return series[COLUMN[node]][i];
  const [name, argument] = node;
  if (name === 'Constant') return argument;
  if (name === 'Sma') return i + 1 < argument ? NaN : straightSum(series.c, i + 1 - argument, i + 1) / argument;
  return plainRsi(series.c, argument, i);
}

const COLUMN = { PriceOpen: 'o', PriceHigh: 'h', PriceLow: 'l', PriceClose: 'c', Volume: 'v' } as const;
