import type { Generated } from 'kysely';
import type { EventColumns } from './columns.ts';

export type PositionEventRow = EventColumns & {
  id: Generated<number>;
  /** The shares of an exercise or assignment are trades of their own. */
  stock_recorded: Generated<number>;
};

export interface StructureChoiceRow {
  id: Generated<number>;
  kind: 'join' | 'split';
  /** JSON: the executions concerned. */
  exec_ids: string;
  created_at: string;
}

export interface PositionTables {
  position_events: PositionEventRow;
  structure_choices: StructureChoiceRow;
}

declare module '@zorivest/store' {
  interface Database extends PositionTables {}
}
