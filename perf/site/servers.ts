// The servers of the test site, each under the user Debian gives it, all in one folder and on sockets of their own.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** A user of the system, by name. */
export function account(name: string): Account {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((row) => row.startsWith(`${name}:`));
  if (line === undefined) throw new Error(`There is no user ${name}; install the packages of npm run perf:site first.`);
  const [, , uid, gid] = line.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

export function folderFor(path: string, { uid, gid }: Account): string {
  mkdirSync(path, { recursive: true });
  chownSync(path, uid, gid);
  chmodSync(path, 0o755);
  return path;
}

export interface Running {
  readonly stop: () => Promise<void>;
}

/** Starts a server and waits until it is ready; its log is shown when it is not. */
async function start(
  file: string,
  args: readonly string[],
  log: string,
  ready: () => boolean,
  env: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const child = spawn(file, args, { stdio: 'ignore', env: { ...process.env, ...env } });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const deadline = Date.now() + 60_000;
  while (!ready()) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL');
      const output = existsSync(log) ? readFileSync(log, 'utf8').slice(-2000) : '(no log)';
      throw new Error(`${file} did not start:\n${output}`);
    }
    await sleep(50);
  }
  return { stop: () => stopChild(child, ended) };
}

async function stopChild(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.kill('SIGTERM');
  await Promise.race([ended, sleep(20_000)]);
  if (child.exitCode === null) child.kill('SIGKILL');
}

export interface Database extends Running {
  readonly socket: string;
  /** Runs statements as the server's own root, over the socket. */
  readonly run: (sql: string, database?: string) => string;
}

export interface DatabaseOptions {
  /** Every statement goes there, with its plan. */
  readonly slowLog?: string;
  /** Whether it counts statements itself (`performance_schema`), which is off by default in MariaDB. */
  readonly isCounting?: boolean;
}

export async function startMariadb(
  folder: string,
  { slowLog, isCounting = false }: DatabaseOptions = {},
): Promise<Database> {
  const user = account('mysql');
  const data = folderFor(join(folder, 'mysql'), user);
  const socket = join(data, 'mysql.sock');
  const log = join(data, 'error.log');
  if (!existsSync(join(data, 'mysql'))) {
    const made = spawnSync(
      'mariadb-install-db',
      [
        '--no-defaults',
        '--user=mysql',
        `--datadir=${data}`,
        '--auth-root-authentication-method=normal',
        '--skip-test-db',
      ],
      { encoding: 'utf8' },
    );
    if (made.status !== 0) throw new Error(`mariadb-install-db failed: ${made.stderr}`);
  }
  const logged =
    slowLog === undefined
      ? []
      : [
          '--slow-query-log=ON',
          `--slow-query-log-file=${slowLog}`,
          '--long-query-time=0',
          '--log-slow-verbosity=query_plan,explain',
        ];
  const run = (sql: string, database = '') => {
    const done = spawnSync(
      'mariadb',
      ['--no-defaults', `--socket=${socket}`, '-uroot', '-N', '-B', database].filter(Boolean),
      {
        input: sql,
        encoding: 'utf8',
      },
    );
    if (done.status !== 0) throw new Error(`mariadb: ${done.stderr}`);
    return done.stdout;
  };
  const running = await start(
    'mariadbd',
    [
      '--no-defaults',
      '--user=mysql',
      `--datadir=${data}`,
      `--socket=${socket}`,
      `--log-error=${log}`,
      '--skip-networking',
      '--innodb-buffer-pool-size=64M',
      '--innodb-flush-log-at-trx-commit=2',
      ...(isCounting ? ['--performance-schema=ON'] : []),
      ...logged,
    ],
    log,
    () =>
      existsSync(socket) &&
      spawnSync('mariadb-admin', ['--no-defaults', `--socket=${socket}`, '-uroot', 'ping']).status === 0,
  );
  return { ...running, socket, run };
}

export interface PhpOptions {
  readonly name: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Zend extensions to load; Debian's own list of extensions is left out, so that Xdebug is loaded only when named. */
  readonly zend: readonly string[];
}

/** PHP-FPM as www-data; returns the socket nginx talks to. */
export async function startPhp(
  folder: string,
  { name, settings, zend }: PhpOptions,
): Promise<Running & { readonly socket: string }> {
  const user = account('www-data');
  const place = folderFor(join(folder, `php-${name}`), user);
  const socket = join(place, 'fpm.sock');
  const log = join(place, 'fpm.log');
  const config = join(place, 'fpm.conf');
  writeFileSync(
    config,
    `[global]\nerror_log = ${log}\ndaemonize = no\n[www]\nuser = www-data\ngroup = www-data\nlisten = ${socket}\nlisten.owner = www-data\nlisten.mode = 0666\npm = static\npm.max_children = 2\ncatch_workers_output = no\nclear_env = no\n`,
  );
  const scan = join(place, 'conf.d');
  mkdirSync(scan, { recursive: true });
  const extensions = ['mysqlnd', 'mysqli', 'ctype', 'tokenizer', 'fileinfo', 'iconv'].map(
    (one) => `extension=${one}.so`,
  );
  const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}`);
  writeFileSync(
    join(scan, 'site.ini'),
    [...zend.map((one) => `zend_extension=${one}.so`), ...extensions, ...lines, ''].join('\n'),
  );
  const ini = join(place, 'php.ini');
  writeFileSync(ini, '');
  const running = await start('php-fpm8.2', ['-F', '-y', config, '-c', ini], log, () => existsSync(socket), {
    PHP_INI_SCAN_DIR: scan,
  });
  return { ...running, socket };
}

export interface Site {
  readonly port: number;
  readonly root: string;
  readonly php: string;
}

/** nginx as www-data, one server for each PHP, with how long each request took in its access log. */
export async function startNginx(folder: string, sites: readonly Site[], accessLog: string): Promise<Running> {
  const place = folderFor(join(folder, 'nginx'), account('www-data'));
  const [config, pid, log] = ['nginx.conf', 'nginx.pid', 'error.log'].map((name) => join(place, name)) as [
    string,
    string,
    string,
  ];
  const servers = sites.map(
    ({ port, root, php }) =>
      `server { listen 127.0.0.1:${port}; root ${root}; index index.php;\n  location / { try_files $uri $uri/ /index.php?$args; }\n  location ~ \\.php$ { include /etc/nginx/fastcgi_params; fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name; fastcgi_pass unix:${php}; }\n}`,
  );
  writeFileSync(
    config,
    `user www-data;\nworker_processes 1;\npid ${pid};\nerror_log ${log};\nevents { worker_connections 64; }\nhttp { include /etc/nginx/mime.types;\nlog_format timed '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent" $request_time';\naccess_log ${accessLog} timed;\nclient_body_temp_path ${place}/body; proxy_temp_path ${place}/proxy; fastcgi_temp_path ${place}/fastcgi; uwsgi_temp_path ${place}/uwsgi; scgi_temp_path ${place}/scgi;\n${servers.join('\n')}\n}\n`,
  );
  return start(
    'nginx',
    ['-p', place, '-c', config, '-e', log, '-g', 'daemon off;'],
    log,
    () => existsSync(pid) && readFileSync(pid, 'utf8').trim() !== '',
  );
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
