// A trade goes, and with it what people and assistants have made of it; the bin has all of it. Its fill stays deleted: a
// statement that contains it again does not bring it back.
import type { Call, WriteScope } from '@zorivest/store';
import { shownReportOnAny } from '../reports/repository.ts';
import { feesOf } from '../trades/fees.ts';
import { presentTrade } from '../trades/present.ts';
import { deleteTrade } from '../trades/repository.ts';
import { getTrade } from '../trades/service.ts';

export function removeTrade(call: Call, execId: string): Promise<void> {
  return call.write((scope) => removeOne(scope, execId, call.now()));
}

/** In one transaction: when one cannot be deleted, none is. */
export function removeTrades(call: Call, execIds: readonly string[]): Promise<{ removed: number }> {
  const ids = new Set(execIds);
  return call.write(async (scope) => {
    for (const execId of ids) await removeOne(scope, execId, call.now());
    return { removed: ids.size };
  });
}

async function removeOne({ db, audit }: WriteScope, execId: string, now: Date): Promise<void> {
  const row = await getTrade(db, execId);
  const fees = await feesOf(db, execId);
  const report = await shownReportOnAny(db, [execId]);
  await deleteTrade(db, row);
  const { account_id, fingerprint } = row;
  const deleted = { account_id, fingerprint, deleted_at: now.toISOString() };
  await db
    .insertInto('deleted_fills')
    .values({ exec_id: execId, ...deleted })
    .onConflict((existing) => existing.column('exec_id').doUpdateSet(deleted))
    .execute();
  if (report) audit({ action: 'report.delete', resource: 'report', id: report.id, before: report });
  audit({ resource: 'trade', id: execId, before: { ...presentTrade(row), ...(fees.length > 0 && { fees }) } });
}
