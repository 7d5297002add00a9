// control.db read from a process that is not the one that answers: a connection for one question, which cannot write.
import { Kysely, type Compilable } from 'kysely';
import { buildingOnly, chainKey, type Connection, runNow } from '@zorivest/store';
import { openControlReading } from './create.ts';
import type { ControlRows } from './control.ts';
import type { ControlDatabase } from './tables.ts';

interface Keys {
  withDataKey<T>(work: (dataKey: Uint8Array) => T): T;
}

export class ControlReader implements ControlRows {
  readonly #path: string;
  readonly #keys: Keys;

  constructor(path: string, keys: Keys) {
    this.#path = path;
    this.#keys = keys;
  }

  /** For building queries; it has no connection of its own. */
  readonly db = new Kysely<ControlDatabase>({
    dialect: buildingOnly,
  });

  read<T>(work: (connection: Connection, key: string) => T): T {
    return this.#keys.withDataKey((dataKey) => {
      const connection = openControlReading(this.#path, dataKey);
      try {
        return work(connection, chainKey(connection, dataKey, { make: false }) ?? '');
      } finally {
        connection.close();
      }
    });
  }

  all<R>(query: Compilable<R>): R[] {
    const connection = this.#keys.withDataKey((dataKey) => openControlReading(this.#path, dataKey));
    try {
      return runNow(connection, query.compile());
    } finally {
      connection.close();
    }
  }
}
