// A bank's statement into a run.
import type { ReceivedFile } from '@zorivest/contract';
import { type BankAccount, detectBankFormat, streamBankStatement } from '@zorivest/imports';
import { leftOutKinds } from '@zorivest/vocabulary';
import { insertSourcedBalance } from '@zorivest/records';
import { type Call, withoutUndefined } from '@zorivest/store';
import { bankProfile } from './profiles.ts';
import type { ImportRun } from './run.ts';
import { headOf } from './recognise.ts';
import { piecesFor, type Progress, type Source } from './source.ts';
import { TransactionImport } from './transactions.ts';
import { openTable } from './workbook.ts';

export interface BankFile {
  readonly file: ReceivedFile;
  readonly format_hint?: string | undefined;
  readonly profile?: string | undefined;
  /** Of a workbook. */
  readonly sheet?: string | undefined;
}

interface Closing {
  readonly balance: number;
  readonly currency: string;
}

/** The statement, and the balance it closes with once it has been read. */
export async function bankSource(
  call: Call,
  input: BankFile,
  progress?: Progress,
): Promise<{ readonly source: Source; readonly closing: () => Closing | null }> {
  const mapping = input.profile === undefined ? undefined : await bankProfile(call.db, input.profile);
  const { file, chosen } = await openTable(input.file, input.sheet);
  const format = mapping === undefined ? detectBankFormat(await headOf(file), input.format_hint) : 'csv';
  let closing: Closing | null = null;
  const source: Source = {
    kind: 'bank',
    file: input.file,
    async take(run) {
      await run.beginFile(format);
      run.accounts.within('bank');
      const rows = streamBankStatement(
        piecesFor(call, file, progress),
        withoutUndefined({ format: input.format_hint, mapping }),
      );
      const ledger = new TransactionImport(run, 'bank');
      const closed = new Map<string, BankAccount>();
      for (;;) {
        const step = await rows.next();
        if (step.done === true) {
          const { format: read, diagnostics } = step.value;
          run.take(diagnostics);
          for (const account of closed.values()) closing = (await recordClosing(run, account, read)) ?? closing;
          run.warnings.push(...(chosen?.warnings ?? []));
          const reason = `${chosen === null ? '' : `${chosen.reason} `}Read as ${read}.`;
          return { format: read, confidence: 1, reason, isUnknown: read === 'unknown' };
        }
        for (const account of step.value) {
          run.counts.imported += await ledger.add(takeBooked(run, account));
          closed.set(account.account_id, account);
        }
      }
    },
  };
  return { source, closing: () => closing };
}

/** What is announced but not booked would come again when it is: it is left out, with the reason. */
function takeBooked(run: ImportRun, { account_id, currency, transactions }: BankAccount) {
  return transactions.flatMap((row) => {
    if (row.pending === true) {
      run.counts.skipped++;
      run.rows.leaveOut({ kind: 'pending', reason: leftOutKinds.pending, count: 1, example_row: 0 });
      run.note({ outcome: 'skipped', message: `${row.date} ${row.amount} ${row.payee}: not booked yet` });
      return [];
    }
    return {
      account: account_id,
      date: row.date,
      valueDate: row.value_date,
      amount: row.amount,
      // What the statement is in, where the row does not say.
      currency: row.currency ?? currency ?? undefined,
      description: row.payee || row.memo || row.type,
      memo: row.payee === '' ? '' : row.memo,
      type: row.type,
      id: row.id,
    };
  });
}

/** A statement in another currency than its account's closes a balance of its own there. */
async function recordClosing(run: ImportRun, account: BankAccount, format: string): Promise<Closing | null> {
  if (account.balance === null) return null;
  const { account_id, currency: own } = await run.accounts.of(account.account_id);
  const currency = account.currency ?? own;
  if (currency !== own)
    run.warnings.push(
      `The statement is in ${currency} and the account ${account_id} in ${own}: its balance is stored in ${currency}, in addition to the one in ${own}.`,
    );
  const at = account.balance_date ?? run.now.toISOString();
  await insertSourcedBalance(
    run.scope,
    { account_id, balance: account.balance, datetime: at, currency: currency === own ? null : currency },
    { source: `${format}_import`, import_batch_id: run.id },
  );
  return { balance: account.balance, currency };
}
