// Which account of the book a statement belongs to, as given on the command line.
import { UsageError, UserError } from '../output.ts';
import type { Answer } from './command-spec.ts';

export type Account = Answer<'accounts.list'>[number];

/** An account by its id or, where no account has that id, by its name. */
export function accountNamed(accounts: readonly Account[], wanted: string): Account {
  const found =
    accounts.find(({ account_id }) => account_id === wanted) ??
    accounts.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  if (found) return found;
  throw new UserError(
    `there is no account ${wanted}; \`zorivest account add ${wanted}\` opens it, \`zorivest account list\` shows the others`,
  );
}

/** `--accounts U1234567=main`: one more of the file's accounts. A name may hold an equals sign, an id of the book not. */
export function readMapping(
  text: string,
  before: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const at = text.lastIndexOf('=');
  const [named, account] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  if (at < 1 || named === '' || account === '') {
    throw new UsageError(
      `--accounts is the account as the file names it, = and an account of the book, such as --accounts U1234567=main; not ${text}`,
    );
  }
  return { ...before, [named]: account };
}

/** The same by the ids of the book's accounts. */
export function accountMap(
  accounts: readonly Account[],
  names: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(names).map(([named, wanted]) => [named, accountNamed(accounts, wanted).account_id]),
  );
}
