// What became of a request: whether it changed something is known from the audit, by its number.
import type { Kysely } from 'kysely';
import type { AuditTables } from '@zorivest/store';
import type { ControlRows } from '../control/control.ts';

export type Did = 'read' | 'write' | 'refused';

interface AnsweredRequest {
  readonly outcome: string;
  readonly request_id: string | null;
}

/** Asking for a yes is noted too, and changes nothing. */
const ASKING = 'approval.request';

/** Every request of a key that changed something, in the book or in control.db. */
async function writingRequests(book: object, control: ControlRows): Promise<ReadonlySet<string | null>> {
  // Both files have this table.
  const requests = (file: object) =>
    (file as Kysely<AuditTables>)
      .selectFrom('audit_log')
      .select('request_id')
      .where('key_id', 'is not', null)
      .where('request_id', 'is not', null)
      .where('action', '!=', ASKING);
  const rows = [...(await requests(book).execute()), ...control.all(requests(control.db))];
  return new Set(rows.map(({ request_id }) => request_id));
}

/** Tells of a request what it did. */
export async function didOf(book: object, control: ControlRows): Promise<(row: AnsweredRequest) => Did> {
  const writing = await writingRequests(book, control);
  return ({ outcome, request_id }) => (writing.has(request_id) ? 'write' : outcome === 'ok' ? 'read' : 'refused');
}
