import type { Store } from '../../store/index.ts';
import { inspectStatement, readRows } from '../../store/inspect.ts';
import type { SqlEngine } from '../sql.ts';

/** Foreign SQL on the open book. Inside a transaction it sees what the transaction wrote: there is one connection. */
export function bookSql(store: Store): SqlEngine {
  return {
    inspect: (sql) => new Promise((resolve) => resolve(inspectStatement(store.connection, sql))),
    query: (sql, binds, limit, deadline) =>
      new Promise((resolve) => resolve(readRows(store.connection, sql, binds, limit, deadline))),
  };
}
