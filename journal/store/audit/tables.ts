import type { Generated } from 'kysely';

interface AuditRow {
  id: Generated<number>;
  at: string;
  actor: string;
  key_id: string | null;
  tool: string | null;
  action: string;
  resource_type: string;
  resource_id: string;
  before: string | null;
  after: string | null;
  request_id: string | null;
  /** Where the record of calls ended when this was written, as the writer knew it. */
  noted: string | null;
  /** The signature of the row before it, and its own; null in rows from before they were signed. */
  prev: string | null;
  hash: string | null;
  /** The approval by which it was done; each does one write. */
  approval_id: Generated<string | null>;
}

interface RecordKeyRow {
  id: number;
  sealed: string | null;
}

export interface AuditTables {
  audit_log: AuditRow;
  record_keys: RecordKeyRow;
}

declare module '../database/schema.ts' {
  interface Database extends AuditTables {}
}
