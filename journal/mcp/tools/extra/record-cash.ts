import { transactionCategories } from '@zorivest/contract';
import { z } from 'zod';
import { onPage } from '../../link.ts';
import { describeParameter } from '../../parameters.ts';
import { journalTool, WRITES } from '../../tool.ts';

export const recordCash = journalTool({
  name: 'record_cash',
  title: 'Record a movement of money',
  toolsets: [],
  description: {
    minimal: 'Record a dividend, interest, a fee, a deposit or a withdrawal.',
    rich: 'Record money that no statement brings: a dividend with its security, interest, a fee, a deposit, a withdrawal. In is positive, out negative. What the book has already is not added twice. Statements: {tool:import_bank_statement}.',
  },
  input: () =>
    z.object({
      account_id: describeParameter(z.string().trim().min(1).max(200), 'account_id', ''),
      date: z.iso.date(),
      amount: z.number(),
      description: z.string().trim().min(1).max(500),
      category: z.enum(transactionCategories).optional(),
      symbol: z.string().trim().min(1).max(100).optional().describe('Security it was paid on.'),
      qualified: z.boolean().optional().describe('As the 1099-DIV says.'),
    }),
  output: () => z.looseObject({ imported_count: z.int() }),
  hints: WRITES,
  effect: ({ account_id, date, amount, description }) =>
    `Record ${amount} of ${date} in ${account_id}: ${description}?`,
  writes: () => ['banking.submit'],
  handler: ({ account_id, ...row }, { api, options }) =>
    api.banking.submit({ body: { account_id, transactions: [row] } }, options),
  shownAt: onPage('/accounts'),
});
