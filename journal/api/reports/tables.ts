import type { Generated } from 'kysely';
import type { ReportColumns } from './columns.ts';

export interface ReportTables {
  trade_reports: ReportColumns & { id: Generated<number> };
}

declare module '../store/schema.ts' {
  interface Database extends ReportTables {}
}
