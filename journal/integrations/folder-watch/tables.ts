/** The one folder that is watched; no row, none is. */
interface WatchFolderRow {
  id: number;
  /** As it really lies, without links. */
  folder: string;
  /** Of rows that name no account. */
  account_id: string | null;
  created_at: string;
}

/** A file of the folder that was looked at, as it was then. */
export interface WatchedFileRow {
  name: string;
  size: number;
  modified_ms: number;
  sha256: string | null;
  state: string;
  message: string;
  run_id: string | null;
  looked_at: string;
}

interface WatchTables {
  watch_folder: WatchFolderRow;
  watched_files: WatchedFileRow;
}

declare module '@zorivest/store' {
  interface Database extends WatchTables {}
}
