// The uses of refused words that stay: names that others depend on (columns, fields, settings). Each says why.

export interface WordException {
  /** Only in this file; everywhere when absent. */
  readonly file?: string;
  /** What the line contains. */
  readonly text: string;
  readonly reason: string;
}

export const wordExceptions: readonly WordException[] = [
  { text: 'kept_bars', reason: 'table of the book, its constraint and index' },
  { text: 'kept_quotes', reason: 'table of the book' },
];
