// The uses of refused words that stay: names that others depend on (columns, fields, settings). Each says why.

export interface WordException {
  /** Only in this file; everywhere when absent. */
  readonly file?: string;
  /** What the line contains. */
  readonly text: string;
  readonly reason: string;
}

export const wordExceptions: readonly WordException[] = [
  { file: 'perf/fleet/schema.ts', text: 'kept boolean not null', reason: 'column of perf' },
  { text: 'mcp_perf.snapshots', reason: 'statements that name the column `kept` of this table' },
  { file: 'SECURITY.md', text: "answer's `kept`", reason: 'field of the answer to a stop' },
];
