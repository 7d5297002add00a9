// The book's own tables, as `GET /exports/…` wrote them, into a run: every column comes back as it was. What belongs to
// a book and not to its rows is new: the run they came with, and when they were written.
import { transactionCategories, type ReceivedFile } from '@zorivest/contract';
import { BOOK_FORMAT, type BookBatch, type BookRow, streamBookTable } from '@zorivest/imports';
import { type NewTransaction, TransactionImport } from './transactions.ts';
import { type Call, fineDecimalText } from '@zorivest/store';
import { fingerprint, instrumentDefaults, tradeColumns } from '@zorivest/records';
import type { BookAccount } from './accounts.ts';
import { BookEventImport } from './book-events.ts';
import type { ImportRun } from './run.ts';
import { piecesFor, type Progress, type Reading, type Source } from './source.ts';
import { type ImportedTrade, importRows, isPossible } from './trades.ts';

export function bookSource(call: Call, file: ReceivedFile, progress?: Progress): Source {
  return {
    kind: 'broker_csv',
    file,
    async take(run) {
      await run.beginFile(BOOK_FORMAT);
      return takeBookRows(run, streamBookTable(piecesFor(call, file, progress)));
    },
  };
}

async function takeBookRows(run: ImportRun, rows: ReturnType<typeof streamBookTable>): Promise<Reading> {
  const ledger = new TransactionImport(run, BOOK_FORMAT);
  const events = new BookEventImport(run);
  for (;;) {
    const step = await rows.next();
    if (step.done === true) {
      await events.end();
      const { table, diagnostics } = step.value;
      run.take(diagnostics);
      return {
        format: BOOK_FORMAT,
        confidence: 1,
        reason: `This book's own table of ${table}.`,
        isUnknown: table === null,
      };
    }
    await takeBatch(run, step.value, ledger, events);
  }
}

/** How many are looked for, then stored, together. */
const ROWS_PER_BATCH = 2000;

async function takeBatch(
  run: ImportRun,
  batch: BookBatch,
  ledger: TransactionImport,
  events: BookEventImport,
): Promise<void> {
  if (batch.table === 'events') return events.add(batch.rows);
  if (batch.table === 'cash') {
    run.counts.cash_imported += await ledger.add(batch.rows.map(asTransaction));
    return;
  }
  const accountOf = await run.accounts.ofAll(batch.rows.map(({ account_id }) => account_id));
  for (let from = 0; from < batch.rows.length; from += ROWS_PER_BATCH) {
    const some = batch.rows
      .slice(from, from + ROWS_PER_BATCH)
      .map((row) => tradeOf(run, row, accountOf(row.account_id)));
    await importRows(
      run,
      some.filter((row) => isPossible(run, row)),
    );
  }
}

function tradeOf(run: ImportRun, { fees, ...trade }: BookRow<'trades'>, { account_id }: BookAccount): ImportedTrade {
  const row = tradeColumns.store({
    ...trade,
    quantity: Number(trade.quantity),
    account_id,
    root: instrumentDefaults(trade.instrument, trade.asset_class).root,
    import_batch_id: run.id,
    fingerprint: '',
    created_at: run.now.toISOString(),
  });
  row.quantity = fineDecimalText(trade.quantity);
  row.fingerprint = fingerprint(row);
  return { ...row, row: trade.row, ...(fees.length > 0 && { fees }) };
}

function asTransaction(row: BookRow<'cash'>): NewTransaction {
  const category = transactionCategories.find((name) => name === row.category) ?? 'other';
  return {
    account: row.account_id,
    date: row.date,
    valueDate: row.value_date ?? undefined,
    amount: row.amount,
    currency: row.currency,
    fxRate: row.fx_rate ?? undefined,
    fxCurrency: row.fx_currency ?? undefined,
    description: row.description,
    memo: row.memo,
    type: row.category,
    symbol: row.symbol ?? undefined,
    isin: row.isin ?? undefined,
    qualified: row.qualified ?? undefined,
    id: row.reference_id,
    row: row.row,
    origin: { source: row.source, category },
  };
}
