import type { Series } from '../candles/series.ts';
import { FALSE, TRUE } from './columns.ts';
import { anything } from './compile.ts';
import { Frame } from './frame.ts';

export interface CompiledExpression {
  readonly type: 'number' | 'condition';
  /** Known without any bars. */
  readonly constant: number | boolean | undefined;
  /** One value for each bar: NaN for a number, null for a condition that is not known there. */
  readonly evaluate: (bars: Series, options?: { readonly time_zone?: string }) => readonly (number | boolean | null)[];
}

/** A text of the language, checked and ready to run over bars; throws an ExpressionError with its column. */
export function compileExpression(
  text: string,
  options: {
    readonly params?: Readonly<Record<string, number>>;
    /** May compare symbols, as in a portfolio; evaluated over the bars of one, such a comparison is unknown. */
    readonly across?: boolean;
  } = {},
): CompiledExpression {
  const { params = {}, across = false } = options;
  const node = anything(text, new Map(Object.entries(params)), { across });
  return {
    type: node.type,
    constant: node.constant,
    evaluate: (bars, { time_zone = 'UTC' } = {}) => {
      const frame = new Frame(bars, time_zone);
      const at = <T>(column: ArrayLike<T>, i: number) => column[column.length === 1 ? 0 : i]; // a constant is one value
      if (node.type === 'number') {
        const column = node.column(frame);
        return Array.from({ length: bars.length }, (_, i) => at(column, i));
      }
      const column = node.column(frame);
      return Array.from({ length: bars.length }, (_, i) => {
        const truth = at(column, i);
        return truth === TRUE ? true : truth === FALSE ? false : null;
      });
    },
  };
}
