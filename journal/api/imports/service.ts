// A file into the book: read in pieces, stored in one transaction, or rolled back when only a preview was asked for.
import {
  type BrokerBatch,
  type BrokerSummary,
  type CashRow,
  detectBrokerFormat,
  parseBrokerPdfText,
  type Review,
  streamBrokerFile,
} from '@zorivest/imports';
import type { ClientOutput, contract, ReceivedFile } from '@zorivest/contract';
import type { ImportStatus } from '@zorivest/words';
import { TransactionImport } from '../banking/transactions.ts';
import type { Call } from '../core/call.ts';
import { Fault } from '../core/fault.ts';
import { closedByEvents, EventImport } from './events.ts';
import { tellLookAlikes } from './look-alikes.ts';
import { pdfText } from './pdf.ts';
import { brokerProfile } from './profiles.ts';
import { type Decision, isAccepted, reviewOf, type Shown } from './review.ts';
import { type Counts, ImportRun, type RunFacts, statusOf } from './run.ts';
import { importTrades, removeCancelled } from './trades.ts';

export type Summary = ClientOutput<typeof contract.imports.brokerCsv>;

/** What a reader found out about the file. */
export interface Reading {
  readonly format: string;
  readonly confidence: number;
  readonly reason: string;
  /** What was guessed, for a person to look at; absent or null when nothing was. */
  readonly review?: Review | null;
  /** No format knows the file. */
  readonly isUnknown?: boolean;
}

interface FileFacts extends RunFacts {
  readonly fileSize: number;
}

/** Carries a preview out of the transaction it rolls back. */
class RolledBack<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super('preview');
    this.result = result;
  }
}

const SHOWN = 100;
const LARGE_FILE = 1024 * 1024;

/** What the caller wants done with the file. */
export interface Wanted extends Decision {
  readonly preview: boolean;
}

/** One run in one transaction; with `preview`, or while something is to be decided, everything is done and taken back. */
export async function runImport<T extends Summary>(
  call: Call,
  facts: FileFacts,
  wanted: Wanted,
  work: (run: ImportRun) => Promise<Reading>,
  present: (summary: Summary, run: ImportRun) => T,
): Promise<T> {
  const write = () =>
    call.write(async (scope) => {
      const run = await ImportRun.open(call, scope, facts);
      const reading = await work(run);
      await tellLookAlikes(run, reading.format);
      const accounts = run.accounts.unclear;
      const shown = reviewOf({ guessed: reading.review ?? null, accounts, fileHash: facts.fileHash ?? '' });
      const review = shown !== null && !isAccepted(shown, wanted, accounts) ? shown : null;
      if (review !== null) explain(run, wanted);
      const nothingStored = wanted.preview || review !== null;
      // An empty file is an import of nothing; one that nobody can read is not.
      const unread = reading.isUnknown === true && facts.fileSize > 0;
      const undecided = review !== null && !wanted.preview;
      const status = unread || undecided ? 'failed' : statusOf(run.counts);
      if (undecided) Object.assign(run.counts, NOTHING_STORED);
      for (const name of run.accounts.unused)
        run.warnings.push(`The file has no account ${JSON.stringify(name)}; what accounts says of it was not used.`);
      await run.accounts.keep(run.now);
      await run.save(reading.format, status);
      const result = present(summaryOf(run, reading, { status, preview: wanted.preview, review, nothingStored }), run);
      if (nothingStored) throw new RolledBack(result);
      return result;
    });
  try {
    return await (facts.fileSize > LARGE_FILE ? call.withSmallCache(write) : write());
  } catch (error) {
    if (error instanceof RolledBack) return error.result as T; // thrown a few lines above, with this type
    throw error;
  }
}

const NOTHING_STORED = {
  imported: 0,
  cash_imported: 0,
  events_imported: 0,
  updated: 0,
  cancelled: 0,
} satisfies Partial<Counts>;

function explain(run: ImportRun, { preview, accept, review_id }: Wanted): void {
  if (accept && run.accounts.unclear.length === 0)
    run.warnings.push(
      review_id === undefined
        ? 'accept needs the review_id of the review it accepts.'
        : 'The review_id is not the one of this file as it is read now: look at the review again.',
    );
  if (!preview) run.warnings.push('Nothing was imported: the review says what is to be decided first.');
}

interface Outcome {
  readonly status: ImportStatus;
  readonly preview: boolean;
  readonly review: Shown | null;
  readonly nothingStored: boolean;
}

function summaryOf(run: ImportRun, reading: Reading, { status, preview, review, nothingStored }: Outcome): Summary {
  const errors = run.notes.filter(({ outcome }) => outcome === 'invalid').slice(0, SHOWN);
  const left = run.notes.filter(({ outcome }) => outcome !== 'invalid' && outcome !== 'imported').slice(0, SHOWN);
  const alike = run.notes.filter(({ outcome }) => outcome === 'imported').slice(0, SHOWN);
  return {
    run_id: nothingStored ? null : run.id,
    preview,
    status,
    detected_format: reading.format,
    confidence: reading.confidence,
    reason: reading.reason,
    needs_review: review !== null,
    review: review === null ? null : presentReview(review),
    ...run.counts,
    errors: errors.map(({ row, message }) => ({ row: row ?? 0, message })),
    left_out: left.map(({ row, outcome, message }) => ({ row: row ?? 0, outcome, message })),
    look_alike_fills: alike.map(({ ref, message }) => ({ exec_id: ref ?? '', message })),
    warnings: run.warnings.slice(0, SHOWN),
  };
}

function presentReview({ review_id, columns, samples, unclear }: Shown) {
  return {
    review_id,
    columns,
    samples: samples.map((one) => ({ ...one, after: { ...one.after } })),
    unclear: [...unclear],
  };
}

export function fileFacts(
  kind: RunFacts['kind'],
  input: { readonly account_id: string; readonly accounts?: Readonly<Record<string, string>> | undefined },
  file: ReceivedFile,
): FileFacts {
  return {
    kind,
    accountId: input.account_id,
    accounts: input.accounts,
    fileName: file.name.slice(0, 200),
    fileHash: file.sha256,
    fileSize: file.size,
  };
}

/** A file for as long as somebody wants it: when the caller has gone, the run ends and nothing of it is stored. */
export async function* piecesFor(call: Call, file: ReceivedFile): AsyncGenerator<Uint8Array> {
  for await (const piece of file.pieces()) {
    if (call.signal.aborted) throw new Fault(503, 'the import was stopped; nothing was stored');
    yield piece;
  }
}

interface BrokerFile extends Wanted {
  readonly file: ReceivedFile;
  readonly account_id: string;
  readonly accounts?: Readonly<Record<string, string>> | undefined;
  readonly broker_hint: string;
  readonly time_zone?: string | undefined;
  readonly profile?: string | undefined;
}

export async function importBrokerFile(call: Call, input: BrokerFile): Promise<Summary> {
  const profile = input.profile === undefined ? undefined : await brokerProfile(call.db, input.profile);
  const rows = streamBrokerFile(piecesFor(call, input.file), {
    format: input.broker_hint,
    accountId: input.account_id,
    ...(input.time_zone === undefined ? {} : { timeZone: input.time_zone }),
    ...(profile === undefined ? {} : { profile }),
  });
  const scope = await formatOf(input.file);
  return runImport(
    call,
    fileFacts('broker_csv', input, input.file),
    input,
    (run) => {
      run.accounts.within(scope);
      return takeBrokerRows(run, rows);
    },
    (summary) => summary,
  );
}

/** Enough of a file to know it by. */
const HEAD = 512 * 1024;

async function formatOf(file: ReceivedFile): Promise<string> {
  const head: Uint8Array[] = [];
  let size = 0;
  for await (const piece of file.pieces()) {
    head.push(piece);
    size += piece.length;
    if (size >= HEAD) break;
  }
  return detectBrokerFormat(Buffer.concat(head)).format ?? 'unknown';
}

/** Everything a broker's reader gives, into the run. */
export async function takeBrokerRows(
  run: ImportRun,
  rows: AsyncGenerator<BrokerBatch, BrokerSummary>,
): Promise<Reading> {
  let ledger: TransactionImport | undefined;
  const events = new EventImport(run);
  for (;;) {
    const step = await rows.next();
    if (step.done === true) {
      const { format, detection, cancelled, diagnostics, review } = step.value;
      await events.end();
      await removeCancelled(run, cancelled);
      run.take(diagnostics);
      return {
        format,
        confidence: detection.confidence,
        reason: detection.reason,
        isUnknown: detection.format === null,
        review,
      };
    }
    await takeTrades(run, step.value, events);
    if (step.value.cash.length === 0) continue;
    ledger ??= new TransactionImport(run, 'broker');
    run.counts.cash_imported += await ledger.add(step.value.cash.map(asTransaction));
  }
}

async function takeTrades(
  run: ImportRun,
  read: Pick<BrokerBatch, 'executions' | 'events'>,
  events: EventImport,
): Promise<void> {
  const ended = closedByEvents(read.events);
  const trades = ended.size === 0 ? read.executions : read.executions.filter(({ exec_id }) => !ended.has(exec_id));
  await importTrades(run, trades);
  await events.add(read.events);
}

function asTransaction(row: CashRow) {
  return {
    account: row.account ?? '',
    date: row.date,
    amount: row.amount,
    currency: row.currency,
    description: row.memo ?? row.kind,
    memo: '',
    type: row.kind,
    symbol: row.symbol,
    id: row.id,
  };
}

/** Below this a person should look first. */
const SURE = 0.8;

interface BrokerPdf {
  readonly file: ReceivedFile;
  readonly account_id: string;
  readonly accounts?: Readonly<Record<string, string>> | undefined;
  readonly preview: boolean;
  readonly accept_low_confidence: boolean;
}

export async function importBrokerPdf(call: Call, input: BrokerPdf): Promise<Summary> {
  const text = await pdfText(await input.file.bytes(), call.signal);
  const read = parseBrokerPdfText(text, { accountId: input.account_id });
  const found = read.executions.length + read.cash.length > 0;
  const unsure = found && read.confidence < SURE && !input.accept_low_confidence;
  return runImport(
    call,
    fileFacts('broker_pdf', input, input.file),
    { preview: input.preview, accept: false },
    async (run) => {
      run.accounts.within(read.format);
      const events = new EventImport(run);
      await takeTrades(run, read, events);
      await events.end();
      run.counts.cash_imported += await new TransactionImport(run, 'broker').add(read.cash.map(asTransaction));
      run.take(read.diagnostics);
      return {
        format: read.format,
        confidence: read.confidence,
        reason: `Read as ${read.format}.`,
        review: unsure ? pdfReview(read, text) : null,
      };
    },
    (summary) => summary,
  );
}

/** The lines of a document that were taken for trades. */
function pdfReview({ executions }: Pick<BrokerBatch, 'executions'>, text: string): Review {
  const lines = text.split('\n');
  return {
    columns: {},
    samples: executions
      .slice(0, 5)
      .map((after) => ({ row: after.row, before: { line: lines[after.row - 1] ?? '' }, after })),
    unclear: [
      'The layout of this PDF is not known: lines with a quantity, a price and an amount were taken for trades. Import it with accept_low_confidence if they are right.',
    ],
  };
}
