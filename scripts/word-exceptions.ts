// The uses of refused words that stay: names that others depend on (columns, fields, settings). Each says why.

export interface WordException {
  /** Only in this file; everywhere when absent. */
  readonly file?: string;
  /** What the line contains. */
  readonly text: string;
  readonly reason: string;
}

export const wordExceptions: readonly WordException[] = [
  { text: 'kept_at', reason: 'field and column of drafts' },
  { text: 'kept_aside', reason: 'field of the answer to a restore' },
  { text: 'kept_pct', reason: 'field of the excursions of trades' },
  { text: 'is_kept', reason: 'field of the status of a risk account' },
  { text: 'told_as', reason: 'column of instrument_names' },
  { file: 'journal/contract/resources/guard.ts', text: 'kept: z', reason: 'field of the answer to a lock' },
  { file: 'journal/contract/resources/activity.ts', text: 'told: callReport()', reason: 'field of the activity' },
  { file: 'journal/contract/resources/approvals.ts', text: 'told: callReport()', reason: 'field of an approval' },
  {
    file: 'journal/domain/behaviour/suspect-rules.ts',
    text: '{ kept: round(pnl)',
    reason: 'field of the evidence of a suspicion',
  },
  {
    file: 'kernel/discovery/stems.ts',
    text: "kept: 'keep'",
    reason: 'an irregular form that people type into tool_search',
  },
  { file: 'perf/fleet/schema.ts', text: 'kept boolean not null', reason: 'column of perf' },
  { text: 'mcp_perf.snapshots', reason: 'statements that name the column `kept` of this table' },
  { file: 'SECURITY.md', text: "answer's `kept`", reason: 'field of the answer to a stop' },
  { file: 'docs/service.md', text: '`told`', reason: 'field of the activity' },
  {
    file: 'docs/decisions/0079-packages-and-folders-say-what-they-contain.md',
    text: '`work/by-itself`',
    reason: 'a folder before it was renamed',
  },
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
  { text: 'said text', file: 'journal/store/database/migrations/0001-first.ts', reason: 'column of stated_figures' },
  { text: 'kept_quotes', reason: 'table of the book' },
  { file: 'journal/analytics/prices/prices.ts', text: 'said', reason: 'column of stated_figures' },
  { file: 'journal/analytics/reconcile/statement.ts', text: 'said', reason: 'column of stated_figures' },
  { file: 'journal/analytics/reconcile/tables.ts', text: 'said: string', reason: 'column of stated_figures' },
  { file: 'journal/analytics/worth/ledger.ts', text: 'said', reason: 'column of stated_figures' },
  { file: 'journal/integrations/imports/stated-rows.ts', text: 'said', reason: 'column of stated_figures' },
  { file: 'journal/integrations/imports/stated.ts', text: 'said', reason: 'column of stated_figures' },
  { text: 'where are they kept', reason: 'a question that people type into tool_search' },
  { text: 'everything at once', reason: 'words that people type into tool_search' },
  { text: 'set aside for tax', reason: 'words that people type into tool_search' },
  { file: 'journal/cli/endpoint-commands/running.ts', text: 'kept', reason: 'field of the answer to a stop' },
  { text: 'kept_keys', reason: 'field of the answer to a rekey' },
  { text: "'told'", reason: 'value of `entry` in the activity, and field of the activity and of approvals' },
  { text: 'told:', reason: 'field of the activity and of approvals, and their column' },
  { text: '.told', reason: 'column of the activity and of approvals' },
  { file: 'journal/api/activity/routes.ts', text: 'told_', reason: 'columns of the export of the activity' },
  { file: 'journal/api/activity/store.ts', text: 'told, operation', reason: 'column of the activity' },
  { text: '(told', reason: 'column of the activity and of approvals, in SQL' },
  { text: '"told"', reason: 'field of the activity and of approvals, in JSON' },
  { text: 'told text', reason: 'column of the activity and of approvals' },
  { text: 'made_anew', reason: 'action of the audit, stored in books' },
  { file: 'journal/api/guard/routes.ts', text: 'kept: storage', reason: 'field of the answer to a lock' },
  { file: 'journal/api/test/adversary/stop.test.ts', text: 'stopped.kept', reason: 'field of the answer to a lock' },
  { text: "kept: 'marked'", reason: 'field of the answer to a lock' },
  { file: 'journal/api/test/book-zip.test.ts', text: "said: '{", reason: 'column of stated_figures' },
  { file: 'journal/ui/layout/stop.tsx', text: "['kept']", reason: 'field of the answer to a lock' },
  { file: 'journal/ui/layout/stop.tsx', text: 'stopped.kept', reason: 'field of the answer to a lock' },
];
