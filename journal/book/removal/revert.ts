// Taking back one change of a trade.
import { findAccount } from '../accounts/repository.ts';
import { cannotRevert, type Db, refuseWithWork, type Revertible, type Shown, timeText } from '@zorivest/store';
import { shownReportOnAny } from '../reports/repository.ts';
import { tradeColumns, type TradeRow } from '../trades/columns.ts';
import { insertFees, type Fee } from '../trades/fees.ts';
import { fingerprint } from '../trades/fingerprint.ts';
import { presentTrade, type Trade } from '../trades/present.ts';
import { deleteTrade, findTrade, insertTrade, updateTrade } from '../trades/repository.ts';
import { getTrade } from '../trades/service.ts';
import { workOnTrade } from './work.ts';

export const revertibleTrade: Revertible = {
  fields: tradeColumns.names.filter((name) => name !== 'fingerprint'),

  async find(db, id) {
    const row = await findTrade(db, id);
    return row && presentTrade(row);
  },

  async change({ db }, id, earlier) {
    const before = await getTrade(db, id);
    const merged: TradeRow = { ...before, ...tradeColumns.change(storable(earlier)) };
    if (merged.account_id !== before.account_id) await mustHaveAccountStill(db, merged.account_id);
    await updateTrade(db, before, { ...merged, fingerprint: fingerprint(merged) });
  },

  async remove({ db }, id) {
    const report = (await shownReportOnAny(db, [id])) ? 1 : 0;
    refuseWithWork(`the trade ${JSON.stringify(id)}`, { report, ...(await workOnTrade(db, id)) });
    await deleteTrade(db, await getTrade(db, id));
  },

  async restore(scope, shown) {
    const { db } = scope;
    const trade = shown as unknown as Trade & { fees?: Fee[] }; // as `removeTrade` wrote it
    await mustHaveAccountStill(db, trade.account_id);
    await refuseIfImportUndone(db, trade.import_batch_id);
    const row = tradeColumns.store({ ...trade, created_at: timeText(trade.created_at), fingerprint: '' });
    row.fingerprint = fingerprint(row);
    await insertTrade(db, row);
    insertFees(scope, [{ ...row, fees: trade.fees ?? [] }]);
  },
};

/** Fields of a trade as the audit shows them; the columns named are those of a trade. */
function storable(shown: Shown): Partial<Trade> {
  const { created_at, ...trade } = shown as Partial<Trade>;
  return { ...trade, ...(created_at !== undefined && { created_at: timeText(created_at) }) };
}

async function mustHaveAccountStill(db: Db, accountId: string): Promise<void> {
  if (await findAccount(db, accountId)) return;
  throw cannotRevert('changed_since', `its account ${JSON.stringify(accountId)} is gone`);
}

async function refuseIfImportUndone(db: Db, runId: string | null): Promise<void> {
  if (runId === null) return;
  const run = await db.selectFrom('import_runs').select('undone_at').where('run_id', '=', runId).executeTakeFirst();
  if (run && run.undone_at !== null) {
    throw cannotRevert('changed_since', `the import that brought it in (${runId}) has been taken back since`);
  }
}
