// `zorivest export FILE`: the whole book as one zip, readable by anything. `zorivest import FILE` takes it into an empty one.
import { closeSync, existsSync, openSync, readSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { confirm, isCancel } from '@clack/prompts';
import { signIn } from '../endpoint-commands/run.ts';
import { say, sayJson, UserError } from '../output.ts';
import { connect } from '../service.ts';
import { uploadOf } from '../upload.ts';

/** A large book takes its time. */
const patience = { timeoutMs: 900_000 };

export async function exportBook(home: string, file: string, options: { json: boolean; yes: boolean }): Promise<void> {
  const path = resolve(file);
  if (existsSync(path) && !(await mayReplace(path, options.yes))) throw new UserError(`${file} is left as it is`);
  const { passphrase } = await signIn(home);
  const service = await connect(home);
  try {
    const { bytes } = await service.client({ kind: 'passphrase', passphrase }).exports.book({}, patience);
    const staged = `${path}.part`;
    try {
      // The person's complete data, unencrypted: readable by no one else.
      writeFileSync(staged, bytes, { mode: 0o600 });
      renameSync(staged, path);
    } catch (error) {
      rmSync(staged, { force: true });
      throw new UserError(`${file} cannot be written: ${(error as Error).message}`);
    }
    if (options.json) return sayJson({ file: path, size_bytes: bytes.length });
    say(`${path} (${Math.ceil(bytes.length / 1024)} kB)`);
    say('It holds your book without passwords and keys, and it is not encrypted: keep it where only you can read it.');
    say('Take it into an empty book with `zorivest import`; docs/export.md describes what is in it.');
  } finally {
    await service.close();
  }
}

async function mayReplace(path: string, yes: boolean): Promise<boolean> {
  if (yes) return true;
  if (!process.stdin.isTTY) throw new UserError(`there is a ${basename(path)} already; say --yes to replace it`);
  const answer = await confirm({ message: `Replace ${path}?` });
  return !isCancel(answer) && answer;
}

const TAIL = 1 << 20;

/** Whether a file is a zip whose directory names the manifest and the trades of a book; a workbook is a zip, too. */
export function isBookZip(path: string): boolean {
  const { size } = statSync(path);
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(4);
    readSync(file, head, 0, 4, 0);
    if (head.toString('latin1') !== 'PK\u0003\u0004') return false;
    const tail = Buffer.alloc(Math.min(size, TAIL));
    readSync(file, tail, 0, tail.length, size - tail.length);
    return tail.includes('trades.csv') && (tail.includes('manifest.json') || size > TAIL);
  } finally {
    closeSync(file);
  }
}

export async function importBookZip(home: string, path: string, options: { json: boolean }): Promise<void> {
  const { passphrase } = await signIn(home);
  const service = await connect(home);
  try {
    const { exports } = service.client({ kind: 'passphrase', passphrase });
    const arrived = await exports.importBook({ body: { file: uploadOf(path) } }, patience);
    if (options.json) return sayJson(arrived);
    const rows = Object.values(arrived.tables).reduce((sum, count) => sum + count, 0);
    say(`${basename(path)}: ${rows} rows and ${arrived.files} pictures are in the book.`);
    for (const one of arrived.to_do) say(`  to be given again: ${one}`);
  } finally {
    await service.close();
  }
}
