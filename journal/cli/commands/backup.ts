import { basename, join, resolve } from 'node:path';
import { copyFileSync, constants, existsSync, rmSync } from 'node:fs';
import { ApiError } from '@zorivest/contract';
import { adminAuth, askPassphrase } from '../credentials.ts';
import { firstRunCredentials, hasBook } from '../home.ts';
import { say, sayJson, table, UserError } from '../output.ts';
import { runApi } from '../programs.ts';
import { connect, runningService, type Connection } from '../service.ts';

interface BackupOptions {
  readonly json: boolean;
  readonly list?: boolean;
  readonly verify?: string;
  readonly verifyAll?: boolean;
}

type Backups = ReturnType<Connection['client']>['backups'];

async function list(backups: Backups, json: boolean): Promise<void> {
  const files = await backups.list();
  if (json) sayJson(files);
  else if (files.length === 0) say('There is no backup yet; make one with `zorivest backup`.');
  else {
    const rows = files.map(({ filename, size_bytes, pinned }) => [
      filename,
      `${Math.ceil(size_bytes / 1024)} kB`,
      pinned ? 'pinned: never removed automatically' : '',
    ]);
    say(table(rows));
  }
}

async function verify(backups: Backups, file: string, json: boolean): Promise<void> {
  const verdict = await backups.verify({ body: { path: basename(file) } });
  if (json) sayJson(verdict);
  else say(verdict.error === null ? 'The backup is intact.' : `${verdict.status}: ${verdict.error}`);
  if (verdict.status !== 'valid') process.exitCode = 1;
}

/** Every backup is unpacked and looked at; the damaged ones are named. */
async function verifyAll(backups: Backups, json: boolean): Promise<void> {
  const verdicts = [];
  for (const { filename } of await backups.list()) {
    const verdict = await backups.verify({ body: { path: filename } });
    verdicts.push({ filename, ...verdict });
    if (!json) say(`${verdict.error === null ? 'whole  ' : 'DAMAGED'}  ${filename}  ${verdict.error ?? ''}`.trimEnd());
  }
  const damaged = verdicts.filter(({ status }) => status !== 'valid');
  if (json) sayJson({ backups: verdicts, damaged: damaged.map(({ filename }) => filename) });
  else if (verdicts.length === 0) say('There is no backup yet; make one with `zorivest backup`.');
  if (damaged.length > 0) process.exitCode = 1;
}

export async function backup(home: string, options: BackupOptions): Promise<void> {
  const service = await connect(home);
  try {
    const { backups } = service.client(await adminAuth(home));
    if (options.list) return await list(backups, options.json);
    if (options.verify !== undefined) return await verify(backups, options.verify, options.json);
    if (options.verifyAll) return await verifyAll(backups, options.json);
    const made = await backups.create();
    if (made.status === 'failed') throw new UserError(`the backup failed: ${made.error ?? 'unknown reason'}`);
    if (options.json) sayJson(made);
    else say(`${made.backup_path} (verified, ${made.elapsed_seconds} s)`);
    // The backup is there, the copy in the second place is not.
    if (made.error !== null) throw new UserError(made.error);
  } finally {
    await service.close();
  }
}

/** Offline from the file; through a running service if there is one, which continues with the restored book. */
export async function restore(home: string, file: string, options: { json: boolean }): Promise<void> {
  const path = existsSync(file) ? resolve(file) : join(home, 'backups', basename(file));
  if (!existsSync(path)) throw new UserError(`there is no file ${file}; see \`zorivest backup --list\``);
  const running = await runningService(home);
  const restored = running === null ? await restoreOffline(home, path) : await restoreRunning(home, path);
  if (options.json) return sayJson({ status: 'success', ...restored });
  say(`Restored ${basename(path)} in ${home}.`);
  if (restored.kept_aside !== null) say(`The previous book was moved to ${restored.kept_aside}`);
}

interface RestoreResult {
  readonly kept_aside: string | null;
}

async function restoreOffline(home: string, path: string): Promise<RestoreResult> {
  const args = ['restore', path, '--home', home];
  const made = process.env['ZORIVEST_API_KEY'] ? await runApi(args, '') : await runApi(args, await proofFor(home));
  const { kept_aside } = made;
  return { ...made, kept_aside: typeof kept_aside === 'string' ? kept_aside : null };
}

async function proofFor(home: string): Promise<string> {
  const known = firstRunCredentials(home)?.passphrase;
  if (known !== undefined) return known;
  return askPassphrase(hasBook(home) ? 'Passphrase of the book' : 'Passphrase the backup was made with');
}

async function restoreRunning(home: string, path: string): Promise<RestoreResult> {
  const folder = join(home, 'backups');
  const inFolder = path === join(resolve(folder), basename(path));
  const name = inFolder ? basename(path) : bringIn(path, folder);
  const service = await connect(home);
  try {
    const result = await service.client(await adminAuth(home)).backups.restore({ body: { path: name } });
    if (result.status !== 'success') {
      if (!inFolder) rmSync(join(folder, name), { force: true });
      throw new UserError(`${result.status}: ${result.error}`);
    }
    return result;
  } catch (error) {
    if (!inFolder && error instanceof ApiError) rmSync(join(folder, name), { force: true });
    throw error instanceof ApiError && CANNOT_OPEN.has(error.code)
      ? new UserError(
          'the service that runs here cannot open its book, so it cannot restore it: stop it (Ctrl-C where `zorivest up` runs), then restore again',
        )
      : error;
  } finally {
    await service.close();
  }
}

const CANNOT_OPEN: ReadonlySet<string> = new Set(['database_damaged', 'database_missing']);

/** A copy under a name of its own: a backup of the home with the same name stays what it is. */
function bringIn(path: string, folder: string): string {
  const stem = /^zorivest-backup-\d{4}-\d\d-\d\d-\d{6}/.exec(basename(path))?.[0];
  if (stem === undefined) throw new UserError(`${basename(path)} is not named like a backup; stop the service first`);
  const name = `${stem}-from-outside.zvbak`;
  if (existsSync(join(folder, name))) {
    throw new UserError(`there is a ${name} in ${folder} already; restore that, or move it away first`);
  }
  copyFileSync(path, join(folder, name), constants.COPYFILE_EXCL);
  return name;
}
