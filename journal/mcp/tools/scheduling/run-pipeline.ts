import { running } from './running.ts';
import { endpointTool } from '../../endpoint-tool.ts';
import { LONG_MS, WRITES } from '../../tool.ts';
import { views } from '../../views.ts';

export const runPipeline = endpointTool({
  endpoint: 'scheduling.runPolicy',
  name: 'run_pipeline',
  title: 'Run a pipeline now',
  toolsets: ['scheduling'],
  view: views.approval,
  description: {
    minimal: 'Run an approved pipeline now, or dry-run it; it may fetch data and send mail.',
    rich: 'Run a pipeline now instead of waiting for its schedule. It must be approved and unchanged since; it may fetch data and send mail. With dry_run nothing is stored or sent and no approval is needed; {tool:preview_report} does just that. Answers with the run and its status; earlier ones: {tool:get_pipeline_history}.',
  },
  describe: { dry_run: 'Try it without effects.' },
  hints: { ...WRITES, openWorld: true },
  cost: 'slow',
  timeoutMs: LONG_MS,
  conciseDrops: ['preview_html'],
  handler: (input, call) => running('Running the pipeline', input.policy_id, call, () => call.ask(input)),
});
