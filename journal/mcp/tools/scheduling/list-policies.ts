import { endpointTool } from '../../endpoint-tool.ts';
import { READS } from '../../tool.ts';

export const listPolicies = endpointTool({
  endpoint: 'scheduling.listPolicies',
  name: 'list_policies',
  title: 'List pipeline policies',
  toolsets: ['scheduling'],
  description: {
    minimal: 'List the scheduled pipelines: on or off, approved or not, next run.',
    rich: 'List the scheduled pipelines (policies) with schedule, whether each is switched on and approved, and when it runs next. This is where policy_ids come from. For what already ran use {tool:get_pipeline_history}; to run one now {tool:run_pipeline}; to change when it runs {tool:update_policy_schedule}.',
  },
  describe: { enabled_only: 'Only those switched on.' },
  hints: READS,
});
