// Reports are rendered in a process that is ended when it exceeds its time or memory, or when its caller has gone.
import { ChildJobFailed, runChildJob } from '@zorivest/store';
import type { Render, Report, ReportJob } from '../ports.ts';
import { StepError } from '../step.ts';

export type RenderAnswer = ({ readonly ok: true } & Report) | { readonly ok: false; readonly message: string };

/** A report of the most rows that a step may put out takes a second or two. */
const SECONDS = 20;

const script = new URL(
  import.meta.url.endsWith('.ts') ? './render-process.ts' : './render-process.js',
  import.meta.url,
);

const WHY = {
  cancelled: 'cancelled',
  too_long: `it took longer than ${SECONDS} s and was stopped`,
  too_large: 'it needed too much memory and was stopped',
  died: 'it ended without an answer; it may have needed too much memory',
} as const satisfies Record<ChildJobFailed['reason'], string>;

export const renderApart: Render = async (job, signal) => {
  try {
    const answer = await runChildJob<ReportJob, RenderAnswer>({ script, job, seconds: SECONDS, signal });
    if (answer.ok) return answer;
    throw new StepError(answer.message);
  } catch (error) {
    if (!(error instanceof ChildJobFailed)) throw error;
    throw error.reason === 'cancelled'
      ? new Error('cancelled', { cause: error })
      : new StepError(`the report cannot be rendered: ${WHY[error.reason]}`);
  }
};
