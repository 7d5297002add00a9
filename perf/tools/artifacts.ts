// artifacts.validate, artifacts.ingest, ingest.bundle.
import { type FieldFault, toolsFor } from '@zorivest/kernel';
import { z } from 'zod';
import { inspect } from '../artifacts/inspect.ts';
import { bundleArtifacts } from '../collect/bundle.ts';
import type { Config } from '../config/config.ts';
import type { Source } from '../model/snapshot.ts';
import type { Counts } from '../model/counts.ts';
import { type ArtifactInput, type Explainer, ingest } from '../snapshot/ingest.ts';
import { answering, correlation, type WithCorrelation, correlationOf, type PerfApp, refusal } from './app.ts';

const defineTool = toolsFor<PerfApp>();

const artifacts = z
  .array(
    z.strictObject({
      path: z.string().describe('Absolute path of one file.'),
      hints: z.record(z.string(), z.unknown()).optional().describe('Any notes to store with this source.'),
    }),
  )
  .min(1)
  .describe(
    'SPX .json/.txt.gz, Xdebug cachegrind, MySQL/MariaDB slow logs, PostgreSQL logs, access logs (all plain or .gz), timings .json/.csv.',
  );

const prefix = z
  .string()
  .min(1)
  .optional()
  .describe('log_line_prefix of PostgreSQL logs to stderr, if it is not one of the usual ones.');

function withPrefix(config: Config, log_line_prefix: string | undefined): Config {
  return log_line_prefix === undefined ? config : { ...config, postgres: { log_line_prefix } };
}

const inspection = z.object({
  path: z.string().meta({ foreign: 'name' }),
  ok: z.boolean(),
  detected_type: z.string().nullable(),
  detected_version: z.string().nullable(),
  errors: z.array(z.string()).readonly().meta({ foreign: true }),
  metadata: z.record(z.string(), z.unknown()).meta({ foreign: true }),
});

export const artifactsValidate = defineTool({
  name: 'artifacts_validate',
  title: 'Validate artifacts',
  toolsets: ['perf'],
  description: {
    minimal: 'Detect what each file is (profile, database log, access log, timings) and whether it is readable.',
    rich: 'Checks files before they are ingested: which of SPX or Xdebug profile, MySQL/MariaDB slow log, PostgreSQL log, access log or HTTP timings each one is, its version, and for SPX whether the other half of the pair exists. A bad file is a row with ok=false and the reasons, never an error. Use {tool:artifacts_ingest} to read them.',
  },
  synonyms: ['check files', 'detect format', 'slow query log', 'profile'],
  input: z.object({ artifacts, log_line_prefix: prefix, ...correlation }),
  output: z.object({
    results: z.array(inspection).readonly(),
    counts: z.object({ ok: z.number(), failed: z.number() }),
    correlation_id: z.string(),
  }),
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  guard: 'unguarded',
  confirmation: 'none',
  cost: 'slow',
  methods: ['artifacts.validate'],
  handler: async (input, { app, correlationId }) => {
    const results = await Promise.all(
      input.artifacts.map(({ path }) => inspect(path, withPrefix(app.config, input.log_line_prefix))),
    );
    const ok = results.filter((result) => result.ok).length;
    return {
      results,
      counts: { ok, failed: results.length - ok },
      correlation_id: correlationOf(input, correlationId),
    };
  },
});

const hints = z
  .record(z.string(), z.unknown())
  .optional()
  .describe('Where this was recorded: environment, application, version.');
const ingested = answering<IngestedArtifacts & WithCorrelation>(
  z.object({
    normalized_snapshot_id: z.string(),
    counts: z.object({ endpoints: z.number(), queries: z.number(), spans: z.number() }),
    sources: z.array(
      z.looseObject({ path: z.string().meta({ foreign: 'name' }), type: z.string(), sha256: z.string() }),
    ),
    correlation_id: z.string(),
  }),
);

interface IngestedArtifacts {
  readonly normalized_snapshot_id: string;
  readonly counts: Counts;
  readonly sources: readonly Source[];
}

interface Calling {
  readonly app: PerfApp;
  readonly signal: AbortSignal;
  readonly progress: (progress: { readonly done: number; readonly total: number; readonly message: string }) => void;
}

/** The clients of databases are loaded only where there is one to ask. */
function explainerOf({ dsn, scratch }: PerfApp, signal: AbortSignal): Explainer | null {
  const engine = (dsn ?? scratch)?.engine;
  if (engine === undefined) return null;
  return {
    engine,
    ask: async (statements, candidateOf) => {
      const { askPlans } = await import('../explain/ask.ts');
      return askPlans({ dsn, scratch }, statements, candidateOf, signal);
    },
  };
}

async function store(
  inputs: readonly ArtifactInput[],
  environment: Readonly<Record<string, unknown>>,
  { app, signal, progress }: Calling,
  config: Config = app.config,
): Promise<IngestedArtifacts> {
  const explain = explainerOf(app, signal);
  if (explain !== null) {
    const { checkDatabases } = await import('../explain/ask.ts');
    await checkDatabases(app);
  }
  const result = await ingest(inputs, {
    config,
    signal,
    now: app.now,
    progress: (done, total, message) => progress({ done, total, message }),
    explain,
  });
  if (!result.ok) {
    const faults = result.results.flatMap(({ ok, errors }, i): FieldFault[] =>
      ok ? [] : errors.map((message) => ({ path: `artifacts.${i}`, message })),
    );
    const failed = result.results.filter(({ ok }) => !ok).length;
    throw refusal(`${failed} of ${result.results.length} artifacts cannot be ingested; nothing was stored.`, faults, {
      results: result.results,
    });
  }
  signal.throwIfAborted();
  await app.store.put(result.snapshot, environment, result.counts, app.config.retention);
  return { normalized_snapshot_id: result.snapshot.id, counts: result.counts, sources: result.snapshot.sources };
}

export const artifactsIngest = defineTool({
  name: 'artifacts_ingest',
  title: 'Ingest artifacts',
  toolsets: ['perf'],
  description: {
    minimal: 'Read profiles, database and access logs and timings into one snapshot and return its id.',
    rich: 'Parses the files, adds them up and stores one snapshot addressed by its content: the same files give the same id in any folder. Every file must be valid, otherwise nothing is stored and details.results says why. Logs of any size stream with progress. Next: {tool:analysis_run} or {tool:report_export} with the id.',
  },
  synonyms: ['import', 'load', 'parse slow log', 'read profile'],
  input: z.object({ artifacts, log_line_prefix: prefix, environment_hints: hints, ...correlation }),
  output: ingested,
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  guard: 'unguarded',
  confirmation: 'none',
  cost: 'slow',
  task: 'optional',
  onRestart: 'run_again',
  methods: ['artifacts.ingest'],
  handler: async (input, context) => ({
    ...(await store(
      input.artifacts,
      input.environment_hints ?? {},
      context,
      withPrefix(context.app.config, input.log_line_prefix),
    )),
    correlation_id: correlationOf(input, context.correlationId),
  }),
});

export const ingestBundle = defineTool({
  name: 'ingest_bundle',
  title: 'Ingest a bundle',
  toolsets: ['perf'],
  description: {
    minimal: 'Read a bundle made by collect_run into one snapshot and return its id.',
    rich: 'Reads the manifest of a collected bundle, checks every file against its size and SHA-256 (also those stored by reference), and ingests all of them as {tool:artifacts_ingest} would: SPX pairs, the slow log and the timings together, so that queries can be linked to endpoints by time.',
  },
  synonyms: ['import bundle', 'load collection'],
  input: z.object({
    bundle_dir: z.string().min(1).describe('The bundle folder, as collect_run returned it.'),
    environment_hints: hints,
    ...correlation,
  }),
  output: ingested,
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  guard: 'unguarded',
  confirmation: 'none',
  cost: 'slow',
  task: 'optional',
  onRestart: 'run_again',
  methods: ['ingest.bundle'],
  handler: async (input, context) => {
    const found = await bundleArtifacts(input.bundle_dir);
    if (!found.ok) throw refusal('The bundle cannot be ingested; nothing was stored.', found.faults);
    return {
      ...(await store(found.artifacts, input.environment_hints ?? {}, context)),
      correlation_id: correlationOf(input, context.correlationId),
    };
  },
});
