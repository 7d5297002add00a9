// What opens the book: another passphrase, another data key. Both work on the files, with the service stopped.
import { isCancel, password } from '@clack/prompts';
import { askPassphrase, readStdin } from '../credentials.ts';
import { firstRunCredentials, rememberFirstRun } from '../home.ts';
import { say, sayJson, UserError } from '../output.ts';
import { runApi } from '../programs.ts';

async function ask(message: string): Promise<string> {
  const entered = await password({ message });
  if (isCancel(entered) || entered === '') throw new UserError('cancelled; nothing was changed');
  return entered;
}

/** The old and the new one: typed, or a line each on stdin. */
async function readBoth(): Promise<readonly [string, string]> {
  if (!process.stdin.isTTY) {
    const [old = '', chosen = ''] = (await readStdin()).split(/\r?\n/);
    if (old === '' || chosen === '') {
      throw new UserError('send the old and the new passphrase on stdin, a line each');
    }
    return [old, chosen];
  }
  const old = await ask('Passphrase of the book');
  const chosen = await ask('New passphrase (at least 8 characters; it cannot be recovered)');
  if ((await ask('Once more')) !== chosen) throw new UserError('the two passphrases differ; nothing was changed');
  return [old, chosen];
}

export async function changePassphrase(home: string, options: { json: boolean }): Promise<void> {
  const [old, chosen] = await readBoth();
  const changed = await runApi(['passphrase', '--home', home], `${old}\n${chosen}\n`);
  rememberFirstRun(home, { passphrase: chosen });
  if (options.json) sayJson({ status: 'changed', ...changed });
  else say('The passphrase is changed. Backups from before open with the new one, on this home.');
}

export async function rekey(home: string, options: { json: boolean }): Promise<void> {
  const passphrase = firstRunCredentials(home)?.passphrase ?? (await askPassphrase('Passphrase of the book'));
  const done = await runApi(['rekey', '--home', home], passphrase);
  if (options.json) return sayJson({ status: 'rekeyed', ...done });
  say('The book has a new data key; what was revoked opens nothing any more.');
  const names = (field: string) => (Array.isArray(done[field]) ? (done[field] as unknown[]).map(String) : []);
  const [keys, secrets] = [names('kept_keys'), names('lost_secrets')];
  say(`Keys that still work: ${keys.join(', ') || 'none'}`);
  if (secrets.length > 0) say(`Secrets to enter again: ${secrets.join(', ')}`);
}
