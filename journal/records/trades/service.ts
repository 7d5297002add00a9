// Recording executions: defaults, identity, duplicates.
import { hash } from 'node:crypto';
import type { contract, HandlerInput } from '@zorivest/contract';
import { codeKind, MOST_MONEY } from '@zorivest/domain';
import type { AssetClass } from '@zorivest/vocabulary';
import { mustHaveAccount } from '../accounts/repository.ts';
import {
  type Call,
  conflict,
  type Db,
  fineDecimalText,
  invalidField,
  notFound,
  type WriteScope,
} from '@zorivest/store';
import { Register } from '../register/register.ts';
import { tradeColumns, type TradeRow } from './columns.ts';
import { fingerprint } from './fingerprint.ts';
import { instrumentDefaults } from './instrument.ts';
import { presentTrade, type Trade } from './present.ts';
import { findTrade, findTwin, insertTrade, updateTrade } from './repository.ts';

type NewTrade = HandlerInput<typeof contract.trades.create>['body'];
/** What is recorded has an id, no matter who made it. */
type NamedTrade = Omit<NewTrade, 'exec_id' | 'client_key'> & { readonly exec_id: string };
type TradeChange = HandlerInput<typeof contract.trades.patch>['body'];

/** A trade on its way into the book, everything filled in. */
export function tradeRow(
  trade: NamedTrade,
  facts: { currency: string; now: Date; importBatchId?: string; timeKnown?: boolean; isin?: string | undefined },
): TradeRow {
  const now = facts.now.toISOString();
  const decided = instrumentDefaults(trade.instrument, trade.asset_class);
  const row = tradeColumns.store({
    ...trade,
    ...timeOf(trade.time ?? now, facts.timeKnown),
    asset_class: decided.asset_class,
    root: decided.root,
    multiplier: trade.multiplier ?? decided.multiplier,
    currency: trade.currency ?? facts.currency,
    ...statedRate(trade, facts.currency),
    isin: facts.isin,
    import_batch_id: facts.importBatchId,
    fingerprint: '',
    created_at: now,
  });
  if (trade.quantity_exact !== undefined) row.quantity = statedQuantity(trade.quantity, trade.quantity_exact);
  row.fingerprint = fingerprint(row);
  return row;
}

/** All digits of a quantity, which must be those that its number begins with. */
function statedQuantity(quantity: number | undefined, exact: string): string {
  const text = fineDecimalText(exact);
  if (quantity !== undefined && Number(text) !== quantity)
    throw invalidField(
      'quantity_exact',
      `must be the digits of quantity: ${exact} is ${Number(text)}, not ${quantity}`,
    );
  return text;
}

/** A rate is complete only with the currency it leads to: the account's, unless another is named. */
function statedRate(
  { fx_rate, fx_currency }: Pick<NewTrade, 'fx_rate' | 'fx_currency'>,
  accountCurrency: string,
): Pick<NewTrade, 'fx_rate' | 'fx_currency'> {
  return fx_rate === undefined || fx_rate === null
    ? { fx_rate: null, fx_currency: null }
    : { fx_rate, fx_currency: fx_currency ?? accountCurrency };
}

/** A day without a time is stored as its noon, which is that day nearly everywhere, and marked as a day only. */
function timeOf(time: string, known = true): { time: string; time_known: boolean } {
  return /^\d{4}-\d\d-\d\d$/.test(time)
    ? { time: `${time}T12:00:00Z`, time_known: false }
    : { time, time_known: known };
}

const NEGATIVE_PRICE_CLASSES: ReadonlySet<AssetClass> = new Set(['FUTURE', 'FUTURE_OPTION'] as const);

/** Futures have traded below zero (crude oil, April 2020); nothing else has. */
export function isPriceAllowed(row: Pick<TradeRow, 'price' | 'asset_class'>): boolean {
  return !row.price.startsWith('-') || NEGATIVE_PRICE_CLASSES.has(row.asset_class);
}

/** Whether what it comes to can be counted to the cent. */
export function fitsMoneyRange(row: Pick<TradeRow, 'quantity' | 'price' | 'multiplier'>): boolean {
  return Math.abs(Number(row.quantity) * Number(row.price) * Number(row.multiplier)) <= MOST_MONEY;
}

export const TOO_LARGE = `comes to more than ${MOST_MONEY.toLocaleString('en')}, which cannot be counted to the cent`;

function validateTrade(row: TradeRow): void {
  if (!fitsMoneyRange(row))
    throw invalidField('quantity', `at this price and multiplier ${TOO_LARGE}: look whether one of the three is wrong`);
  if (!isPriceAllowed(row))
    throw invalidField(
      'price',
      `must not be below zero: ${row.instrument} is recorded as ${row.asset_class}, no future`,
    );
}

export type CreatedTrade = Trade & { status: 'created'; possible_duplicate_of: string | null };

export function createTrade(call: Call, { client_key, ...asked }: NewTrade): Promise<CreatedTrade> {
  const trade = { ...asked, exec_id: asked.exec_id ?? makeExecId(call, asked.account_id, client_key) };
  return call.write(async ({ db, audit }) => {
    const { currency } = await mustHaveAccount(db, trade.account_id);
    const known = await findTrade(db, trade.exec_id);
    // Who does not say when it was, says the same an hour later.
    const timed = { ...trade, time: trade.time ?? known?.time };
    const row = tradeRow(await withTicker(db, timed, call.now()), { currency, now: call.now() });
    validateTrade(row);
    const twin = await findTwin(db, row);
    if (known !== undefined) {
      if (client_key !== undefined && known.fingerprint === row.fingerprint)
        return { ...presentTrade(known), status: 'created', possible_duplicate_of: twin };
      throw conflict(
        client_key === undefined
          ? `a trade with exec_id ${JSON.stringify(trade.exec_id)} is recorded already`
          : `the client_key ${JSON.stringify(client_key)} was given to another fill, ${JSON.stringify(trade.exec_id)}`,
      );
    }
    await insertTrade(db, row);
    const created = presentTrade(row);
    audit({ resource: 'trade', id: row.exec_id, after: created });
    return { ...created, status: 'created', possible_duplicate_of: twin };
  });
}

/** A code in place of a ticker is what the register knows it as. */
async function withTicker(db: Db, trade: NamedTrade, now: Date): Promise<NamedTrade> {
  if (codeKind(trade.instrument) === null) return trade;
  const register = await Register.read(db);
  const day = (trade.time ?? now.toISOString()).slice(0, 10);
  return { ...trade, instrument: register.nameInBook(trade.instrument, day) };
}

/** The same for the same key in the same account, so that the key needs no place of its own in the book. */
function makeExecId(call: Pick<Call, 'newId'>, accountId: string, clientKey: string | undefined): string {
  return clientKey === undefined
    ? `hand-${call.newId()}`
    : `key-${hash('sha256', JSON.stringify([accountId, clientKey]), 'hex').slice(0, 32)}`;
}

export async function getTrade(db: Db, execId: string): Promise<TradeRow> {
  const row = await findTrade(db, execId);
  if (!row) throw notFound('trade', execId);
  return row;
}

export function changeTrade(call: Call, execId: string, change: TradeChange): Promise<Trade> {
  return call.write((scope) => changeOne(scope, execId, change));
}

/** In one transaction: when one cannot be changed, none is. */
export function changeTrades(
  call: Call,
  execIds: readonly string[],
  change: TradeChange,
): Promise<{ changed: number }> {
  const ids = new Set(execIds);
  return call.write(async (scope) => {
    for (const execId of ids) await changeOne(scope, execId, change);
    return { changed: ids.size };
  });
}

async function changeOne({ db, audit }: WriteScope, execId: string, change: TradeChange): Promise<Trade> {
  const before = await getTrade(db, execId);
  const account = await mustHaveAccount(db, change.account_id ?? before.account_id);
  const decided = instrumentDefaults(change.instrument ?? before.instrument, classOf(before, change));
  // Who sends a shown number back has not changed the digits behind it.
  const { quantity, quantity_exact, ...others } = change;
  const isUnchanged = quantity === undefined || quantity === Number(before.quantity);
  const merged: TradeRow = {
    ...before,
    ...tradeColumns.change({
      ...others,
      ...(!isUnchanged && { quantity }),
      ...(change.time !== undefined && timeOf(change.time)),
      asset_class: decided.asset_class,
      root: decided.root,
      ...(change.fx_rate !== undefined && statedRate(change, before.fx_currency ?? account.currency)),
    }),
    ...(quantity_exact !== undefined && { quantity: statedQuantity(quantity, quantity_exact) }),
  };
  const after = { ...merged, fingerprint: fingerprint(merged) };
  validateTrade(after);
  await updateTrade(db, before, after);
  audit({ resource: 'trade', id: execId, before: presentTrade(before), after: presentTrade(after) });
  return presentTrade(after);
}

/** What the person says, else what was decided for the instrument, else what the new one's symbol says. */
function classOf(before: TradeRow, change: TradeChange): AssetClass | undefined {
  if (change.asset_class !== undefined) return change.asset_class;
  return change.instrument === undefined || change.instrument === before.instrument ? before.asset_class : undefined;
}

/** For fields of other resources that must name a trade of the book. */
export async function requireTrade(scope: Pick<WriteScope, 'db'>, execId: string, field: string): Promise<TradeRow> {
  const row = await findTrade(scope.db, execId);
  if (!row) throw invalidField(field, `there is no trade ${JSON.stringify(execId)}`);
  return row;
}
