import { z } from 'zod';
import { sqlTextFault } from '../sql.ts';
import { defineStep, StepError, type StepContext } from '../step.ts';

const bind = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const params = z.strictObject({
  queries: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(64),
        sql: z.string().min(1).max(10_000),
        binds: z.record(z.string(), bind).default({}),
      }),
    )
    .min(1)
    .max(5)
    .refine((queries) => new Set(queries.map(({ name }) => name)).size === queries.length, 'names must be unique'),
  output_key: z.string().default('results'),
  row_limit: z.int().min(1).max(5000).default(1000),
});

export const queryStep = defineStep({
  type: 'query',
  summary: 'Reads the book with up to five SELECT statements.',
  sideEffects: false,
  since: 2,
  params,
  async run({ queries, output_key, row_limit }, context) {
    const results: Record<string, unknown> = {};
    const warnings: string[] = [];
    for (const { name, sql, binds } of queries) {
      const { rows, truncated } = await safeQuery(sql, binds, row_limit, context);
      results[name] = rows;
      if (truncated) warnings.push(`${name}: only the first ${row_limit} rows`);
    }
    return { output: { [output_key]: results }, warnings };
  },
});

/** The text is judged here, what SQLite makes of it where it runs. */
export function safeQuery(
  sql: string,
  binds: Readonly<Record<string, unknown>>,
  limit: number,
  context: Pick<StepContext, 'sql' | 'signal'>,
) {
  const fault = sqlTextFault(sql);
  if (fault !== null) throw new StepError(`SQL refused: ${fault}`, 'SQL_BLOCKED');
  return context.sql.query(sql, { binds, limit, signal: context.signal });
}
