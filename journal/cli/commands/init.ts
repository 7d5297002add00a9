import { isCancel, password } from '@clack/prompts';
import { readStdin } from '../credentials.ts';
import { hasBook } from '../home.ts';
import { say, sayJson, styled, UserError } from '../output.ts';
import { runApi } from '../programs.ts';

async function choosePassphrase(): Promise<string> {
  const first = await password({
    message: 'Choose a passphrase (at least 8 characters; nobody can recover it for you)',
    validate: (value) => ((value ?? '').length < 8 ? 'at least 8 characters' : undefined),
  });
  if (isCancel(first)) throw new UserError('cancelled');
  const second = await password({ message: 'Once more' });
  if (isCancel(second)) throw new UserError('cancelled');
  if (first !== second) throw new UserError('the two are not the same; nothing was made');
  return first;
}

export async function makeBook(home: string, passphrase: string) {
  return runApi(['init', '--home', home], passphrase);
}

export async function init(home: string, options: { json: boolean }): Promise<void> {
  if (hasBook(home)) throw new UserError(`there is a book in ${home} already; it is left as it is`);
  const passphrase = options.json || !process.stdin.isTTY ? await readStdin() : await choosePassphrase();
  const made = await makeBook(home, passphrase);
  if (options.json) {
    sayJson(made);
    return;
  }
  say(`A new book in ${styled('bold', String(made['home']))}`);
  say();
  say(`Your first API key, an admin's. It is shown only now:`);
  say(`  ${styled('bold', String(made['api_key']))}`);
  say();
  say('Next: zorivest up');
}
