import type { Generated } from 'kysely';

interface TradeReportRow {
  id: Generated<number>;
  trade_id: string;
  setup_quality: number;
  execution_quality: number;
  followed_plan: number;
  emotional_state: string;
  lessons_learned: string;
  tags: string;
  created_at: string;
}

export interface ReportTables {
  trade_reports: TradeReportRow;
}
