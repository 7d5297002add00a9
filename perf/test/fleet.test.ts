// A fleet on a real PostgreSQL: hosts push, either side is killed in between, and what is read back is what was pushed, once.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeCertificate } from '@zorivest/kernel/test/certificate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Postgres, startPostgres, whyNoPostgres } from '../site/postgres.ts';
import { freePort } from '../site/servers.ts';
import { type Json, newFolder, nodeArgs, run as runProgram, SECRET, slowLog } from './program.ts';
import { runHere as run } from './shell-here.ts';
import { type MailServer, sendmailTo, startMailServer } from './mail-server.ts';

const HOSTS = 2;
const PUSHES = 3;
const reason = whyNoPostgres();
const POLL = { timeout: 30_000, interval: 200 };

describe.skipIf(reason !== null)(`a fleet${reason === null ? '' : ` (${reason})`}`, () => {
  const folder = newFolder();
  const home = join(folder, 'center');
  let postgres: Postgres;
  let store: string;
  let port: number;
  let serving: { child: ChildProcess; ended: Promise<unknown> };
  let webhook: Awaited<ReturnType<typeof startWebhook>>;
  let mail: MailServer;
  const tokens = { push: '', read: '' };
  const url = () => `http://127.0.0.1:${port}`;

  const serveWith = async (flags: readonly string[]) => {
    const child = spawn(process.execPath, [...nodeArgs, 'serve', ...flags], {
      env: {
        ...process.env,
        MCP_PERF_HOME: home,
        MCP_PERF_STORE: store,
        MCP_PERF_SENDMAIL: sendmailTo(mail.port, folder),
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    let err = '';
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    while (!err.includes('Listening on')) {
      if (child.exitCode !== null) throw new Error(err);
      await sleep(20);
    }
    return { child, ended };
  };
  const serve = async () => {
    const alarms = ['--alarm-webhook', webhook.url, '--alarm-mail', 'on-call@example.org'];
    serving = await serveWith(['--listen', `127.0.0.1:${port}`, '--roll-every', '1s', ...alarms]);
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
    webhook = await startWebhook();
    mail = await startMailServer();
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
    webhook.server.close();
    await mail.stop();
  });
  const sql = (text: string) => postgres.run(text, 'perf').trim();

  test('queued pushes are stored once when either side is back', async () => {
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

  test('a push that was stored and is sent again counts once', async () => {
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

  test('hours and days exist from the first push, and contain each push once', async () => {
    await expect.poll(() => sql('select count(*) from mcp_perf.snapshots where not rolled'), POLL).toBe('0');
    const today = new Date().toISOString().slice(0, 10);
    const direct = { MCP_PERF_STORE: store };
    const http = { MCP_PERF_STORE: url(), MCP_PERF_TOKEN: tokens.read };
    const runs = (one: Json) => one.aggregates.top_queries[0].count as number;
    // 30 statements each; the merged snapshot of the test before is made of others and counts nowhere.
    const day = await read(['analyze', today], direct);
    expect(runs(day)).toBe(30 * (HOSTS * PUSHES + 1));
    expect(runs(await read(['analyze', `${today}@web-1`], http))).toBe(30 * PUSHES);
    const trend = [
      'trend',
      '--class',
      String(day.aggregates.top_queries[0].class_id),
      '--from',
      today,
      '--host',
      'web-1',
    ];
    const { code, out } = await run([...trend, '--json'], { home: join(folder, 'reader'), env: http });
    // One hour, or two around the full hour: too few to judge.
    expect(code).toBe(2);
    const points = (JSON.parse(out) as Json).points as Json[];
    expect(points.reduce((sum, { figures }) => sum + figures.count, 0)).toBe(30 * PUSHES);
    const compared = await run(['compare', '--from', `${today}@web-0`, '--to', `${today}@web-0`, '--json'], {
      home: join(folder, 'reader'),
      env: direct,
    });
    expect(JSON.parse(compared.out)).toMatchObject({ has_regressions: false });
    const never = await run(['analyze', '1999-01-01'], { home: join(folder, 'reader'), env: direct });
    expect(never).toMatchObject({ code: 2, err: expect.stringContaining('nothing from 1999-01-01') });
  });

  test('data older than two days remains as hours and days, and its total stays', async () => {
    const total = () => sql("select sum(pushes) from mcp_perf.periods where step = 'day' and host = ''");
    const before = total();
    // As if the clock had gone on: what was pinned, merged or profiled stays, minutes go.
    sql("update mcp_perf.snapshots set at = at - interval '49 hours'");
    await expect.poll(() => sql('select count(*) from mcp_perf.snapshots where not kept'), POLL).toBe('0');
    expect(sql('select count(*) from mcp_perf.snapshots where kept')).toBe('1');
    expect(total()).toBe(before);
  });

  test('a new level is reported to the webhook and by mail once, also when they were unreachable at first', async () => {
    webhook.refuse(true);
    mail.refuse(true);
    // Two hours at 50 ms, then twenty minutes at 90 ms, of an endpoint and, unchanged, of a statement.
    sql(`insert into mcp_perf.points select now() - n * interval '5 minutes', 'endpoint', '/shop', '/shop',
      case when n < 4 then 90 else 50 end + n % 3, 10, 1000 from generate_series(0, 40) n`);
    sql(`insert into mcp_perf.points select now() - n * interval '5 minutes', 'class', 'ABCD', 'select 1',
      50 + n % 3, 10, 1000 from generate_series(0, 40) n`);
    await expect.poll(() => webhook.asked() > 1 && mail.asked() > 0, POLL).toBe(true);
    expect([webhook.received, mail.received]).toEqual([[], []]);
    webhook.refuse(false);
    mail.refuse(false);
    await expect.poll(() => [webhook.received.length, mail.received.length], POLL).toEqual([1, 1]);
    expect(mail.received[0]).toMatchObject({
      to: ['on-call@example.org'],
      headers: {
        to: 'on-call@example.org',
        subject: expect.stringMatching(/^mcp-perf-server: an endpoint got slower, \+\d+ %$/),
      },
      body: expect.stringMatching(/^\/shop takes 9\d\.\d ms instead of 5\d\.\d ms.*trend --endpoint '\/shop'/s),
    });
    expect(webhook.received[0]).toMatchObject({
      kind: 'endpoint',
      name: '/shop',
      text: expect.stringContaining('/shop'),
    });
    await expect
      .poll(() => sql('select count(*) filter (where done), count(*) from mcp_perf.alarms'), POLL)
      .toBe('1|1');
    // Looked at again, it is known; what lets go of old ids comes after it in each round.
    const asked = [webhook.asked(), mail.asked()];
    for (const round of ['first', 'second']) {
      sql(`insert into mcp_perf.pushes (push_id, host, at) values ('${round}', 'web', '2001-01-01')`);
      await expect.poll(() => sql(`select count(*) from mcp_perf.pushes where push_id = '${round}'`), POLL).toBe('0');
    }
    expect([webhook.asked(), mail.asked()]).toEqual(asked);
  });

  test('a token allows what its role says and nothing else, and no request is accepted without one', async () => {
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

  test('over TLS a host pushes once it trusts the certificate, and says what to do until then', async () => {
    const { certificate, key } = makeCertificate(folder);
    const other = await freePort();
    const over = await serveWith(['--listen', `0.0.0.0:${other}`, '--tls-cert', certificate, '--tls-key', key]);
    const host = join(folder, 'host-tls');
    await run(['ingest', slowLog(folder, 'slow-tls.log', 0.4)], { home: host });
    const args = ['push', '--to', `https://localhost:${other}`, '--host', 'web-tls', '--json'];
    const push = (env: Record<string, string>) =>
      runProgram(args, { home: host, env: { MCP_PERF_TOKEN: tokens.push, ...env } });
    const refused = await push({});
    expect(refused).toMatchObject({ code: 2, out: expect.stringContaining('NODE_EXTRA_CA_CERTS') });
    const { code, out } = await push({ NODE_EXTRA_CA_CERTS: certificate });
    expect({ code, ...JSON.parse(out) }).toMatchObject({ code: 0, sent: 1, waiting: 0 });
    const listed = await runProgram(['runs', '--json'], {
      home: join(folder, 'reader'),
      env: {
        MCP_PERF_STORE: `https://localhost:${other}`,
        MCP_PERF_TOKEN: tokens.read,
        NODE_EXTRA_CA_CERTS: certificate,
      },
    });
    expect(listed).toMatchObject({ code: 0, err: '', out: expect.stringContaining('web-tls') });
    over.child.kill('SIGKILL');
    await over.ended;
  });

  test('an address in use, an unreachable store and an unknown token are reported, and nothing hangs', async () => {
    const again = await runProgram(['serve', '--store', store, '--listen', `127.0.0.1:${port}`], { home });
    expect(again).toMatchObject({ code: 2, err: expect.stringContaining('another program uses it') });
    const away = await run(['runs'], { home, env: { MCP_PERF_STORE: 'postgres://perf@127.0.0.1:1/perf' } });
    expect(away).toMatchObject({ code: 2, err: expect.stringContaining('The store cannot be used (ECONNREFUSED)') });
    const unknown = { home: hostHome(0), env: { MCP_PERF_TOKEN: 'perf_push_guessed' } };
    expect(await run(['push', '--to', url()], unknown)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^The token is unknown: [^.]+push\|read\. The waiting snapshots/),
    });
  });

  test('another address needs TLS, and a password on the command line is refused', async () => {
    const open = await run(['serve', '--store', store, '--listen', '0.0.0.0:0'], { home });
    expect(open).toMatchObject({ code: 2, err: expect.stringContaining('--tls-cert') });
    const plain = await run(['serve', '--store', store, '--alarm-webhook', 'http://example.org/hook'], { home });
    expect(plain).toMatchObject({ code: 2, err: expect.stringContaining('https://') });
    const shown = await run(['token', 'list', '--store', 'postgres://perf:hunter2@localhost/perf'], { home });
    expect(shown).toMatchObject({ code: 2, err: expect.stringContaining('PGPASSWORD') });
    expect(shown.err).not.toContain('hunter2');
  });
});

/** A loopback server that records what it receives, and can refuse it. */
async function startWebhook() {
  const received: Json[] = [];
  let asked = 0;
  let refusing = false;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      asked++;
      if (!refusing) received.push(JSON.parse(body) as Json);
      response.writeHead(refusing ? 503 : 204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    server,
    received,
    url: `http://127.0.0.1:${port}/hook`,
    asked: () => asked,
    refuse: (now: boolean) => (refusing = now),
  };
}
