// A trade goes, and with it what people and assistants have made of it.
import { type Call, lostOf, type WriteScope } from '@zorivest/store';
import { shownReportOnAny } from '../reports/repository.ts';
import { feesOf } from '../trades/fees.ts';
import { presentTrade } from '../trades/present.ts';
import { deleteTrade } from '../trades/repository.ts';
import { getTrade } from '../trades/service.ts';
import { workOnTrade } from './work.ts';

export function removeTrade(call: Call, execId: string): Promise<void> {
  return call.write((scope) => removeOne(scope, execId));
}

/** In one transaction: when one cannot be deleted, none is. */
export function removeTrades(call: Call, execIds: readonly string[]): Promise<{ removed: number }> {
  const ids = new Set(execIds);
  return call.write(async (scope) => {
    for (const execId of ids) await removeOne(scope, execId);
    return { removed: ids.size };
  });
}

async function removeOne({ db, audit }: WriteScope, execId: string): Promise<void> {
  const row = await getTrade(db, execId);
  const fees = await feesOf(db, execId);
  const lost = lostOf(await workOnTrade(db, execId));
  const report = await shownReportOnAny(db, [execId]);
  await deleteTrade(db, row);
  // Its report goes with it, and can be put back after it.
  if (report) audit({ action: 'report.delete', resource: 'report', id: report.id, before: report });
  audit({
    resource: 'trade',
    id: execId,
    before: { ...presentTrade(row), ...(fees.length > 0 && { fees }), ...lost },
  });
}
