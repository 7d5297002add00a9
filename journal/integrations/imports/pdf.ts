// A PDF's text, read in a process of its own.
import { ChildJobFailed, Fault, runChildJob } from '@zorivest/store';

export interface PdfJob {
  readonly bytes: Uint8Array;
}

export type PdfAnswer = { readonly text: string } | { readonly fault: string };

/** A statement of 500 pages takes a few seconds. */
const SECONDS = 30;

const script = new URL(import.meta.url.endsWith('.ts') ? './pdf-process.ts' : './pdf-process.js', import.meta.url);

export async function pdfText(bytes: Uint8Array, signal: AbortSignal, seconds = SECONDS): Promise<string> {
  const answer = await runChildJob<PdfJob, PdfAnswer>({ script, job: { bytes }, seconds, signal }).catch(
    (error: unknown): PdfAnswer => {
      if (!(error instanceof ChildJobFailed)) throw error;
      return {
        fault:
          error.reason === 'too_long'
            ? `could not be read within ${seconds} s: it is not an ordinary statement`
            : 'needs more memory than a statement does: it is not an ordinary statement',
      };
    },
  );
  if ('fault' in answer) throw new Fault(422, [{ field: 'file', message: answer.fault }]);
  return answer.text;
}
