// The book's own tables: what `GET /exports/{trades|cash|events}.csv` writes, and what is read back from it without loss.
// A column is one line here; the export takes its columns from this list.
import { assetClasses, positionEventKinds, reversalSides, routingTypes, tradeActions } from '@zorivest/vocabulary';
import {
  type CellFault,
  type CellReader,
  currency,
  day,
  fees,
  flag,
  listOf,
  notNegative,
  number,
  oneOf,
  optional,
  positive,
  quantity,
  text,
  time,
  nonBlankText,
} from './cells.ts';

const id = nonBlankText(300);

interface Lot {
  readonly acquired: string;
  readonly quantity: number;
  readonly cost: number;
}

function isLot(item: unknown): item is Lot {
  if (typeof item !== 'object' || item === null) return false;
  const { acquired, quantity, cost } = item as Partial<Record<keyof Lot, unknown>>;
  return typeof acquired === 'string' && typeof quantity === 'number' && typeof cost === 'number';
}

const isText = (item: unknown): item is string => typeof item === 'string';

export const BOOK_TABLES = {
  trades: {
    exec_id: id,
    time,
    instrument: nonBlankText(100),
    action: oneOf(tradeActions),
    quantity,
    price: number,
    account_id: id,
    commission: number,
    currency,
    multiplier: positive,
    asset_class: oneOf(assetClasses),
    /** For people: it follows from the instrument and its class. */
    root: optional(nonBlankText(100)),
    time_known: flag,
    order_id: optional(text(1000)),
    routing: optional(oneOf(routingTypes)),
    risk_amount: optional(positive),
    fx_rate: optional(positive),
    fx_currency: optional(currency),
    realized_pnl: number,
    fees,
    isin: optional(text(12)),
    settles_on: optional(day),
    tags_of: optional(oneOf(reversalSides)),
    notes: optional(text(20_000)),
  },
  cash: {
    account_id: id,
    date: day,
    value_date: optional(day),
    amount: number,
    currency,
    fx_rate: optional(positive),
    fx_currency: optional(currency),
    category: nonBlankText(40),
    symbol: optional(text(100)),
    isin: optional(text(12)),
    qualified: optional(flag),
    description: text(500),
    memo: text(2000),
    reference_id: optional(text(1000)),
    source: nonBlankText(100),
  },
  events: {
    kind: oneOf(positionEventKinds),
    instrument: nonBlankText(100),
    time,
    account_id: optional(id),
    new_shares: optional(positive),
    old_shares: optional(positive),
    new_instrument: optional(nonBlankText(100)),
    quantity: optional(number),
    settlement_price: optional(notNegative),
    cost_basis: optional(number),
    from_account_id: optional(id),
    to_account_id: optional(id),
    id: positive,
    linked_event_id: optional(positive),
    lots: optional(listOf(isLot)),
    lot_ids: optional(listOf(isText)),
    cash_per_share: optional(number),
    price: optional(number),
    allocation: optional(number),
    amount_per_share: optional(number),
    amount: optional(number),
    value: optional(number),
    stock_recorded: flag,
    source_id: optional(text(1000)),
    isin: optional(text(12)),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, CellReader<unknown>>>>>;

export type BookTable = keyof typeof BOOK_TABLES;
type Columns<T extends BookTable> = (typeof BOOK_TABLES)[T];
type Read<R> = R extends CellReader<infer V> ? Exclude<V, CellFault> : never;
export type BookRow<T extends BookTable> = { readonly [N in keyof Columns<T>]: Read<Columns<T>[N]> } & {
  /** Its place in the file. */
  readonly row: number;
};

export function bookColumns<T extends BookTable>(table: T): readonly (keyof Columns<T> & string)[] {
  return Object.keys(BOOK_TABLES[table]) as (keyof Columns<T> & string)[]; // the keys of that very object
}

/** Columns that say which table it is: no broker has all of a table's. A version that knew fewer wrote them, too. */
const MARKS: Readonly<Record<BookTable, readonly string[]>> = {
  trades: ['exec_id', 'instrument', 'action', 'account_id', 'asset_class', 'time_known', 'risk_amount'],
  cash: ['account_id', 'value_date', 'category', 'memo', 'reference_id', 'source'],
  events: ['kind', 'instrument', 'linked_event_id', 'cash_per_share', 'stock_recorded', 'source_id'],
};

/** The table a header is of, or null. */
export function bookTable(header: readonly (string | null)[]): BookTable | null {
  const there = new Set(header);
  const found = Object.entries(MARKS).find(([, marks]) => marks.every((mark) => there.has(mark)));
  return found === undefined ? null : (found[0] as BookTable); // the keys of MARKS
}
