// The store of a fleet in PostgreSQL, 15 or newer: a schema of its own, made and brought up to date when it is opened.
import type { Sql } from 'postgres';

/** In order; one that was released is never changed. */
const MIGRATIONS: readonly string[] = [
  `create table mcp_perf.tokens (
     name text primary key,
     role text not null check (role in ('push', 'read')),
     hash bytea not null unique,
     created_at timestamptz not null default now());
   create table mcp_perf.pushes (
     push_id text primary key,
     host text not null,
     at timestamptz not null default now());
   create table mcp_perf.snapshots (
     day date not null,
     snapshot_id text not null,
     host text not null,
     at timestamptz not null,
     ingested_at timestamptz not null,
     rolled boolean not null default false,
     kept boolean not null,
     metadata jsonb not null,
     body bytea not null,
     primary key (day, snapshot_id, host)) partition by range (day);
   create index snapshots_by_id on mcp_perf.snapshots (snapshot_id);
   create index snapshots_by_time on mcp_perf.snapshots (ingested_at);
   create index snapshots_by_minute on mcp_perf.snapshots (at);
   create index snapshots_to_roll on mcp_perf.snapshots (at) where not rolled;
   create table mcp_perf.periods (
     day date not null,
     step text not null check (step in ('hour', 'day')),
     start timestamptz not null,
     host text not null,
     pushes bigint not null,
     body bytea not null,
     primary key (day, step, start, host)) partition by range (day);
   create table mcp_perf.points (
     at timestamptz not null,
     kind text not null,
     name text not null,
     title text not null,
     value float8 not null,
     count bigint not null,
     total_ms float8 not null,
     primary key (at, kind, name));
   create table mcp_perf.alarms (
     alarm_id bigint generated always as identity primary key,
     kind text not null,
     name text not null,
     since timestamptz not null,
     message jsonb not null,
     raised_at timestamptz not null default now(),
     tries int not null default 0,
     delivered text[] not null default '{}',
     done boolean not null default false);
   create index alarms_of on mcp_perf.alarms (kind, name, since);
   create table mcp_perf.pins (name text primary key, snapshot_id text not null);`,
];

/** Several programs may start at the same time: one updates the schema, the others wait. */
const LOCK = 7_677_001;

export async function migrate(sql: Sql): Promise<void> {
  const [server] = await sql`select current_setting('server_version_num')::int as version`;
  if (Number(server?.['version']) < 150_000) throw new StoreError('The store needs PostgreSQL 15 or newer.');
  await sql.begin(async (work) => {
    await work`select pg_advisory_xact_lock(${LOCK})`;
    await work.unsafe('create schema if not exists mcp_perf');
    await work.unsafe(
      'create table if not exists mcp_perf.migrations (version int primary key, at timestamptz not null default now())',
    );
    const [row] = await work`select coalesce(max(version), 0)::int as version from mcp_perf.migrations`;
    const known = Number(row?.['version']);
    if (known > MIGRATIONS.length)
      throw new StoreError('The store was made by a newer version of mcp-perf-server; update this one.');
    for (const [i, text] of MIGRATIONS.entries()) {
      if (i < known) continue;
      await work.unsafe(text);
      await work`insert into mcp_perf.migrations (version) values (${i + 1})`;
    }
  });
}

/** What is wrong with the store, worded for the person who named it. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}
