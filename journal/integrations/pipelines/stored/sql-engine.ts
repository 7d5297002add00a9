import type { RunParts } from '../parts.ts';
import type { TriedWrite } from '../sql-job.ts';
import type { SqlEngine } from '../sql.ts';

/** Foreign SQL on the open book. `tried` is what a dry run would have written up to now. */
export function sandboxedSql({ sandbox }: Pick<RunParts, 'sandbox'>, tried: readonly TriedWrite[] = []): SqlEngine {
  return {
    refusals: (statements, signal) => sandbox.refusals(statements, signal),
    query: (sql, options) => sandbox.query(sql, { ...options, tried }),
  };
}
