// Creates control.db, for a new book or because the previous file is lost. It is completed next to its
// place and then moved there, so that there is never a half one.
import { existsSync } from 'node:fs';
import { Kysely } from 'kysely';
import type { Role } from '@zorivest/contract';
import {
  Chain,
  chainKey,
  checkpoint,
  type Connection,
  closeDatabase,
  dialectOf,
  discardDatabase,
  flushFile,
  type Home,
  migrate,
  moveDatabase,
  openBookConnection,
  openConnection,
  type RandomBytes,
  rowsOf,
  stagedPath,
  storeFault,
  syncFolder,
  unreadableName,
  waitForDisk,
} from '@zorivest/store';
import { startingMode } from './starting-mode.ts';
import { controlMigrations } from './migrations/index.ts';
import type { ControlDatabase } from './tables.ts';

/** Rows as they are stored, by table. */
type Rows = Partial<Record<keyof ControlDatabase, readonly object[]>>;

const CONTROL_LOST = 'control_lost';

/** It holds little; the book needs the memory more. No one else writes to it, so there is nothing to wait for. */
const SMALL = { busyMs: 0, cacheKib: 2048 } as const;

export const openControlConnection = (path: string, dataKey: Uint8Array): Connection =>
  openConnection(path, dataKey, SMALL);

/** For a process that is not the one that answers. */
export const openControlReading = (path: string, dataKey: Uint8Array): Connection =>
  openConnection(path, dataKey, { ...SMALL, busyMs: 1000, readonly: true });

const guardRow = {
  id: 1,
  is_enabled: 0,
  is_locked: 0,
  locked_at: null,
  lock_reason: null,
  lifted_by: null,
  limit_lifted_at: null,
  calls_per_minute_limit: 60,
  calls_per_hour_limit: 500,
  updated_at: null,
};

interface HeldKey {
  readonly key_id: string;
  readonly role: Role;
}

const modesOf = (keys: readonly HeldKey[]) => keys.map(({ key_id, role }) => ({ key_id, mode: startingMode(role) }));

/** Of a new book: nothing is locked, and its keys may do what their role says. */
export function newControl(keys: readonly HeldKey[]): Rows {
  return { mcp_guard: [guardRow], key_modes: modesOf(keys) };
}

/** In place of one that is lost: what it forbade is not known, so everything is forbidden until the person says. */
export function lostControl(now: Date): Rows {
  const at = now.toISOString();
  const locked = { ...guardRow, is_locked: 1, locked_at: at, lock_reason: CONTROL_LOST, lifted_by: 'person' };
  const note = { actor: 'service', action: 'control.made_anew', resource_type: 'control', resource_id: 'control.db' };
  return { mcp_guard: [locked], key_modes: [], audit_log: [{ at, ...note, after: JSON.stringify(locked) }] };
}

/** A complete control.db in one file at this path. */
export async function createControl(path: string, dataKey: Uint8Array, now: () => Date, rows: Rows): Promise<void> {
  const connection = openConnection(path, dataKey, { ...SMALL, create: true });
  // What is not whole is thrown away: it is enough that the disk has it at the end.
  waitForDisk(connection, 'never');
  const db = new Kysely<ControlDatabase>({ dialect: dialectOf(connection) });
  try {
    await migrate(connection, controlMigrations, now);
    await db.transaction().execute(async (tx) => {
      for (const [table, found] of Object.entries(rows)) {
        // Rows come with the columns of their table; the names of tables are those of the type.
        for (const row of found)
          await tx
            .insertInto(table as keyof ControlDatabase)
            .values(row)
            .execute();
      }
    });
    checkpoint(connection);
  } finally {
    await closeDatabase(db, connection);
  }
  await flushFile(path);
}

/** A row about the record itself, while no service runs. */
export function markRecord(path: string, dataKey: Uint8Array, row: Readonly<Record<string, unknown>>): void {
  const connection = openControlConnection(path, dataKey);
  try {
    const key = chainKey(connection, dataKey, { make: false });
    // One that no service has opened since rows are signed has nothing to mark.
    if (key !== null) connection.transaction(() => new Chain(connection, key, 'activity').append(row))();
  } finally {
    connection.close();
  }
}

/** Whether the file is there, opens with the data key and holds what every control.db holds. */
export function isControlReadable(path: string, dataKey: Uint8Array): boolean {
  if (!existsSync(path)) return false;
  let connection: Connection | undefined;
  try {
    connection = openControlConnection(path, dataKey);
    for (const table of ['mcp_guard_calls', 'confirmation_tokens', 'key_modes'] as const) rowsOf(connection, table);
    return rowsOf(connection, 'mcp_guard').length === 1;
  } catch (error) {
    const fault = storeFault(error);
    // A full disk, a folder without rights: the file itself may be good.
    if (fault === 'full' || fault === 'read_only' || fault === 'busy') throw error;
    if ((error as { code?: unknown }).code === 'SQLITE_CANTOPEN') throw error;
    return false;
  } finally {
    connection?.close();
  }
}

/** Sees to it that there is a control.db that can be opened. */
export async function ensureControl(
  home: Home,
  dataKey: Uint8Array,
  now: () => Date,
  random: RandomBytes,
): Promise<void> {
  if (isControlReadable(home.control, dataKey)) return;
  // Without a book, or with a key that is not its own, there is nothing to make one for.
  openBookConnection(home.database, dataKey).close();
  const staged = stagedPath(home, 'control', random(6).toString('hex'));
  try {
    await createControl(staged, dataKey, now, lostControl(now()));
    if (existsSync(home.control)) moveDatabase(home.control, unreadableName(home, now()));
    // The log of a file that is gone would be read as the new one's.
    else discardDatabase(home.control);
    moveDatabase(staged, home.control);
    syncFolder(home.root);
  } finally {
    discardDatabase(staged);
  }
}
