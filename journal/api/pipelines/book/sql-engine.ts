import type { App } from '../../core/app.ts';
import { inspectStatement } from '../../store/inspect.ts';
import type { TriedWrite } from '../sandbox/job.ts';
import type { SqlEngine } from '../sql.ts';

/** Foreign SQL on the open book. `tried` is what a dry run would have written up to now. */
export function bookSql(app: App, tried: readonly TriedWrite[] = []): SqlEngine {
  return {
    // Compiling runs nothing, so it may happen on the book's own connection.
    inspect: (sql) => new Promise((resolve) => resolve(inspectStatement(app.store.connection, sql))),
    query: (sql, options) => app.pipelines.sandbox.query(sql, { ...options, tried }),
  };
}
