// control.db as it is made. Times that are compared are milliseconds, those that are shown are text.
import { sql } from 'kysely';
import { makeAppendOnly, type Migration, runStatements } from '@zorivest/store';

/** Ids of audit rows begin here, far above any the book will give: an id says which of the two files holds its row. */
const FIRST_AUDIT_ID = 4_000_000_000_000_000;

const statements = [
  // The guard, and whose calls it counted.
  `create table mcp_guard (
    id integer not null primary key, is_enabled integer not null, is_locked integer not null, locked_at text,
    lock_reason text, lifted_by text, limit_lifted_at text, calls_per_minute_limit integer not null,
    calls_per_hour_limit integer not null, updated_at text)`,
  'create table mcp_guard_calls (id integer primary key autoincrement, at bigint not null, key_id text)',
  'create index mcp_guard_calls_by_time on mcp_guard_calls (at)',

  // What an assistant asked for and what the person answered.
  `create table confirmation_tokens (
    token_hash text not null primary key, action text not null, params_summary text not null, params_hash text,
    holder text not null, expires_at bigint not null, used_at bigint, binds_arguments integer)`,
  `create table approvals (
    id text not null primary key, key_id text not null, operation text not null, kind text not null,
    status text not null, told text, effects text not null, input text not null, file text, digest text not null,
    seed text not null, staged_at text not null, changes_digest text, changes text not null, sums text not null,
    total integer not null, size integer not null, outcome text, next_id text, is_fetched integer not null,
    asked_at bigint not null, expires_at bigint not null, decided_at bigint)`,
  'create index approvals_by_time on approvals (asked_at)',
  'create index approvals_by_key on approvals (key_id, digest)',
  `create table tasks (
    id text not null, key_id text not null, version integer not null, is_over integer not null,
    created_at bigint not null, expires_at bigint not null, size integer not null, record text not null,
    primary key (key_id, id))`,
  'create index tasks_by_time on tasks (key_id, created_at)',
  `create table task_requests (
    id text not null, key_id text not null, task_id text not null, operation text not null,
    began_at bigint not null, answer text, primary key (key_id, id))`,
  `create table activity (
    id integer primary key autoincrement, call_id text not null, kind text not null, via text not null,
    tool text not null, outcome text not null, key_id text, client text, arguments text,
    confirmed_by text not null, duration_ms real not null, answer_bytes integer not null,
    request_ids text not null, at text not null)`,
  'create index activity_by_time on activity (at)',
  'create unique index activity_by_call on activity (key_id, call_id)',

  // Keys: what each may do, and when it was last used.
  'create table key_modes (key_id text not null primary key, mode text not null)',
  'create table key_uses (key_id text not null primary key, at text not null)',

  // The record of every change.
  `create table audit_log (
    id integer primary key autoincrement, at text not null, actor text not null, key_id text, tool text,
    action text not null, resource_type text not null, resource_id text not null, before text, after text,
    request_id text, approval_id text)`,
  'create index audit_log_by_time on audit_log (at)',
];

export const first: Migration = {
  version: 1,
  name: 'first',
  async up(db) {
    await runStatements(db, statements);
    await sql`insert into sqlite_sequence (name, seq) values ('audit_log', ${FIRST_AUDIT_ID})`.execute(db);
    await makeAppendOnly(db, 'audit_log');
  },
};
