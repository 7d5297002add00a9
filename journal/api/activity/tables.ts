import type { Generated } from 'kysely';

/** 'request': seen by the service. 'told': what a server reports about a call. 'mark': what the service did to the record. */
export type Entry = 'request' | 'told' | 'mark';

interface ActivityRow {
  id: Generated<number>;
  /** By the service's clock. */
  at: string;
  entry: string;
  key_id: string | null;
  label: string | null;
  request_id: string | null;
  client_request_id: string | null;
  /** What the client calls the call that a request is part of. */
  call_id: string | null;
  operation: string | null;
  /** 1 where it only serves calls: the guard's question, a report, a session. */
  serves: number | null;
  outcome: string | null;
  status: number | null;
  duration_ms: number | null;
  answer_bytes: number | null;
  approval_id: string | null;
  token_used: number | null;
  /** JSON: the report of a server, or the content of a mark. */
  told: string | null;
  /** Where the book's audit ended, as far as it was known. */
  noted: string | null;
  prev: string;
  hash: string;
}

interface ShareRow {
  key_id: string;
  bytes: number;
}

export interface ActivityTables {
  activity: ActivityRow;
  activity_shares: ShareRow;
}

declare module '../control/tables.ts' {
  interface ControlDatabase extends ActivityTables {}
}
