// push, serve and token: snapshots of many hosts in one store.
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { KernelError } from '@zorivest/kernel';
import { createLogger, stderrSink } from '@zorivest/kernel/log';
import { InvalidArgumentError, Option } from 'commander';
import { type Environment } from '../config/config.ts';
import { postgresStore, tokenOf } from '../fleet/open-store.ts';
import { asUnusable, type PostgresStore, type Role, ROLES } from '../fleet/postgres-store.ts';
import { PushQueue } from '../fleet/queue.ts';
import { startServing } from '../fleet/serve.ts';
import { mailTarget, webhookTarget } from '../fleet/deliver.ts';
import { keepUp } from '../fleet/upkeep.ts';
import { asSentence } from '../text/format.ts';
import {
  addPair,
  CANNOT_TELL,
  chosenSnapshot,
  type Commands,
  type CommonFlags,
  durationOf,
  OK,
  percentOf,
  wholeNumber,
} from './shell.ts';

const DEFAULT_STORE = 'the address of the store: postgres://USER@HOST/DATABASE, or MCP_PERF_STORE';

export function addFleet({ add, run, cwd }: Commands, env: Environment, signal: AbortSignal): void {
  interface PushFlags extends CommonFlags {
    readonly to: string;
    readonly host: string;
    readonly queued?: boolean;
    readonly hint: Record<string, string>;
  }
  add(
    'push [id]',
    'send a snapshot, the last ingested unless named, to the store of a fleet; what cannot be sent is queued on disk',
    'push --to https://perf.example:7677',
  )
    .requiredOption('--to <url>', 'where mcp-perf-server serve listens; the token is in MCP_PERF_TOKEN')
    .option('--host <name>', 'the name of this machine in the store', hostname())
    .option('--hint <key=value>', 'a hint about the environment; may be repeated', addPair, {})
    .option('--queued', 'only what is queued from before')
    .action((id: string | undefined, flags: PushFlags) =>
      run(flags.json, async ({ app, screen }) => {
        if (!/^https?:\/\//.test(flags.to)) throw invalid('--to is an address that begins with http:// or https://.');
        const token = tokenOf(env);
        const queue = new PushQueue(app.config.home);
        if (flags.queued !== true) {
          const snapshot = await app.store.get(await chosenSnapshot(app, id, cwd));
          if (snapshot === null)
            throw invalid('There is no such snapshot; mcp-perf-server runs lists the existing ones.');
          await queue.add(snapshot, flags.host, flags.hint, app.now());
        }
        const result = await queue.flush(flags.to, token, signal);
        return {
          result,
          code: result.problem === null && result.refused.length === 0 ? OK : CANNOT_TELL,
          print: () => {
            screen.line(`${result.sent} sent, ${result.waiting} waiting`);
            if (result.problem !== null)
              screen.note(
                `${asSentence(result.problem)} The waiting snapshots stay queued; the next push sends them, or: push --queued.`,
              );
            for (const why of result.refused)
              screen.note(`Refused: ${why} It is now in ${app.config.home}/queue/refused.`);
          },
        };
      }),
    );

  interface ServeFlags extends CommonFlags {
    readonly store?: string;
    readonly listen: Listen;
    readonly tlsCert?: string;
    readonly tlsKey?: string;
    readonly keepDays: number;
    readonly rollEvery: number;
    readonly alarmWebhook: string[];
    readonly alarmMail: string[];
    readonly alarmChange: number;
  }
  add(
    'serve',
    'store the snapshots that many hosts push in PostgreSQL, and let clients read them; listens on this machine only, unless --listen names another address',
    'serve --store postgres://perf@localhost/perf\n  $ mcp-perf-server serve --listen 0.0.0.0:7677 --tls-cert cert.pem --tls-key key.pem',
  )
    .option('--store <url>', DEFAULT_STORE)
    .option('--listen <host:port>', 'where to listen', listenOf, { host: '127.0.0.1', port: 7677 })
    .option('--tls-cert <file>', 'certificate, PEM; needed for any address but this machine')
    .option('--tls-key <file>', 'its key, PEM')
    .option('--keep-days <n>', 'days to retain; pinned snapshots stay', wholeNumber, 400)
    .option(
      '--roll-every <time>',
      'how often pushed snapshots are added to hours and days, e.g. 5m',
      durationOf,
      300_000,
    )
    .option('--alarm-webhook <url>', 'notify this address when something got slower; may be repeated', webhookOf, [])
    .option('--alarm-mail <address>', "the same by this machine's sendmail; may be repeated", mailAddressOf, [])
    .option(
      '--alarm-change <percent>',
      'the smallest increase that raises an alarm, with its unit',
      (text) => percentOf(text),
      0.25,
    )
    .action((flags: ServeFlags) =>
      run(flags.json, async ({ app, screen }) => {
        const { host, port } = flags.listen;
        const tls = await tlsOf(flags, cwd);
        if (tls === null && !isLoopback(host))
          throw invalid(`${host} is reachable from other machines: that needs --tls-cert and --tls-key.`);
        const store = storeFor(flags, env, app.now, 8);
        const log = createLogger({ sink: stderrSink });
        const targets = [
          ...flags.alarmWebhook.map(webhookTarget),
          ...flags.alarmMail.map((address) => mailTarget(address, env.MCP_PERF_SENDMAIL || '/usr/sbin/sendmail')),
        ];
        await opening(store.count());
        const serving = await startServing({ store, host, port, tls, log }).catch(async (error: unknown) => {
          await store.close();
          throw notListening(host, port, error);
        });
        screen.note(`Listening on ${serving.url}`);
        const upkeep = { store, keepDays: flags.keepDays, targets, leastChange: flags.alarmChange, now: app.now, log };
        const upkeeping: { now: Promise<void> | null } = { now: null };
        const sweepOnce = () => {
          upkeeping.now ??= keepUp(upkeep).finally(() => (upkeeping.now = null));
        };
        sweepOnce();
        const sweep = setInterval(sweepOnce, flags.rollEvery);
        await new Promise<void>((done) => {
          if (signal.aborted) done();
          signal.addEventListener('abort', () => done(), { once: true });
          process.once('SIGTERM', () => done());
        });
        clearInterval(sweep);
        await serving.close();
        await upkeeping.now;
        await store.close();
        return { result: { url: serving.url }, print: () => {} };
      }),
    );

  interface TokenFlags extends CommonFlags {
    readonly store?: string;
    readonly role?: Role;
  }
  add(
    'token <action> [name]',
    'add, remove or list the tokens of a store; a new one is shown only once',
    'token add web-1 --role push\n  $ mcp-perf-server token list\n  $ mcp-perf-server token remove web-1',
  )
    .option('--store <url>', DEFAULT_STORE)
    .addOption(new Option('--role <role>', 'what it may do').choices(ROLES))
    .action((action: string, name: string | undefined, flags: TokenFlags) =>
      run(flags.json, async ({ app, screen }) => {
        const store = storeFor(flags, env, app.now);
        try {
          if (action === 'list') {
            const tokens = await opening(store.tokens());
            return {
              result: { tokens },
              print: () => tokens.forEach((one) => screen.line(`${one.role}  ${one.name}`)),
            };
          }
          if (name === undefined) throw invalid(`token ${action} needs a name.`);
          if (action === 'remove') {
            const removed = await opening(store.removeToken(name));
            if (!removed) throw invalid(`There is no token ${name}.`);
            return {
              result: { removed: name },
              print: () => screen.line(`${name} was removed; it is refused from now on.`),
            };
          }
          if (action !== 'add') throw invalid('token can add, remove and list.');
          if (flags.role === undefined) throw invalid('token add needs --role push or --role read.');
          const token = await opening(store.addToken(name, flags.role));
          return { result: { name, role: flags.role, token }, print: () => screen.line(token) };
        } finally {
          await store.close();
        }
      }),
    );
}

async function opening<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw asUnusable(error);
  }
}

const WHY_NOT: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program uses it',
  EADDRNOTAVAIL: 'it is not an address of this machine',
  ENOTFOUND: 'it is not an address of this machine',
  EACCES: 'this user is not allowed to',
};

function notListening(host: string, port: number, error: unknown): unknown {
  const why = error instanceof Error && 'code' in error ? WHY_NOT[String(error.code)] : undefined;
  return why === undefined
    ? error
    : invalid(`cannot listen on ${host}:${port}: ${why}. Choose another address with --listen.`);
}

function storeFor(
  { store }: { readonly store?: string },
  env: Environment,
  now: () => Date,
  connections?: number,
): PostgresStore {
  const named = store ?? env.MCP_PERF_STORE;
  if (!named) throw invalid('No store is named. Use --store postgres://USER@HOST/DATABASE, or set MCP_PERF_STORE.');
  if (store !== undefined && URL.canParse(store) && new URL(store).password !== '')
    throw invalid(
      '--store holds a password, which every user of this machine can read. Set PGPASSWORD, or put the whole address into MCP_PERF_STORE.',
    );
  return postgresStore(named, env, now, store === undefined ? 'MCP_PERF_STORE' : '--store', connections);
}

function invalid(message: string): KernelError {
  return new KernelError('VALIDATION_ERROR', message);
}

interface Listen {
  readonly host: string;
  readonly port: number;
}

function listenOf(text: string): Listen {
  const match = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text);
  if (match === null) throw new InvalidArgumentError('must be HOST:PORT, e.g. 127.0.0.1:7677');
  return { host: match[1] ?? match[2]!, port: Number(match[3]) };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

/** Webhook messages leave this machine, so they must be encrypted, except to this machine itself. */
function webhookOf(text: string, before: readonly string[]): string[] {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new InvalidArgumentError('must be an address that begins with https://');
  if (url.protocol === 'http:' && !isLoopback(url.hostname.replaceAll(/[[\]]/g, '')))
    throw new InvalidArgumentError('must begin with https://: only this machine may be notified without encryption');
  return [...before, text];
}

function mailAddressOf(text: string, before: readonly string[]): string[] {
  if (!/^[^\s@<>,;:"()[\]\\-][^\s@<>,;:"()[\]\\]*@[\w.-]+$/.test(text))
    throw new InvalidArgumentError('must be one mail address, e.g. ops@example.org');
  return [...before, text];
}

async function tlsOf(
  { tlsCert, tlsKey }: { readonly tlsCert?: string; readonly tlsKey?: string },
  cwd: string,
): Promise<{ cert: Buffer; key: Buffer } | null> {
  if (tlsCert === undefined && tlsKey === undefined) return null;
  if (tlsCert === undefined || tlsKey === undefined) throw invalid('--tls-cert and --tls-key are needed together.');
  const read = (file: string) =>
    readFile(resolve(cwd, file)).catch(() => {
      throw invalid(`${file} cannot be read.`);
    });
  return { cert: await read(tlsCert), key: await read(tlsKey) };
}
