import { contract } from '@zorivest/contract';
import { z } from 'zod';
import { journalTool, LONG_MS, READS } from '../../tool.ts';
import { describeParameter } from '../../parameters.ts';
import { running } from './running.ts';

/** A report longer than this is for a browser, not for a model. */
const LONGEST_PREVIEW = 64 * 1024;

export const previewReport = journalTool({
  name: 'preview_report',
  title: 'Preview a report',
  toolsets: ['scheduling'],
  description: {
    minimal: 'Dry-run a pipeline and show the report it would make; nothing is stored or sent.',
    rich: 'Dry-run a pipeline and show the report it would render, as HTML of at most 64 KB. Nothing is stored or sent, and no approval is needed, so it suits a look before asking a person to approve. It leaves an entry in {tool:get_pipeline_history}. To really run it use {tool:run_pipeline}; ids come from {tool:list_policies}.',
  },
  input: () => z.object({ policy_id: describeParameter(z.string().trim().min(1).max(200), 'policy_id') }),
  output: () => contract.scheduling.runPolicy.response,
  hints: READS,
  cost: 'slow',
  timeoutMs: LONG_MS,
  handler: async ({ policy_id }, call) => {
    const { api, options } = call;
    const done = await running('Rendering the report', policy_id, call, () =>
      api.scheduling.runPolicy({ params: { policy_id }, body: { dry_run: true } }, options),
    );
    const html = done.preview_html ?? '';
    return html.length > LONGEST_PREVIEW
      ? { ...done, preview_html: `${html.slice(0, LONGEST_PREVIEW)}<!-- cut at 64 KB -->` }
      : done;
  },
});
