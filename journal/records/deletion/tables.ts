/** A fill that was deleted on purpose, known by its broker's id and by what it says. */
interface DeletedFillRow {
  exec_id: string;
  account_id: string;
  fingerprint: string;
  deleted_at: string;
}

export interface RemovalTables {
  deleted_fills: DeletedFillRow;
}

declare module '@zorivest/store' {
  interface Database extends RemovalTables {}
}
