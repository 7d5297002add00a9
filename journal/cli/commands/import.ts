// `zorivest import FILE…`: statements into the book. Each file is sent once; what the reader is sure of is stored, what
// it knows only by its shape is shown first, and stored when the person says so.
import { basename } from 'node:path';
import { confirm, isCancel, select } from '@clack/prompts';
import type { JournalClient } from '@zorivest/contract';
import { signIn } from '../endpoint-commands/run.ts';
import { printError, say, sayJson, UserError } from '../output.ts';
import { startProgress } from '../progress.ts';
import { connect } from '../service.ts';
import { mustBeFiles, uploadOf } from '../upload.ts';
import { accountNamed, accountMap, type Account } from '../endpoint-commands/accounts-named.ts';
import { importBookZip, isBookZip } from './export.ts';
import { describeImport, type ImportSummary } from './import-summary.ts';

export interface ImportOptions {
  readonly json: boolean;
  readonly yes: boolean;
  readonly preview: boolean;
  readonly account?: string;
  /** The book's account, by id or name, for each account as the file names it. */
  readonly accounts?: Readonly<Record<string, string>>;
  readonly profile?: string;
  readonly timeZone?: string;
  readonly sheet?: string;
}

type Upload = Awaited<ReturnType<JournalClient['imports']['upload']>>['uploads'][number];

/** Nothing was stored because no one could be asked. */
const NOT_DECIDED = 3;

/** A large statement takes its time. */
const patience = { timeoutMs: 600_000 };

/** What the person says of the accounts of one file. */
interface Accounts {
  /** Of rows that name none. */
  readonly account: Account | null;
  /** The book's account for each account as the file names it. */
  readonly mapping?: Readonly<Record<string, string>>;
}

/** Asks for what the flags leave open; without a terminal, the service reports what is missing. */
async function chooseAccounts(
  known: readonly Account[],
  named: readonly string[],
  { account: wanted, accounts }: ImportOptions,
): Promise<Accounts> {
  const mapping = accounts && accountMap(known, accounts);
  const mapped = mapping && { mapping };
  if (wanted !== undefined) return { account: accountNamed(known, wanted), ...mapped };
  const [only] = known;
  if (only === undefined) throw new UserError('the book has no account yet; open one with `zorivest account add main`');
  if (known.length === 1) return { account: only, ...mapped };
  if (mapping !== undefined || (named.length > 0 && !process.stdin.isTTY)) return { account: null, ...mapped };
  if (!process.stdin.isTTY)
    throw new UserError(`choose an account with --account: ${known.map(({ account_id }) => account_id).join(', ')}`);
  if (named.length < 2) return { account: await pickAccount(known, 'Into which account?') };
  const picked: Record<string, string> = {};
  for (const name of named)
    picked[name] = (await pickAccount(known, `The file has the account ${name}: which is it?`)).account_id;
  return { account: null, mapping: picked };
}

async function pickAccount(known: readonly Account[], message: string): Promise<Account> {
  const chosen = await select({
    message,
    options: known.map((account) => ({ value: account.account_id, label: account.name })),
  });
  const picked = known.find(({ account_id }) => account_id === chosen);
  if (!picked) throw new UserError('cancelled; nothing was imported');
  return picked;
}

/** Shows the progress of an upload from its events; nothing without a terminal. */
async function watchUpload<T>(client: JournalClient, upload: Upload, work: () => Promise<T>): Promise<T> {
  if (!process.stderr.isTTY) return work();
  const watching = new AbortController();
  const progress = startProgress(`reading ${upload.name}`);
  const watch = async () => {
    for await (const { type, data } of await client.system.events({}, { signal: watching.signal })) {
      if (type !== 'import' || data['upload_id'] !== upload.id || typeof data['bytes_read'] !== 'number') continue;
      progress.at(data['bytes_read'] / Number(data['bytes_total']));
    }
  };
  const done = watch().catch(() => undefined);
  try {
    return await work();
  } finally {
    watching.abort();
    await done;
    progress.end();
  }
}

/** One file: looked at or stored, and stored after all when the person says that it is read rightly. */
class FileImport {
  readonly #client: JournalClient;
  readonly #options: ImportOptions;
  readonly #path: string;

  constructor(client: JournalClient, options: ImportOptions, path: string) {
    this.#client = client;
    this.#options = options;
    this.#path = path;
  }

  async run(known: readonly Account[]): Promise<ImportSummary> {
    const { uploads } = await this.#client.imports.upload({ body: { files: [uploadOf(this.#path)] } }, patience);
    const [upload] = uploads;
    if (upload === undefined) throw new UserError(`${this.#path} did not arrive`);
    const accounts = await chooseAccounts(known, upload.accounts, this.#options);
    const { account } = accounts;
    if (account !== null && this.#isTaughtByProfile(upload, account)) return this.#byProfile(account);
    const first = await this.#send(upload, accounts, {});
    if (!first.needs_review || this.#options.preview || !(await this.#askWhetherToStore(first))) return first;
    return this.#send(upload, accounts, { accept: true, ...(first.review && { review_id: first.review.review_id }) });
  }

  #send(
    upload: Upload,
    { account, mapping }: Accounts,
    decision: { accept?: boolean; review_id?: string },
  ): Promise<ImportSummary> {
    const { preview, profile, timeZone, sheet } = this.#options;
    const input = {
      params: { upload_id: upload.id },
      body: {
        ...(account !== null && { account_id: account.account_id }),
        ...(mapping !== undefined && { accounts: mapping }),
        ...(profile !== undefined && { profile }),
        ...(timeZone !== undefined && { time_zone: timeZone }),
        ...(sheet !== undefined && { sheet }),
        ...decision,
      },
    };
    const { imports } = this.#client;
    return watchUpload(this.#client, upload, () =>
      preview ? imports.previewUpload(input, patience) : imports.importUpload(input, patience),
    );
  }

  /** A bank's table that no reader knows, and that the person has described: the service cannot tell whose it is. */
  #isTaughtByProfile({ format, kind }: Upload, account: Account): boolean {
    if (this.#options.profile === undefined || kind === 'bank' || kind === 'broker_pdf') return false;
    return (
      ['generic', 'unknown'].includes(format) && ['bank', 'revolving', 'installment'].includes(account.account_type)
    );
  }

  #byProfile({ account_id }: Account): Promise<ImportSummary> {
    const { preview, profile, sheet } = this.#options;
    const file = uploadOf(this.#path);
    return this.#client.banking.importStatement(
      { body: { file, account_id, preview, ...(profile && { profile }), ...(sheet && { sheet }) } },
      patience,
    );
  }

  /** Whether to store what is known only by its shape, after it was shown. */
  async #askWhetherToStore(shown: ImportSummary): Promise<boolean> {
    if (this.#options.yes) return true;
    if (!process.stdin.isTTY) return false;
    say(describeImport(this.#path, shown));
    const answer = await confirm({ message: `Is ${basename(this.#path)} read correctly? Import it?` });
    return !isCancel(answer) && answer;
  }
}

export async function importFiles(home: string, files: readonly string[], options: ImportOptions): Promise<void> {
  mustBeFiles(files);
  const [only] = files;
  if (only !== undefined && files.length === 1 && isBookZip(only)) return importBookZip(home, only, options);
  const { passphrase } = await signIn(home);
  const service = await connect(home);
  const answers: { file: string; answer: ImportSummary }[] = [];
  try {
    const client = service.client({ kind: 'passphrase', passphrase });
    const known = await client.accounts.list({});
    for (const file of files) {
      const answer = await new FileImport(client, options, file).run(known);
      const isUndecided = answer.needs_review && answer.run_id === null && !options.preview;
      if (isUndecided) process.exitCode = NOT_DECIDED;
      else if (answer.status === 'failed') process.exitCode = 1;
      answers.push({ file, answer });
      if (options.json) continue;
      say(describeImport(file, answer));
      if (isUndecided && answer.review !== null)
        printError('If that is right, the same command with --yes imports it.');
    }
  } finally {
    await service.close();
  }
  if (options.json) {
    const [only] = answers;
    sayJson(answers.length === 1 ? only?.answer : answers.map(({ file, answer }) => ({ file, ...answer })));
  }
}
