// A small shop on Debian's Laravel, planted with one fault after another and recorded: slow log, timings, profiles of Xdebug.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { planOf } from '../../collect/params.ts';
import { collect } from '../../collect/run.ts';
import { type Database, freePort, type Running, startMariadb } from '../servers.ts';
import { shopSql } from '../shop/shop.ts';
import { withoutShortCalls } from '../thin.ts';

const LARAVEL_FAULTS = ['clean', 'lazy_loading', 'queued_work', 'config_not_cached'] as const;
type LaravelFault = (typeof LARAVEL_FAULTS)[number];

const PATHS = ['/products', '/checkout', '/about'];

export function whyNoLaravel(): string | null {
  const needed = {
    '/usr/share/php/Illuminate/Foundation/Application.php': 'php-laravel-framework',
    '/usr/sbin/mariadbd': 'mariadb-server',
    '/var/lib/dpkg/info/php-mysql.list': 'php-mysql',
    '/var/lib/dpkg/info/php-xdebug.list': 'php-xdebug',
  };
  const missing = Object.entries(needed).flatMap(([file, name]) => (existsSync(file) ? [] : [name]));
  if (missing.length > 0) return `needs ${missing.join(', ')}`;
  return process.getuid?.() === 0 ? null : 'needs root';
}

/** Each release in a folder of its own below `output`. */
export async function recordLaravel(folder: string, output: string, say: (text: string) => void): Promise<void> {
  const slowLog = join(folder, 'mysql', 'slow.log');
  const database = await startMariadb(folder, { slowLog });
  try {
    database.run(`CREATE DATABASE shop; CREATE USER 'shop'@'localhost'; GRANT ALL ON shop.* TO 'shop'@'localhost';`);
    database.run(shopSql('mysql', { products: 3000, orders: 100, customers: 100, reviews: 100 }), 'shop');
    database.run(
      'CREATE TABLE jobs (id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, queue VARCHAR(255) NOT NULL, payload LONGTEXT NOT NULL, attempts TINYINT UNSIGNED NOT NULL, reserved_at INT UNSIGNED, available_at INT UNSIGNED NOT NULL, created_at INT UNSIGNED NOT NULL, INDEX (queue))',
      'shop',
    );
    for (const fault of LARAVEL_FAULTS)
      say(`${fault}: ${await recordRelease(fault, folder, database, slowLog, output)}`);
  } finally {
    await database.stop();
  }
}

async function recordRelease(
  fault: LaravelFault,
  folder: string,
  database: Database,
  slowLog: string,
  output: string,
): Promise<string> {
  const root = join(folder, `laravel-${fault}`);
  cpSync(join(import.meta.dirname, 'app'), root, { recursive: true });
  for (const place of ['bootstrap/cache', 'storage/framework/views', 'storage/logs', 'storage/app'])
    mkdirSync(join(root, place), { recursive: true });
  const env = { ...process.env, SHOP_FAULT: fault, SHOP_SOCKET: database.socket };
  const cached = ['view:cache', ...(fault === 'config_not_cached' ? [] : ['config:cache', 'route:cache'])];
  for (const command of cached) {
    const done = spawnSync('php', ['-d', 'xdebug.mode=off', 'artisan', command], { cwd: root, env, encoding: 'utf8' });
    if (done.status !== 0) throw new Error(`artisan ${command}: ${done.stdout}${done.stderr}`);
  }
  const traces = mkdtempSync(join(tmpdir(), 'perf-traces-'));
  const shop = await startLaravel(root, traces, env);
  try {
    const bundles = join(folder, 'bundles');
    const planned = await planOf(
      {
        base_url: shop.url,
        url_paths: PATHS,
        slow_log_path: slowLog,
        sample_count: 5,
        warmup_count: 2,
        timeout_ms: 15_000,
        xdebug_dir: traces,
      },
      bundles,
    );
    if (!planned.ok) throw new Error(JSON.stringify(planned.faults));
    const { bundle_dir: bundle } = await collect(planned.plan, {
      bundles,
      copyMaxBytes: 1 << 30,
      maxFilesPerDir: 500,
      correlationId: 'laravel',
      now: () => new Date(),
      signal: new AbortController().signal,
      progress: () => {},
    });
    const target = join(output, fault);
    rmSync(target, { recursive: true, force: true });
    mkdirSync(target, { recursive: true });
    keepBundle(bundle, root, target);
    return target;
  } finally {
    await shop.stop();
    rmSync(traces, { recursive: true, force: true });
  }
}

/** What the rules examine, however fast it is, and what sends statements. */
const ALWAYS_RETAINED =
  /^(?:php::PDOStatement->execute|php::PDO->prepare|Illuminate\\Database\\Connection->select|.*getRelationshipFromMethod|App\\|.*LoadConfiguration->|.*RouteServiceProvider->load|.*SyncQueue->push|.*DatabaseQueue->push)/;

function keepBundle(bundle: string, root: string, target: string): void {
  const pack = (text: string) =>
    gzipSync(Buffer.from(text.replaceAll(root, '/srv/shop').replaceAll(tmpdir(), '/tmp'), 'latin1'), { level: 9 });
  writeFileSync(join(target, 'timings.json'), readFileSync(join(bundle, 'timings.json')));
  const logs = join(bundle, 'raw', 'slowlog');
  writeFileSync(join(target, 'slow.log.gz'), pack(readFileSync(join(logs, readdirSync(logs)[0]!), 'latin1')));
  const profiles = join(bundle, 'raw', 'xdebug');
  for (const name of readdirSync(profiles)) {
    const text = withoutShortCalls(readFileSync(join(profiles, name), 'latin1'), {
      below: 50_000,
      keep: ALWAYS_RETAINED,
    });
    writeFileSync(join(target, `${basename(name)}.gz`), pack(text));
  }
}

async function startLaravel(
  root: string,
  traces: string,
  env: NodeJS.ProcessEnv,
): Promise<Running & { readonly url: string }> {
  const port = await freePort();
  const settings = {
    'xdebug.mode': 'profile',
    'xdebug.start_with_request': 'trigger',
    'xdebug.output_dir': traces,
    'xdebug.profiler_output_name': 'cachegrind.out.%t.%p.%R',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-d', `${name}=${value}`]);
  const child = spawn('php', [...flags, '-S', `127.0.0.1:${port}`, join(root, 'public/index.php')], {
    cwd: root,
    stdio: 'ignore',
    env,
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + 20_000;
  while (
    !(await fetch(`${url}/about`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`Laravel did not start; its log is ${join(root, 'storage/logs/laravel.log')}`);
    }
    await sleep(50);
  }
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
