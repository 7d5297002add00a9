/**
 * A page for the person to open. What must not pass through a client, such as a passphrase, is done there. Its address
 * is plain: a reader on the way gains nothing from it, so a ticket or a token in it is refused.
 */
export interface Page {
  /** Stable for the same page in the same call, like a question's. */
  readonly id: string;
  readonly message: string;
  readonly url: string;
}
