export interface ApprovalRow {
  id: string;
  key_id: string;
  /** The write by its name in the contract. */
  operation: string;
  kind: string;
  status: string;
  /** What the asking program reported about itself, as JSON. */
  told: string | null;
  effects: string;
  /** Params, query and body as they were sent, as JSON. */
  input: string;
  /** The file that came along, or the upload it names: where it lies, what opens it and what is in it, as JSON. */
  file: string | null;
  /** Of operation, input and file: asking again for the same joins. */
  digest: string;
  /** What makes doing it the same as trying it. */
  seed: string;
  staged_at: string;
  /** Of the changes that the person is shown; null where it was not tried. */
  changes_digest: string | null;
  changes: string;
  sums: string;
  total: number;
  /** Of what was sent, in bytes, without the file. */
  size: number;
  /** What it answered, or why it could not be done, as JSON. */
  outcome: string | null;
  next_id: string | null;
  /** Whether the key has heard how it ended. */
  is_fetched: number;
  asked_at: number;
  expires_at: number;
  decided_at: number | null;
}

export interface ApprovalTables {
  approvals: ApprovalRow;
}

declare module '../control/tables.ts' {
  interface ControlDatabase extends ApprovalTables {}
}
