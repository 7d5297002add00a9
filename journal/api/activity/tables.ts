import type { Generated } from 'kysely';

interface ActivityRow {
  id: Generated<number>;
  call_id: string;
  kind: string;
  via: string;
  tool: string;
  outcome: string;
  key_id: string | null;
  client: string | null;
  arguments: string | null;
  confirmed_by: string;
  duration_ms: number;
  answer_bytes: number;
  request_ids: string;
  at: string;
}

export interface ActivityTables {
  activity: ActivityRow;
}

declare module '../control/tables.ts' {
  interface ControlDatabase extends ActivityTables {}
}
