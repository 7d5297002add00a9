import type { Generated } from 'kysely';
import type { ReportColumns } from './columns.ts';

export interface ReportTables {
  trade_reports: ReportColumns & { id: Generated<number> };
}

declare module '@zorivest/store' {
  interface Database extends ReportTables {}
}
