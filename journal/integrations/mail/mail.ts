// One mail on its way out.
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly attachments: readonly { readonly filename: string; readonly content: Uint8Array; readonly type: string }[];
}

/** Whether the mail went out is unknown, so it must not be sent again. */
export class MayHaveArrived extends Error {
  override readonly name = 'MayHaveArrived';
}
