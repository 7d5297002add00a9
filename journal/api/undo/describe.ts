// What a request did, in the words of the book: `deleted the execution AAPL, 5 Jan 2026, bought 100 at 150.25, with 3
// dependent rows`.
import { type Change, changedColumns, type Connection, type RowChange, type StoredRow } from '@zorivest/store';
import { fieldName } from '@zorivest/vocabulary';
import { lookIn } from '../staging/card.ts';
import { type Look, wordsOf } from '../staging/words.ts';
import { referencesFrom } from './dependents.ts';
import { keyColumns, keyText } from './rows.ts';

export const nounOf = (table: string): string => wordsOf(table).one;
export const nounsOf = (table: string): string => wordsOf(table).many;

const MOST_NAMED = 3;
const LONGEST = 200;
const STAMPS: ReadonlySet<string> = new Set(['updated_at', 'created_at', 'fingerprint', 'dedup_hash']);

const rowOf = ({ before, after }: RowChange): StoredRow => before ?? after ?? {};

export function describeChange(
  connection: Connection,
  rows: readonly RowChange[],
  changes: readonly Change[],
  operation: string,
): string {
  const look = lookIn(
    connection,
    (table, column, value) =>
      rows.find((one) => one.table === table && one.before?.[column] === value)?.before ?? undefined,
  );
  const main = mainRows(connection, rows, changes);
  const [first] = main;
  // Rows that are only notes on others are not listed.
  const dependents = rows.filter((row) => !main.includes(row) && wordsOf(row.table).isSecondary !== true).length;
  const rest = dependents > 0 ? `, with ${dependents === 1 ? 'a dependent row' : `${dependents} dependent rows`}` : '';
  if (first === undefined) return operation;
  const thing = main.length === 1 ? describeOne(first, look) : describeSeveral(main, look);
  return `${verbOf(main)} ${thing}${rest}`;
}

function describeOne({ table, before, after }: RowChange, look: Look): string {
  const { one, name, of } = wordsOf(table);
  const row = before ?? after ?? {};
  const title = [one, name(row, look)].filter((part) => part !== '').join(' ');
  const owner = of?.(row, look) ?? null;
  const columns =
    before === null || after === null ? [] : changedColumns(before, after).filter((name) => !STAMPS.has(name));
  const fields = columns.length === 0 ? '' : `: ${columns.map(fieldName).join(', ')}`;
  return cut(`the ${title}${owner === null ? '' : ` (${owner})`}${fields}`);
}

function describeSeveral(main: readonly RowChange[], look: Look): string {
  const [first] = main as [RowChange, ...RowChange[]]; // more than one
  const { many, name, of } = wordsOf(first.table);
  const alike = main.filter(({ table }) => table === first.table);
  const named = [...new Set(alike.map((change) => name(rowOf(change), look) || of?.(rowOf(change), look) || ''))];
  const shown = named.filter((text) => text !== '').slice(0, MOST_NAMED);
  const more = named.length > MOST_NAMED ? ` and ${named.length - MOST_NAMED} more` : '';
  return cut(`${main.length} ${many}${shown.length === 0 ? '' : ` (${shown.join('; ')}${more})`}`);
}

const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

function verbOf(rows: readonly RowChange[]): string {
  if (rows.some(({ before, after }) => before !== null && after === null)) return 'deleted';
  return rows.some(({ before }) => before !== null) ? 'changed' : 'recorded';
}

/** What tells the row from others, where it is one value. */
function keyOf(connection: Connection, change: RowChange): string | null {
  const key = JSON.parse(keyText(keyColumns(connection, change.table), rowOf(change))) as unknown[];
  return key.length === 1 ? String(key[0]) : null;
}

/** The rows that the audit speaks of; where none has its id, the first table that was touched. */
function mainRows(
  connection: Connection,
  rows: readonly RowChange[],
  changes: readonly Change[],
): readonly RowChange[] {
  const ids = new Set(changes.map(({ id }) => String(id)));
  const own = rows.filter((row) => ids.has(keyOf(connection, row) ?? ''));
  const all = own.length > 0 ? own : rows;
  // What the audit tells first is what it is about.
  const first = all.find((row) => keyOf(connection, row) === String(changes[0]?.id)) ?? all[0];
  // The audit lists a review before its trade; the trade is what was deleted.
  const owner = first && ownerOf(connection, first, rows);
  return owner
    ? rows.filter(({ table, after }) => table === owner.table && after === null)
    : all.filter(({ table }) => table === first?.table);
}

/** The removed row that a removed one belonged to. */
function ownerOf(connection: Connection, { table, before, after }: RowChange, rows: readonly RowChange[]) {
  if (before === null || after !== null) return undefined;
  const references = referencesFrom(connection, table);
  return rows.find(
    (other) =>
      other.after === null &&
      references.some(
        ({ column, parent, parentColumn }) =>
          parent === other.table && parent !== table && before[column] === other.before?.[parentColumn],
      ),
  );
}
