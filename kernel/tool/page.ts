/**
 * A page for the person to open. What must not pass through a client, such as a passphrase, is done there. Its address
 * is plain: whoever reads it on the way has gained nothing, so a ticket or a token in it is refused.
 */
export interface Page {
  /** Stable for the same page in the same call, like a question's. */
  readonly id: string;
  readonly message: string;
  readonly url: string;
}
