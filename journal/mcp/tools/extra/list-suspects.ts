import { z } from 'zod';
import { endpointTool } from '../../endpoint-tool.ts';
import { READS } from '../../tool.ts';
import { filterDescriptions, rarelyFiltered } from '../filter.ts';
import { linkFiltered } from '../../link.ts';
import { views } from '../../views.ts';

export const listSuspects = endpointTool({
  endpoint: 'mistakes.suspects',
  name: 'list_suspects',
  title: 'List suspected mistakes',
  toolsets: [],
  view: views.suspects,
  description: {
    minimal: 'List trades that look like a mistake, with the evidence; records nothing.',
    rich: 'List trades that look like a mistake (revenge trades, oversized ones, ignored plans and the like), each with its category, the executions and the figures that speak for it. Nothing is recorded: show them to the person and tag what they agree with through {tool:track_mistake}. What is tagged already: {tool:get_mistake_summary}.',
  },
  omit: rarelyFiltered,
  describe: filterDescriptions,
  output: () => z.looseObject({ suspects: z.array(z.looseObject({ trip_id: z.string() })) }),
  hints: READS,
  // The evidence says them in words.
  conciseDrops: ['figures', 'recorded'],
  handler: async (input, { ask }) => {
    const { suspects, ...answer } = await ask(input);
    // One execution names the trade to {track_mistake}.
    const brief = suspects.map(({ exec_ids, ...suspect }) => ({ ...suspect, exec_ids: exec_ids.slice(0, 1) }));
    return { ...answer, suspects: brief };
  },
  shownAt: linkFiltered('/analytics/behaviour'),
});
