// Takes back one change, by its row in the audit: what it made goes, what it changed returns, what it removed is put back.
// Only while nobody has changed the thing since, and only if the row holds all of it.
import { isDeepStrictEqual } from 'node:util';
import { redact } from '@zorivest/kernel/log';
import type { ControlRows } from '../control/control.ts';
import {
  type Call,
  cannotRevert,
  type Db,
  type Lost,
  namedCounts,
  notFound,
  type Revertible,
  type Shown,
} from '@zorivest/store';
import type { AuditEntry } from './rows.ts';

/** What can be taken back, by the audit's word for it. */
type Kinds = Readonly<Record<string, Revertible>>;

/** As `redact` marks what it has left out or cut. */
const INCOMPLETE = /\[redacted\]|…\[\d+ more\]|"\[(?:deep|circular)\]"/;

export interface RevertParts {
  readonly control: ControlRows;
  readonly revertible: Kinds;
}

export interface Reverted {
  readonly id: number;
  readonly resource_type: string;
  readonly resource_id: string;
  readonly item: unknown;
  readonly not_restored: string[];
}

export function revertChange(call: Call, { control, revertible }: RevertParts, id: number): Promise<Reverted> {
  return call.write(async (scope) => {
    const { db, audit } = scope;
    const entry = await entryOf(db, control, id);
    const kind = kindOf(revertible, entry);
    if (await isReverted(db, id)) {
      throw cannotRevert('already_reverted', `change ${id} has been taken back already`);
    }
    const { resource_type, resource_id } = entry;
    const [before, after] = [shownIn(entry.before), shownIn(entry.after)];
    const current = await kind.find(db, resource_id);
    refuseIfChanged(kind, entry, current, after);

    if (before === null) await kind.remove(scope, resource_id);
    else if (after === null) await kind.restore(scope, whole(entry, before));
    else await kind.change(scope, resource_id, whole(entry, changedFields(kind, before, after)), call.now());

    const item = (await kind.find(db, resource_id)) ?? null;
    audit({ resource: resource_type, id: resource_id, before: current, after: item });
    // Says which change it was: by this row it is known not to be taken back twice.
    audit({ resource: 'audit', id, after: { action: entry.action, resource_type, resource_id } });
    return { id, resource_type, resource_id, item, not_restored: namedCounts(lostIn(before, after)) };
  });
}

async function entryOf(db: Db, control: ControlRows, id: number): Promise<AuditEntry> {
  const inBook = await db.selectFrom('audit_log').selectAll().where('id', '=', id).executeTakeFirst();
  const [inControl] = inBook ? [] : control.all(control.db.selectFrom('audit_log').selectAll().where('id', '=', id));
  const entry = inBook ?? inControl;
  if (!entry) throw notFound('change in the audit', id);
  return entry;
}

function kindOf(kinds: Kinds, { resource_type, before, after }: AuditEntry): Revertible {
  const kind = Object.hasOwn(kinds, resource_type) ? kinds[resource_type] : undefined;
  if (kind && (before !== null || after !== null)) return kind;
  throw cannotRevert(
    'not_revertible',
    `a change of ${namedKinds(kinds)} can be taken back, not one of ${JSON.stringify(resource_type)}`,
  );
}

/** `a trade, a plan or a report` */
function namedKinds(kinds: Kinds): string {
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(Object.keys(kinds).map((kind) => `a ${kind}`));
}

async function isReverted(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('audit_log')
    .select('id')
    .where('resource_type', '=', 'audit')
    .where('resource_id', '=', String(id))
    .executeTakeFirst();
  return row !== undefined;
}

function shownIn(text: string | null): Shown | null {
  return text === null ? null : (JSON.parse(text) as Shown); // written by the audit itself, always an object
}

function refuseIfChanged(
  { fields }: Revertible,
  { resource_type, resource_id }: AuditEntry,
  current: Shown | undefined,
  after: Shown | null,
): void {
  const what = `the ${resource_type} ${JSON.stringify(resource_id)}`;
  if (after === null) {
    if (current) throw cannotRevert('changed_since', `${what} is there again`);
    return;
  }
  if (!current) throw cannotRevert('changed_since', `${what} has been removed since`);
  const kept = redact(current) as Shown; // the audit holds it in this form
  const changed = fields.filter((field) => field in after && !isDeepStrictEqual(kept[field], after[field]));
  if (changed.length === 0) return;
  throw cannotRevert('changed_since', `${what} has been changed since: ${changed.join(', ')}; take that back first`);
}

function changedFields({ fields }: Revertible, before: Shown, after: Shown): Shown {
  const changed = fields.filter((field) => field in before && !isDeepStrictEqual(before[field], after[field]));
  if (changed.length === 0) throw cannotRevert('not_revertible', 'this change left everything as it was');
  return Object.fromEntries(changed.map((field) => [field, before[field]]));
}

function whole({ id }: AuditEntry, values: Shown): Shown {
  if (!INCOMPLETE.test(JSON.stringify(values))) return values;
  throw cannotRevert(
    'not_revertible',
    `the record of change ${id} leaves out what looked like a secret or was very long; correct it by hand, or restore a backup`,
  );
}

function lostIn(before: Shown | null, after: Shown | null): Lost {
  return after === null ? ((before?.['lost'] as Lost | undefined) ?? {}) : {}; // written by `lostOf`
}
