import type { Generated } from 'kysely';

interface BinRow {
  id: Generated<number>;
  at: string;
  actor: string;
  key_id: string | null;
  label: string | null;
  /** The contract's name of what was asked. */
  operation: string;
  what: string;
  request_id: string | null;
  /** JSON: the rows of the audit that tell of it. */
  audit_ids: string;
  /** 1 where something that was there was changed or removed; 0 where things were only made. */
  is_change: number;
  restored_at: string | null;
}

/** One row of the book as it was and as it became, as JSON. */
interface BinContentRow {
  id: Generated<number>;
  bin_id: number;
  tbl: string;
  row_key: string;
  before: string | null;
  after: string | null;
}

export interface BinTables {
  bin: BinRow;
  bin_rows: BinContentRow;
}

declare module '../database/schema.ts' {
  interface Database extends BinTables {}
}
