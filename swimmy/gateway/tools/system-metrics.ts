import * as z from 'zod';
import { readMetrics } from '../status-files.ts';
import { iso, jsonObject, plain, READ, sourceOf, sourceSchema, tool } from './define.ts';

export const systemMetrics = tool({
  ...plain,
  name: 'system_metrics',
  methods: ['system.metrics'],
  title: 'Engine metrics',
  toolsets: ['system'],
  description: {
    minimal: "Read the engine's metrics: heap, uptime, number of strategies, and how fresh they are.",
    rich: "Raw metrics of the strategy engine (heap, uptime, strategy count) with the file's own schema version, its age and whether it is stale. Times are ISO, whatever the engine counts in. An unknown major version is refused by name instead of being guessed. For status lines use {tool:system_status}.",
  },
  synonyms: ['memory', 'heap', 'uptime', 'strategy count'],
  hints: READ,
  cost: 'local',
  input: z.object({}),
  output: sourceSchema.extend({
    schema_version: z.literal(1),
    metrics: jsonObject,
    warnings: z.array(z.string()),
    read_at: z.string(),
  }),
  handler: async (_input, { app: { files, now } }) => {
    const reading = await readMetrics(files.metrics, now());
    return {
      schema_version: 1 as const,
      ...sourceOf(reading),
      metrics: reading.values,
      warnings: [...reading.warnings],
      read_at: iso(now()),
    };
  },
});
