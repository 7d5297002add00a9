// runs.list, runs.get, health.check.
import { access, constants, mkdir } from 'node:fs/promises';
import { toolsFor } from '@zorivest/kernel';
import { z } from 'zod';
import { VERSION } from '../config/version.ts';
import type { SnapshotMetadata } from '../snapshot/store.ts';
import {
  answering,
  chosenId,
  type WithCorrelation,
  correlation,
  correlationOf,
  type PerfApp,
  refusal,
  rows,
  snapshotFor,
  snapshotParams,
} from './app.ts';

const defineTool = toolsFor<PerfApp>();
const reading = { readOnly: true, destructive: false, idempotent: true, openWorld: false } as const;

export const runsList = defineTool({
  name: 'runs_list',
  title: 'List snapshots',
  toolsets: ['perf'],
  description: {
    minimal: 'List the stored snapshots, the newest ingest first, with what is in each.',
    rich: 'The snapshots in the state folder, newest ingest first: id, when it was ingested, environment hints, the number of endpoints, queries and functions and the kinds of files it came from. The first one is what the shell commands use when no snapshot is named. {tool:runs_get} shows one in detail.',
  },
  synonyms: ['history', 'snapshots', 'previous runs'],
  input: z.object({
    limit: z.int().min(1).max(1000).optional().describe('Maximum number; 50 unless given.'),
    ...correlation,
  }),
  output: z.object({ runs: rows, total: z.number(), correlation_id: z.string() }),
  hints: reading,
  guard: 'unguarded',
  confirmation: 'none',
  cost: 'local',
  methods: ['runs.list'],
  handler: async (input, { app, correlationId }) => {
    const runs = (await app.store.list(input.limit ?? 50)).map(({ sources, ...run }) => ({
      ...run,
      source_types: Object.fromEntries(
        [...Map.groupBy(sources, ({ type }) => type)].map(([type, of]) => [type, of.length]),
      ),
    }));
    return { runs, total: await app.store.count(), correlation_id: correlationOf(input, correlationId) };
  },
});

interface RunDetails {
  readonly normalized_snapshot_id: string;
  readonly schema_version: number;
  readonly collected_at: string;
}

export const runsGet = defineTool({
  name: 'runs_get',
  title: 'Show one snapshot',
  toolsets: ['perf'],
  description: {
    minimal: 'Show where one snapshot came from: its files, hints, notes and counts.',
    rich: 'Everything about one snapshot except its rows: the files it was made from with their SHA-256, what was truncated or repaired while reading them, environment hints, counts, when it was first and last ingested, and where it is stored. Use {tool:analysis_run} for the performance findings.',
  },
  synonyms: ['snapshot details', 'sources', 'provenance'],
  input: z.object({ ...snapshotParams, ...correlation }),
  output: answering<SnapshotMetadata & RunDetails & WithCorrelation>(
    z.looseObject({
      normalized_snapshot_id: z.string(),
      snapshot_id: z.string(),
      sources: rows,
      counts: z.looseObject({}),
      schema_version: z.number(),
      correlation_id: z.string(),
    }),
  ),
  hints: reading,
  guard: 'unguarded',
  confirmation: 'none',
  cost: 'local',
  methods: ['runs.get'],
  handler: async (input, { app, correlationId }) => {
    const id = chosenId(input);
    const snapshot = await snapshotFor(app.store, id);
    const metadata = await app.store.metadata(snapshot.id);
    if (metadata === null)
      throw refusal('There is no such snapshot.', [{ path: 'snapshot_id', message: 'was removed just now' }]);
    return {
      normalized_snapshot_id: snapshot.id,
      ...metadata,
      schema_version: snapshot.schema_version,
      collected_at: snapshot.collected_at,
      correlation_id: correlationOf(input, correlationId),
    };
  },
});

export const healthCheck = defineTool({
  name: 'health_check',
  title: 'Check the server',
  toolsets: ['perf'],
  description: {
    minimal: 'Check whether the server can work: version, writable state folder, snapshots.',
    rich: 'Checks whether the server can work: its version and Node version, the path of the state folder, whether it is writable, the number of snapshots and the last one. status is "ok", or "degraded" with a list of problems. Call it first when another tool failed for no clear reason.',
  },
  synonyms: ['status', 'ping', 'alive', 'doctor'],
  input: z.object({ ...correlation }),
  output: z.looseObject({
    status: z.enum(['ok', 'degraded']),
    version: z.string(),
    home: z.string(),
    correlation_id: z.string(),
  }),
  hints: reading,
  guard: 'unguarded',
  confirmation: 'none',
  cost: 'local',
  methods: ['health.check'],
  handler: async (input, { app, correlationId }) => {
    const { home } = app.config;
    const writable = await mkdir(home, { recursive: true })
      .then(() => access(home, constants.W_OK))
      .then(
        () => true,
        () => false,
      );
    const [last] = await app.store.list(1);
    return {
      status: writable ? ('ok' as const) : ('degraded' as const),
      problems: writable ? [] : [`the state folder ${home} is not writable; set MCP_PERF_HOME to a folder that is`],
      version: VERSION,
      node: process.versions.node,
      home,
      writable,
      snapshot_count: await app.store.count(),
      last_snapshot_id: last?.snapshot_id ?? null,
      correlation_id: correlationOf(input, correlationId),
    };
  },
});
