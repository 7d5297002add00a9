// What is wrong and how to fix it. Looks, and changes nothing.
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { hasBook, notedService } from '../home.ts';
import { say, sayJson, style } from '../output.ts';
import { mcpProgram } from '../programs.ts';
import { clientOf, runningService } from '../service.ts';

interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'problem';
  readonly detail: string;
  readonly fix?: string;
}

const LITTLE_SPACE = 500 * 1024 * 1024;
const OLD_BACKUP_DAYS = 7;
/** A database is whole pages, encrypted or not. */
const PAGE_BYTES = 4096;

const ok = (check: string, detail: string): Finding => ({ check, state: 'ok', detail });

function checkHome(home: string): Finding[] {
  if (!existsSync(home)) {
    return [{ check: 'home', state: 'problem', detail: `${home} is not there`, fix: 'zorivest init' }];
  }
  const found: Finding[] = [];
  try {
    accessSync(home, constants.R_OK | constants.W_OK);
    found.push(ok('home', home));
  } catch {
    found.push({ check: 'home', state: 'problem', detail: `${home} cannot be written`, fix: `chmod u+rwx ${home}` });
  }
  const mode = statSync(home).mode & 0o077;
  if (process.platform !== 'win32' && mode !== 0) {
    found.push({
      check: 'permissions',
      state: 'warning',
      detail: 'others may look into the home',
      fix: `chmod 700 ${home}`,
    });
  }
  const { bavail, bsize } = statfsSync(home);
  const megabytes = Math.round((bavail * bsize) / 1024 / 1024);
  found.push(
    bavail * bsize < LITTLE_SPACE
      ? { check: 'disk', state: 'warning', detail: `${megabytes} MB left`, fix: 'free some space' }
      : ok('disk', `${megabytes} MB left`),
  );
  return found;
}

function firstBytes(path: string, count: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(count);
    readSync(file, bytes);
    return bytes;
  } finally {
    closeSync(file);
  }
}

function withoutBootstrap(home: string): string {
  const bootstrap = join(home, 'bootstrap.json');
  if (existsSync(`${bootstrap}.bak`)) return `cp ${bootstrap}.bak ${bootstrap}`;
  if (!existsSync(join(home, 'zorivest.db'))) return 'zorivest init, or zorivest restore <backup>';
  return 'without it the database cannot be opened: put it back, or zorivest restore <backup>';
}

function checkBook(home: string): Finding[] {
  if (!hasBook(home)) {
    return [
      {
        check: 'book',
        state: 'problem',
        detail: 'there is no bootstrap.json',
        fix: withoutBootstrap(home),
      },
    ];
  }
  const found: Finding[] = [];
  try {
    JSON.parse(readFileSync(join(home, 'bootstrap.json'), 'utf8'));
    found.push(ok('keys', 'bootstrap.json can be read'));
  } catch {
    found.push({
      check: 'keys',
      state: 'problem',
      detail: 'bootstrap.json is damaged',
      fix: `cp ${join(home, 'bootstrap.json.bak')} ${join(home, 'bootstrap.json')}`,
    });
  }
  const database = join(home, 'zorivest.db');
  if (!existsSync(database)) {
    found.push({
      check: 'database',
      state: 'problem',
      detail: 'zorivest.db is missing',
      fix: 'zorivest restore <backup>',
    });
    return found;
  }
  const { size } = statSync(database);
  const start = firstBytes(database, 15).toString('latin1');
  const fault =
    start === 'SQLite format 3'
      ? 'is not encrypted'
      : size === 0 || size % PAGE_BYTES !== 0
        ? 'is cut short or not a book'
        : null;
  found.push(
    fault === null
      ? ok('database', `${Math.ceil(size / 1024)} kB; without its key it is not known whether it opens`)
      : { check: 'database', state: 'problem', detail: `zorivest.db ${fault}`, fix: 'zorivest restore <backup>' },
  );
  return [...found, checkControl(home)];
}

/** What a start does with one that is lost is safe, but the person should know before. */
function checkControl(home: string): Finding {
  const path = join(home, 'control.db');
  const size = existsSync(path) ? statSync(path).size : null;
  const fault = size === null ? 'is missing' : size === 0 || size % PAGE_BYTES !== 0 ? 'is cut short' : null;
  if (fault === null) return ok('control', 'the guard and the modes of keys, encrypted');
  return {
    check: 'control',
    state: 'warning',
    detail: `control.db ${fault}; the next unlock makes one with the guard locked and every key off`,
    fix: 'zorivest restore <backup>, or unlock and set the modes of the keys again',
  };
}

/** Statements wait for their import only while a service runs. */
function leftUploads(home: string): Finding[] {
  const folder = join(home, 'uploads');
  const left = existsSync(folder) ? readdirSync(folder).length : 0;
  if (left === 0) return [];
  return [
    {
      check: 'uploads',
      state: 'warning',
      detail: `${left} in ${folder}, encrypted: left by a crash`,
      fix: 'zorivest up removes them',
    },
  ];
}

async function checkService(home: string): Promise<Finding[]> {
  const url = await runningService(home);
  if (url === null) {
    const noted = notedService(home);
    return [
      {
        check: 'service',
        state: 'warning',
        detail: noted === null ? 'not running' : `not running, although it was last noted at ${noted}`,
        fix: 'zorivest up',
      },
      ...leftUploads(home),
    ];
  }
  const health = await clientOf(home, url, { kind: 'none' }, 5000).system.health();
  const found = [ok('service', `${url}, version ${health.version}`)];
  if (health.state === 'failed') {
    found.push({
      check: 'vault',
      state: 'problem',
      detail: 'the book could not be opened',
      fix: `look into ${join(home, 'logs')}; then zorivest restore <backup>`,
    });
  } else found.push(ok('vault', health.state));
  return found;
}

function checkBackups(home: string, now: number): Finding {
  const folder = join(home, 'backups');
  const times = (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => name.endsWith('.zvbak'))
    .map((name) => statSync(join(folder, name)).mtimeMs);
  if (times.length === 0) return { check: 'backups', state: 'warning', detail: 'none yet', fix: 'zorivest backup' };
  const days = Math.floor((now - Math.max(...times)) / 86_400_000);
  return days > OLD_BACKUP_DAYS
    ? { check: 'backups', state: 'warning', detail: `the newest is ${days} days old`, fix: 'zorivest backup' }
    : ok('backups', `${times.length} in ${folder}`);
}

const drillStates = { passed: 'ok', failed: 'problem' } as const;

/** What came of the last restore drill, which the service makes every week while it is unlocked. */
function checkDrill(home: string): Finding[] {
  const path = join(home, 'backups', 'restore-drill.json');
  if (!existsSync(path)) return [];
  try {
    const { at, filename, status, error } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
    const state = drillStates[status === 'passed' ? 'passed' : 'failed'];
    const detail = `${String(filename)}, ${String(at).slice(0, 10)}: ${status === 'passed' ? 'it can be restored' : String(error)}`;
    return [{ check: 'drill', state, detail, ...(state === 'problem' && { fix: 'zorivest backup --verify-all' }) }];
  } catch {
    return [{ check: 'drill', state: 'warning', detail: `${path} cannot be read`, fix: `rm ${path}` }];
  }
}

/** What came of the last look at the record, which the service takes once a day while it is unlocked. */
function checkRecord(home: string): Finding[] {
  const path = join(home, 'record-check.json');
  if (!existsSync(path)) return [];
  try {
    const { at, status, error } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
    const state = drillStates[status === 'passed' ? 'passed' : 'failed'];
    const verdict = state === 'ok' ? 'every row is as it was written' : String(error);
    const detail = `${String(at).slice(0, 10)}: ${verdict}`;
    return [{ check: 'record', state, detail, ...(state === 'problem' && { fix: 'zorivest activity verify' }) }];
  } catch {
    return [{ check: 'record', state: 'warning', detail: `${path} cannot be read`, fix: `rm ${path}` }];
  }
}

/** What a home and its backups may hold; anything else is named, with what to do. */
const known = [
  /^zorivest\.db(-wal|-shm)?$/,
  /^control\.db(-wal|-shm)?$/,
  /^bootstrap\.json(\.bak)?$/,
  /^(service\.lock|service\.json|local\.secret|mcp\.json|first-run\.json|restore-drill\.json|record-check\.json)(-journal)?$/,
  /^stop\.(ready|held)$/,
  /^zorivest-backup-.*\.zvbak$/,
];

const strays: readonly (readonly [RegExp, string, string])[] = [
  [/^control\.db\.unreadable-/, 'a control.db that could not be opened', 'remove it once you do not want it back'],
  [/\.before-restore-/, 'a book that a restore took the place of', 'remove it once you do not want it back'],
  [/^swap\.json$/, 'a restore or rekey that was cut short', 'zorivest up finishes it'],
  [
    /^\.(init|restore|rekey|control|snapshot|verify|drill)-|\.partial$|\.tmp$/,
    'left by a crash',
    'zorivest up removes it',
  ],
];

function checkStrays(home: string): Finding[] {
  return [home, join(home, 'backups')].flatMap((folder) =>
    (existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [])
      .filter((entry) => entry.isFile() && !known.some((pattern) => pattern.test(entry.name)))
      .map(({ name }): Finding => {
        const [, what, fix] = strays.find(([pattern]) => pattern.test(name)) ?? [
          null,
          'not one of ours',
          'move it out of the home',
        ];
        return { check: 'file', state: 'warning', detail: `${join(folder, name)}: ${what}`, fix };
      }),
  );
}

export async function doctor(home: string, options: { json: boolean }): Promise<void> {
  const findings: Finding[] = [ok('node', process.version), ...checkHome(home)];
  if (existsSync(home)) {
    findings.push(...checkBook(home));
    if (hasBook(home))
      findings.push(
        ...(await checkService(home)),
        checkBackups(home, Date.now()),
        ...checkDrill(home),
        ...checkRecord(home),
      );
    findings.push(...checkStrays(home));
  }
  findings.push(
    mcpProgram() === null
      ? {
          check: 'mcp',
          state: 'problem',
          detail: 'zorivest-mcp is not there',
          fix: 'install zorivest again, or `npm run build` in its sources',
        }
      : ok('mcp', 'installed'),
  );
  const sick = findings.some(({ state }) => state === 'problem');
  if (options.json) sayJson({ healthy: !sick, findings });
  else {
    const signs = {
      ok: style('green', 'ok     '),
      warning: style('yellow', 'warning'),
      problem: style('red', 'problem'),
    };
    for (const { check, state, detail, fix } of findings) {
      say(`${signs[state]}  ${check.padEnd(12)} ${detail}`);
      if (fix !== undefined) say(`${' '.repeat(22)}-> ${fix}`);
    }
  }
  if (sick) process.exitCode = 1;
}
