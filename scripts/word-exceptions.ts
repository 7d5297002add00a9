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
  { text: 'import_under_way', reason: 'code of an error of the API' },
  {
    text: "'nobody'",
    file: 'journal/api/http/access.ts',
    reason: 'name of the actor of public routes, stored in the audit',
  },
  {
    text: '`nobody`',
    file: 'journal/store/base/actor.ts',
    reason: 'name of the actor of public routes, stored in the audit',
  },
  { text: 'kept_at', reason: 'column of drafts' },
  { text: 'said text', file: 'journal/store/database/migrations/0001-first.ts', reason: 'column of stated_figures' },
  { text: 'told_as', reason: 'column of instrument_names' },
  { text: 'kept_quotes', reason: 'table of the book' },
];
