import { compileExpression, ExpressionError } from '@zorivest/engine';

/** What is wrong with an expression, with its place; null when nothing is. */
export function faultOfExpression(text: string): string | null {
  try {
    const { type } = compileExpression(text);
    return type === 'condition' ? null : 'must be a condition, such as close > sma(close, 20), and is a number';
  } catch (error) {
    if (error instanceof ExpressionError) return error.message;
    throw error;
  }
}
