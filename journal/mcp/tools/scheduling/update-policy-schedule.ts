import { contract } from '@zorivest/contract';
import { codes, KernelError } from '@zorivest/kernel';
import { z } from 'zod';
import { endpointTool } from '../../endpoint-tool.ts';
import { WRITES_ONCE } from '../../tool.ts';

export const updatePolicySchedule = endpointTool({
  endpoint: 'scheduling.schedulePolicy',
  name: 'update_policy_schedule',
  title: "Change a policy's schedule",
  toolsets: ['scheduling'],
  description: {
    minimal: 'Change when a pipeline runs (cron, time zone), or switch it on or off.',
    rich: 'Change the cron expression or time zone of a pipeline, or switch it on or off; give at least one of the three. A new time takes its approval away, and the answer says so: a person must approve it again (`zorivest policy approve`) before it runs. To run it once without touching the schedule use {tool:run_pipeline}. Ids: {tool:list_policies}.',
  },
  describe: {
    cron_expression: ['5 fields.', 'Such as "0 8 * * 1-5".'],
    timezone: ['IANA name.', 'Such as America/New_York.'],
  },
  narrow: () => ({ enabled: z.boolean().optional().describe('On or off.') }),
  output: () => contract.scheduling.schedulePolicy.response.extend({ requires_reapproval: z.boolean() }),
  hints: WRITES_ONCE,
  handler: async (input, { ask }) => {
    const { cron_expression, enabled, timezone } = input;
    if (cron_expression === undefined && enabled === undefined && timezone === undefined) {
      throw new KernelError(codes.invalidArguments, 'Give cron_expression, enabled or timezone: what should change?');
    }
    const policy = await ask(input);
    return { ...policy, requires_reapproval: !policy.approved };
  },
});
