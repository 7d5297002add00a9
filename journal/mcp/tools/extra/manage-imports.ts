import { z } from 'zod';
import { journalTool, LONG_MS, WRITES } from '../../tool.ts';

export const manageImports = journalTool({
  name: 'manage_imports',
  title: 'Look into or undo an import',
  toolsets: [],
  description: {
    minimal: 'Show what became of the rows of an import (action show), or undo it (action undo).',
    rich: 'Look into one import or undo it: action show answers with the run and what became of its rows; action undo removes everything the run brought in and restores what it corrected, after a confirmation. Undo is refused while its trades carry work of your own, unless discard_own_work is true. Run ids: {tool:list_imports}.',
  },
  input: () =>
    z.object({
      action: z.enum(['show', 'undo']).describe('What to do.'),
      run_id: z.string().trim().min(1).max(200).describe('Which import.'),
      discard_own_work: z.boolean().default(false).describe('For undo: also what you added to its trades.'),
      limit: z.int().min(1).max(200).default(50).describe('For show: how many rows.'),
      offset: z.int().min(0).default(0).describe('For show: how many to skip.'),
    }),
  output: () =>
    z.looseObject({
      run_id: z.string(),
      file_name: z.string().nullish().meta({ foreign: 'name' }),
      warnings: z.array(z.string()).optional().meta({ foreign: true }),
      notes: z.looseObject({}).optional().meta({ foreign: true }),
    }),
  hints: { ...WRITES, destructive: true },
  confirmation: 'required',
  asksFor: ({ action }) => action === 'undo',
  effect: ({ run_id, discard_own_work }) =>
    `Take back everything the import ${run_id} brought in${discard_own_work ? ', with the work you added to it' : ''}?`,
  timeoutMs: LONG_MS,
  writes: ({ action }) => (action === 'undo' ? ['imports.undo'] : []),
  handler: ({ action, run_id, discard_own_work, ...page }, { api, options }) =>
    action === 'show'
      ? api.imports.get({ params: { run_id }, query: page }, options)
      : api.imports.undo({ params: { run_id }, query: { discard_own_work } }, options),
});
