// A new book with its first account: from here on statements can be imported and trades recorded.
import { isCancel, password, select, text } from '@clack/prompts';
import { accountTypes } from '@zorivest/contract';
import { readStdin } from '../credentials.ts';
import { hasBook } from '../home.ts';
import { say, sayJson, style, UserError } from '../output.ts';
import { runApi } from '../programs.ts';
import { connect, runningService } from '../service.ts';

export interface InitOptions {
  readonly json: boolean;
  readonly account?: string;
  readonly type?: string;
  readonly currency?: string;
}

interface FirstAccount {
  readonly name: string;
  readonly account_type: string;
  readonly currency: string;
}

async function choosePassphrase(): Promise<string> {
  const first = await password({
    message: 'Choose a passphrase (at least 8 characters; it cannot be recovered)',
    validate: (value) => ((value ?? '').length < 8 ? 'at least 8 characters' : undefined),
  });
  if (isCancel(first)) throw new UserError('cancelled');
  const second = await password({ message: 'Once more' });
  if (isCancel(second)) throw new UserError('cancelled');
  if (first !== second) throw new UserError('the two passphrases differ; nothing was made');
  return first;
}

const BROKERAGE = 'broker';

/** Asks for missing values at a terminal; elsewhere the default is `main`, brokerage, in dollars. */
async function chooseAccount(options: InitOptions, asks: boolean): Promise<FirstAccount> {
  const requireAnswer = (value: string | symbol): string => {
    if (typeof value !== 'string') throw new UserError('cancelled; nothing was made');
    return value;
  };
  const name =
    options.account ??
    (asks ? requireAnswer(await text({ message: 'Name of your first account', initialValue: 'main' })) : 'main');
  const type =
    options.type ??
    (asks
      ? requireAnswer(
          await select({
            message: 'What kind of account is it?',
            options: accountTypes.map((value) => ({ value, label: value === BROKERAGE ? 'brokerage' : value })),
          }),
        )
      : BROKERAGE);
  const currency =
    options.currency ??
    (asks ? requireAnswer(await text({ message: 'In which currency?', initialValue: 'USD' })) : 'USD');
  return { name: name || 'main', account_type: type, currency: currency.toUpperCase() };
}

/** Checked before a book is made: one with half of what was requested would be worse than none. */
function refuseUnfit({ name, account_type, currency }: FirstAccount): void {
  const known: readonly string[] = accountTypes;
  const type = account_type.toLowerCase();
  if (type !== 'brokerage' && type !== 'k401' && !known.includes(type)) {
    throw new UserError(
      `--type ${account_type} is not a kind of account; brokerage, ${accountTypes.slice(1).join(', ')}`,
    );
  }
  if (!/^[A-Z]{3}$/.test(currency)) throw new UserError(`--currency ${currency} is not a currency code such as USD`);
  if (/[:/]/.test(name)) throw new UserError(`--account ${name} must not contain a colon or a slash`);
}

async function makeBook(home: string, passphrase: string) {
  return runApi(['init', '--home', home], passphrase);
}

async function openAccount(home: string, passphrase: string, account: FirstAccount) {
  const service = await connect(home);
  try {
    const client = service.client({ kind: 'passphrase', passphrase });
    return await client.accounts.create({ body: { ...account, account_id: account.name } });
  } finally {
    await service.close();
  }
}

export async function init(home: string, options: InitOptions): Promise<void> {
  if (hasBook(home)) throw new UserError(`there is a book in ${home} already; it is left as it is`);
  if ((await runningService(home)) !== null)
    throw new UserError(
      'a service is waiting to make the book: `zorivest open` shows its page, or stop that service first',
    );
  const asks = !options.json && process.stdin.isTTY;
  const passphrase = asks ? await choosePassphrase() : await readStdin();
  const wanted = await chooseAccount(options, asks);
  refuseUnfit(wanted);
  const made = await makeBook(home, passphrase);
  const account = await openAccount(home, passphrase, wanted);
  if (options.json) {
    sayJson({ ...made, account });
    return;
  }
  say(`A new book in ${style('bold', String(made['home']))}, with the account ${style('bold', account.account_id)}`);
  say();
  say(`Your first API key, an admin's. It is shown only now:`);
  say(`  ${style('bold', String(made['api_key']))}`);
  say();
  say('Next:');
  say(`  zorivest import <statement> --account ${account.account_id}`);
  say('  zorivest up                 runs the service for your assistant');
  say('  zorivest connect <client>   tells your IDE about it');
}
