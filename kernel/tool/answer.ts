/** What an answer can hold besides its data: a picture, a sound, a link to a resource, or one embedded. */
export type Attachment =
  | { readonly type: 'image' | 'audio'; readonly data: string; readonly mimeType: string }
  | { readonly type: 'resource_link'; readonly uri: string; readonly name: string; readonly mimeType?: string }
  | {
      readonly type: 'resource';
      readonly resource: { readonly uri: string; readonly mimeType?: string } & (
        | { readonly text: string }
        | { readonly blob: string }
      );
    };

/** A handler that has more than data to give returns one of these instead of the bare data. */
export class Answer<T> {
  readonly data: T;
  readonly attachments: readonly Attachment[];
  /** Prose shown instead of the data's JSON, for the rare tool that answers with text. */
  readonly text: string | undefined;
  /** The tool whose answer this really is, where it is passed on. */
  readonly of: string | undefined;

  constructor(data: T, attachments: readonly Attachment[] = [], text?: string, of?: string) {
    this.data = data;
    this.attachments = attachments;
    this.text = text;
    this.of = of;
  }
}
