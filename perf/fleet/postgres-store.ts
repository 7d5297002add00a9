// Stores snapshots of a fleet in PostgreSQL: one partition a day, each snapshot compressed as it is on disk. Pushed snapshots are
// retained for 48 hours; sums by hour and day are stored separately from the first minute on, so that no query has to read more
// rows than it needs.
import { createHash, randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { canonicalJson, KernelError } from '@zorivest/kernel';
import type { Sql } from 'postgres';
import { connectPostgres } from '../explain/postgres.ts';
import type { Dsn } from '../explain/dsn.ts';
import { countsOf } from '../model/counts.ts';
import { DAY_MS, HOUR_MS, type Period } from '../model/period.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { holdsMore, rollUp } from '../snapshot/roll-up.ts';
import { type During, idsAmong, isSnapshotId, type SnapshotMetadata, type Store } from '../snapshot/store.ts';
import type { FleetPoint, TimedValue } from './alarms.ts';
import type { Alarm } from './deliver.ts';
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

/** Retention of pushed snapshots, and of hourly sums; daily sums stay until `serve --keep-days`. */
const MINUTES_RETENTION_MS = 48 * HOUR_MS;
const HOURS_RETENTION_MS = 30 * DAY_MS;
/** The name under which sums over all hosts are stored. */
const ALL = '';
/** Queries about a shorter time are answered from minutes, about a longer time from days. */
const BY_MINUTE_MS = 2 * HOUR_MS;
const BY_DAY_MS = 7 * DAY_MS;
/** Pushes that are merged in one batch; the rest follows in the next one. */
const MOST_PER_BATCH = 3000;
/** Delivery of an alarm is given up after this number of attempts: its recipients have had the next ones by then. */
const MOST_TRIES = 288;

/** What was merged from the minutes that arrived since the last roll-up, over all hosts. */
export interface RollUpResult {
  readonly pushes: number;
  readonly fleet: Snapshot | null;
}

/** One thing of a fleet over two days. */
export interface Series extends Pick<FleetPoint, 'kind' | 'name' | 'title'> {
  readonly points: readonly TimedValue[];
}

export class PostgresStore implements Store {
  readonly isFleet = true;
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
    return this.#add({ push_id: id, host, snapshot, environment_hints: hints }, holdsMore(snapshot), false);
  }

  /** What a person put here stays as it is; what was merged from others is counted there already. */
  async put(snapshot: Snapshot, hints: Readonly<Record<string, unknown>>): Promise<void> {
    const host = typeof hints.host === 'string' ? hints.host : 'merged';
    const push = { push_id: randomBytes(16).toString('hex'), host, snapshot, environment_hints: hints };
    await this.#add(push, true, hints.merged_from !== undefined);
  }

  async #add({ push_id: id, host, snapshot, environment_hints: hints }: Push, isPermanent: boolean, rolled: boolean) {
    const sql = await this.#open();
    const now = this.#now();
    const metadata = metadataOf(snapshot, { ...hints, host }, now);
    const body = await pack(canonicalJson(snapshot));
    // A push that waited for hours belongs to the time it was taken; a clock that runs ahead belongs to now.
    const taken = Date.parse(snapshot.collected_at);
    const at = new Date(Number.isNaN(taken) ? now.getTime() : Math.min(taken, now.getTime()));
    const day = await this.#partition(sql, at);
    // One statement, here and in `rollHour`: the driver ends the program where a transaction of several loses its connection.
    const [row] = await sql`
      with known as (
        insert into mcp_perf.pushes (push_id, host, at) values (${id}, ${host}, ${now})
        on conflict do nothing returning 1),
      stored as (
        insert into mcp_perf.snapshots (day, snapshot_id, host, at, ingested_at, rolled, kept, metadata, body)
        select ${day}::date, ${snapshot.id}, ${host}, ${at}, ${now}, ${rolled}, ${isPermanent}, ${JSON.stringify(metadata)}::text::jsonb, ${body}::bytea
        where exists (select 1 from known)
        on conflict do nothing)
      select count(*)::int as n from known`;
    return Number(row?.['n']) > 0;
  }

  async get(id: string): Promise<Snapshot | null> {
    if (!isSnapshotId(id)) return null;
    const sql = await this.#open();
    const [row] = await sql`select body from mcp_perf.snapshots where snapshot_id = ${id} limit 1`;
    if (row === undefined) return null;
    return snapshotIn(row['body'] as Buffer);
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

  async list(most = 1000): Promise<SnapshotMetadata[]> {
    const sql = await this.#open();
    const rows = await sql`
      select metadata from mcp_perf.snapshots order by ingested_at desc, snapshot_id limit ${most}`;
    return rows.map((row) => row['metadata'] as SnapshotMetadata);
  }

  async count(): Promise<number> {
    const sql = await this.#open();
    const [row] = await sql`select count(*)::int as n from mcp_perf.snapshots`;
    return Number(row?.['n']);
  }

  async during({ from, to, host }: Period, fewest: boolean): Promise<During> {
    const sql = await this.#open();
    const name = host ?? ALL;
    const length = to.getTime() - from.getTime();
    const minutesFrom = this.#now().getTime() - MINUTES_RETENTION_MS;
    if (length <= BY_MINUTE_MS && from.getTime() >= minutesFrom) {
      const rows = await sql`
        select date_trunc('minute', at) as at, body from mcp_perf.snapshots
        where at >= ${from} and at < ${to} and (${name} = ${ALL} or host = ${name}) order by 1`;
      return { step: 'minute', rows: await together(rows, (at) => at) };
    }
    const wholeDays = from.getTime() % DAY_MS === 0 && to.getTime() % DAY_MS === 0;
    const hoursGone = from.getTime() < this.#now().getTime() - HOURS_RETENTION_MS;
    const step = hoursGone || (wholeDays && (fewest || length > BY_DAY_MS)) ? 'day' : 'hour';
    const unit = step === 'day' ? DAY_MS : HOUR_MS;
    // Hourly data cannot be split into minutes: an hour that is only partly selected counts whole.
    const start = new Date(Math.floor(from.getTime() / unit) * unit);
    const end = new Date(Math.ceil(to.getTime() / unit) * unit);
    const rows = await sql`
      select start as at, body from mcp_perf.periods
      where step = ${step} and start >= ${start} and start < ${end} and host = ${name}
        and day >= ${dayOf(start)}::date and day < ${dayOf(new Date(end.getTime() + DAY_MS - 1))}::date
      union all
      select at, body from mcp_perf.snapshots
      where not rolled and at >= ${start} and at < ${end} and (${name} = ${ALL} or host = ${name})
      order by 1`;
    return { step, rows: await together(rows, (at) => new Date(Math.floor(at.getTime() / unit) * unit)) };
  }

  /**
   * Adds what was pushed since the last roll-up to its hours and days, of its host and of all hosts. Sums and the mark that they
   * were added change in one step, so that nothing is added twice or forgotten when a process dies in between.
   */
  async rollUp(): Promise<RollUpResult> {
    const sql = await this.#open();
    const hours = await sql`
      select distinct date_trunc('hour', at) as hour from mcp_perf.snapshots where not rolled order by 1`;
    let pushes = 0;
    let fleet: Snapshot | null = null;
    for (const { hour } of hours) {
      await this.#partition(sql, hour as Date);
      const added = await rollHour(sql, hour as Date);
      pushes += added.pushes;
      // Late pushes say nothing about the present.
      if (added.fleet !== null && (hour as Date).getTime() > this.#now().getTime() - 2 * HOUR_MS)
        fleet = fleet === null ? added.fleet : rollUp([fleet, added.fleet], added.fleet.collected_at);
    }
    return { pushes, fleet };
  }

  /** Deletes minutes and hours that are already in hours and days; pinned snapshots and those with profiles stay. */
  async forgetParts(): Promise<void> {
    const sql = await this.#open();
    const minutes = new Date(this.#now().getTime() - MINUTES_RETENTION_MS);
    await sql`
      delete from mcp_perf.snapshots where at < ${minutes} and rolled and not kept
      and snapshot_id not in (select snapshot_id from mcp_perf.pins)`;
    const hours = new Date(Math.floor((this.#now().getTime() - HOURS_RETENTION_MS) / DAY_MS) * DAY_MS);
    await sql`delete from mcp_perf.periods where step = 'hour' and day < ${dayOf(hours)}::date`;
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

  /** A new token, which is returned only once: only its hash is stored. A name that had one gets another. */
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

  /** What the fleet just did, for alarms. */
  async addPoints(points: readonly FleetPoint[]): Promise<void> {
    if (points.length === 0) return;
    const sql = await this.#open();
    const at = this.#now();
    const rows = points.map((point) => ({ at, ...point }));
    await sql`insert into mcp_perf.points ${sql(rows, 'at', 'kind', 'name', 'title', 'value', 'count', 'total_ms')}
      on conflict do nothing`;
    await sql`delete from mcp_perf.points where at < ${new Date(at.getTime() - MINUTES_RETENTION_MS)}`;
  }

  /** The points of two days, by what they are about, oldest first; only what there is a point of in the last hour. */
  async series(): Promise<readonly Series[]> {
    const sql = await this.#open();
    const rows = await sql`
      select kind, name, title, at, value, total_ms from mcp_perf.points p
      where exists (select 1 from mcp_perf.points q
        where q.kind = p.kind and q.name = p.name and q.at > ${new Date(this.#now().getTime() - HOUR_MS)})
      order by at`;
    return [...Map.groupBy(rows, (row) => `${row['kind']}\n${row['name']}`).values()].map((same) => ({
      kind: same[0]!['kind'] as FleetPoint['kind'],
      name: String(same[0]!['name']),
      title: String(same.at(-1)!['title']),
      points: same.map((row) => ({
        at: row['at'] as Date,
        value: Number(row['value']),
        total_ms: Number(row['total_ms']),
      })),
    }));
  }

  /** Once for each change: its detected start moves a little as values come in. */
  async raise(alarm: Alarm): Promise<void> {
    const sql = await this.#open();
    const since = new Date(alarm.since);
    const [from, to] = [new Date(since.getTime() - HOUR_MS), new Date(since.getTime() + HOUR_MS)];
    await sql`
      insert into mcp_perf.alarms (kind, name, since, message)
      select ${alarm.kind}, ${alarm.name}, ${since}, ${JSON.stringify(alarm)}::text::jsonb
      where not exists (select 1 from mcp_perf.alarms
        where kind = ${alarm.kind} and name = ${alarm.name} and since between ${from} and ${to})`;
  }

  async openAlarms(): Promise<readonly { id: string; alarm: Alarm; delivered: readonly string[] }[]> {
    const sql = await this.#open();
    const rows = await sql`
      select alarm_id::text as id, message, delivered from mcp_perf.alarms
      where not done and tries < ${MOST_TRIES} order by alarm_id limit 100`;
    return rows.map((row) => ({
      id: String(row['id']),
      alarm: row['message'] as Alarm,
      delivered: row['delivered'] as string[],
    }));
  }

  async noteDelivery(id: string, delivered: readonly string[], done: boolean): Promise<void> {
    const sql = await this.#open();
    await sql`
      update mcp_perf.alarms set delivered = ${[...delivered]}, done = ${done}, tries = tries + 1
      where alarm_id = ${id}::bigint`;
  }

  /** Deletes days before this one, except pinned snapshots, and the ids of pushes that no host will send again. */
  async forgetBefore(day: string): Promise<void> {
    const sql = await this.#open();
    const partitions = await sql`
      select inhparent = 'mcp_perf.periods'::regclass as is_period, inhrelid::regclass::text as name, right(c.relname, 8) as day
      from pg_inherits join pg_class c on c.oid = inhrelid
      where inhparent in ('mcp_perf.snapshots'::regclass, 'mcp_perf.periods'::regclass)`;
    for (const { is_period: isPeriod, name, day: digits } of partitions) {
      const from = String(digits).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
      if (from >= day) continue;
      const [pinned] = isPeriod
        ? []
        : await sql`
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
        throw asUnusable(error);
      }
    })();
    return this.#sql;
  }

  async #partition(sql: Sql, at: Date): Promise<string> {
    const day = dayOf(at);
    if (this.#days.has(day)) return day;
    const next = dayOf(new Date(Date.parse(day) + DAY_MS));
    // Two programs at the first moment of a day: one makes it, for the other it is there.
    for (const table of ['snapshots', 'periods'])
      await sql
        .unsafe(
          `create table if not exists mcp_perf.${table}_${day.replaceAll('-', '')} partition of mcp_perf.${table} for values from ('${day}') to ('${next}')`,
        )
        .catch((error: unknown) => {
          if (!/already exists|would overlap/.test(error instanceof Error ? error.message : '')) throw error;
        });
    this.#days.add(day);
    return day;
  }
}

/** An unreachable store or a refused login is reported to the user, not logged as our fault. */
export function asUnusable(error: unknown): unknown {
  if (error instanceof KernelError || !(error instanceof Error) || !('code' in error)) return error;
  return new KernelError(
    'STORE_ERROR',
    `The store cannot be used (${String(error.code)}): check its address, user, password and rights.`,
    undefined,
    error,
  );
}

/** Computed first and written in one statement; retried when another program changed the rows meanwhile. */
async function rollHour(sql: Sql, hour: Date): Promise<RollUpResult> {
  const rows = await sql`
    select snapshot_id, host, body from mcp_perf.snapshots
    where not rolled and at >= ${hour} and at < ${new Date(hour.getTime() + HOUR_MS)}
    order by at limit ${MOST_PER_BATCH}`;
  if (rows.length === 0) return NOTHING;
  const start = hour.toISOString();
  const additions: { host: string; added: Snapshot; pushes: number }[] = [];
  let fleet: Snapshot | null = null;
  for (const [host, own] of Map.groupBy(rows, (row) => String(row['host']))) {
    const parts = await Promise.all(own.map((row) => snapshotIn(row['body'] as Buffer)));
    const added = rollUp(parts, start);
    additions.push({ host, added, pushes: own.length });
    fleet = fleet === null ? added : rollUp([fleet, added], start);
    // Waiting pushes are served first.
    await nextTurn();
  }
  additions.push({ host: ALL, added: fleet!, pushes: rows.length });
  const day = dayOf(hour);
  const changes: Change[] = [];
  for (const { host, added, pushes } of additions)
    for (const [step, from] of [
      ['hour', hour],
      ['day', new Date(`${day}T00:00:00Z`)],
    ] as const) {
      const [known] = await sql`
        select pushes::int as pushes, body from mcp_perf.periods
        where day = ${day}::date and step = ${step} and start = ${from} and host = ${host}`;
      const parts = known === undefined ? [added] : [await snapshotIn(known['body'] as Buffer), added];
      const body = await pack(canonicalJson(rollUp(parts, from.toISOString())));
      const before = Number(known?.['pushes'] ?? 0);
      changes.push({ step, start: from, host, before, pushes: before + pushes, body });
      await nextTurn();
    }
  const written = await writeChanges(sql, day, changes, rows);
  return written ? { pushes: rows.length, fleet } : NOTHING;
}

interface Change {
  readonly step: string;
  readonly start: Date;
  readonly host: string;
  /** Pushes that it held, and holds now. */
  readonly before: number;
  readonly pushes: number;
  readonly body: Buffer;
}

const DIVISION_BY_ZERO = '22012';

/** All or nothing: false where another program changed one of them in the meantime. */
async function writeChanges(
  sql: Sql,
  day: string,
  changes: readonly Change[],
  rows: readonly Record<string, unknown>[],
): Promise<boolean> {
  const column = <T>(of: (change: Change) => T) => changes.map(of);
  const ids = rows.map((row) => String(row['snapshot_id']));
  const hosts = rows.map((row) => String(row['host']));
  try {
    // An unexpected count divides by zero, which rolls back the whole statement.
    await sql`
      with change as (
        select * from unnest(
          ${column(({ step }) => step)}::text[], ${column(({ start }) => start.toISOString())}::timestamptz[],
          ${column(({ host }) => host)}::text[], ${column(({ before }) => before)}::bigint[],
          ${column(({ pushes }) => pushes)}::bigint[], ${column(({ body }) => body.toString('base64'))}::text[]
        ) as t (step, start, host, before, pushes, body)),
      written as (
        insert into mcp_perf.periods as p (day, step, start, host, pushes, body)
        select ${day}::date, step, start, host, pushes, decode(body, 'base64') from change
        on conflict (day, step, start, host) do update set body = excluded.body, pushes = excluded.pushes
        where p.pushes = (select before from change c where c.step = excluded.step and c.host = excluded.host)
        returning 1),
      marked as (
        update mcp_perf.snapshots s set rolled = true
        from unnest(${ids}::text[], ${hosts}::text[]) as t (snapshot_id, host)
        where s.day = ${day}::date and not s.rolled and s.snapshot_id = t.snapshot_id and s.host = t.host
        returning 1)
      select 1 / (case when (select count(*) from written) = ${changes.length}::bigint
        and (select count(*) from marked) = ${rows.length}::bigint then 1 else 0 end)`;
    return true;
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === DIVISION_BY_ZERO) return false;
    throw error;
  }
}

const NOTHING: RollUpResult = { pushes: 0, fleet: null };

/** Rows of the same moment as one. */
async function together(
  rows: readonly Record<string, unknown>[],
  momentOf: (at: Date) => Date,
): Promise<During['rows']> {
  const groups = Map.groupBy(rows, (row) => momentOf(row['at'] as Date).toISOString());
  return Promise.all(
    [...groups].map(async ([at, same]) => {
      const parts = await Promise.all(same.map((row) => snapshotIn(row['body'] as Buffer)));
      return { at, snapshot: parts.length === 1 ? parts[0]! : rollUp(parts, at) };
    }),
  );
}

/** Written by this class only, and whole or not at all. */
async function snapshotIn(body: Buffer): Promise<Snapshot> {
  return JSON.parse((await unpack(body)).toString('utf8')) as Snapshot;
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
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
