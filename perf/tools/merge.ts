// runs.merge
import { toolsFor } from '@zorivest/kernel';
import { z } from 'zod';
import { countsOf } from '../model/counts.ts';
import { mergeSnapshots } from '../snapshot/merge.ts';
import { correlation, correlationOf, type PerfApp, refusal, snapshotOrFolder } from './app.ts';

const defineTool = toolsFor<PerfApp>();

export const runsMerge = defineTool({
  name: 'runs_merge',
  title: 'Merge snapshots',
  toolsets: ['perf'],
  description: {
    minimal: 'Merge snapshots of several hosts into one, as if ingested together.',
    rich: 'Combines snapshots of several hosts into a new one: the same rows, counts, sums and percentiles as if all their files had been ingested together. Each is an id, or the absolute path of a snapshot folder copied from another machine. A log that is in two of them is refused. Next: {tool:analysis_run} with the new id.',
  },
  synonyms: ['combine', 'join', 'many hosts', 'cluster', 'import snapshot'],
  input: z.object({
    snapshots: z
      .array(z.string().trim().min(1))
      .min(1)
      .describe('Snapshot ids, or absolute paths of snapshot folders.'),
    ...correlation,
  }),
  output: z.object({
    normalized_snapshot_id: z.string(),
    merged_from: z.array(z.string()).readonly(),
    counts: z.object({ endpoints: z.number(), queries: z.number(), spans: z.number() }),
    source_count: z.number(),
    correlation_id: z.string(),
  }),
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  guard: 'unguarded',
  confirmation: 'none',
  cost: 'local',
  methods: ['runs.merge'],
  handler: async (input, { app, correlationId }) => {
    const parts = await Promise.all(
      input.snapshots.map((name, i) => snapshotOrFolder(app.store, name, `snapshots.${i}`)),
    );
    const result = mergeSnapshots(parts, app.now());
    if (!result.ok) throw refusal(result.message, [{ path: 'snapshots', message: 'cannot be merged' }]);
    const { snapshot, mergedFrom } = result;
    const counts = countsOf(snapshot);
    await app.store.put(snapshot, { merged_from: mergedFrom }, counts, app.config.retention);
    return {
      normalized_snapshot_id: snapshot.id,
      merged_from: mergedFrom,
      counts,
      source_count: snapshot.sources.length,
      correlation_id: correlationOf(input, correlationId),
    };
  },
});
