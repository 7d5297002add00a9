import { type Access, contract, listEndpoints, operationOf } from '@zorivest/contract';
import type { Settings } from '@zorivest/records';
import {
  type Actor,
  type Call,
  type Connection,
  type Db,
  Fault,
  notFound,
  type Restoring,
  route,
  shownTime,
} from '@zorivest/store';
import { emptyEntry } from './empty.ts';
import { expiryOf } from './keep.ts';
import { auditIdsOf, type BinEntry, restoreEntry } from './restore.ts';

export interface BinParts {
  readonly settings: Settings;
  readonly restoring: Restoring;
  /** Of the open book. */
  readonly connection: () => Connection;
}

const DAY = 86_400_000;

/** Entries of the bin that this caller may see and that have not expired. */
function visible(db: Db, { keyId }: Actor, { settings, now }: { settings: Settings; now: Date }) {
  const since = new Date(now.getTime() - settings.number('bin.days') * DAY).toISOString();
  const rows = db.selectFrom('bin').where('at', '>=', since);
  return keyId === null ? rows : rows.where('key_id', '=', keyId);
}

function shownEntry(entry: BinEntry) {
  const { id, actor, label, what, operation } = entry;
  return { id, at: shownTime(entry.at), actor, label, what, operation, audit_ids: auditIdsOf(entry) };
}

const ranks: readonly Access[] = ['public', 'read-only', 'read-write', 'admin', 'person'];

/** What a key could not do it does not take back either. */
function refuseBeyondRole({ role, keyId }: Actor, operation: string): void {
  if (keyId === null) return;
  const needed = listEndpoints(contract).find(({ id }) => id === operation)?.endpoint.role ?? 'person';
  if (ranks.indexOf(role) >= ranks.indexOf(needed)) return;
  throw new Fault(403, `taking ${operation} back needs the role ${needed}; the session has ${role}`);
}

/** Takes an entry back; `note` says in the audit by what. */
export async function takeBack(call: Call, parts: BinParts, id: number, note: { resource: string; id: number }) {
  const taken = await call.write(async (scope) => {
    const { db, audit } = scope;
    const now = call.now();
    const entry = await visible(db, call.actor, { settings: parts.settings, now })
      .where('id', '=', id)
      .selectAll()
      .executeTakeFirst();
    if (!entry) throw notFound('entry in the bin', id);
    if (entry.restored_at !== null) throw new Fault(409, `this has already been undone`, { code: 'already_reverted' });
    refuseBeyondRole(call.actor, entry.operation);
    const { rows } = await restoreEntry(
      { connection: parts.connection(), scope, now, restoring: parts.restoring },
      entry,
    );
    // Says which change it was.
    audit({ ...note, after: { operation: entry.operation, what: entry.what } });
    const hasSettings = await db
      .selectFrom('bin_rows')
      .select('id')
      .where('bin_id', '=', id)
      .where('tbl', '=', 'settings')
      .executeTakeFirst();
    return { entry, rows, hasSettings: hasSettings !== undefined };
  });
  if (taken.hasSettings) {
    const restored = await parts.settings.read(call.db);
    call.afterCommit(() => restored.apply());
  }
  return { ...shownEntry(taken.entry), rows: taken.rows };
}

/** The entries in which a fill was deleted. */
function deletionsOf(db: Db, execId: string) {
  return db
    .selectFrom('bin_rows')
    .select('bin_id')
    .where('tbl', '=', 'trades')
    .where('row_key', '=', JSON.stringify([execId]))
    .where('after', 'is', null);
}

const RESTORES = [operationOf(contract.bin.restore), operationOf(contract.audit.revert)];

export const binRoutes = (parts: BinParts) =>
  [
    route(contract.bin.list, async ({ query }, call) => {
      const { settings } = parts;
      let open = visible(call.db, call.actor, { settings, now: call.now() }).where('restored_at', 'is', null);
      if (!query.all) open = open.where('is_change', '=', 1).where('operation', 'not in', RESTORES);
      if (query.exec_id !== undefined) open = open.where('id', 'in', deletionsOf(call.db, query.exec_id));
      const { total } = await open.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      const { limit, offset } = query;
      const rows = await open.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute();
      const days = settings.number('bin.days');
      return {
        items: rows.map((row) => ({
          ...shownEntry(row),
          expires_at: shownTime(expiryOf(row.at, days).toISOString()),
        })),
        total,
      };
    }),
    route(contract.bin.restore, ({ params }, call) =>
      takeBack(call, parts, params.id, { resource: 'bin', id: params.id }),
    ),
    route(contract.bin.empty, async ({ params }, call) => {
      await call.write(async ({ db, audit }) => {
        const entry = await visible(db, call.actor, { settings: parts.settings, now: call.now() })
          .where('id', '=', params.id)
          .selectAll()
          .executeTakeFirst();
        if (!entry) throw notFound('entry in the bin', params.id);
        await emptyEntry(db, parts.connection(), params.id);
        audit({ resource: 'bin', id: params.id, before: { operation: entry.operation } });
      });
    }),
  ] as const;
