// What refers to a row, and what a row refers to: by the references the database knows, and by those it does not.
import type { Connection, StoredRow } from '@zorivest/store';
import { quote } from './rows.ts';

export interface Reference {
  readonly table: string;
  readonly column: string;
  readonly parent: string;
  readonly parentColumn: string;
}

interface ForeignKey {
  readonly from: string;
  readonly table: string;
  readonly to: string | null;
}

const tablesOf = (connection: Connection): string[] =>
  connection.prepare(`select name from main.sqlite_master where type = 'table'`).pluck().all() as string[];

export function referencesFrom(connection: Connection, table: string): Reference[] {
  const keys = connection.pragma(`main.foreign_key_list(${quote(table)})`) as ForeignKey[];
  return keys.map(({ from, table: parent, to }) => ({ table, column: from, parent, parentColumn: to ?? 'id' }));
}

/** The columns of a row that hold something that is not there, with what it should be. */
export function missingParents(connection: Connection, table: string, row: StoredRow): Reference[] {
  return referencesFrom(connection, table).filter(({ column, parent, parentColumn }) => {
    const value = row[column] ?? null;
    if (value === null) return false;
    const found = connection.prepare(`select 1 from main.${quote(parent)} where ${quote(parentColumn)} = ?`).get(value);
    return found === undefined;
  });
}

export const referenceColumns = (connection: Connection, table: string): string[] =>
  referencesFrom(connection, table).map(({ column }) => column);

/** Computed again, or part of the row itself: no work of a person is lost with them. */
const NO_WORK: ReadonlySet<string> = new Set(['excursion_metrics', 'trade_totals', 'stated_fills']);

/** Owners that are named by a word and an id. */
const owners: Readonly<Record<string, { readonly image: string; readonly link: string | null; readonly key: string }>> =
  {
    trades: { image: 'trade', link: 'TRADE', key: 'exec_id' },
    trade_reports: { image: 'report', link: null, key: 'id' },
    playbooks: { image: 'playbook', link: null, key: 'id' },
    trade_plans: { image: 'plan', link: 'PLAN', key: 'id' },
    journal_entries: { image: 'journal_entry', link: 'JOURNAL', key: 'id' },
  };

/** What depends on a row, by table: how many rows would go, or lose it, if it went. */
export function dependentsOf(connection: Connection, table: string, row: StoredRow): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (name: string, sql: string, ...values: readonly (string | number)[]) => {
    const count = Number(
      connection
        .prepare(sql)
        .pluck()
        .get(...values) ?? 0,
    );
    if (count > 0) counts.set(name, (counts.get(name) ?? 0) + count);
  };
  for (const child of tablesOf(connection)) {
    if (NO_WORK.has(child)) continue;
    for (const { column, parent, parentColumn } of referencesFrom(connection, child)) {
      const value = row[parentColumn];
      if (parent !== table || (typeof value !== 'string' && typeof value !== 'number')) continue;
      add(child, `select count(*) from main.${quote(child)} where ${quote(column)} = ?`, value);
    }
  }
  const owner = owners[table];
  if (owner === undefined) return counts;
  const id = String(row[owner.key]);
  add('images', 'select count(*) from images where owner_type = ? and owner_id = ?', owner.image, id);
  if (owner.link !== null)
    add(
      'entity_links',
      'select count(*) from entity_links where (source_type = ? and source_id = ?) or (target_type = ? and target_id = ?)',
      owner.link,
      id,
      owner.link,
      id,
    );
  return counts;
}
