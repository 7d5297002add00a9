// What was deleted or changed, as it was stored, for as long as the person chooses; and the fills that a person deleted, which
// no statement brings back automatically.
import { runStatements, type Migration } from '../migrate.ts';

export const theBin: Migration = {
  version: 4,
  name: 'the bin',
  up: (db) =>
    runStatements(db, [
      `create table bin (
        id integer primary key autoincrement, at text not null, actor text not null, key_id text, label text,
        operation text not null, what text not null, request_id text, audit_ids text not null,
        is_change integer not null, restored_at text)`,
      'create index bin_by_time on bin (at)',
      'create index bin_by_request on bin (request_id)',
      // A row that was made has no before, one that was removed no after.
      `create table bin_rows (
        id integer primary key autoincrement, bin_id integer not null references bin (id) on delete cascade,
        tbl text not null, row_key text not null, before text, after text)`,
      'create index bin_rows_by_entry on bin_rows (bin_id, id)',
      'create index bin_rows_by_row on bin_rows (tbl, row_key)',
      `create table deleted_fills (
        exec_id text not null primary key, account_id text not null, fingerprint text not null,
        deleted_at text not null)`,
      'create index deleted_fills_by_fingerprint on deleted_fills (fingerprint)',
    ]),
};
