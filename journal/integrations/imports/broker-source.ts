// A broker's file, or its PDF, into a run.
import type { ReceivedFile } from '@zorivest/contract';
import {
  BOOK_FORMAT,
  type BrokerBatch,
  type BrokerSummary,
  type CashRow,
  detectBrokerFormat,
  parseBrokerPdfText,
  type Review,
  streamBrokerFile,
} from '@zorivest/imports';
import { type NewTransaction, TransactionImport } from './transactions.ts';
import { type Call, withoutUndefined } from '@zorivest/store';
import { removeCancelled, removeReversed } from './cancelled.ts';
import { bookSource } from './book-source.ts';
import { closedByEvents, EventImport } from './events.ts';
import { pdfText } from './pdf.ts';
import { headOf } from './recognise.ts';
import { brokerProfile } from './profiles.ts';
import type { ImportRun } from './run.ts';
import { piecesFor, type Progress, type Reading, type Source } from './source.ts';
import { openTable } from './workbook.ts';
import { importTrades } from './trades.ts';

/** How the caller says a broker's file is to be read. */
interface BrokerFile {
  readonly file: ReceivedFile;
  readonly account_id?: string | undefined;
  readonly broker_hint?: string | undefined;
  readonly time_zone?: string | undefined;
  readonly profile?: string | undefined;
  /** Of a workbook. */
  readonly sheet?: string | undefined;
}

export async function brokerSource(call: Call, input: BrokerFile, progress?: Progress): Promise<Source> {
  const profile = input.profile === undefined ? undefined : await brokerProfile(call.db, input.profile);
  const { file, chosen } = await openTable(input.file, input.sheet);
  const scope = detectBrokerFormat(await headOf(file)).format ?? 'unknown';
  if (scope === BOOK_FORMAT && profile === undefined) return bookSource(call, file, progress);
  return {
    kind: 'broker_csv',
    file: input.file,
    async take(run) {
      await run.beginFile(scope);
      const rows = streamBrokerFile(piecesFor(call, file, progress), {
        fileName: input.file.name,
        ...withoutUndefined({
          format: input.broker_hint,
          accountId: input.account_id,
          timeZone: input.time_zone,
          profile,
        }),
      });
      const reading = await takeBrokerRows(run, rows);
      if (chosen === null) return reading;
      run.warnings.push(...chosen.warnings);
      return { ...reading, reason: `${chosen.reason} ${reading.reason}` };
    },
  };
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
      const { format, detection, cancelled, reversals, diagnostics, review, stated } = step.value;
      await events.end();
      await removeCancelled(run, cancelled);
      await removeReversed(run, reversals);
      run.take(diagnostics);
      await run.holds(stated);
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
    run.counts.cash_imported += await ledger.add(step.value.cash.flatMap(asTransactions));
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

/** A payment with tax withheld is reported as the gross payment and the tax; their sum is the amount received. */
function asTransactions(row: CashRow): NewTransaction[] {
  const { withheld } = row;
  const rate = withheld?.currency === row.currency ? 1 : withheld?.rate;
  if (withheld === undefined || rate === undefined) return [asTransaction(row)];
  const tax = Math.round(withheld.amount * rate * 100) / 100;
  if (tax === 0) return [asTransaction(row)];
  const { symbol, isin, currency, account, date } = row;
  return [
    asTransaction({ ...row, amount: Math.round((row.amount + tax) * 1e8) / 1e8 }),
    asTransaction({
      date,
      currency,
      amount: -tax,
      kind: 'tax',
      memo: `Tax withheld from: ${row.memo ?? row.kind}`,
      row: row.row,
      ...(symbol !== undefined && { symbol }),
      ...(isin !== undefined && { isin }),
      ...(account !== undefined && { account }),
      ...(row.id !== undefined && { id: `${row.id}:tax` }),
    }),
  ];
}

function asTransaction(row: CashRow): NewTransaction {
  return {
    account: row.account ?? '',
    date: row.date,
    amount: row.amount,
    currency: row.currency,
    fxRate: row.fx_rate,
    fxCurrency: row.fx_currency,
    description: row.memo ?? row.kind,
    memo: '',
    type: row.kind,
    symbol: row.symbol,
    isin: row.isin,
    id: row.id,
    execId: row.exec_id,
    row: row.row,
  };
}

/** Below this a person should look first. */
const SURE = 0.8;

interface BrokerPdf {
  readonly file: ReceivedFile;
  readonly account_id?: string | undefined;
  /** The person has looked at the preview. */
  readonly accept_low_confidence?: boolean;
}

export async function pdfSource(call: Call, input: BrokerPdf): Promise<Source> {
  const text = await pdfText(await input.file.bytes(), call.signal);
  const read = parseBrokerPdfText(text, withoutUndefined({ accountId: input.account_id }));
  const found = read.executions.length + read.cash.length > 0;
  const unsure = found && read.confidence < SURE && input.accept_low_confidence !== true;
  return {
    kind: 'broker_pdf',
    file: input.file,
    async take(run) {
      await run.beginFile(read.format);
      const events = new EventImport(run);
      await takeTrades(run, read, events);
      await events.end();
      run.counts.cash_imported += await new TransactionImport(run, 'broker').add(read.cash.flatMap(asTransactions));
      run.take(read.diagnostics);
      return {
        format: read.format,
        confidence: read.confidence,
        reason: `Read as ${read.format}.`,
        review: unsure ? pdfReview(read, text) : null,
      };
    },
  };
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
      'The layout of this PDF is not known: lines with a quantity, a price and an amount were read as trades. Check that they are right.',
    ],
  };
}
