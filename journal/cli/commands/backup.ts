import { basename, dirname, join, resolve } from 'node:path';
import { copyFileSync, existsSync } from 'node:fs';
import { adminAuth, askPassphrase } from '../credentials.ts';
import { hasBook } from '../home.ts';
import { say, sayJson, table, UserError } from '../output.ts';
import { runApi } from '../programs.ts';
import { connect } from '../service.ts';

export async function backup(home: string, options: { json: boolean; list?: boolean; verify?: string }): Promise<void> {
  const service = await connect(home);
  try {
    const { backups } = service.client(await adminAuth(home));
    if (options.list) {
      const files = await backups.list();
      if (options.json) sayJson(files);
      else if (files.length === 0) say('There is no backup yet; make one with `zorivest backup`.');
      else say(table(files.map(({ filename, size_bytes }) => [filename, `${Math.ceil(size_bytes / 1024)} kB`])));
      return;
    }
    if (options.verify !== undefined) {
      const verdict = await backups.verify({ body: { path: basename(options.verify) } });
      if (options.json) sayJson(verdict);
      else say(verdict.error === null ? 'The backup is whole.' : `${verdict.status}: ${verdict.error}`);
      if (verdict.status !== 'valid') process.exitCode = 1;
      return;
    }
    const made = await backups.create();
    if (made.status !== 'success') throw new UserError(`the backup failed: ${made.error ?? 'unknown reason'}`);
    if (options.json) sayJson(made);
    else say(`${made.backup_path} (verified, ${made.elapsed_seconds} s)`);
  } finally {
    await service.close();
  }
}

/** Into an empty home straight from the file; into a book through its service, which keeps the old one aside. */
export async function restore(home: string, file: string, options: { json: boolean }): Promise<void> {
  const path = existsSync(file) ? resolve(file) : join(home, 'backups', basename(file));
  if (!existsSync(path)) throw new UserError(`there is no file ${file}; see \`zorivest backup --list\``);
  if (!hasBook(home)) {
    const passphrase = await askPassphrase('Passphrase the backup was made with');
    const restored = await runApi(['restore', path, '--home', home], passphrase);
    if (options.json) sayJson({ status: 'success', ...restored });
    else say(`The book of ${String(restored['created_at'])} is back in ${home}.`);
    return;
  }
  const folder = join(home, 'backups');
  if (dirname(path) !== resolve(folder)) copyFileSync(path, join(folder, basename(path)));
  const service = await connect(home);
  try {
    const client = service.client(await adminAuth(home));
    const result = await client.backups.restore({ body: { path: basename(path) } });
    if (options.json) sayJson(result);
    else if (result.status === 'success') say(`Restored. The book as it was is in ${result.kept_aside}`);
    else throw new UserError(`${result.status}: ${result.error}`);
    if (result.status !== 'success') process.exitCode = 1;
  } finally {
    await service.close();
  }
}
