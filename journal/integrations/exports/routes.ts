import { contract, type Filter, type HandlerInput } from '@zorivest/contract';
import { taxLotReport } from '@zorivest/domain';
import { bookColumns, feesText } from '@zorivest/imports';
import { everyRoundTrip, type Scope, scopeOf, taxRecords, thisYear, washRules } from '@zorivest/analytics';
import {
  eventColumns,
  feesOfMany,
  positionsOf,
  presentTrade,
  tradesNamed,
  transactionColumns,
} from '@zorivest/records';
import { type Call, type Concept, type Db, type Home, migrations, type RandomBytes, route } from '@zorivest/store';
import type { Settings } from '@zorivest/records';
import { exportBook } from './book-export.ts';
import { importBook } from './book-import.ts';
import { csv } from './csv.ts';

/** The question in the book's currency, then in every other it has, for what no rate converts; in one, where it names one. */
async function scopesOf(call: Call, asked: Filter): Promise<Scope[]> {
  const first = await scopeOf(call, asked);
  if (asked.currency !== undefined) return [first];
  const { executions } = await positionsOf(call);
  const scopes = [first];
  for (const currency of new Set(executions.map((execution) => execution.currency)))
    if (currency !== first.currency) scopes.push(await scopeOf(call, { ...asked, currency }));
  return scopes;
}

/** How many ids one query asks for. */
const IDS_PER_QUERY = 500;

/** The executions a question is about. Figures leave conversions of money out; a table of the book has them. */
async function idsOf(call: Call, asked: Filter): Promise<Set<string>> {
  const scopes = await scopesOf(call, asked);
  const ids = new Set(scopes.flatMap(({ executions }) => executions.map(({ exec_id }) => exec_id)));
  const [scope] = scopes;
  if (scope === undefined || scope.narrowed) return ids;
  const { executions } = await positionsOf(call);
  for (const { exec_id, account_id, currency, time, time_known } of executions)
    if (
      (scope.accounts?.has(account_id) ?? true) &&
      (asked.currency ?? currency) === currency &&
      scope.within({ time, time_known: time_known === 1 })
    )
      ids.add(exec_id);
  return ids;
}

async function trades(call: Call, asked: Filter): Promise<Buffer> {
  const ids = await idsOf(call, asked);
  const wanted = [...ids];
  const rows = [];
  for (let at = 0; at < wanted.length; at += IDS_PER_QUERY)
    rows.push(...(await withFees(call.db, wanted.slice(at, at + IDS_PER_QUERY))));
  rows.sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : a.exec_id < b.exec_id ? -1 : 1));
  return csv(bookColumns('trades'), rows);
}

async function withFees(db: Db, execIds: readonly string[]) {
  const fees = await feesOfMany(db, execIds);
  const rows = await tradesNamed(db, execIds);
  // The text of a quantity has all its digits.
  return rows.map((row) => ({
    ...presentTrade(row),
    quantity: row.quantity,
    fees: feesText(fees.get(row.exec_id) ?? []),
  }));
}

/** Of movements and events: the accounts, the days and the instruments of the question. */
async function about(call: Call, asked: Filter) {
  const { accounts, within } = await scopeOf(call, asked);
  const named = asked.instrument?.split(',').map((name) => name.trim().toUpperCase());
  return ({ account_id, day, name }: { account_id: string | null; day: string; name: string | null }): boolean =>
    (accounts === null || account_id === null || accounts.has(account_id)) &&
    within({ time: `${day}T12:00:00.000Z`, time_known: false }) &&
    (named === undefined || (name !== null && named.includes(name.toUpperCase())));
}

async function cash(call: Call, asked: Filter): Promise<Buffer> {
  const isWanted = await about(call, asked);
  const rows = await call.db.selectFrom('bank_transactions').selectAll().orderBy('date').orderBy('id').execute();
  return csv(
    bookColumns('cash'),
    rows
      .filter((row) => isWanted({ account_id: row.account_id, day: row.date, name: row.symbol }))
      .filter(({ currency }) => asked.currency === undefined || currency === asked.currency)
      .map((row) => transactionColumns.show(row)),
  );
}

async function events(call: Call, asked: Filter): Promise<Buffer> {
  const isWanted = await about(call, asked);
  const rows = await call.db.selectFrom('position_events').selectAll().orderBy('time').orderBy('id').execute();
  return csv(
    bookColumns('events'),
    rows
      .filter((row) => isWanted({ account_id: row.account_id, day: row.time.slice(0, 10), name: row.instrument }))
      .map((row) => ({
        ...eventColumns.show(row),
        id: row.id,
        stock_recorded: row.stock_recorded === 1,
        // As they are stored: a list of names as words would not come back.
        lots: row.lots,
        lot_ids: row.lot_ids,
      })),
  );
}

const TRIPS = [
  'id',
  'account_id',
  'instrument',
  'direction',
  'status',
  'opened_at',
  'closed_at',
  'total_quantity',
  'open_quantity',
  'entry_avg_price',
  'exit_avg_price',
  'gross_pnl',
  'total_commission',
  'pnl',
  'r',
  'pnl_in_period',
  'costs_in_period',
  'r_in_period',
  'exits_outside_period',
  'currency',
  'strategy',
  'tags',
  'holding_period_seconds',
  'asset_class',
  'underlying',
] as const;

type RoundTripQuery = HandlerInput<typeof contract.exports.roundTrips>['query'];

async function roundTrips(call: Call, asked: RoundTripQuery): Promise<Buffer> {
  const [first, ...others] = await scopesOf(call, asked);
  const rows = first === undefined ? [] : await everyRoundTrip(call, first, asked);
  // In another currency only what no rate converts: a winner there may be a loser in the currency that was asked for.
  const wanting = new Set(first?.unconverted.map(({ id }) => id));
  for (const scope of wanting.size === 0 ? [] : others)
    for (const trip of await everyRoundTrip(call, scope, asked)) if (wanting.delete(trip.id)) rows.push(trip);
  return csv(
    TRIPS,
    rows.map(({ quantity_exact, open_quantity_exact, ...row }) => ({
      ...row,
      total_quantity: quantity_exact ?? row.total_quantity,
      open_quantity: open_quantity_exact ?? row.open_quantity,
    })),
  );
}

const LOTS = [
  'lot_id',
  'ticker',
  'account_id',
  'side',
  'quantity',
  'cost_basis',
  'wash_sale_adjustment',
  'opened_on',
  'date_acquired',
  'holding_start',
  'status',
  'date_sold',
  'proceeds',
  'realized_gain_loss',
  'holding_period_days',
  'is_long_term',
] as const;

async function lots(call: Call, asked: Filter): Promise<Buffer> {
  const isWanted = await about(call, asked);
  const records = await taxRecords(call, await thisYear(call));
  const report = taxLotReport({ lots: records.lots, as_of: records.today, wash: washRules(records.profile) });
  return csv(
    LOTS,
    report.lots
      // A lot belongs to the day it was closed; one that is open to the day it was opened.
      .filter((lot) => isWanted({ account_id: lot.account_id, day: lot.date_sold ?? lot.opened_on, name: lot.ticker }))
      .map(({ quantity_exact, ...lot }) => ({ ...lot, quantity: quantity_exact ?? lot.quantity })),
  );
}

const asCsv = async (bytes: Promise<Buffer>) => ({ contentType: 'text/csv; charset=utf-8', bytes: await bytes });

export interface ExportParts {
  /** What of every table leaves with the book. */
  readonly leaving: Concept['leaving'];
  readonly version: string;
  readonly home: Pick<Home, 'uploads'>;
  readonly random: RandomBytes;
  readonly settings: Settings;
  readonly pipelines: { reschedule(): void };
}

export const exportRoutes = ({ leaving, version, home, random, settings, pipelines }: ExportParts) =>
  [
    route(contract.exports.book, async (_, call) => ({
      contentType: 'application/zip',
      bytes: await exportBook(call.db, { leaving, version, now: call.now() }),
    })),
    route(contract.exports.importBook, async ({ body }, call) => {
      const forwarding = { leaving, folder: home.uploads, steps: migrations, random, now: call.now };
      const arrived = await importBook(call, forwarding, await body.file.bytes());
      await settings.load(call.db);
      pipelines.reschedule();
      return { status: 'imported' as const, ...arrived };
    }),
    route(contract.exports.trades, ({ query }, call) => asCsv(trades(call, query))),
    route(contract.exports.cash, ({ query }, call) => asCsv(cash(call, query))),
    route(contract.exports.events, ({ query }, call) => asCsv(events(call, query))),
    route(contract.exports.lots, ({ query }, call) => asCsv(lots(call, query))),
    route(contract.exports.roundTrips, ({ query }, call) => asCsv(roundTrips(call, query))),
  ] as const;
