import type { Generated } from 'kysely';

interface MistakeEntryRow {
  id: Generated<number>;
  trade_id: string;
  category: string;
  estimated_cost: string | null;
  notes: string | null;
  auto_detected: number;
  created_at: string;
}

export interface MistakeTables {
  mistake_entries: MistakeEntryRow;
  /** By one fill of the trade. */
  refused_suspicions: { exec_id: string; category: string; at: string };
}

declare module '@zorivest/store' {
  interface Database extends MistakeTables {}
}
