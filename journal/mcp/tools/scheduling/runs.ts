import { contract } from '@zorivest/contract';
import { z } from 'zod';
import { reporting } from '../../progress.ts';
import { journalTool, LONG_MS, READS, WRITES, type Call } from '../../tool.ts';
import { policyId } from './policy-id.ts';

/** Runs a policy. A run goes on in the service when nobody waits for it, so a caller who gives up has it stopped. */
async function run(message: string, policy_id: string, dry_run: boolean, { api, options, context }: Call) {
  const params = { policy_id };
  try {
    return await reporting(message, context, () => api.scheduling.runPolicy({ params, body: { dry_run } }, options));
  } catch (error) {
    if (context.signal.aborted) {
      const [latest] = await api.scheduling.policyRuns({ params, query: { limit: 1 } });
      if (latest) await api.scheduling.cancelRun({ params: { run_id: latest.run_id } });
    }
    throw error;
  }
}

export const runPipeline = journalTool({
  name: 'run_pipeline',
  title: 'Run a pipeline now',
  toolsets: ['scheduling'],
  description: {
    minimal: 'Run an approved pipeline now, or dry-run it; it may fetch data and send mail.',
    rich: 'Run a pipeline now instead of waiting for its schedule. It must be approved and unchanged since; it may fetch data and send mail. With dry_run nothing is stored or sent and no approval is needed; {preview_report} does just that. Answers with the run and its status; earlier ones: {get_pipeline_history}.',
  },
  synonyms: [
    'execute now',
    'trigger job',
    'send the report now',
    'start pipeline',
    'run policy',
    'kick off',
    'run now',
    'run report',
    'start job',
    'trigger',
    'execute policy',
    'run it',
    'launch pipeline',
    'do it now',
    'send it now',
    'right now',
    'start it',
    'fire off',
    'rerun',
    'again now',
    'immediately',
    'now please',
    'right away',
    'do it today',
    'send me the report now',
    'morning report now',
  ],
  input: () =>
    z.object({
      policy_id: policyId,
      dry_run: z.boolean().default(false).describe('Try it without effects.'),
    }),
  output: () => contract.scheduling.runPolicy.response,
  hints: { ...WRITES, openWorld: true },
  cost: 'slow',
  timeoutMs: LONG_MS,
  conciseDrops: ['preview_html'],
  handler: ({ policy_id, dry_run }, call) => run('Running the pipeline', policy_id, dry_run, call),
});

/** A report longer than this is for a browser, not for a model. */
const LONGEST_PREVIEW = 64 * 1024;

export const previewReport = journalTool({
  name: 'preview_report',
  title: 'Preview a report',
  toolsets: ['scheduling'],
  description: {
    minimal: 'Dry-run a pipeline and show the report it would make; nothing is stored or sent.',
    rich: 'Dry-run a pipeline and show the report it would render, as HTML of at most 64 KB. Nothing is stored or sent, and no approval is needed, so it suits a look before asking a person to approve. It leaves an entry in {get_pipeline_history}. To really run it use {run_pipeline}; ids come from {list_policies}.',
  },
  synonyms: [
    'test report',
    'what would it send',
    'dry run',
    'draft report',
    'see the email first',
    'sample output',
    'preview',
    'look like',
    'before sending',
    'show me the report',
    'try report',
    'mock',
    'draft',
    'before it goes out',
    'check the report',
    'show example',
    'as it would go out',
    'would look like',
    'without sending',
    'before I send',
    'let me see it first',
  ],
  input: () => z.object({ policy_id: policyId }),
  output: () => contract.scheduling.runPolicy.response,
  hints: READS,
  cost: 'slow',
  timeoutMs: LONG_MS,
  handler: async ({ policy_id }, call) => {
    const done = await run('Rendering the report', policy_id, true, call);
    const html = done.preview_html ?? '';
    return html.length > LONGEST_PREVIEW
      ? { ...done, preview_html: `${html.slice(0, LONGEST_PREVIEW)}<!-- cut at 64 KB -->` }
      : done;
  },
});

export const getPipelineHistory = journalTool({
  name: 'get_pipeline_history',
  title: 'Pipeline history',
  toolsets: ['scheduling'],
  description: {
    minimal: 'List recent pipeline runs, of all policies or of one: status, time, error.',
    rich: 'List recent runs of the scheduled pipelines, newest first, for all or for one policy: status, what triggered it, start, duration, and the error of a failed one. Use it to see whether a report went out and why not. What will run next shows {list_policies}; to try again use {run_pipeline}.',
  },
  synonyms: [
    'past runs',
    'did my report run',
    'job log',
    'failed runs',
    'run status',
    'last execution',
    'why did it fail',
    'history',
    'ran',
    'last run',
    'did it run',
    'runs',
    'failed',
    'was it sent',
    'job results',
    'pipeline errors',
    'what happened with',
    'not received',
    'did not arrive',
    'email failed',
    'went out',
    'happened to my report',
    'report missing',
    'last time',
  ],
  input: () =>
    z.object({
      policy_id: policyId.optional(),
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
