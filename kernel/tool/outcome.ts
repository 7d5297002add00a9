import type { Attachment } from './answer.ts';
import type { KernelError } from './errors.ts';

/** What became of a call, before any wire has put it into its own words. */
export type Outcome =
  | {
      readonly ok: true;
      readonly data: unknown;
      readonly attachments: readonly Attachment[];
      readonly text: string | undefined;
      /** The tool whose answer it is, where another hands it on. */
      readonly of?: string | undefined;
    }
  | { readonly ok: false; readonly error: KernelError };
