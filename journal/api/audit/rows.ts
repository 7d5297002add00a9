// The audit rows of one file, newest first, as far as they match.
import type { Kysely, SelectQueryBuilder, Selectable } from 'kysely';
import { type AuditTables, timeText } from '@zorivest/store';
import type { Sequence } from './merge.ts';

export type AuditEntry = Selectable<AuditTables['audit_log']>;

export interface AuditFilter {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly resource_type?: string | undefined;
  readonly resource_id?: string | undefined;
  /** Any of these, by comma. */
  readonly resource_ids?: string | undefined;
  readonly tool?: string | undefined;
  readonly key_id?: string | undefined;
  readonly request_id?: string | undefined;
  readonly approval_id?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const FIELDS = [
  'actor',
  'action',
  'resource_type',
  'resource_id',
  'tool',
  'key_id',
  'request_id',
  'approval_id',
] as const;

/** How the rows of a file are fetched: the book's asynchronously, those of control.db synchronously. */
type Fetch = <R>(query: SelectQueryBuilder<AuditTables, 'audit_log', R>) => Promise<R[]>;

/** `file` is the book or control.db: both have this table. */
export function auditOf(file: object, filter: AuditFilter, fetch: Fetch): Sequence<AuditEntry> {
  const db = file as Kysely<AuditTables>;
  const matching = () => {
    let rows = db.selectFrom('audit_log');
    for (const field of FIELDS) {
      const wanted = filter[field];
      if (wanted !== undefined) rows = rows.where(field, '=', wanted);
    }
    if (filter.resource_ids !== undefined) rows = rows.where('resource_id', 'in', filter.resource_ids.split(','));
    if (filter.from !== undefined) rows = rows.where('at', '>=', timeText(filter.from));
    if (filter.to !== undefined) rows = rows.where('at', '<', timeText(filter.to));
    return rows;
  };
  return {
    count: async () => {
      const [counted] = await fetch(matching().select((eb) => eb.fn.countAll<number>().as('total')));
      return counted?.total ?? 0;
    },
    page: (offset, limit) =>
      fetch(matching().selectAll().orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset)),
  };
}
