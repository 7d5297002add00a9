// Snapshots of a fleet, kept in PostgreSQL: one partition a day, each snapshot compressed as it is on disk.
import { createHash, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { canonicalJson } from '@zorivest/kernel';
import type { Sql } from 'postgres';
import { connectPostgres } from '../explain/postgres.ts';
import type { Dsn } from '../explain/dsn.ts';
import { countsOf } from '../model/counts.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { idsAmong, isSnapshotId, type SnapshotMetadata, type Store } from '../snapshot/store.ts';
import { migrate } from './schema.ts';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

export const ROLES = ['push', 'read'] as const;
export type Role = (typeof ROLES)[number];

export interface Push {
  /** Chosen by the host when it took the snapshot: what is sent again under it is stored once. */
  readonly push_id: string;
  readonly host: string;
  readonly snapshot: Snapshot;
  readonly environment_hints: Readonly<Record<string, unknown>>;
}

export class PostgresStore implements Store {
  readonly #dsn: Dsn;
  readonly #now: () => Date;
  readonly #connections: number;
  #sql: Promise<Sql> | null = null;
  /** Days whose partition is known to be there. */
  readonly #days = new Set<string>();

  constructor(dsn: Dsn, now: () => Date, connections = 1) {
    this.#dsn = dsn;
    this.#now = now;
    this.#connections = connections;
  }

  /** True when it was stored, false when this push was stored before. */
  async push({ push_id: id, host, snapshot, environment_hints: hints }: Push): Promise<boolean> {
    const sql = await this.#open();
    const at = this.#now();
    const metadata = metadataOf(snapshot, { ...hints, host }, at);
    const body = await pack(canonicalJson(snapshot));
    const day = await this.#partition(sql, at);
    return sql.begin(async (work) => {
      const known = await work`
        insert into mcp_perf.pushes (push_id, host, at) values (${id}, ${host}, ${at})
        on conflict do nothing returning push_id`;
      if (known.length === 0) return false;
      await work`
        insert into mcp_perf.snapshots (day, snapshot_id, host, ingested_at, metadata, body)
        values (${day}, ${snapshot.id}, ${host}, ${at}, ${JSON.stringify(metadata)}::text::jsonb, ${body})
        on conflict do nothing`;
      return true;
    });
  }

  async put(snapshot: Snapshot, hints: Readonly<Record<string, unknown>>): Promise<void> {
    const host = typeof hints.host === 'string' ? hints.host : 'merged';
    await this.push({ push_id: randomBytes(16).toString('hex'), host, snapshot, environment_hints: hints });
  }

  async get(id: string): Promise<Snapshot | null> {
    if (!isSnapshotId(id)) return null;
    const sql = await this.#open();
    const [row] = await sql`select body from mcp_perf.snapshots where snapshot_id = ${id} limit 1`;
    if (row === undefined) return null;
    // Written by this class only, and whole or not at all.
    return JSON.parse((await unpack(row['body'] as Buffer)).toString('utf8')) as Snapshot;
  }

  async metadata(id: string): Promise<SnapshotMetadata | null> {
    const sql = await this.#open();
    const [row] = await sql`
      select metadata from mcp_perf.snapshots where snapshot_id = ${id} order by ingested_at desc limit 1`;
    return row === undefined ? null : (row['metadata'] as SnapshotMetadata);
  }

  async idsOf(name: string): Promise<readonly string[]> {
    const sql = await this.#open();
    const rows = await sql`select distinct snapshot_id from mcp_perf.snapshots where starts_with(snapshot_id, ${name})`;
    return idsAmong(
      name,
      await this.pins(),
      rows.map((row) => String(row['snapshot_id'])),
    );
  }

  async list(): Promise<SnapshotMetadata[]> {
    const sql = await this.#open();
    const rows = await sql`select metadata from mcp_perf.snapshots order by ingested_at desc, snapshot_id`;
    return rows.map((row) => row['metadata'] as SnapshotMetadata);
  }

  async pins(): Promise<Readonly<Record<string, string>>> {
    const sql = await this.#open();
    const rows = await sql`select name, snapshot_id from mcp_perf.pins`;
    return Object.fromEntries(rows.map((row) => [String(row['name']), String(row['snapshot_id'])]));
  }

  async pin(name: string, id: string | null): Promise<void> {
    const sql = await this.#open();
    if (id === null) await sql`delete from mcp_perf.pins where name = ${name}`;
    else
      await sql`
        insert into mcp_perf.pins (name, snapshot_id) values (${name}, ${id})
        on conflict (name) do update set snapshot_id = excluded.snapshot_id`;
  }

  /** A new token, which is told this once: only its hash is kept. A name that had one gets another. */
  async addToken(name: string, role: Role): Promise<string> {
    const sql = await this.#open();
    const token = `perf_${role}_${randomBytes(24).toString('base64url')}`;
    await sql`
      insert into mcp_perf.tokens (name, role, hash) values (${name}, ${role}, ${hashOf(token)})
      on conflict (name) do update set role = excluded.role, hash = excluded.hash, created_at = now()`;
    return token;
  }

  /** True when there was one of this name. */
  async removeToken(name: string): Promise<boolean> {
    const sql = await this.#open();
    return (await sql`delete from mcp_perf.tokens where name = ${name} returning name`).length > 0;
  }

  async tokens(): Promise<readonly { readonly name: string; readonly role: Role }[]> {
    const sql = await this.#open();
    const rows = await sql`select name, role from mcp_perf.tokens order by name`;
    return rows.map((row) => ({ name: String(row['name']), role: row['role'] as Role }));
  }

  async roleOf(token: string): Promise<Role | null> {
    const sql = await this.#open();
    const [row] = await sql`select role from mcp_perf.tokens where hash = ${hashOf(token)}`;
    return row === undefined ? null : (row['role'] as Role);
  }

  /** Lets go of days before this one, except what was pinned, and of the ids of pushes nobody will send again. */
  async forgetBefore(day: string): Promise<void> {
    const sql = await this.#open();
    const partitions = await sql`
      select inhrelid::regclass::text as name, right(c.relname, 8) as day
      from pg_inherits join pg_class c on c.oid = inhrelid
      where inhparent = 'mcp_perf.snapshots'::regclass`;
    for (const { name, day: digits } of partitions) {
      const from = String(digits).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
      if (from >= day) continue;
      const [pinned] = await sql`
        select 1 from mcp_perf.snapshots s join mcp_perf.pins p using (snapshot_id) where s.day = ${from} limit 1`;
      if (pinned === undefined) await sql.unsafe(`drop table ${String(name)}`);
      else
        await sql`
          delete from mcp_perf.snapshots where day = ${from}
          and snapshot_id not in (select snapshot_id from mcp_perf.pins)`;
      this.#days.delete(from);
    }
    await sql`delete from mcp_perf.pushes where at < ${day}::date`;
  }

  async close(): Promise<void> {
    const opened = this.#sql;
    this.#sql = null;
    const sql = await opened?.catch(() => null);
    await sql?.end({ timeout: 2 });
  }

  /** Opened once; where that fails, the next question tries again. */
  #open(): Promise<Sql> {
    this.#sql ??= (async () => {
      const sql = connectPostgres(this.#dsn, this.#connections);
      try {
        await migrate(sql);
        return sql;
      } catch (error) {
        this.#sql = null;
        await sql.end({ timeout: 1 });
        throw error;
      }
    })();
    return this.#sql;
  }

  async #partition(sql: Sql, at: Date): Promise<string> {
    const day = at.toISOString().slice(0, 10);
    if (this.#days.has(day)) return day;
    const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
    // Two programs at the first moment of a day: one makes it, for the other it is there.
    await sql
      .unsafe(
        `create table if not exists mcp_perf.snapshots_${day.replaceAll('-', '')} partition of mcp_perf.snapshots for values from ('${day}') to ('${next}')`,
      )
      .catch((error: unknown) => {
        if (!/already exists|would overlap/.test(error instanceof Error ? error.message : '')) throw error;
      });
    this.#days.add(day);
    return day;
  }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function metadataOf(snapshot: Snapshot, hints: Readonly<Record<string, unknown>>, at: Date): SnapshotMetadata {
  return {
    snapshot_id: snapshot.id,
    created_at: snapshot.collected_at,
    ingested_at: at.toISOString(),
    sources: snapshot.sources,
    environment_hints: hints,
    counts: countsOf(snapshot),
  };
}
