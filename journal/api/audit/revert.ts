// Takes back the request that a row of the audit tells of; the bin holds what it changed.
import type { ControlRows } from '../control/control.ts';
import { type Call, type Db, Fault, notFound } from '@zorivest/store';
import { type BinParts, takeBack } from '../undo/routes.ts';
import type { AuditEntry } from './rows.ts';

export interface RevertParts extends BinParts {
  readonly control: ControlRows;
}

export async function revertChange(call: Call, parts: RevertParts, id: number) {
  const entry = await entryOf(call.db, parts.control, id);
  const binEntry = await binEntryOf(call.db, entry);
  if (binEntry === undefined) throw new Fault(409, whyNot(entry), { code: 'not_revertible' });
  await takeBack(call, parts, binEntry.id, { resource: 'audit', id });
  const { resource_type, resource_id, before } = entry;
  const item: unknown = before === null ? null : JSON.parse(before);
  return { id, resource_type, resource_id, item, not_restored: [] as string[] };
}

async function entryOf(db: Db, control: ControlRows, id: number): Promise<AuditEntry> {
  const inBook = await db.selectFrom('audit_log').selectAll().where('id', '=', id).executeTakeFirst();
  const [inControl] = inBook ? [] : control.all(control.db.selectFrom('audit_log').selectAll().where('id', '=', id));
  const entry = inBook ?? inControl;
  if (!entry) throw notFound('change in the audit', id);
  return entry;
}

type RevertedEntry = Pick<AuditEntry, 'id' | 'request_id' | 'action' | 'actor'>;

/** One request is one entry. */
async function binEntryOf(db: Db, { id, request_id }: RevertedEntry) {
  if (request_id === null) return undefined;
  const found = await db
    .selectFrom('bin')
    .select(['id', 'restored_at', 'audit_ids'])
    .where('request_id', '=', request_id)
    .executeTakeFirst();
  return found && (JSON.parse(found.audit_ids) as number[]).includes(id) ? found : undefined;
}

export interface UndoOf {
  readonly bin_id: number | null;
  readonly why_not: string | null;
}

/** For each row of a page of the audit: the entry of the bin that undoes it, or why it cannot be undone. */
export async function undosOf(db: Db, rows: readonly RevertedEntry[]): Promise<(row: RevertedEntry) => UndoOf> {
  const requests = [...new Set(rows.flatMap(({ request_id }) => request_id ?? []))];
  const found =
    requests.length === 0
      ? []
      : await db
          .selectFrom('bin')
          .select(['id', 'restored_at', 'audit_ids'])
          .where('request_id', 'in', requests)
          .execute();
  const byAudit = new Map(found.flatMap((entry) => (JSON.parse(entry.audit_ids) as number[]).map((id) => [id, entry])));
  return (row) => {
    const entry = byAudit.get(row.id);
    if (entry === undefined) return { bin_id: null, why_not: whyNot(row) };
    return entry.restored_at === null
      ? { bin_id: entry.id, why_not: null }
      : { bin_id: null, why_not: 'it has already been undone' };
  };
}

/** By what was done: the first that fits. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/^import\.(?!undo)/, 'an import is undone as a whole, under Imports'],
  [/^bin\.empty$/, 'the bin was emptied for good'],
  [
    /^(guard|key|approval|auth|confirmation|control|backup|service|vault|mail|broker|provider|reviewer)/,
    'it changed no stored data of the book: set it again where it is set',
  ],
];

function whyNot({ action, actor }: Pick<AuditEntry, 'action' | 'actor'>): string {
  const known = reasons.find(([pattern]) => pattern.test(action))?.[1];
  if (known !== undefined) return known;
  if (actor === 'service') return 'the service did it automatically';
  return 'the bin no longer has it: it has expired, was emptied, or was done before there was a bin';
}
