// One release of the site, measured: a slow log with plans, timings, the access log and profiles of Xdebug.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type Probe, probe } from '../collect/probe.ts';
import { account, type Database, folderFor, freePort, startNginx, startPhp } from './servers.ts';
import { withoutShortCalls } from './thin.ts';
import { type Fault, release } from './wordpress.ts';

export interface RecordOptions {
  readonly folder: string;
  readonly root: string;
  readonly database: Database;
  /** Where the recordings go, a folder for each release. */
  readonly output: string;
}

const PATHS = ['/', '/?orders=7'] as const;
const SAMPLES = 10;
const WARM_UPS = 4;
/** Releases whose fault a profile shows, and the one without any. */
const PROFILED: readonly Fault[] = ['clean', 'n_plus_one', 'opcache_off'];
const OPCACHE = { 'opcache.enable': '1', 'opcache.validate_timestamps': '0', 'opcache.memory_consumption': '64' };

export async function record(fault: Fault, { folder, root, database, output }: RecordOptions): Promise<string> {
  release(root, database, fault);
  const place = join(folder, `release-${fault}`);
  const traces = folderFor(join(place, 'traces'), account('www-data'));
  const cached = fault !== 'opcache_off';
  const settings = { display_errors: '0', log_errors: '0', ...(cached ? OPCACHE : {}) };
  const plain = await startPhp(place, { name: 'plain', zend: cached ? ['opcache'] : [], settings });
  const tracing = await startPhp(place, {
    name: 'xdebug',
    zend: [...(cached ? ['opcache'] : []), 'xdebug'],
    settings: {
      ...settings,
      'xdebug.mode': 'profile',
      'xdebug.start_with_request': 'trigger',
      'xdebug.output_dir': traces,
      'xdebug.profiler_output_name': 'cachegrind.out.%t.%p',
    },
  });
  const [port, tracingPort] = [await freePort(), await freePort()];
  const accessLog = join(place, 'access.log');
  const nginx = await startNginx(
    place,
    [
      { port, root, php: plain.socket },
      { port: tracingPort, root, php: tracing.socket },
    ],
    accessLog,
  );
  const target = join(output, fault);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  try {
    for (const path of PATHS) for (let i = 0; i < WARM_UPS; i++) await get(port, path);
    // Both processes of the other PHP have to be warm, too.
    for (let i = 0; i < 2 * WARM_UPS; i++) await get(tracingPort, PATHS[0]);
    writeFileSync(accessLog, '');
    const slowLog = join(folder, 'mysql', `slow-${fault}.log`);
    database.run(`SET GLOBAL slow_query_log_file = '${slowLog}'`);
    const requests: object[] = [];
    for (const path of PATHS) {
      for (let i = 0; i < SAMPLES; i++) requests.push(row(path, await get(port, path), requests.length + 1));
    }
    database.run(`SET GLOBAL slow_query_log_file = '${join(folder, 'mysql', 'slow.log')}'`);
    writeFileSync(
      join(target, 'timings.json'),
      JSON.stringify({ format: 'ttfb_timings', version: 'collector-v1', requests }),
    );
    writeFileSync(join(target, 'slow.log.gz'), packFile(readFileSync(slowLog, 'latin1'), folder));
    copyFileSync(accessLog, join(target, 'access.log'));
    // A profile's name knows only the second: none of the timed requests may lie in the same.
    await sleep(2500);
    const profiles = PROFILED.includes(fault) ? 2 : 0;
    for (let i = 0; i < profiles; i++) await get(tracingPort, PATHS[0], { cookie: 'XDEBUG_TRIGGER=1' });
    for (const name of readdirSync(traces)) {
      const text = withoutShortCalls(readFileSync(join(traces, name), 'latin1'), {
        below: 50_000,
        keep: ALWAYS_RETAINED,
      });
      writeFileSync(join(target, `${name}.gz`), packFile(text, folder));
    }
  } finally {
    for (const server of [nginx, plain, tracing]) await server.stop();
  }
  return target;
}

/** What sends statements, and what is included: both count, however fast. */
const ALWAYS_RETAINED =
  /^(?:php::mysqli_query|wpdb->(?:query|get_var|get_row|get_col|get_results)|(?:include|require)(?:_once)?::)/;

/** Compressed, and without the folder of this run: a recording is the same wherever it was made. */
function packFile(text: string, folder: string): Buffer {
  return gzipSync(Buffer.from(text.replaceAll(folder, '/srv/site'), 'latin1'), { level: 9 });
}

function get(port: number, path: string, headers: Readonly<Record<string, string>> = {}): Promise<Probe> {
  return probe(new URL(`http://127.0.0.1:${port}${path}`), headers, 60_000, new AbortController().signal);
}

function row(path: string, found: Probe, number: number): object {
  return {
    sample_id: `timing-${String(number).padStart(6, '0')}`,
    route: path,
    url: path,
    status: found.status,
    started_at: found.startedAt,
    ended_at: found.endedAt,
    ttfb_ms: found.ttfbMs,
    wall_ms: found.wallMs,
    error: found.error,
  };
}
