/**
 * The three ways of surfacing tools to a client of the handshake era.
 * `anthropic`: everything is listed, the client defers automatically. `dynamic`: the defaults, more on demand.
 * `static`: what was chosen when the server started.
 */
export type ClientMode = 'anthropic' | 'dynamic' | 'static';

/** What is known of a family of clients. Families are matched by part of the name, never by the exact string. */
export interface ClientProfile {
  readonly family: string;
  readonly mode: ClientMode;
  /** Tools beyond this many are cut off or warned about; `null`: no limit known. */
  readonly toolLimit: number | null;
  /** Characters of one result before the client cuts it. */
  readonly resultLimit: number;
  /** Lists again after `list_changed`; what is observed beats this. */
  readonly relists: boolean;
  /** Which part of a result reaches its model. */
  readonly reads: 'structured' | 'text' | 'both' | 'unknown';
  /** Can afford detailed answers. */
  readonly format: 'concise' | 'detailed';
  /** Has been seen to find a tool's view only by the flat key that the extension has deprecated. */
  readonly flatViewKey: boolean;
  /** Makes something of output schemas, such as typed code. A client that never shows them to its model only pays for them. */
  readonly usesOutputSchemas: boolean;
  /** May call a tool with `params.task` where the list says that it runs as one; the others fetch with `get_task`. */
  readonly startsTasks: boolean;
  /** Reads `_meta` keys `anthropic/*`. */
  readonly anthropicMeta: boolean;
}
