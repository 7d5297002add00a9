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
}

export interface AuditTables {
  audit_log: AuditRow;
}

declare module '../database/schema.ts' {
  interface Database extends AuditTables {}
}
