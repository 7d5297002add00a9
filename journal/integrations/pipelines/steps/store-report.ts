import { z } from 'zod';
import { canonicalJson } from '@zorivest/kernel/json';
import { sha256 } from '../canonical.ts';
import { defineStep } from '../step.ts';
import { safeQuery } from './query.ts';

const ROWS = 5000;

const params = z.strictObject({
  report_name: z.string().trim().min(1).max(256),
  spec: z.record(z.string(), z.unknown()).default({}),
  data_queries: z
    .array(z.strictObject({ name: z.string().min(1).max(64), sql: z.string().min(1).max(10_000) }))
    .max(10)
    .default([]),
  data: z.unknown().optional(),
});

export const storeReportStep = defineStep({
  type: 'store_report',
  summary: 'Keeps a snapshot of data as a new version of a named report.',
  sideEffects: true,
  since: 1,
  params,
  async run({ report_name, spec, data_queries, data }, context) {
    await context.spend('report_query', data_queries.length);
    const snapshot: Record<string, unknown> = data === undefined ? {} : { data };
    for (const { name, sql } of data_queries) snapshot[name] = (await safeQuery(sql, {}, ROWS, context)).rows;
    const hash = sha256(canonicalJson(snapshot));
    const { reportId, version } = await context.reports.save({ name: report_name, spec, snapshot, hash });
    return { output: { report_id: reportId, version, snapshot_hash: hash, snapshot } };
  },
});
