// Who is at the keyboard: an API key from the environment, the credentials of a first run, or the passphrase.
import { isCancel, password } from '@clack/prompts';
import type { Auth } from '@zorivest/contract';
import { firstRunCredentials } from './home.ts';
import { UserError } from './output.ts';

export async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}

export async function askPassphrase(message: string): Promise<string> {
  if (!process.stdin.isTTY) {
    const entered = await readStdin();
    if (entered === '') throw new UserError('the passphrase is needed: type it at the prompt, or send it on stdin');
    return entered;
  }
  const typed = await password({ message });
  if (isCancel(typed) || typed === '') throw new UserError('cancelled');
  return typed;
}

/** For what any admin may do. */
export async function adminAuth(home: string): Promise<Auth> {
  const apiKey = process.env['ZORIVEST_API_KEY'] ?? firstRunCredentials(home)?.apiKey;
  if (apiKey !== undefined && apiKey !== '') return { kind: 'key', apiKey };
  return { kind: 'passphrase', passphrase: await personPassphrase(home) };
}

/** For what only the person may do: never an API key. */
export async function personPassphrase(home: string): Promise<string> {
  return firstRunCredentials(home)?.passphrase ?? (await askPassphrase('Passphrase of the book'));
}
