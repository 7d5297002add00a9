import { contract } from '@zorivest/contract';
import { z } from 'zod';
import { journalTool, READS } from '../../tool.ts';
import { describeParameter } from '../../parameters.ts';

export const getPipelineHistory = journalTool({
  name: 'get_pipeline_history',
  title: 'Pipeline history',
  toolsets: ['scheduling'],
  description: {
    minimal: 'List recent pipeline runs, of all policies or of one: status, time, error.',
    rich: 'List recent runs of the scheduled pipelines, newest first, for all or for one policy: status, what triggered it, start, duration, and the error of a failed one. Use it to see whether a report went out and why not. What will run next shows {tool:list_policies}; to try again use {tool:run_pipeline}.',
  },
  input: () =>
    z.object({
      policy_id: describeParameter(z.string().trim().min(1).max(200), 'policy_id').optional(),
      limit: z.int().min(1).max(100).default(10).describe('How many.'),
    }),
  output: () => contract.scheduling.listRuns.response,
  hints: READS,
  conciseDrops: ['preview_html'],
  handler: ({ policy_id, limit }, { api, options }) =>
    policy_id === undefined
      ? api.scheduling.listRuns({ query: { limit } }, options)
      : api.scheduling.policyRuns({ params: { policy_id }, query: { limit } }, options),
});
