// A file into the book: read in pieces, stored in one transaction, or rolled back when only a preview was asked for.
import {
  type BrokerBatch,
  type BrokerSummary,
  type CashRow,
  parseBrokerPdfText,
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
import { ImportRun, type RunFacts, statusOf } from './run.ts';
import { importTrades, removeCancelled } from './trades.ts';

export type Summary = ClientOutput<typeof contract.imports.brokerCsv>;

/** What a reader found out about the file. */
export interface Reading {
  readonly format: string;
  readonly confidence: number;
  readonly reason: string;
  readonly needsReview?: boolean;
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

/** One run in one transaction; with `preview` everything is done and taken back. */
export async function runImport<T extends Summary>(
  call: Call,
  facts: FileFacts,
  preview: boolean,
  work: (run: ImportRun) => Promise<Reading>,
  present: (summary: Summary, run: ImportRun) => T,
): Promise<T> {
  const write = () =>
    call.write(async (scope) => {
      const run = await ImportRun.open(call, scope, facts);
      const reading = await work(run);
      await tellLookAlikes(run, reading.format);
      // An empty file is an import of nothing; one that nobody can read is not.
      const unread = reading.isUnknown === true && facts.fileSize > 0;
      const status = unread || reading.needsReview === true ? 'failed' : statusOf(run.counts);
      await run.save(reading.format, status);
      const result = present(summaryOf(run, reading, status, preview), run);
      if (preview) throw new RolledBack(result);
      return result;
    });
  try {
    return await (facts.fileSize > LARGE_FILE ? call.withSmallCache(write) : write());
  } catch (error) {
    if (error instanceof RolledBack) return error.result as T; // thrown a few lines above, with this type
    throw error;
  }
}

function summaryOf(run: ImportRun, reading: Reading, status: ImportStatus, preview: boolean): Summary {
  const errors = run.notes.filter(({ outcome }) => outcome === 'invalid').slice(0, SHOWN);
  const left = run.notes.filter(({ outcome }) => outcome !== 'invalid' && outcome !== 'imported').slice(0, SHOWN);
  const alike = run.notes.filter(({ outcome }) => outcome === 'imported').slice(0, SHOWN);
  return {
    run_id: preview ? null : run.id,
    preview,
    status,
    detected_format: reading.format,
    confidence: reading.confidence,
    reason: reading.reason,
    needs_review: reading.needsReview ?? false,
    ...run.counts,
    errors: errors.map(({ row, message }) => ({ row: row ?? 0, message })),
    left_out: left.map(({ row, outcome, message }) => ({ row: row ?? 0, outcome, message })),
    look_alike_fills: alike.map(({ ref, message }) => ({ exec_id: ref ?? '', message })),
    warnings: run.warnings.slice(0, SHOWN),
  };
}

export function fileFacts(kind: RunFacts['kind'], accountId: string, file: ReceivedFile): FileFacts {
  return {
    kind,
    accountId,
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

interface BrokerFile {
  readonly file: ReceivedFile;
  readonly account_id: string;
  readonly broker_hint: string;
  readonly time_zone?: string | undefined;
  readonly profile?: string | undefined;
  readonly preview: boolean;
}

export async function importBrokerFile(call: Call, input: BrokerFile): Promise<Summary> {
  const profile = input.profile === undefined ? undefined : await brokerProfile(call.db, input.profile);
  const rows = streamBrokerFile(piecesFor(call, input.file), {
    format: input.broker_hint,
    accountId: input.account_id,
    ...(input.time_zone === undefined ? {} : { timeZone: input.time_zone }),
    ...(profile === undefined ? {} : { profile }),
  });
  return runImport(
    call,
    fileFacts('broker_csv', input.account_id, input.file),
    input.preview,
    (run) => takeBrokerRows(run, rows),
    (summary) => summary,
  );
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
      const { format, detection, cancelled, diagnostics } = step.value;
      await events.end();
      await removeCancelled(run, cancelled);
      run.take(diagnostics);
      return {
        format,
        confidence: detection.confidence,
        reason: detection.reason,
        isUnknown: detection.format === null,
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
    account: row.account_id ?? '',
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
  readonly preview: boolean;
  readonly accept_low_confidence: boolean;
}

export async function importBrokerPdf(call: Call, input: BrokerPdf): Promise<Summary> {
  const text = await pdfText(await input.file.bytes(), call.signal);
  const read = parseBrokerPdfText(text, { accountId: input.account_id });
  const unsure = read.confidence < SURE && !input.accept_low_confidence;
  const found = read.executions.length + read.cash.length > 0;
  return runImport(
    call,
    fileFacts('broker_pdf', input.account_id, input.file),
    input.preview,
    async (run) => {
      if (!unsure || input.preview) {
        const events = new EventImport(run);
        await takeTrades(run, read, events);
        await events.end();
        run.counts.cash_imported += await new TransactionImport(run, 'broker').add(read.cash.map(asTransaction));
      }
      run.take(read.diagnostics);
      const needsReview = unsure && found;
      if (needsReview && !input.preview)
        run.warnings.push(
          'Nothing was imported: look at the preview, then import again with accept_low_confidence if it is right.',
        );
      return { format: read.format, confidence: read.confidence, reason: `Read as ${read.format}.`, needsReview };
    },
    (summary) => summary,
  );
}
