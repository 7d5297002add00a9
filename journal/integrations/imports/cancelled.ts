// Fills that their broker took back, in this statement or after an earlier one: they leave the book with the row that
// took them back, and a statement that tells them again does not bring them back.
import { findReversedFills, type ReversedFill } from '@zorivest/imports';
import { deleteTrade, feesOf, findTrade, type TradeRow } from '@zorivest/records';
import { describeFill } from './describe-fill.ts';
import type { ImportRun } from './run.ts';

/** By the broker's own id. */
export async function removeCancelled(run: ImportRun, execIds: readonly string[]): Promise<void> {
  for (const id of execIds) {
    const row = await findTrade(run.scope.db, id);
    if (row !== undefined && row.import_batch_id !== null) await remove(run, row);
  }
}

/** By what they were, where the broker does not name them. */
export async function removeReversed(run: ImportRun, all: readonly ReversedFill[]): Promise<void> {
  const before = await run.cancelledBefore();
  for (const cancel of all) {
    const { account_id } = await run.accounts.of(cancel.account ?? '');
    const reversal = { ...cancel, account_id, instrument: run.names.of(cancel.instrument) };
    const name = nameOf(reversal);
    if (before.has(name)) {
      run.rows.mark(cancel.row, 'known');
      continue;
    }
    const fills = await run.scope.db
      .selectFrom('trades')
      .selectAll()
      .where('account_id', '=', account_id)
      .where('instrument', '=', reversal.instrument)
      .where('action', '=', cancel.action)
      .where('import_batch_id', 'is not', null)
      .execute();
    const [row] = findReversedFills(reversal, fills);
    if (row === undefined) {
      ask(run, reversal);
      continue;
    }
    await remove(run, row);
    run.rows.mark(cancel.row, 'changed');
    run.note({ outcome: 'cancelled', message: `Cancels ${describe(reversal)}`, row: cancel.row, ref: name });
  }
}

function ask(run: ImportRun, reversal: ReversedFill): void {
  run.counts.flagged++;
  run.rows.mark(reversal.row, 'asked');
  run.note({
    outcome: 'flagged',
    message: `Cancels ${describe(reversal)}, and the book has no such fill: if it is recorded differently, delete it`,
    row: reversal.row,
  });
}

async function remove(run: ImportRun, row: TradeRow): Promise<void> {
  const { db } = run.scope;
  const fees = await feesOf(db, row.exec_id);
  await deleteTrade(db, row);
  const isOfThisRun = row.import_batch_id === run.id;
  if (isOfThisRun) {
    run.counts.imported--;
    run.rows.takeBack(1);
  } else run.counts.cancelled++;
  run.note({
    outcome: 'cancelled',
    message: `${describeFill(row)}: cancelled by the broker`,
    ref: row.exec_id,
    // What came with this very run is not what an undo of it brings back.
    ...(isOfThisRun ? {} : { before: { ...row, fees } }),
  });
}

function describe({ action, quantity, instrument, price, time }: ReversedFill): string {
  return `the ${action === 'BOT' ? 'purchase' : 'sale'} of ${quantity} ${instrument} @ ${price}, on ${time.slice(0, 10)}`;
}

function nameOf({ account_id, instrument, action, quantity, price, time }: ReversedFill): string {
  return ['cancel', account_id, instrument, action, quantity, price, time.slice(0, 10)].join('|');
}
