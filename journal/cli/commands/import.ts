// `zorivest import FILE…`: statements into the book. What the reader is sure of is stored; what it knows only by its
// shape is shown first, and stored when the person says so.
import { createReadStream, openSync, readSync, closeSync, statSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { select, confirm, isCancel } from '@clack/prompts';
import { UploadFailed, type JournalClient, type UploadFile } from '@zorivest/contract';
import { signIn } from '../acts/run.ts';
import { say, sayJson, UserError } from '../output.ts';
import { startProgress } from '../progress.ts';
import { connect } from '../service.ts';

export interface ImportOptions {
  readonly json: boolean;
  readonly yes: boolean;
  readonly preview: boolean;
  readonly account?: string;
  readonly profile?: string;
  readonly timeZone?: string;
}

type Summary = Awaited<ReturnType<JournalClient['imports']['brokerCsv']>>;
type Account = Awaited<ReturnType<JournalClient['accounts']['list']>>[number];
type Kind = 'bank' | 'broker' | 'pdf';

/** Nothing was stored because nobody could be asked. */
const NOT_DECIDED = 3;

const bankMarks = [/^OFXHEADER/m, /<OFX>/i, /^!Type:/im, /^:20:/m, /urn:iso:std:iso:20022:tech:xsd:camt/];
const bankExtensions = new Set(['.ofx', '.qfx', '.qif', '.sta', '.mt940', '.940']);

function headOf(path: string): string {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(4096);
    return head.subarray(0, readSync(file, head, 0, head.length, 0)).toString('latin1');
  } finally {
    closeSync(file);
  }
}

/** By what the file says of itself; a CSV is what its account is. */
function kindOf(path: string, account: Account): Kind {
  const head = headOf(path);
  if (extname(path).toLowerCase() === '.pdf' || head.startsWith('%PDF-')) return 'pdf';
  if (bankExtensions.has(extname(path).toLowerCase()) || bankMarks.some((mark) => mark.test(head))) return 'bank';
  if (head.includes('<FlexQueryResponse')) return 'broker';
  return ['bank', 'revolving', 'installment'].includes(account.account_type) ? 'bank' : 'broker';
}

function upload(path: string): UploadFile {
  const size = statSync(path).size;
  return {
    name: basename(path),
    bytes: async function* () {
      const progress = startProgress(basename(path));
      let sent = 0;
      try {
        for await (const piece of createReadStream(path)) {
          sent += (piece as Buffer).length;
          progress.at(sent / size);
          yield piece as Buffer;
        }
      } catch (error) {
        throw new UploadFailed(`${path} cannot be read: ${(error as Error).message}`);
      } finally {
        progress.end();
      }
    },
  };
}

/** One request for one file. A large statement takes its time. */
function send(
  client: JournalClient,
  kind: Kind,
  path: string,
  account: Account,
  how: ImportOptions & { accepted?: Summary },
) {
  const common = { file: upload(path), account_id: account.account_id, preview: how.preview };
  const named = how.profile === undefined ? {} : { profile: how.profile };
  const patience = { timeoutMs: 600_000 };
  if (kind === 'bank') return client.banking.importStatement({ body: { ...common, ...named } }, patience);
  if (kind === 'pdf')
    return client.imports.brokerPdf(
      { body: { ...common, accept_low_confidence: how.accepted !== undefined } },
      patience,
    );
  const zone = how.timeZone === undefined ? {} : { time_zone: how.timeZone };
  const review_id = how.accepted?.review?.review_id;
  const decision = review_id === undefined ? {} : { accept: true, review_id };
  return client.imports.brokerCsv({ body: { ...common, ...named, ...zone, ...decision } }, patience);
}

async function chooseAccount(client: JournalClient, wanted: string | undefined): Promise<Account> {
  const accounts = await client.accounts.list({});
  if (wanted !== undefined) {
    const found =
      accounts.find(({ account_id }) => account_id === wanted) ??
      accounts.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
    if (found) return found;
    throw new UserError(
      `there is no account ${wanted}; \`zorivest account add ${wanted}\` opens it, \`zorivest account list\` shows the others`,
    );
  }
  const [only] = accounts;
  if (only === undefined) throw new UserError('the book has no account yet; open one with `zorivest account add main`');
  if (accounts.length === 1) return only;
  if (!process.stdin.isTTY) {
    throw new UserError(`say which account with --account: ${accounts.map(({ account_id }) => account_id).join(', ')}`);
  }
  const chosen = await select({
    message: 'Into which account?',
    options: accounts.map((account) => ({ value: account.account_id, label: account.name })),
  });
  const picked = accounts.find(({ account_id }) => account_id === chosen);
  if (!picked) throw new UserError('cancelled; nothing was imported');
  return picked;
}

const counted = [
  ['imported', 'imported'],
  ['cash_imported', 'cash movements'],
  ['events_imported', 'events'],
  ['duplicates', 'in the book already'],
  ['updated', 'corrected'],
  ['look_alikes', 'look-alikes'],
  ['flagged', 'left for you to decide'],
  ['skipped', 'skipped'],
  ['invalid', 'could not be read'],
] as const;

function describe(path: string, summary: Summary): string {
  const counts = counted.filter(([name]) => summary[name] > 0).map(([name, word]) => `${summary[name]} ${word}`);
  const what = summary.preview ? 'would bring' : summary.needs_review ? 'not imported' : 'done';
  const lines = [
    `${basename(path)}: ${summary.detected_format}, ${what}: ${counts.join(', ') || 'nothing new'} (${summary.total_rows} rows)`,
    ...(summary.needs_review ? [`  ${summary.reason}`] : []),
    ...reviewLines(summary),
    ...summary.errors.slice(0, 10).map(({ row, message }) => `  row ${row}: ${message}`),
    ...summary.warnings.slice(0, 10).map((warning) => `  ${warning}`),
    ...(summary.run_id === null
      ? []
      : [`  run ${summary.run_id}; \`zorivest imports undo ${summary.run_id}\` takes it back`]),
  ];
  return lines.join('\n');
}

/** What the person has to look at: which column was taken for what, a few rows, and what is not clear. */
function reviewLines({ review }: Summary): string[] {
  if (review === null) return [];
  return [
    ...Object.entries(review.columns).map(([field, column]) => `  ${field} is the column “${column}”`),
    ...review.samples.slice(0, 5).map(({ row, after }) => `  row ${row}: ${JSON.stringify(after)}`),
    ...review.unclear.map((sentence) => `  not clear: ${sentence}`),
  ];
}

/** Whether to store what is known only by its shape, after it was shown. */
async function decided(path: string, shown: Summary, options: ImportOptions): Promise<boolean> {
  if (options.yes) return true;
  if (!process.stdin.isTTY) return false;
  say(describe(path, shown));
  const answer = await confirm({ message: `Is ${basename(path)} read rightly, and shall it be imported?` });
  return !isCancel(answer) && answer;
}

export async function importFiles(home: string, files: readonly string[], options: ImportOptions): Promise<void> {
  for (const file of files) {
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new UserError(`there is no file ${file}`);
  }
  const { passphrase } = await signIn(home);
  const service = await connect(home);
  const answers: { file: string; answer: Summary }[] = [];
  try {
    const client = service.client({ kind: 'passphrase', passphrase });
    const account = await chooseAccount(client, options.account);
    for (const file of files) {
      const kind = kindOf(file, account);
      const first = await send(client, kind, file, account, options);
      const asks = first.needs_review && !options.preview;
      const answer =
        asks && (await decided(file, first, options))
          ? await send(client, kind, file, account, { ...options, accepted: first })
          : first;
      if (answer.needs_review && answer.run_id === null && !options.preview) process.exitCode = NOT_DECIDED;
      else if (answer.status === 'failed') process.exitCode = 1;
      answers.push({ file, answer });
      if (!options.json) say(describe(file, answer));
    }
  } finally {
    await service.close();
  }
  if (options.json) {
    const [only] = answers;
    sayJson(answers.length === 1 ? only?.answer : answers.map(({ file, answer }) => ({ file, ...answer })));
  }
}
