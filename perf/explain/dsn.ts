// Where the database is that may be asked for plans: `mysql://reader@db.example/shop`. It comes from the shell or the
// environment, never from a call: whoever asks questions must not choose which server answers.

export interface Dsn {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string | null;
  readonly database: string | null;
  readonly socket: string | null;
}

export type DsnResult = { readonly ok: true; readonly dsn: Dsn } | { readonly ok: false; readonly error: string };

const FORM = 'mysql://USER@HOST:3306/DATABASE, or mysql://USER@localhost/DATABASE?socket=/run/mysqld/mysqld.sock';

/** What stands on a command line is read by every user of the machine, so a password there is refused. */
export function dsnFromShell(text: string, password: string | undefined): DsnResult {
  const result = parseDsn(text, '--dsn');
  if (!result.ok) return result;
  if (result.dsn.password !== null)
    return {
      ok: false,
      error:
        '--dsn holds a password, which every user of this machine can read. Leave it out and set MYSQL_PWD, or put the whole address into MCP_PERF_DSN.',
    };
  return { ok: true, dsn: { ...result.dsn, password: password || null } };
}

export function dsnFromEnvironment(text: string, password: string | undefined): DsnResult {
  const result = parseDsn(text, 'MCP_PERF_DSN');
  return result.ok ? { ok: true, dsn: { ...result.dsn, password: result.dsn.password ?? (password || null) } } : result;
}

/** The text itself is never repeated: it may hold a password. */
function parseDsn(text: string, name: string): DsnResult {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null) return { ok: false, error: `${name} is not an address; it looks like ${FORM}.` };
  if (url.protocol !== 'mysql:' && url.protocol !== 'mariadb:')
    return { ok: false, error: `${name}: plans can be asked of MySQL and MariaDB only; it looks like ${FORM}.` };
  if (url.username === '') return { ok: false, error: `${name} names no user; it looks like ${FORM}.` };
  const database = decodePart(url.pathname.slice(1));
  return {
    ok: true,
    dsn: {
      host: url.hostname || 'localhost',
      port: url.port === '' ? 3306 : Number(url.port),
      user: decodePart(url.username),
      password: url.password === '' ? null : decodePart(url.password),
      database: database === '' ? null : database,
      socket: url.searchParams.get('socket'),
    },
  };
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
