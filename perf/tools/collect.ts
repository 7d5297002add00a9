// collect.run
import { join } from 'node:path';
import { toolsFor } from '@zorivest/kernel';
import { z } from 'zod';
import { collectShape, planOf } from '../collect/params.ts';
import { collect, NoReports, NoStatements, retainBundles } from '../collect/run.ts';
import { SlowLogTable } from '../collect/slow-log-table.ts';
import { StatementCounters } from '../collect/statement-counters.ts';
import { NoTraces } from '../collect/xdebug.ts';
import { correlation, correlationOf, type PerfApp, refusal } from './app.ts';

const defineTool = toolsFor<PerfApp>();

export const collectRun = defineTool({
  name: 'collect_run',
  title: 'Collect a bundle',
  toolsets: ['perf'],
  description: {
    minimal: 'Collect timed GET requests, profiles and log records into one bundle folder.',
    rich: 'Sends GET requests to paths of one host, times each phase, and writes the timings, the SPX reports and what the requests added to the logs into a new bundle folder for {tool:ingest_bundle}. Only headers on the allowlist are sent; values of query parameters, userinfo and header values are not written. Not for production systems.',
  },
  synonyms: ['probe', 'measure', 'time requests', 'ttfb', 'gather'],
  input: z.object({ ...collectShape, ...correlation }),
  output: z.object({
    bundle_id: z.string(),
    bundle_dir: z.string(),
    manifest_path: z.string(),
    timings_path: z.string(),
    artifact_counts: z.object({ spx_files: z.number(), inventory_items: z.number(), timing_samples: z.number() }),
    correlation_id: z.string(),
  }),
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  guard: 'unguarded',
  confirmation: 'none',
  cost: 'slow',
  task: 'optional',
  methods: ['collect.run'],
  handler: async (input, { app, correlationId, signal, progress }) => {
    const { collector, home } = app.config;
    const bundles = join(home, 'bundles');
    const planned = await planOf(input, bundles);
    if (!planned.ok) {
      throw refusal(
        `The collection cannot be run: ${planned.faults.map(({ path, message }) => `${path}: ${message}`).join('; ')}.`,
        planned.faults,
      );
    }
    const { dsn } = app;
    if (planned.plan.slowLogTable && dsn?.engine !== 'mysql')
      throw refusal(
        'The database with mysql.slow_log is not set. Set MCP_PERF_DSN, or in the shell --dsn mysql://USER@HOST.',
        [{ path: 'slow_log_table', message: 'needs the address of a MySQL or MariaDB' }],
      );
    if (planned.plan.statementCounters && dsn === null)
      throw refusal(
        'The database with the statement counters is not set. Set MCP_PERF_DSN, or in the shell --dsn postgres://USER@HOST/DATABASE.',
        [{ path: 'statement_counters', message: 'need the address of a database' }],
      );
    const id = correlationOf(input, correlationId);
    const collected = await collect(planned.plan, {
      bundles,
      copyMaxBytes: collector.copy_max_bytes,
      maxFilesPerDir: collector.max_files_per_spx_dir,
      ...(dsn === null
        ? {}
        : { openSlowLog: () => SlowLogTable.open(dsn), openCounters: () => StatementCounters.open(dsn, app.now) }),
      correlationId: id,
      now: app.now,
      signal,
      progress: (done, total, message) => progress({ done, total, message }),
    }).catch((error: unknown) => {
      if (error instanceof NoTraces)
        throw refusal(
          'No request left a profile in xdebug_dir. Set xdebug.mode=profile and xdebug.start_with_request=trigger, let PHP write there, and let xdebug.profiler_output_name begin with cachegrind.out.',
          [{ path: 'xdebug_dir', message: 'holds no new cachegrind.out files' }],
        );
      if (error instanceof NoStatements)
        throw planned.plan.statementCounters
          ? refusal('The server counted no statement of this database meanwhile: check that the site uses it.', [
              { path: 'statement_counters', message: 'did not change' },
            ])
          : refusal(
              'The requests added nothing to mysql.slow_log. Set long_query_time = 0 on the server (for new connections), or check that the site uses this database.',
              [{ path: 'slow_log_table', message: 'has no record of this time' }],
            );
      if (!(error instanceof NoReports)) throw error;
      throw refusal(
        'There are no SPX reports in spx_dirs, nor did the probes cause any. Give spx_key to switch the profiler on, check spx.data_dir and spx.http_ip_whitelist of the host, or omit spx_dirs.',
        [{ path: 'spx_dirs', message: 'hold no spx-full-*.json or spx-full-*.txt.gz files' }],
      );
    });
    const { keep_last_n: keep = collector.retention.keep_last_n, ttl_days: days = collector.retention.ttl_days } =
      input.retention ?? {};
    await retainBundles(bundles, keep, days, app.now());
    return { ...collected, correlation_id: id };
  },
});
