// npm run perf:site: sets up Debian's WordPress, plants one fault after another, and records each release for the tests.
// Needs root, because each server runs under its own user, and the packages it names when they are missing.
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureFleet } from './fleet.ts';
import { whyNoPostgres } from './postgres.ts';
import { recordLaravel, whyNoLaravel } from './laravel/record.ts';
import { record } from './record.ts';
import { startMariadb } from './servers.ts';
import { JUDGED_FAULTS, recordFault } from './shop/faults.ts';
import { keepRecordings } from './shop/keep.ts';
import { judgeCounts, judgeTimes, recordMany, tableOf } from './shop/many.ts';
import { startRecorder, whyNotRecorded } from './shop/recordings.ts';
import { FAULTS, type Fault, installWordpress } from './wordpress.ts';

const NEEDED: Readonly<Record<string, string>> = {
  '/usr/sbin/mariadbd': 'mariadb-server',
  '/usr/sbin/php-fpm8.2': 'php-fpm',
  '/usr/share/wordpress/wp-load.php': 'wordpress',
  '/usr/lib/php/20220829/xdebug.so': 'php-xdebug',
  '/usr/lib/php/20220829/mysqli.so': 'php-mysql',
  '/usr/sbin/nginx': 'nginx',
};

const say = (text: string) => process.stdout.write(`${text}\n`);
const complain = (text: string) => process.stderr.write(`${text}\n`);

async function main(argv: readonly string[]): Promise<number> {
  if (argv.includes('--help')) {
    say(
      `Usage: npm run perf:site -- [--output FOLDER] [FAULT…]\n       npm run perf:site -- shop\n       npm run perf:site -- aa [FOLDER]\n       npm run perf:site -- keep\n       npm run perf:site -- laravel\n       npm run perf:site -- fleet\n\nFaults: ${FAULTS.join(', ')}; all of them unless named.\nshop: thirteen routes on MariaDB and on PostgreSQL, each fault planted, recorded and judged.\naa: the shop recorded 60 times and every pair compared: there must be no false alarm, and every planted change must be found in its route. Takes an hour on an idle machine; the folder keeps the recordings, and an interrupted run resumes there.\nkeep: small recordings of the shop for perf/examples/shop, which the tests read.\nlaravel: a small shop on Debian's Laravel with each fault, for perf/examples/laravel.\nfleet: a store of thirty days and fifty hosts, with queries and pushes; takes five minutes.\nExample:\n  $ npm run perf:site -- n_plus_one missing_index`,
    );
    return 0;
  }
  if (argv[0] === 'shop') return recordShop();
  if (argv[0] === 'aa') return judgeRecordings(argv[1]);
  if (argv[0] === 'keep') return keepShop();
  if (argv[0] === 'laravel') return keepLaravel();
  if (argv[0] === 'fleet') return measure();
  const at = argv.indexOf('--output');
  const output = at === -1 ? join(import.meta.dirname, '../examples') : argv[at + 1];
  const named = argv.filter((word, i) => !word.startsWith('--') && (at === -1 || i !== at + 1));
  const unknown = named.filter((name) => !FAULTS.some((fault) => fault === name));
  if (output === undefined || unknown.length > 0) {
    complain(
      output === undefined
        ? '--output needs a folder.'
        : `There is no fault ${unknown.join(', ')}; the faults are ${FAULTS.join(', ')}.`,
    );
    return 2;
  }
  const missing = Object.entries(NEEDED).flatMap(([file, name]) => (existsSync(file) ? [] : [name]));
  if (missing.length > 0) {
    complain(`Missing packages: apt-get install ${missing.join(' ')}`);
    return 2;
  }
  if (process.getuid?.() !== 0) {
    complain('Run it as root: each server is started under a user of its own.');
    return 2;
  }
  const folder = mkdtempSync(join(tmpdir(), 'perf-site-'));
  // The servers' users must be able to look into it.
  chmodSync(folder, 0o755);
  const chosen: readonly Fault[] = named.length === 0 ? FAULTS : FAULTS.filter((fault) => named.includes(fault));
  try {
    const setUp = await startMariadb(folder);
    say('installing WordPress …');
    let root: string;
    try {
      root = installWordpress(folder, setUp);
    } finally {
      await setUp.stop();
    }
    const database = await startMariadb(folder, { slowLog: join(folder, 'mysql', 'slow.log') });
    try {
      for (const fault of chosen) say(`${fault}: ${await record(fault, { folder, root, database, output })}`);
    } finally {
      await database.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return 0;
}

/** Exits with 1 where another finding than the planted fault came first. */
async function recordShop(): Promise<number> {
  let wrong = 0;
  for (const engine of ['mysql', 'postgres'] as const) {
    const reason = whyNotRecorded(engine, true);
    if (reason !== null) {
      complain(`The shop on ${engine} ${reason}.`);
      return 2;
    }
    const folder = mkdtempSync(join(tmpdir(), 'perf-shop-'));
    const recorder = await startRecorder(folder, engine);
    try {
      for (const fault of JUDGED_FAULTS) {
        const { isRight, summary } = await recordFault(recorder, fault);
        if (!isRight) wrong++;
        say(`${engine} ${fault}: ${summary}${isRight ? '' : ' -- WRONG'}`);
      }
    } finally {
      await recorder.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return wrong === 0 ? 0 : 1;
}

async function keepLaravel(): Promise<number> {
  const reason = whyNoLaravel();
  if (reason !== null) {
    complain(`Laravel ${reason}.`);
    return 2;
  }
  const folder = mkdtempSync(join(tmpdir(), 'perf-laravel-'));
  chmodSync(folder, 0o755);
  try {
    await recordLaravel(folder, join(import.meta.dirname, '../examples/laravel'), say);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return 0;
}

async function keepShop(): Promise<number> {
  const reason = whyNotRecorded();
  if (reason !== null) {
    complain(`The shop ${reason}.`);
    return 2;
  }
  const folder = mkdtempSync(join(tmpdir(), 'perf-shop-'));
  const recorder = await startRecorder(folder);
  try {
    await keepRecordings(recorder, join(import.meta.dirname, '../examples/shop'), say);
  } finally {
    await recorder.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return 0;
}

/** Exits with 1 where a limit was missed. */
async function judgeRecordings(named: string | undefined): Promise<number> {
  const reason = whyNotRecorded();
  if (reason !== null) {
    complain(`The shop ${reason}.`);
    return 2;
  }
  const folder = named ?? mkdtempSync(join(tmpdir(), 'perf-recordings-'));
  const started = Date.now();
  const recordings = await recordMany(folder, say);
  const judged = [...judgeCounts(recordings), ...judgeTimes(recordings)];
  const minutes = Math.round((Date.now() - started) / 60_000);
  say(
    `\n${tableOf(judged)}\n\nThe recordings are in ${folder}; ${minutes} minutes, load now ${loadavg()[0]!.toFixed(1)}.`,
  );
  return judged.every(({ isMet }) => isMet) ? 0 : 1;
}

async function measure(): Promise<number> {
  const reason = whyNoPostgres();
  if (reason !== null) {
    complain(`The fleet ${reason}.`);
    return 2;
  }
  const folder = mkdtempSync(join(tmpdir(), 'perf-fleet-'));
  try {
    await measureFleet(folder, say);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return 0;
}

process.exitCode = await main(process.argv.slice(2));
