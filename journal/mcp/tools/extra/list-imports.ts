import { z } from 'zod';
import { endpointTool } from '../../endpoint-tool.ts';
import { READS } from '../../tool.ts';
import { onPage } from '../../link.ts';
import { views } from '../../views.ts';

export const listImports = endpointTool({
  endpoint: 'imports.list',
  name: 'list_imports',
  title: 'List imports',
  toolsets: [],
  view: views.imports,
  description: {
    minimal: 'List past imports and syncs, newest first, with what each brought in.',
    rich: 'List what was imported, newest first: file or broker, account, when, how many rows were new, known already, corrected, left out or unreadable, and whether it was undone. The run_id is what {tool:manage_imports} takes to show the rows of a run or to undo it. To import a file use {tool:import_broker_csv} or {tool:import_bank_statement}.',
  },
  describe: { kind: 'Of which kind.' },
  output: () =>
    z.looseObject({
      items: z.array(
        z.looseObject({
          run_id: z.string(),
          file_name: z.string().nullish().meta({ foreign: 'name' }),
          warnings: z.array(z.string()).optional().meta({ foreign: true }),
        }),
      ),
    }),
  hints: READS,
  shownAt: onPage('/imports'),
});
