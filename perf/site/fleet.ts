// A small fleet: a real PostgreSQL, the program's own `serve`, and hosts that push to it. For the long test, and for
// `npm run perf:site -- fleet`, which measures it.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { connectPostgres } from '../explain/postgres.ts';
import { dsnFromShell } from '../explain/dsn.ts';
import { PostgresStore } from '../fleet/postgres-store.ts';
import { DAY_MS, HOUR_MS } from '../model/period.ts';
import { rollUp } from '../snapshot/roll-up.ts';
import { nearestRank } from '../stats/quantile.ts';
import { madeMinute } from './fleet-data.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { freePort } from './servers.ts';

const pack = promisify(gzip);
const PROGRAM = join(import.meta.dirname, '../bin/mcp-perf-server.js');
const PLAYERS = join(import.meta.dirname, 'players.ts');

interface StartedProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
}

function start(args: readonly string[], env: Readonly<Record<string, string>>): StartedProcess {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  return { child, ended: new Promise((resolve) => child.once('exit', resolve)) };
}

export class Fleet {
  readonly postgres: Postgres;
  readonly store: string;
  readonly #folder: string;
  #url = '';
  #token = '';
  #serving: StartedProcess | null = null;

  constructor(folder: string) {
    chmodSync(folder, 0o755);
    this.#folder = folder;
    this.postgres = startPostgres(folder);
    this.postgres.run('create role perf login; create database perf owner perf;');
    this.store = `postgres://perf@localhost/perf?socket=${this.postgres.socket}`;
  }

  async open(): Promise<PostgresStore> {
    const result = dsnFromShell(this.store, {});
    if (!result.ok) throw new Error(result.error);
    return new PostgresStore(result.dsn, () => new Date(), 4);
  }

  async serve(rollEvery = '1s'): Promise<void> {
    if (this.#url === '') {
      this.#url = `http://127.0.0.1:${await freePort()}`;
      const store = await this.open();
      this.#token = await store.addToken('hosts', 'push');
      await store.close();
    }
    const { host } = new URL(this.#url);
    const serving = start([PROGRAM, 'serve', '--listen', host, '--roll-every', rollEvery], {
      MCP_PERF_STORE: this.store,
      MCP_PERF_HOME: join(this.#folder, 'center'),
    });
    this.#serving = serving;
    let output = '';
    serving.child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    while (!output.includes('Listening on')) {
      if (serving.child.exitCode !== null) throw new Error(output);
      await sleep(20);
    }
  }

  async killServe(): Promise<void> {
    this.#serving?.child.kill('SIGKILL');
    await this.#serving?.ended;
  }

  /** `everyMs` is how long a minute takes. */
  play(hosts: number, rounds: number, everyMs: number): StartedProcess {
    const folder = this.#playing();
    mkdirSync(folder, { recursive: true });
    return start(['--conditions=source', PLAYERS, this.#url, folder, `${hosts}`, `${rounds}`, `${everyMs}`], {
      MCP_PERF_TOKEN: this.#token,
    });
  }

  /** How long each push took, in milliseconds, rising. */
  pushTimes(): number[] {
    const lines = readFileSync(join(this.#playing(), 'ms'), 'utf8').trim().split('\n');
    return lines.map(Number).toSorted((a, b) => a - b);
  }

  /** What a command answers, and how long a person waits for it. */
  async ask(
    args: readonly string[],
  ): Promise<{ readonly out: string; readonly ms: number; readonly code: number | null }> {
    const started = performance.now();
    const { child, ended } = start([PROGRAM, ...args, '--json'], {
      MCP_PERF_STORE: this.store,
      MCP_PERF_HOME: join(this.#folder, 'reader'),
    });
    let out = '';
    child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()));
    const closed = new Promise((resolve) => child.once('close', resolve));
    const code = await ended;
    await closed;
    return { out, ms: performance.now() - started, code };
  }

  async stop(): Promise<void> {
    await this.killServe();
    await this.postgres.stop();
  }

  #playing(): string {
    return join(this.#folder, 'playing');
  }
}

/** Generates rows as `serve` would have stored them: `days` days by day and hour, the last two by the minute, of `hosts` hosts. */
async function fillStore(fleet: Fleet, hosts: number, days: number): Promise<void> {
  const store = await fleet.open();
  // Makes the schema and a partition of each day.
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  for (let day = 0; day < days; day++)
    await store.push({
      push_id: `made-for-day-${day}`,
      host: 'made',
      environment_hints: {},
      snapshot: { ...madeMinute(0, day), collected_at: new Date(today - day * DAY_MS).toISOString() },
    });
  await store.rollUp();
  await store.close();
  const result = dsnFromShell(fleet.store, {});
  if (!result.ok) throw new Error(result.error);
  const sql = connectPostgres(result.dsn);
  const minutes = Array.from({ length: 60 }, (_, i) => madeMinute(1, i));
  const [minute, hour] = [minutes[0]!, rollUp(minutes, new Date(today).toISOString())];
  const day = rollUp(
    Array.from({ length: 24 }, () => hour),
    new Date(today).toISOString(),
  );
  const bodyOf = (one: object) => pack(JSON.stringify(one));
  const hostNames = ["''", ...Array.from({ length: hosts }, (_, i) => `'host-${i}'`)].join(', ');
  try {
    for (const [step, body, unit] of [
      ['hour', await bodyOf(hour), HOUR_MS],
      ['day', await bodyOf(day), DAY_MS],
    ] as const)
      await sql.unsafe(
        `insert into mcp_perf.periods (day, step, start, host, pushes, body)
         select (t at time zone 'UTC')::date, $1, t, host, 60, $2
         from generate_series($3::timestamptz, $4::timestamptz, $5::interval) t, unnest(array[${hostNames}]) host
         on conflict do nothing`,
        [step, body, new Date(today - (days - 1) * DAY_MS), new Date(today + DAY_MS - 1), `${unit / 1000} seconds`],
      );
    await sql.unsafe(
      `insert into mcp_perf.snapshots (day, snapshot_id, host, at, ingested_at, rolled, kept, metadata, body)
       select (t at time zone 'UTC')::date, md5(host || t) || md5(t || host), host, t, t, true, false, $1::text::jsonb, $2
       from generate_series($3::timestamptz, $4::timestamptz, '1 minute') t, unnest(array[${hostNames}]) host where host <> ''`,
      [
        JSON.stringify({ snapshot_id: minute.id, created_at: '', ingested_at: '', sources: [], environment_hints: {} }),
        await bodyOf(minute),
        new Date(Math.max(today - (days - 1) * DAY_MS, Date.now() - 48 * HOUR_MS)),
        new Date(),
      ],
    );
    await sql.unsafe('analyze mcp_perf.periods');
    await sql.unsafe('analyze mcp_perf.snapshots');
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** The figures of a fleet of fifty hosts, as a table. */
export async function measureFleet(folder: string, say: (text: string) => void, rounds = 3): Promise<void> {
  const [hosts, days] = [50, 30];
  const fleet = new Fleet(folder);
  try {
    await fillStore(fleet, hosts, days);
    say(`| ${days} days × ${hosts} hosts of generated data | ms | limit |\n|---|---:|---:|`);
    const dayName = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
    for (const [name, args] of [
      ['analyze, a day of all hosts', ['analyze', dayName(1)]],
      ['analyze, today so far', ['analyze', dayName(0)]],
      ['analyze, a day of one host', ['analyze', `${dayName(9)}@host-7`]],
      ['compare, two days', ['compare', '--from', dayName(2), '--to', dayName(1)]],
      ['trend, an endpoint over a month', ['trend', '--endpoint', '/route/7', '--from', dayName(days - 1)]],
    ] as const) {
      const answers = [await fleet.ask(args), await fleet.ask(args), await fleet.ask(args)];
      const failed = answers.find(({ out }) => out === '' || out.includes('"error":{'));
      if (failed !== undefined) throw new Error(`${name}: ${failed.out}`);
      say(`| ${name} | ${Math.min(...answers.map(({ ms }) => ms)).toFixed(0)} | 1000 |`);
    }
    await fleet.serve('5m');
    const { ended } = fleet.play(hosts, rounds, 60_000);
    await ended;
    const times = fleet.pushTimes();
    say(`| a push, median of ${times.length} at one a minute and host | ${nearestRank(times, 0.5).toFixed(1)} | |`);
    say(`| a push, p99 | ${nearestRank(times, 0.99).toFixed(1)} | 100 |`);
  } finally {
    await fleet.stop();
  }
}
