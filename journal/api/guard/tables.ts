import type { Generated } from 'kysely';

interface GuardRow {
  id: number;
  is_enabled: number;
  is_locked: number;
  locked_at: string | null;
  lock_reason: string | null;
  lifted_by: string | null;
  limit_lifted_at: string | null;
  calls_per_minute_limit: number;
  calls_per_hour_limit: number;
  updated_at: string | null;
}

interface GuardCallRow {
  id: Generated<number>;
  at: number;
  key_id: string | null;
}

export interface GuardTables {
  mcp_guard: GuardRow;
  mcp_guard_calls: GuardCallRow;
}

declare module '../control/tables.ts' {
  interface ControlDatabase extends GuardTables {}
}
