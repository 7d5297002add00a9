import { inspectStatement } from '../../store/inspect.ts';
import type { RunParts } from '../parts.ts';
import type { TriedWrite } from '../sandbox/job.ts';
import type { SqlEngine } from '../sql.ts';

/** Foreign SQL on the open book. `tried` is what a dry run would have written up to now. */
export function bookSql(
  { store, sandbox }: Pick<RunParts, 'store' | 'sandbox'>,
  tried: readonly TriedWrite[] = [],
): SqlEngine {
  return {
    // Compiling runs nothing, so it may happen on the book's own connection.
    inspect: (sql) => new Promise((resolve) => resolve(inspectStatement(store.connection, sql))),
    query: (sql, options) => sandbox.query(sql, { ...options, tried }),
  };
}
