// The address of the database that may be queried for plans: `mysql://reader@db.example/shop`, `postgres://reader@db.example/shop`. It comes from the shell or the
// environment, never from a call: the caller must not choose which server is queried.

export interface Dsn {
  readonly engine: 'mysql' | 'postgres';
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string | null;
  readonly database: string | null;
  /** The socket itself (MySQL), or its folder (PostgreSQL). */
  readonly socket: string | null;
  /** As PostgreSQL names it (`sslmode=verify-full`); null: encrypted where the server offers it. */
  readonly sslmode: string | null;
}

/** The variable for a password that is not part of the address. */
export interface Passwords {
  readonly MYSQL_PWD?: string | undefined;
  readonly PGPASSWORD?: string | undefined;
}

export type DsnResult = { readonly ok: true; readonly dsn: Dsn } | { readonly ok: false; readonly error: string };

const FORM =
  'mysql://USER@HOST:3306/DATABASE or postgres://USER@HOST:5432/DATABASE (over a socket: mysql://USER@localhost/DATABASE?socket=/run/mysqld/mysqld.sock, postgres://USER@localhost/DATABASE?socket=/run/postgresql)';
const ENGINES: Readonly<Record<string, Dsn['engine']>> = {
  'mysql:': 'mysql',
  'mariadb:': 'mysql',
  'postgres:': 'postgres',
  'postgresql:': 'postgres',
};
const SSL_MODES = new Set(['disable', 'prefer', 'require', 'verify-full']);

/** Every user of the machine can read a command line, so a password there is refused. */
export function dsnFromShell(text: string, passwords: Passwords, option = '--dsn'): DsnResult {
  const result = parseDsn(text, option);
  if (!result.ok) return result;
  if (result.dsn.password !== null)
    return {
      ok: false,
      error: `${option} holds a password, which every user of this machine can read. Leave it out and set ${variableOf(result.dsn)}, or put the whole address into ${option === '--dsn' ? 'MCP_PERF_DSN' : 'MCP_PERF_SCRATCH'}.`,
    };
  return withPassword(result.dsn, passwords);
}

export function dsnFromEnvironment(text: string, passwords: Passwords, name = 'MCP_PERF_DSN'): DsnResult {
  const result = parseDsn(text, name);
  return result.ok ? withPassword(result.dsn, passwords) : result;
}

function variableOf({ engine }: Dsn): keyof Passwords {
  return engine === 'mysql' ? 'MYSQL_PWD' : 'PGPASSWORD';
}

function withPassword(dsn: Dsn, passwords: Passwords): DsnResult {
  return { ok: true, dsn: { ...dsn, password: dsn.password ?? (passwords[variableOf(dsn)] || null) } };
}

/** The text itself is never repeated: it may hold a password. */
function parseDsn(text: string, name: string): DsnResult {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null) return { ok: false, error: `${name} is not an address; an address looks like ${FORM}.` };
  const engine = ENGINES[url.protocol];
  if (engine === undefined)
    return {
      ok: false,
      error: `${name}: plans can be queried from MySQL, MariaDB and PostgreSQL; the address looks like ${FORM}.`,
    };
  if (url.username === '') return { ok: false, error: `${name} names no user; the address looks like ${FORM}.` };
  const database = decodePart(url.pathname.slice(1));
  const sslmode = url.searchParams.get('sslmode');
  if (sslmode !== null && !SSL_MODES.has(sslmode))
    return { ok: false, error: `${name}: sslmode is one of ${[...SSL_MODES].join(', ')}.` };
  return {
    ok: true,
    dsn: {
      engine,
      sslmode,
      host: url.hostname || 'localhost',
      port: url.port === '' ? (engine === 'mysql' ? 3306 : 5432) : Number(url.port),
      user: decodePart(url.username),
      password: url.password === '' ? null : decodePart(url.password),
      database: database === '' ? null : database,
      socket: url.searchParams.get('socket'),
    },
  };
}

export function isSameDatabase(a: Dsn, b: Dsn): boolean {
  return (
    a.engine === b.engine &&
    a.host === b.host &&
    a.port === b.port &&
    a.socket === b.socket &&
    a.database === b.database
  );
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
