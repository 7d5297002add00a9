import type { Attachment } from './answer.ts';
import type { KernelError } from './errors.ts';

/** The result of a call, before any wire has put it into its own form. */
export type Outcome =
  | {
      readonly ok: true;
      readonly data: unknown;
      readonly attachments: readonly Attachment[];
      readonly text: string | undefined;
      /** The tool whose answer it is, where another passes it on. */
      readonly of?: string | undefined;
    }
  | { readonly ok: false; readonly error: KernelError };
