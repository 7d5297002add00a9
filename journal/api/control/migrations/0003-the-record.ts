// The record of calls is written by the service alone, and every row is signed with the one before it; what was reported until
// then was each server's own word and goes.
import { type Migration, runStatements } from '@zorivest/store';

export const theRecord: Migration = {
  version: 3,
  name: 'the record',
  up: (db) =>
    runStatements(db, [
      'alter table audit_log add column noted text',
      'alter table audit_log add column prev text',
      'alter table audit_log add column hash text',
      'create table record_keys (id integer not null primary key, sealed text)',
      'drop table activity',
      `create table activity (
        id integer primary key autoincrement, at text not null, entry text not null, key_id text, label text,
        request_id text, client_request_id text, call_id text, operation text, serves integer, outcome text,
        status integer, duration_ms real, answer_bytes integer, approval_id text, token_used integer, told text,
        noted text, prev text not null, hash text not null)`,
      'create index activity_by_time on activity (at)',
      'create index activity_by_call on activity (key_id, call_id)',
      'create index activity_by_request on activity (request_id)',
      // What each key takes of the room, so that one that floods loses its own rows.
      'create table activity_shares (key_id text not null primary key, bytes integer not null)',
      `create trigger activity_no_update before update on activity
        begin select raise(abort, 'activity is never changed'); end`,
    ]),
};
