// Whatever a request of a person or a key changes goes into the bin in the transaction of the change, row by row as it was
// stored. No handler takes part in it, so none can forget it.
import { type TransactionChange, type RowChange, sealedColumns } from '@zorivest/store';
import { describeChange } from './describe.ts';
import { keyColumns, keyText, packRow } from './rows.ts';

const DAY = 86_400_000;

/** Keys of other services are not stored after they were removed: removing one must be final. */
const SECRET: ReadonlySet<string> = new Set(sealedColumns.map(({ table }) => table));

/** Comes and goes with others, and is no thing of its own to a person. */
const BOOKKEEPING: ReadonlySet<string> = new Set(['deleted_fills']);

export interface BinSettings {
  /** How long something stays in the bin. */
  days(): number;
}

export const expiryOf = (at: string, days: number): Date => new Date(Date.parse(at) + days * DAY);

export function binKeeper(settings: BinSettings): (stored: TransactionChange) => void {
  return ({ connection, origin, changes, auditIds, now, rows, isImport }) => {
    // Not what the service does automatically, and not an import, which is undone as a whole by its own undo.
    if (isImport || changes.length === 0 || (origin.actor.keyId === null && origin.actor.role !== 'person')) return;
    const stored = rows().filter(({ table }) => !SECRET.has(table));
    const own = stored.filter(({ table }) => !BOOKKEEPING.has(table));
    if (own.length === 0) return;
    connection
      .prepare('delete from bin where at < ?')
      .run(new Date(now.getTime() - settings.days() * DAY).toISOString());
    const operation = origin.operation ?? origin.label;
    const { actor, requestId } = origin;
    const entry = {
      at: now.toISOString(),
      actor: actor.name,
      key_id: actor.keyId,
      label: actor.label ?? null,
      operation,
      what: describeChange(connection, own, changes, operation),
      request_id: requestId,
      audit_ids: JSON.stringify(auditIds),
      is_change: isChange(own) ? 1 : 0,
    };
    const earlier = requestId === null ? undefined : earlierOf(requestId);
    const id = earlier === undefined ? insert(entry) : add(earlier, auditIds, own);
    const insertRow = connection.prepare(
      'insert into bin_rows (bin_id, tbl, row_key, before, after) values (?, ?, ?, ?, ?)',
    );
    for (const { table, before, after } of stored) {
      const key = keyText(keyColumns(connection, table), before ?? after ?? {});
      insertRow.run(id, table, key, before && packRow(before), after && packRow(after));
    }

    function earlierOf(request: string) {
      const found = connection.prepare('select id, audit_ids from bin where request_id = ?').get(request);
      return found as { id: number; audit_ids: string } | undefined; // the columns named
    }
    function insert(row: Readonly<Record<string, string | number | null>>): number {
      const names = Object.keys(row);
      const { lastInsertRowid } = connection
        .prepare(`insert into bin (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`)
        .run(...Object.values(row));
      return Number(lastInsertRowid);
    }
    /** One request is one entry, however often it writes. */
    function add(to: { id: number; audit_ids: string }, ids: readonly number[], more: readonly RowChange[]): number {
      const all = [...(JSON.parse(to.audit_ids) as number[]), ...ids];
      connection
        .prepare('update bin set audit_ids = ?, is_change = max(is_change, ?) where id = ?')
        .run(JSON.stringify(all), isChange(more) ? 1 : 0, to.id);
      return to.id;
    }
  };
}

const isChange = (rows: readonly RowChange[]): boolean => rows.some(({ before }) => before !== null);
