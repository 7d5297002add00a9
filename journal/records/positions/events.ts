// What changed positions without a trade, as the rules of matching take it.
import { type Need, type PositionEvent, resolveEvents } from '@zorivest/domain';
import type { AccountKind, AssetClass } from '@zorivest/vocabulary';
import type { Selectable } from 'kysely';
import { allAccounts } from '../accounts/repository.ts';
import { type Db, negateDecimal } from '@zorivest/store';
import { Register } from '../register/register.ts';
import type { StatedLot } from './columns.ts';
import type { PositionEventRow } from './tables.ts';

type Row = Selectable<PositionEventRow>;

export interface RecordedEvents {
  /** As they took effect: the halves of a transfer are one. */
  readonly events: readonly PositionEvent[];
  /** What only the person knows, by the id of the row. */
  readonly needsOf: (id: number) => readonly Need[];
  /** The other half of a transfer: as a person linked it, or as it was paired automatically. */
  readonly otherHalf: (id: number) => number | null;
}

export async function recordedEvents(db: Db): Promise<RecordedEvents> {
  const rows = await db.selectFrom('position_events').selectAll().orderBy('time').orderBy('id').execute();
  const kinds = new Map(
    (await allAccounts(db)).map((account): [string, AccountKind] => [account.account_id, kindOf(account)]),
  );
  const classes = await classesOf(db);
  const register = await Register.read(db);
  const known = new Set(rows.map(({ instrument, new_instrument }) => `${instrument}|${new_instrument}`));
  const renamed = register.tickerChanges
    .filter(({ instrument, new_instrument }) => !known.has(`${instrument}|${new_instrument}`))
    .map(({ id, instrument, new_instrument, day }): PositionEvent => ({
      kind: 'symbol_change',
      id,
      instrument,
      new_instrument,
      time: day,
    }));
  const all = [...dropDuplicates(rows).map(eventOf), ...renamed, ...(await borrowCosts(db))].map((event) =>
    event.kind === 'symbol_change' ? event : { ...event, instrument: register.nameAt(event.instrument, event.time) },
  );
  const { events, needs, halves } = resolveEvents(all.toSorted(byTime), {
    classOf: (instrument) => classes.get(instrument),
    kindOf: (account) => kinds.get(account) ?? 'taxable',
    linked: new Map(
      rows.flatMap(({ id, linked_event_id }) =>
        linked_event_id === null ? [] : [[nameOf(id), nameOf(linked_event_id)] as const],
      ),
    ),
  });
  return {
    events,
    needsOf: (id) => needs.get(nameOf(id)) ?? [],
    otherHalf: (id) => {
      const other = halves.get(nameOf(id));
      return other === undefined ? null : Number(other.slice(PREFIX.length));
    },
  };
}

/** What shares sold short cost while they are borrowed. */
export const BORROWED = /\b(?:borrow(?:ing)?|stock loan|short (?:stock|sale|position)|hard[- ]to[- ]borrow|htb)\b/i;

/** Charges for borrowing a security that the statement names: of the short in it. Those without a name are the account's. */
async function borrowCosts(db: Db): Promise<PositionEvent[]> {
  const rows = await db
    .selectFrom('bank_transactions')
    .select(['id', 'account_id', 'symbol', 'date', 'amount', 'description', 'memo'])
    .where('symbol', 'is not', null)
    .where('category', 'in', ['fee', 'interest'])
    // What an event changes is in the money that its instrument is traded in.
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('trades')
          .select('exec_id')
          .whereRef('trades.instrument', '=', 'bank_transactions.symbol')
          .whereRef('trades.account_id', '=', 'bank_transactions.account_id')
          .whereRef('trades.currency', '=', 'bank_transactions.currency')
          .where('trades.action', '=', 'SLD'),
      ),
    )
    .execute();
  return rows.flatMap(({ id, account_id, symbol, date, amount, description, memo }): PositionEvent[] =>
    symbol === null || !BORROWED.test(`${description} ${memo}`)
      ? []
      : [
          {
            kind: 'borrow_cost',
            id: `cash-${id}`,
            instrument: symbol,
            account_id,
            time: date.slice(0, 10),
            amount: negateDecimal(amount),
          },
        ],
  );
}

/** What the trades of exercised options say they are: ES 260320 C 6000 is on a share or on a future. */
async function classesOf(db: Db): Promise<ReadonlyMap<string, AssetClass>> {
  const trades = await db
    .selectFrom('trades')
    .select(['instrument', 'asset_class'])
    .distinct()
    .where('instrument', 'in', (events) =>
      events.selectFrom('position_events').select('instrument').where('kind', 'in', ['exercise', 'assignment']),
    )
    .execute();
  return new Map(trades.map(({ instrument, asset_class }) => [instrument, asset_class]));
}

export async function positionEvents(db: Db): Promise<readonly PositionEvent[]> {
  return (await recordedEvents(db)).events;
}

/** A name that took over on a day was there before anything of that day. */
function byTime(a: PositionEvent, b: PositionEvent): number {
  return a.time < b.time ? -1 : a.time > b.time ? 1 : 0;
}

const PREFIX = 'event-';

/** How the rules of matching call an event of the book. */
export function nameOf(id: number): string {
  return `${PREFIX}${id}`;
}

/** A Roth IRA is one of its own; a 401(k) and an HSA are as an IRA: nothing inside is taxed, and its purchases wash losses. */
export function kindOf(account: { account_type: string; is_tax_advantaged: number; is_spousal: number }): AccountKind {
  if (account.account_type === 'roth_ira') return 'roth_ira';
  if (['ira', '401k', 'hsa'].includes(account.account_type) || account.is_tax_advantaged === 1) return 'ira';
  return account.is_spousal === 1 ? 'spouse' : 'taxable';
}

function eventOf(row: Row): PositionEvent {
  const base = { id: nameOf(row.id), instrument: row.instrument, time: timeOf(row), ...accountOf(row) };
  const ratio = { new_shares: row.new_shares ?? '', old_shares: row.old_shares ?? '' };
  const new_instrument = row.new_instrument ?? '';
  const quantity = row.quantity ?? '';
  switch (row.kind) {
    case 'split':
      return { ...base, ...ratio, kind: 'split' };
    case 'symbol_change':
      return { ...base, kind: 'symbol_change', new_instrument };
    case 'transfer':
      return {
        ...base,
        kind: 'transfer',
        quantity,
        ...optionalField('from_account_id', row.from_account_id),
        ...optionalField('to_account_id', row.to_account_id),
        ...optionalField('cost_basis', row.cost_basis),
        // Written by this service, in the contract's shape.
        ...(row.lots !== null && { lots: JSON.parse(row.lots) as StatedLot[] }),
        ...(row.lot_ids !== null && { lot_ids: JSON.parse(row.lot_ids) as string[] }),
      };
    case 'cash_merger':
      return { ...base, kind: 'cash_merger', cash_per_share: row.cash_per_share ?? '' };
    case 'stock_merger':
      return {
        ...base,
        ...ratio,
        kind: 'stock_merger',
        new_instrument,
        ...optionalField('cash_per_share', row.cash_per_share),
        ...optionalField('price', row.price),
      };
    case 'spin_off':
      return { ...base, ...ratio, kind: 'spin_off', new_instrument, ...optionalField('allocation', row.allocation) };
    case 'return_of_capital':
      return { ...base, kind: 'return_of_capital', amount_per_share: row.amount_per_share ?? '' };
    case 'cash_in_lieu':
      return { ...base, kind: 'cash_in_lieu', quantity, amount: row.amount ?? '' };
    case 'reward':
      return {
        ...base,
        kind: 'reward',
        account_id: row.account_id ?? '',
        quantity,
        ...optionalField('value', row.value),
      };
    // How an option ended.
    default:
      return {
        ...base,
        kind: row.kind,
        account_id: row.account_id ?? '',
        ...optionalField('quantity', row.quantity),
        ...optionalField('settlement_price', row.settlement_price),
        ...optionalField('new_instrument', row.new_instrument),
        stock_recorded: row.stock_recorded === 1,
      };
  }
}

/** A date comes back from the store as its midnight. */
function timeOf({ time }: Row): string {
  return time.endsWith('T00:00:00.000Z') ? time.slice(0, 10) : time;
}

function optionalField<N extends string>(name: N, value: string | null): Partial<Record<N, string>> {
  return value === null ? {} : ({ [name]: value } as Record<N, string>); // the one name it has
}

/** What a company does concerns every holder, whichever account's statement tells it. */
const OF_EVERY_HOLDER: ReadonlySet<Row['kind']> = new Set([
  'split',
  'symbol_change',
  'cash_merger',
  'stock_merger',
  'spin_off',
  'return_of_capital',
] as const);

function accountOf(row: Row): { account_id?: string } {
  const coversEveryHolder = row.source_id !== null && OF_EVERY_HOLDER.has(row.kind);
  return row.account_id === null || coversEveryHolder ? {} : { account_id: row.account_id };
}

const SAME_EVENT_MS = 7 * 86_400_000;

/**
 * A ticker that changed is reported by a statement and by a person, each with a day of their own, weeks apart: nothing takes the
 * same name again unless it was called otherwise in between. The first day stands, as it does in the register, and of every
 * account where one of them tells it so.
 */
function renameOnce(rows: readonly Row[]): readonly Row[] {
  const isOfAll = ({ source_id, account_id }: Row): boolean => source_id !== null || account_id === null;
  const distinctRows: Row[] = [];
  for (const row of rows) {
    const at = distinctRows.findLastIndex(
      (one) =>
        one.instrument === row.instrument &&
        one.new_instrument === row.new_instrument &&
        (isOfAll(one) || isOfAll(row) || one.account_id === row.account_id),
    );
    const before = distinctRows[at];
    const isBack = distinctRows.slice(at + 1).some(({ instrument }) => instrument === row.new_instrument);
    if (before === undefined || isBack) distinctRows.push(row);
    else if (isOfAll(row)) distinctRows[at] = { ...before, account_id: null };
  }
  return distinctRows;
}

/**
 * The statements of two accounts tell the same split or merger twice, each on the day its broker booked it: the first
 * stands. No company does the same again within a week.
 */
function dropDuplicates(rows: readonly Row[]): Row[] {
  const latest = new Map<string, number>();
  const renamings = rows.filter(({ kind }) => kind === 'symbol_change');
  const others = rows.filter((row) => {
    if (row.kind === 'symbol_change') return false;
    if (!OF_EVERY_HOLDER.has(row.kind) || (row.source_id === null && row.account_id !== null)) return true;
    const ratio = row.new_shares === null ? '' : Number(row.new_shares) / Number(row.old_shares);
    const key = [row.kind, row.instrument, row.new_instrument, ratio, row.cash_per_share, row.amount_per_share].join(
      '|',
    );
    const at = Date.parse(row.time);
    const before = latest.get(key);
    latest.set(key, at);
    return before === undefined || at - before > SAME_EVENT_MS;
  });
  return [...renameOnce(renamings), ...others];
}
