import { contract, mistakeCategories } from '@zorivest/contract';
import { codes, KernelError } from '@zorivest/kernel';
import { z } from 'zod';
import { journalTool, WRITES } from '../../tool.ts';
import { execId } from '../parameters.ts';

export const trackMistake = journalTool({
  name: 'track_mistake',
  title: 'Track a mistake',
  toolsets: ['behavioral'],
  description: {
    minimal: 'Tag a trade with a mistake, such as revenge_trade or no_stop, and what it cost.',
    rich: 'Tag one trade with a mistake and, if known, what it cost: early_exit, late_exit, oversized, no_stop, revenge_trade, fomo_entry, ignored_plan, overtrading, chasing or other. A trade can have several. What they add up to shows {get_mistake_summary}; grades and lessons of a trade belong in {create_report}.',
  },
  synonyms: [
    'I messed up',
    'bad habit',
    'error',
    'revenge trading',
    'fomo',
    'broke my rules',
    'no stop loss',
    'overtrading',
    'psychology',
    'mistake',
    'tag',
    'I broke',
    'chased',
    'oversized',
    'early exit',
    'no stop',
    'forgot stop',
    'panic sold',
    'mark as',
    'greed',
    'impulsive',
    'emotional trade',
    'got out too early',
    'ignored plan',
    'keep overtrading',
    'did it again',
    'stupid trade',
    'should not have',
    'undisciplined',
    'I was greedy',
    'I panicked',
    'note mistake',
  ],
  input: () =>
    z.object({
      trade_exec_id: execId,
      category: z
        .string()
        .trim()
        .min(1)
        .max(40)
        .describe(`One of ${mistakeCategories.join(', ')}.`),
      estimated_cost: z.number().min(0).max(1e13).optional().describe('Dollars it cost.'),
      notes: z.string().max(20_000).optional().describe('Notes.'),
    }),
  output: () => contract.mistakes.create.response,
  hints: WRITES,
  conciseDrops: ['mistake_id'],
  handler: (body, { api, options }) => {
    const category = mistakeCategories.find((one) => one === body.category.toLowerCase());
    if (category === undefined) {
      throw new KernelError(
        codes.invalidArguments,
        `There is no mistake category "${body.category}". Use one of ${mistakeCategories.join(', ')}.`,
      );
    }
    return api.mistakes.create({ body: { ...body, category } }, options);
  },
});
