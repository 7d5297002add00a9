import type { Generated } from 'kysely';
import type { PlaybookColumns } from './columns.ts';

export interface PlaybookTables {
  playbooks: PlaybookColumns & { id: Generated<number> };
  /** By the fill that opened the trade. */
  trip_playbooks: { exec_id: string; playbook_id: number };
  playbook_ticks: { playbook_id: number; rule_id: string; exec_id: string; followed: number; at: string };
}

declare module '@zorivest/store' {
  interface Database extends PlaybookTables {}
}
