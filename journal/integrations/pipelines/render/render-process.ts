// Renders one report in a process of its own: a template can be written to take for ever.
import { onChildJob } from '@zorivest/store';
import type { ReportJob } from '../ports.ts';
import type { RenderAnswer } from './renderer.ts';
import { renderReport } from './report.ts';

onChildJob(async (job: ReportJob): Promise<RenderAnswer> => {
  try {
    return { ok: true, ...(await renderReport(job)) };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : 'it cannot be rendered' };
  }
});
