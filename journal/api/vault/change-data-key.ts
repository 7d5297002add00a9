// Brings a copy of the book from one data key to another: its pages, and the secrets sealed inside it.
import {
  changeKey,
  type Connection,
  hasTable,
  type KeySource,
  openConnection,
  type RandomBytes,
  seal,
  sealedColumns,
  subkey,
  unseal,
} from '@zorivest/store';

const keysOf = (dataKey: Uint8Array): KeySource => ({ subkey: (purpose) => subkey(dataKey, purpose) });

/** The names of secrets that could not be opened under the old key; they are removed, and have to be given again. */
export function changeDataKey(path: string, from: Uint8Array, to: Uint8Array, random: RandomBytes): string[] {
  const connection = openConnection(path, from);
  try {
    const lost = resealSecrets(connection, from, to, random);
    changeKey(connection, to);
    connection.pragma('wal_checkpoint(TRUNCATE)');
    return lost;
  } finally {
    connection.close();
  }
}

function resealSecrets(connection: Connection, from: Uint8Array, to: Uint8Array, random: RandomBytes): string[] {
  const lost: string[] = [];
  connection.transaction(() => {
    for (const { table, key, column, purpose } of sealedColumns) {
      // control.db has none of them.
      if (!hasTable(connection, table)) continue;
      const rows = connection
        .prepare(`select "${key}" as id, "${column}" as sealed from "${table}" where "${column}" is not null`)
        .all() as { id: string | number; sealed: string }[];
      const update = connection.prepare(`update "${table}" set "${column}" = ? where "${key}" = ?`);
      for (const { id, sealed } of rows) {
        const secret = unseal({ vault: keysOf(from) }, purpose(String(id)), sealed);
        if (secret === null) lost.push(purpose(String(id)));
        update.run(secret === null ? null : seal({ vault: keysOf(to), random }, purpose(String(id)), secret), id);
      }
    }
  })();
  return lost;
}
