// Rows of the audit are signed, each with the one before it; what was written before this step is not.
import { runStatements, type Migration } from '../migrate.ts';

export const theRecord: Migration = {
  version: 3,
  name: 'the record',
  up: (db) =>
    runStatements(db, [
      'alter table audit_log add column noted text',
      'alter table audit_log add column prev text',
      'alter table audit_log add column hash text',
      'create table record_keys (id integer not null primary key, sealed text)',
    ]),
};
