import type { Generated } from 'kysely';

export interface ImportRunRow {
  run_id: string;
  kind: string;
  source: string;
  file_name: string | null;
  file_hash: string | null;
  account_id: string;
  status: string;
  counts: string;
  /** Every row of data, by what became of it when the import ended. */
  row_counts: string;
  warnings: string;
  started_at: string;
  finished_at: string;
  undone_at: string | null;
}

export interface ImportNoteRow {
  id: Generated<number>;
  run_id: string;
  row: number | null;
  outcome: string;
  message: string;
  ref: string | null;
  before: string | null;
}

interface ImportProfileRow {
  kind: string;
  name: string;
  profile: string;
  updated_at: string;
}

interface ImportAccountRow {
  /** The format of the files that name it so; 'bank' for a bank's. */
  scope: string;
  named: string;
  account_id: string;
  updated_at: string;
}

export interface ImportUploadRow {
  upload_id: string;
  name: string;
  size: number;
  sha256: string;
  cipher_key: string;
  cipher_iv: string;
  kind: string;
  /** Whose it is; null: the person's. */
  key_id: string | null;
  /** The run it was imported by. */
  run_id: string | null;
  created_at: string;
}

interface DuplicateRow {
  id: Generated<number>;
  run_id: string;
  row: number;
  kind: string;
  ref: string;
  like: string;
  message: string;
  payload: string;
  decision: string | null;
  decided_at: string | null;
}

export interface StatedFillRow {
  run_id: string;
  exec_id: string;
  realized_pnl: string | null;
  amount: string | null;
  currency: string | null;
  fx_rate: string | null;
  fx_currency: string | null;
  isin: string | null;
}

export interface ImportTables {
  stated_fills: StatedFillRow;
  import_look_alikes: DuplicateRow;
  import_uploads: ImportUploadRow;
  import_accounts: ImportAccountRow;
  import_runs: ImportRunRow;
  import_notes: ImportNoteRow;
  import_profiles: ImportProfileRow;
}

declare module '@zorivest/store' {
  interface Database extends ImportTables {}
}
