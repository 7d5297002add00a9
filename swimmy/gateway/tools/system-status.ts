import * as z from 'zod';
import { readStatusLines } from '../status-files.ts';
import { iso, jsonObject, plain, READ, sourceOf, sourceSchema, tool } from './define.ts';

export const systemStatus = tool({
  ...plain,
  name: 'system_status',
  methods: ['system.status'],
  title: 'Engine status',
  toolsets: ['system'],
  description: {
    minimal: "Read the engine's status files: ticks, equity, connection, latest backtest count.",
    rich: "Key-value summary from the engine's own status files, with the time each was written and whether it is stale. `swimmy` is the live engine, `backtest` its latest backtest counters. A missing file is an empty object, a damaged one a warning. For one request of yours use {tool:backtest_status}.",
  },
  synonyms: ['equity', 'ticks', 'online', 'mt5'],
  hints: READ,
  cost: 'local',
  input: z.object({}),
  output: z.object({
    schema_version: z.literal(1),
    swimmy: jsonObject,
    backtest: jsonObject,
    sources: z.object({ swimmy: sourceSchema, backtest: sourceSchema }),
    warnings: z.array(z.string()),
    read_at: z.string(),
  }),
  handler: async (_input, { app: { files, now } }) => {
    const [swimmy, backtest] = await Promise.all([
      readStatusLines(files.status, now()),
      readStatusLines(files.backtestStatus, now()),
    ]);
    return {
      schema_version: 1 as const,
      swimmy: swimmy.values,
      backtest: backtest.values,
      sources: { swimmy: sourceOf(swimmy), backtest: sourceOf(backtest) },
      warnings: [...swimmy.warnings, ...backtest.warnings],
      read_at: iso(now()),
    };
  },
});
