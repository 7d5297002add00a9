interface ApprovalRow {
  id: string;
  key_id: string;
  /** The connection it is bound to, where the era has one. */
  session: string | null;
  tool: string;
  effect: string;
  arguments: string;
  /** Of the arguments: asking again for the same call joins. */
  digest: string;
  /** What it will write, as JSON. */
  writes: string;
  client: string | null;
  status: string;
  asked_at: number;
  expires_at: number;
  decided_at: number | null;
  /** Until when a yes may be used; 0 once it is void. */
  usable_until: number | null;
}

export interface ApprovalTables {
  approvals: ApprovalRow;
}

declare module '../control/tables.ts' {
  interface ControlDatabase extends ApprovalTables {}
}
