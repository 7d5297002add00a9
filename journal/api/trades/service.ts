// Recording executions: defaults, identity, duplicates.
import type { contract, HandlerInput } from '@zorivest/contract';
import { mustHaveAccount } from '../accounts/repository.ts';
import type { Call, WriteScope } from '../core/call.ts';
import { conflict, invalidField, notFound } from '../core/fault.ts';
import type { Db } from '../store/index.ts';
import { tradeColumns, type TradeRow } from './columns.ts';
import { fingerprint } from './fingerprint.ts';
import { instrumentDefaults } from './instrument.ts';
import { presentTrade, type Trade } from './present.ts';
import { deleteTrade, findTrade, findTwin, insertTrade, updateTrade } from './repository.ts';

type NewTrade = HandlerInput<typeof contract.trades.create>['body'];
type TradeChange = HandlerInput<typeof contract.trades.patch>['body'];

/** A trade on its way into the book, everything filled in. */
export function tradeRow(trade: NewTrade, facts: { currency: string; now: Date; importBatchId?: string }): TradeRow {
  const now = facts.now.toISOString();
  const defaults = instrumentDefaults(trade.instrument);
  const row = tradeColumns.store({
    ...trade,
    time: trade.time ?? now,
    asset_class: trade.asset_class ?? defaults.asset_class,
    multiplier: trade.multiplier ?? defaults.multiplier,
    currency: trade.currency ?? facts.currency,
    import_batch_id: facts.importBatchId,
    fingerprint: '',
    created_at: now,
  });
  row.fingerprint = fingerprint(row);
  return row;
}

export type CreatedTrade = Trade & { status: 'created'; possible_duplicate_of: string | null };

export function createTrade(call: Call, trade: NewTrade): Promise<CreatedTrade> {
  return call.write(async ({ db, audit }) => {
    const { currency } = await mustHaveAccount(db, trade.account_id);
    if (await findTrade(db, trade.exec_id)) {
      throw conflict(`a trade with exec_id ${JSON.stringify(trade.exec_id)} is recorded already`);
    }
    const row = tradeRow(trade, { currency, now: call.now() });
    const twin = await findTwin(db, row);
    await insertTrade(db, row);
    const created = presentTrade(row);
    audit({ resource: 'trade', id: row.exec_id, after: created });
    return { ...created, status: 'created', possible_duplicate_of: twin };
  });
}

export async function getTrade(db: Db, execId: string): Promise<TradeRow> {
  const row = await findTrade(db, execId);
  if (!row) throw notFound('trade', execId);
  return row;
}

export function changeTrade(call: Call, execId: string, change: TradeChange): Promise<Trade> {
  return call.write(async ({ db, audit }) => {
    const before = await getTrade(db, execId);
    if (change.account_id !== undefined) await mustHaveAccount(db, change.account_id);
    const merged: TradeRow = { ...before, ...tradeColumns.change(change) };
    const after = { ...merged, fingerprint: fingerprint(merged) };
    await updateTrade(db, before, after);
    audit({ resource: 'trade', id: execId, before: presentTrade(before), after: presentTrade(after) });
    return presentTrade(after);
  });
}

export function removeTrade(call: Call, execId: string): Promise<void> {
  return call.write(async ({ db, audit }) => {
    const row = await getTrade(db, execId);
    await deleteTrade(db, row);
    audit({ resource: 'trade', id: execId, before: presentTrade(row) });
  });
}

/** For fields of other resources that must name a trade of the book. */
export async function requireTrade(scope: Pick<WriteScope, 'db'>, execId: string, field: string): Promise<TradeRow> {
  const row = await findTrade(scope.db, execId);
  if (!row) throw invalidField(field, `there is no trade ${JSON.stringify(execId)}`);
  return row;
}
