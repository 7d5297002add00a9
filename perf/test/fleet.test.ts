// A fleet on a real PostgreSQL: hosts push, either side is killed in between, and what is read back is what was pushed, once.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Postgres, startPostgres, whyNoPostgres } from '../site/postgres.ts';
import { freePort } from '../site/servers.ts';
import { type Json, newFolder, nodeArgs, run, SECRET, slowLog } from './program.ts';

const HOSTS = 2;
const PUSHES = 3;
const reason = whyNoPostgres();

describe.skipIf(reason !== null)(`a fleet${reason === null ? '' : ` (${reason})`}`, () => {
  const folder = newFolder();
  const home = join(folder, 'center');
  let postgres: Postgres;
  let store: string;
  let port: number;
  let serving: { child: ChildProcess; ended: Promise<unknown> };
  const tokens = { push: '', read: '' };
  const url = () => `http://127.0.0.1:${port}`;

  const serve = async () => {
    const child = spawn(process.execPath, [...nodeArgs, 'serve', '--listen', `127.0.0.1:${port}`], {
      env: { ...process.env, MCP_PERF_HOME: home, MCP_PERF_STORE: store },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    let err = '';
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    serving = { child, ended };
    while (!err.includes('Listening on')) {
      if (child.exitCode !== null) throw new Error(err);
      await sleep(20);
    }
  };
  const killServe = async () => {
    serving.child.kill('SIGKILL');
    await serving.ended;
  };
  const hostHome = (host: number) => join(folder, `host-${host}`);
  const push = (host: number, ...more: string[]) =>
    run(['push', '--to', url(), '--host', `web-${host}`, ...more, '--json'], {
      home: hostHome(host),
      env: { MCP_PERF_TOKEN: tokens.push },
    });
  /** A host ingests a log of its own, so that each snapshot is another one. */
  const ingest = async (host: number, round: number) => {
    const log = slowLog(folder, `slow-${host}-${round}.log`, 0.1 + host / 10 + round / 100);
    const { code, err } = await run(['ingest', log], { home: hostHome(host) });
    expect({ code, err }).toEqual({ code: 0, err: '' });
  };
  const read = async (args: readonly string[], env: Record<string, string>): Promise<Json> => {
    const { code, out, err } = await run([...args, '--json'], { home: join(folder, 'reader'), env });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    return JSON.parse(out) as Json;
  };

  beforeAll(async () => {
    chmodSync(folder, 0o755);
    postgres = startPostgres(folder);
    postgres.run('create role perf login; create database perf owner perf;');
    store = `postgres://perf@localhost/perf?socket=${postgres.socket}`;
    port = await freePort();
    for (const role of ['push', 'read'] as const) {
      const { out, err } = await run(['token', 'add', `a ${role}er`, '--role', role], {
        home,
        env: { MCP_PERF_STORE: store },
      });
      if (out === '') throw new Error(err);
      tokens[role] = out.trim();
    }
    await serve();
  });
  afterAll(async () => {
    await killServe();
    await postgres.stop();
  });

  test('what waits while either side is away is stored once when it is back', async () => {
    for (let round = 0; round < PUSHES; round++) {
      // The store's front dies in the second round, its database in the third.
      if (round === 1) await killServe();
      if (round === 2) postgres.crash();
      for (let host = 0; host < HOSTS; host++) {
        await ingest(host, round);
        const { code, out } = await push(host);
        expect(code).toBe(round === 1 ? 2 : 0);
        if (round === 1) expect(JSON.parse(out)).toMatchObject({ sent: 0, waiting: 1 });
      }
      if (round === 1) await serve();
    }
    const { length } = (await read(['runs'], { MCP_PERF_STORE: store })).runs as Json[];
    expect(length).toBe(HOSTS * PUSHES);
    for (let host = 0; host < HOSTS; host++) expect(readdirSync(join(hostHome(host), 'queue'))).toEqual([]);
    expect(postgres.run('select count(*), count(distinct push_id) from mcp_perf.pushes', 'perf').trim()).toBe('6|6');
  });

  test('a push that was answered and sent again all the same counts once', async () => {
    const queue = join(hostHome(0), 'queue');
    await ingest(0, 9);
    await killServe();
    await push(0);
    const [name] = readdirSync(queue);
    const text = readFileSync(join(queue, name!), 'utf8');
    await serve();
    await push(0, '--queued');
    // As if the host had died before it could forget it.
    writeFileSync(join(queue, name!), text);
    expect(JSON.parse((await push(0, '--queued')).out)).toMatchObject({ sent: 1, waiting: 0 });
    const runs = (await read(['runs'], { MCP_PERF_STORE: store })).runs as Json[];
    expect(runs).toHaveLength(HOSTS * PUSHES + 1);
  });

  test('shell and HTTP read the store as they read a folder, and merged percentiles are those of all together', async () => {
    const http = { MCP_PERF_STORE: url(), MCP_PERF_TOKEN: tokens.read };
    const direct = (await read(['runs'], { MCP_PERF_STORE: store })).runs as Json[];
    expect((await read(['runs'], http)).runs).toEqual(direct);
    const ids = direct.slice(0, 3).map(({ snapshot_id: id }) => String(id));
    const merged = await read(['merge', ...ids], { MCP_PERF_STORE: store });
    const analysis = await read(['analyze', merged.normalized_snapshot_id as string], { MCP_PERF_STORE: store });
    expect(await read(['analyze', merged.normalized_snapshot_id as string], http)).toEqual({
      ...analysis,
      correlation_id: expect.anything(),
    });
    expect(analysis.aggregates.top_queries[0].count).toBe(90);
    const { out } = await run(['report', ids[0]!, '--format', 'markdown'], { home: join(folder, 'reader'), env: http });
    expect(out).toContain('# Findings');
    expect(out).not.toContain(SECRET);
  });

  test('a token does what its role says and nothing else, and nobody comes in without one', async () => {
    const status = async (path: string, token: string | null, method = 'GET') =>
      (
        await fetch(new URL(path, url()), {
          method,
          headers: token === null ? {} : { authorization: `Bearer ${token}` },
        })
      ).status;
    expect(await status('/v1/snapshots', null)).toBe(401);
    expect(await status('/v1/snapshots', 'perf_read_guessed')).toBe(401);
    expect(await status('/v1/snapshots', tokens.push)).toBe(403);
    expect(await status('/v1/push', tokens.read, 'POST')).toBe(403);
    expect(await status('/v1/push', tokens.push, 'POST')).toBe(400);
    expect(await status('/v1/snapshots', tokens.read)).toBe(200);
    expect(postgres.run('select count(*) from mcp_perf.tokens where hash is not null', 'perf').trim()).toBe('2');
  });

  test('another address wants TLS, and a password on the command line is refused', async () => {
    const open = await run(['serve', '--store', store, '--listen', '0.0.0.0:0'], { home });
    expect(open).toMatchObject({ code: 2, err: expect.stringContaining('--tls-cert') });
    const shown = await run(['token', 'list', '--store', 'postgres://perf:hunter2@localhost/perf'], { home });
    expect(shown).toMatchObject({ code: 2, err: expect.stringContaining('PGPASSWORD') });
    expect(shown.err).not.toContain('hunter2');
  });
});
