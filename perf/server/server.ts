// The server: one set of tools, over MCP and over direct methods with the documented string error codes.
import { join } from 'node:path';
import { createServer, fileTasks, type AnyTool, type KernelServer, type Toolset } from '@zorivest/kernel';
import { createLogger, stderrSink, type Logger } from '@zorivest/kernel/log';
import { ConfigError, loadConfig, type Environment } from '../config/config.ts';
import { dsnFromEnvironment, dsnFromShell, isSameDatabase } from '../explain/dsn.ts';
import { perfDialect } from './dialect.ts';
import { prompts } from './prompts.ts';
import { openStore } from '../fleet/open-store.ts';
import { analysisRun } from '../tools/analysis.ts';
import type { PerfApp } from '../tools/app.ts';
import { profileAsk } from '../tools/ask.ts';
import { artifactsIngest, artifactsValidate, ingestBundle } from '../tools/artifacts.ts';
import { budgetsCheck } from '../tools/budgets.ts';
import { collectRun } from '../tools/collect.ts';
import { analysisCompare } from '../tools/compare.ts';
import { pageFlame } from '../tools/flame.ts';
import { runsMerge } from '../tools/merge.ts';
import { runsPin } from '../tools/pin.ts';
import { reportExport } from '../tools/report.ts';
import { healthCheck, runsGet, runsList } from '../tools/runs.ts';
import { runsTrend } from '../tools/trend.ts';
import { VERSION } from '../config/version.ts';

export const tools: readonly AnyTool[] = [
  artifactsValidate,
  artifactsIngest,
  ingestBundle,
  analysisRun,
  analysisCompare,
  profileAsk,
  budgetsCheck,
  reportExport,
  collectRun,
  runsList,
  runsGet,
  runsTrend,
  runsMerge,
  runsPin,
  healthCheck,
  pageFlame,
];

export const toolsets: readonly Toolset[] = [
  {
    name: 'perf',
    description: 'Profiles, database and access logs and timings: from files to ranked findings.',
    byDefault: true,
  },
];

export interface PerfOptions {
  readonly env: Environment;
  readonly cwd: string;
  readonly now?: () => Date;
  readonly log?: Logger;
  /** From the command line; else `MCP_PERF_DSN` is used. */
  readonly dsn?: string | undefined;
  /** From the command line; else `MCP_PERF_SCRATCH` is used. */
  readonly scratch?: string | undefined;
}

function databasesOf({ env, dsn, scratch }: PerfOptions): Pick<PerfApp, 'dsn' | 'scratch'> {
  const read = (option: string, given: string | undefined, variable: 'MCP_PERF_DSN' | 'MCP_PERF_SCRATCH') => {
    const set = env[variable];
    if (given === undefined && !set) return null;
    const result = given === undefined ? dsnFromEnvironment(set!, env, variable) : dsnFromShell(given, env, option);
    if (!result.ok) throw new ConfigError(result.error);
    return result.dsn;
  };
  const asked = read('--dsn', dsn, 'MCP_PERF_DSN');
  const tried = read('--scratch', scratch, 'MCP_PERF_SCRATCH');
  if (asked !== null && tried !== null && isSameDatabase(asked, tried))
    throw new ConfigError(
      '--scratch names the database that is analysed. Indexes are made and dropped there: name a copy.',
    );
  if (asked !== null && tried !== null && asked.engine !== tried.engine)
    throw new ConfigError('--dsn and --scratch are not of the same kind: name a copy of the analysed database.');
  return { dsn: asked, scratch: tried };
}

export function perfApp(options: PerfOptions): PerfApp {
  const { env, cwd, now = () => new Date() } = options;
  const config = loadConfig(env, cwd);
  return { config, ...databasesOf(options), store: openStore(env, config.home, now), now };
}

export function perfServer(options: PerfOptions): KernelServer {
  const app = perfApp(options);
  const log = options.log ?? createLogger({ sink: stderrSink });
  return createServer<PerfApp>({
    name: 'mcp-perf-server',
    title: 'Performance analysis',
    version: VERSION,
    tools,
    toolsets,
    prompts,
    presentation: {
      dropsNulls: true,
      about:
        'Finds why an application is slow, from profiles of any language, database logs, access logs and HTTP timings.',
      advice: [
        'Start with {tool:artifacts_ingest} (or {tool:collect_run}, then {tool:ingest_bundle}), keep the snapshot id, then {tool:analysis_run}.',
        'Answer with the findings in their order and name their evidence; {tool:report_export} writes a page for people.',
      ],
    },
    // There are few enough tools for any client to list each one, with output schemas and full answers.
    operator: { mode: 'anthropic', toolsets: 'all', layout: 'discrete' },
    // Reading gigabytes of logs or querying a database can take longer than a client's timeout.
    tasks: () => fileTasks(join(app.config.home, 'tasks.db')),
    app: () => app,
    directDialect: perfDialect(log),
    log,
  });
}
