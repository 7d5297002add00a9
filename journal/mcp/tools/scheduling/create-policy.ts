import { contract } from '@zorivest/contract';
import { z } from 'zod';
import { journalTool, WRITES } from '../../tool.ts';
import { views } from '../../views.ts';

export const createPolicy = journalTool({
  name: 'create_policy',
  title: 'Create a pipeline policy',
  toolsets: ['scheduling'],
  view: views.approval,
  description: {
    minimal: 'Store a scheduled pipeline (a policy); it runs only after a person approves it.',
    rich: 'Store a pipeline that runs on a schedule: a name, a trigger with a 5-field cron expression, and 1 to 20 steps: query reads the book; fetch, transform, market_data_store, compose, store_report, render, send. It never runs before a person has approved it (`zorivest policy approve`). The resources pipeline://policies/schema and pipeline://step-types hold the exact form.',
  },
  input: () =>
    z.object({
      policy_json: z
        .looseObject({
          name: z.string().trim().min(1).max(128).describe('Unique name.'),
          trigger: z.looseObject({ cron_expression: z.string().trim().min(1).max(200).describe('5 fields.') }),
          steps: z.array(z.looseObject({})).min(1).max(20).describe('Each {id, type, params}.'),
        })
        .describe('The policy document.'),
    }),
  output: () => contract.scheduling.createPolicy.response,
  hints: WRITES,
  writes: () => ['scheduling.createPolicy'],
  handler: (body, { api, options }) => api.scheduling.createPolicy({ body }, options),
});
