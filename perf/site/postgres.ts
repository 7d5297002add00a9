// A PostgreSQL of its own for tests and recordings, under the user Debian gives it, on a socket only.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { account, folderFor, type Running } from './servers.ts';

const INSTALLED = '/usr/lib/postgresql';

/** Where the newest server from 15 on has its programs; null where there is none. */
function postgresPrograms(): string | null {
  if (!existsSync(INSTALLED)) return null;
  const [version] = readdirSync(INSTALLED)
    .filter((name) => Number(name) >= 15 && existsSync(join(INSTALLED, name, 'bin/initdb')))
    .toSorted((a, b) => Number(b) - Number(a));
  return version === undefined ? null : join(INSTALLED, version, 'bin');
}

/** Null when it can be started here. */
export function whyNoPostgres(): string | null {
  if (postgresPrograms() === null) return 'needs postgresql';
  return process.getuid?.() === 0 ? null : 'needs root';
}

export interface Postgres extends Running {
  /** The folder of its socket. */
  readonly socket: string;
  readonly log: string;
  readonly run: (sql: string, database?: string) => string;
  /** Ends it as a power cut would, and starts it again. */
  readonly crash: () => void;
}

export function startPostgres(folder: string, settings: Readonly<Record<string, string>> = {}): Postgres {
  const programs = postgresPrograms()!;
  const user = account('postgres');
  const place = folderFor(join(folder, 'pg'), user);
  const data = join(place, 'data');
  const as = (file: string, args: readonly string[], input = '') => {
    const done = spawnSync(join(programs, file), args, {
      ...user,
      input,
      encoding: 'utf8',
      cwd: '/',
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    if (done.status !== 0) throw new Error(`${file}: ${done.stderr}`);
    return done.stdout;
  };
  as('initdb', ['-D', data, '-A', 'trust', '--no-sync', '-E', 'UTF8']);
  const log = join(place, 'log', 'server.log');
  const lines = {
    listen_addresses: '',
    unix_socket_directories: place,
    logging_collector: 'on',
    log_directory: join(place, 'log'),
    log_filename: 'server.log',
    log_file_mode: '0644',
    log_line_prefix: '%m [%p] %u@%d ',
    ...settings,
  };
  appendFileSync(
    join(data, 'postgresql.conf'),
    Object.entries(lines)
      .map(([name, value]) => `${name} = '${value}'\n`)
      .join(''),
  );
  const start = () => as('pg_ctl', ['-D', data, '-w', '-l', join(place, 'start.log'), 'start']);
  start();
  return {
    socket: place,
    log,
    run: (sql, database = 'postgres') =>
      as('psql', ['-h', place, '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', database], sql),
    crash: () => {
      as('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
      start();
    },
    stop: async () => {
      if (existsSync(join(data, 'postmaster.pid'))) as('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
    },
  };
}
