// runs.pin
import { toolsFor } from '@zorivest/kernel';
import { z } from 'zod';
import { chosenId, correlation, correlationOf, type PerfApp, refusal, snapshotFor, snapshotParams } from './app.ts';

const defineTool = toolsFor<PerfApp>();

/** A name cannot be taken for the beginning of an id, or for a path. */
const pinName = z
  .string()
  .regex(/^[A-Za-z][\w-]{0,63}$/, 'a letter, then letters, digits, - and _')
  .refine((name) => !/^[0-9a-f]+$/.test(name), 'must not look like the beginning of a snapshot id');

export const runsPin = defineTool({
  name: 'runs_pin',
  title: 'Pin a snapshot',
  toolsets: ['perf'],
  description: {
    minimal: 'Pin a snapshot under a name, as a baseline for comparisons.',
    rich: 'Names a snapshot, for example main or release-4: it is never removed by retention, and the name stands for its id in {tool:analysis_compare}. A name that is given again moves to the other snapshot; remove deletes it. The answer lists the names of all pinned snapshots.',
  },
  synonyms: ['baseline', 'keep', 'name', 'tag'],
  input: z.object({
    name: pinName.describe('The name: a letter, then letters, digits, - and _.'),
    ...snapshotParams,
    remove: z.boolean().optional().describe('Removes the name; normal retention then applies to the snapshot.'),
    ...correlation,
  }),
  output: z.object({ pins: z.record(z.string(), z.string()), correlation_id: z.string() }),
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  guard: 'unguarded',
  confirmation: 'none',
  cost: 'local',
  methods: ['runs.pin'],
  handler: async (input, { app, correlationId }) => {
    if (input.remove === true) {
      if (!((await app.store.pins())[input.name] ?? null))
        throw refusal(`No snapshot is pinned as ${input.name}.`, [{ path: 'name', message: 'is not pinned' }]);
      await app.store.pin(input.name, null);
    } else {
      const { id } = await snapshotFor(app.store, chosenId(input));
      await app.store.pin(input.name, id);
    }
    return { pins: await app.store.pins(), correlation_id: correlationOf(input, correlationId) };
  },
});
