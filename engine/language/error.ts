/** What is wrong with an expression, and at which character (1-based). */
export class ExpressionError extends Error {
  readonly column: number;
  constructor(message: string, column: number) {
    super(message);
    this.name = 'ExpressionError';
    this.column = column;
  }
}
