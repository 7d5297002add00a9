import { z } from 'zod';
import { onPage } from '../../link.ts';
import { describeParameter } from '../../parameters.ts';
import { journalTool, READS } from '../../tool.ts';
import { views } from '../../views.ts';

/** A person reads the first; `total` says how many there are. */
const MOST_SHOWN = 50;

export const reconcileAccounts = journalTool({
  name: 'reconcile_accounts',
  title: 'Hold the book against its brokers',
  toolsets: [],
  view: views.reconciliation,
  description: {
    minimal: 'Check whether the book is complete: reconcile it with statements, differences with their cause.',
    rich: 'Say whether the book is complete: every imported statement’s positions, cost, cash, results and income reconciled with the book, per account the date up to which it is reconciled, and each difference with its cause and the act that settles it; with tax_year also brokers’ Forms 1099 against Form 8949. More statements: {tool:import_broker_csv}.',
  },
  input: () =>
    z.object({
      account_id: describeParameter(z.string().trim().min(1).max(200), 'account_id', '').optional(),
      tax_year: z.int().min(2000).max(2099).optional().describe('Also the brokers’ Forms 1099 of this year'),
    }),
  output: () =>
    z.looseObject({
      accounts: z.array(z.looseObject({ account_id: z.string() })),
      differences: z.array(z.looseObject({ kind: z.string(), cause: z.string().nullable() })),
      total: z.int(),
      forms_1099: z.looseObject({ matched: z.int() }).optional(),
    }),
  hints: READS,
  handler: async ({ tax_year, ...query }, { api, options }) => {
    const { items, accounts } = await api.reconciliations.list({ query }, options);
    const differences = items.flatMap(({ account_id, date, statement_id, checks }) =>
      checks
        .filter(({ cause }) => cause !== null)
        .map(({ kind, subject, stated, book, difference, cause, act, open }) => ({
          account_id,
          date,
          statement_id,
          kind,
          subject,
          stated,
          book,
          difference,
          cause,
          act,
          open,
        })),
    );
    const equal = items.reduce((sum, { checks }) => sum + checks.filter(({ cause }) => cause === null).length, 0);
    // What is open comes first.
    const shown = differences.toSorted((a, b) => Number(b.open) - Number(a.open)).slice(0, MOST_SHOWN);
    const compareForms = async (asked: { tax_year: number; account_id?: string | undefined }) => {
      const { forms, matched, mismatches: all } = await api.tax.forms1099({ query: asked }, options);
      return {
        forms: forms.length,
        matched,
        differences: all
          .slice(0, MOST_SHOWN)
          .map(({ kind, account_id, instrument, sold, stated, book, cause, taken, rows }) => ({
            kind,
            account_id,
            instrument,
            sold,
            stated,
            book,
            cause,
            taken,
            row: rows[0] ?? null,
          })),
        total: all.length,
      };
    };
    return {
      accounts,
      statements: items.length,
      equal,
      differences: shown,
      total: differences.length,
      ...(tax_year !== undefined && { forms_1099: await compareForms({ ...query, tax_year }) }),
    };
  },
  shownAt: onPage('/accounts'),
});
