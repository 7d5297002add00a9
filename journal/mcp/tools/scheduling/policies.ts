import { contract } from '@zorivest/contract';
import { codes, KernelError } from '@zorivest/kernel';
import { z } from 'zod';
import { journalTool, READS, WRITES, WRITES_ONCE } from '../../tool.ts';
import { policyId } from './policy-id.ts';

export const createPolicy = journalTool({
  name: 'create_policy',
  title: 'Create a pipeline policy',
  toolsets: ['scheduling'],
  description: {
    minimal: 'Store a scheduled pipeline (a policy); it runs only after a person approves it.',
    rich: 'Store a pipeline that runs on a schedule: a name, a trigger with a 5-field cron expression, and 1 to 10 steps (fetch, transform, store_report, render, send). It never runs before a person has approved it in the app. The resources pipeline://policies/schema and pipeline://step-types hold the exact form.',
  },
  synonyms: [
    'schedule a report',
    'automate',
    'daily report',
    'weekly email',
    'cron job',
    'recurring task',
    'new pipeline',
    'every morning',
    'schedule',
    'automation',
    'every day',
    'every week',
    'email me',
    'weekly report',
    'daily summary',
    'set up a report',
    'recurring',
    'alert me',
    'newsletter',
    'email me on',
    'on fridays',
    'every friday',
    'each day',
    'remind me',
    'regular report',
    'set up automation',
    'automatically',
  ],
  input: () =>
    z.object({
      policy_json: z
        .looseObject({
          name: z.string().trim().min(1).max(128).describe('Unique name.'),
          trigger: z.looseObject({ cron_expression: z.string().trim().min(1).max(200).describe('5 fields.') }),
          steps: z.array(z.looseObject({})).min(1).max(10).describe('Each {id, type, params}.'),
        })
        .describe('The policy document.'),
    }),
  output: () => contract.scheduling.createPolicy.response,
  hints: WRITES,
  handler: (body, { api, options }) => api.scheduling.createPolicy({ body }, options),
});

export const listPolicies = journalTool({
  name: 'list_policies',
  title: 'List pipeline policies',
  toolsets: ['scheduling'],
  description: {
    minimal: 'List the scheduled pipelines: on or off, approved or not, next run.',
    rich: 'List the scheduled pipelines (policies) with schedule, whether each is switched on and approved, and when it runs next. This is where policy_ids come from. For what already ran use {get_pipeline_history}; to run one now {run_pipeline}; to change when it runs {update_policy_schedule}.',
  },
  synonyms: [
    'scheduled jobs',
    'what is scheduled',
    'upcoming runs',
    'automations',
    'pipelines',
    'next run',
    'cron list',
    'scheduled',
    'policies',
    'schedules',
    'automated reports',
    'jobs',
    'what runs',
    'planned runs',
    'what is automated',
    'upcoming',
    'automations list',
    'report schedule',
  ],
  input: () => z.object({ enabled_only: z.boolean().default(false).describe('Only those switched on.') }),
  output: () => contract.scheduling.listPolicies.response,
  hints: READS,
  handler: (query, { api, options }) => api.scheduling.listPolicies({ query }, options),
});

export const updatePolicySchedule = journalTool({
  name: 'update_policy_schedule',
  title: "Change a policy's schedule",
  toolsets: ['scheduling'],
  description: {
    minimal: 'Change when a pipeline runs (cron, time zone), or switch it on or off.',
    rich: 'Change the cron expression or time zone of a pipeline, or switch it on or off; give at least one of the three. A new time takes its approval away, and the answer says so: a person must approve it again in the app before it runs. To run it once without touching the schedule use {run_pipeline}. Ids: {list_policies}.',
  },
  synonyms: [
    'reschedule',
    'pause pipeline',
    'disable job',
    'change cron',
    'different time',
    'turn on automation',
    'stop report',
    'schedule change',
    'move',
    'pause',
    'resume',
    'later',
    'earlier',
    'change time',
    'disable report',
    'enable report',
    'time zone',
    'at another time',
    'stop sending',
    'reschedule report',
    'weekends',
    'not on',
    'only on',
    'skip',
    'every hour instead',
    'other day',
    'do not send',
    'less often',
    'more often',
    'shut off report',
  ],
  input: () =>
    z.object({
      policy_id: policyId,
      cron_expression: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .optional()
        .describe('5 fields.')
        .meta({ detail: 'Such as "0 8 * * 1-5".' }),
      enabled: z.boolean().optional().describe('On or off.'),
      timezone: z
        .string()
        .trim()
        .min(1)
        .max(64)
        .optional()
        .describe('IANA name.')
        .meta({ detail: 'Such as America/New_York.' }),
    }),
  output: () => contract.scheduling.schedulePolicy.response.extend({ requires_reapproval: z.boolean() }),
  hints: WRITES_ONCE,
  handler: async ({ policy_id, cron_expression, enabled, timezone }, { api, options }) => {
    if (cron_expression === undefined && enabled === undefined && timezone === undefined) {
      throw new KernelError(codes.invalidArguments, 'Give cron_expression, enabled or timezone: what should change?');
    }
    const policy = await api.scheduling.schedulePolicy(
      {
        params: { policy_id },
        query: {
          ...(cron_expression === undefined ? {} : { cron_expression }),
          ...(enabled === undefined ? {} : { enabled: enabled ? 'true' : 'false' }),
          ...(timezone === undefined ? {} : { timezone }),
        },
      },
      options,
    );
    return { ...policy, requires_reapproval: !policy.approved };
  },
});
