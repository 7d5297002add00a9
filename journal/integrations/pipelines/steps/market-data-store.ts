import { z } from 'zod';
import { mapRecord, rowFault, spread, tableOf, type Row } from '../market-tables.ts';
import { defineStep, StepError } from '../step.ts';
import { recordsOf } from './records.ts';

const params = z.strictObject({
  data_type: z.enum(Object.keys(tableOf) as [string, ...string[]]),
  write_mode: z.enum(['insert', 'upsert']).default('upsert'),
  batch_size: z.int().min(1).max(5000).default(1000),
  ticker: z.string().max(20).optional(),
  records: z.array(z.record(z.string(), z.unknown())).max(50_000).optional(),
  source_step_id: z.string().optional(),
});

export const marketDataStoreStep = defineStep({
  type: 'market_data_store',
  summary: 'Stores records of one kind of market data as they are, sound ones only.',
  sideEffects: true,
  since: 1,
  params,
  async run({ data_type, write_mode, batch_size, ticker, records, source_step_id }, context) {
    const table = tableOf[data_type];
    if (table === undefined) throw new StepError(`there is no table for ${data_type}`);
    const source = records ?? recordsOf(context.outputs, source_step_id).records;
    const rows: Row[] = [];
    const skipped: string[] = [];
    const named = ticker === undefined ? source : source.map((record) => ({ ticker, ...record }));
    for (const record of named.flatMap((one) => spread(table, one, context.now()))) {
      const { row } = mapRecord(table, record);
      const fault = rowFault(table, row);
      if (fault === null) rows.push(row);
      else skipped.push(fault);
    }
    let written = 0;
    for (let n = 0; n < rows.length; n += batch_size) {
      written += await context.tables.write(table, rows.slice(n, n + batch_size), write_mode);
    }
    return {
      output: { table, count: rows.length, written, skipped: skipped.length },
      warnings: skipped.length > 0 ? [`${skipped.length} records left out: ${skipped[0]}`] : [],
    };
  },
});
