// The shell commands. Exit codes: 0 done, 1 failed (validate: invalid files; regressions), 2 could not be done.
import { readFile, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { type FieldFault, KernelError } from '@zorivest/kernel';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import type { Analysis } from '../analysis/run.ts';
import type { Inspection } from '../artifacts/inspect.ts';
import { ConfigError, type Environment } from '../config/config.ts';
import { StoreError } from '../fleet/schema.ts';
import { perfApp } from '../server/server.ts';
import { plural } from '../text/format.ts';
import type { PerfApp } from '../tools/app.ts';
import { REPORT_FORMATS, type ReportFormat } from '../tools/report.ts';
import { VERSION } from '../config/version.ts';
import { addAsk } from './ask.ts';
import { callerFor } from './call.ts';
import { addCheck } from './check.ts';
import { addCollect } from './collect.ts';
import { addCompare } from './compare.ts';
import { addFleet } from './fleet.ts';
import { addMerge } from './merge.ts';
import { addPin } from './pin.ts';
import { printAnalysis, printInspections } from './print.ts';
import {
  type Add,
  chosenSnapshot,
  type CommonFlags,
  fullId,
  FAILED,
  OK,
  addPair,
  type Run,
  snapshotLines,
  CANNOT_TELL,
  wholeNumber,
} from './shell.ts';
import { addTail } from './tail.ts';
import { addTrend } from './trend.ts';
import { Screen, type Terminal } from './terminal.ts';

export interface ShellOptions {
  readonly env: Environment;
  readonly cwd: string;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  /** Serves stdio until the peer closes: what the program does without a command. */
  readonly serve: () => Promise<void>;
}

export async function runShell(argv: readonly string[], options: ShellOptions): Promise<number> {
  const screen = new Screen(options.terminal);
  let code = OK;
  let json = false;
  const command: Run = async (asJson, work, { dsn, scratch } = {}) => {
    json = asJson === true;
    const app = perfApp({ env: options.env, cwd: options.cwd, dsn, scratch });
    const call = callerFor(app, options.signal, ({ done, total, message }) => {
      if (!json) screen.progress(done, total ?? 0, message ?? '');
    });
    try {
      const done = await work({ app, call, screen });
      if (json) screen.line(JSON.stringify(done.result));
      else await done.print();
      code = done.code ?? OK;
    } finally {
      // A connection that stays open would keep the command from ending.
      await app.store.close();
    }
  };
  const program = programOf(command, screen, options);
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    return failure(error, screen, json);
  }
}

/** The methods that errors name, and the equivalent shell commands. */
const COMMANDS = [
  ['artifacts.ingest', '`mcp-perf-server ingest`'],
  ['analysis.run', '`mcp-perf-server analyze`'],
  ['runs.list', '`mcp-perf-server runs`'],
] as const;

const inShellWords = (text: string): string =>
  COMMANDS.reduce((replaced, [method, command]) => replaced.replaceAll(method, command), text);

function failure(error: unknown, screen: Screen, json: boolean): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? OK : CANNOT_TELL;
  const refused = error instanceof KernelError ? error : null;
  const message =
    error instanceof KernelError || error instanceof ConfigError || error instanceof StoreError
      ? error.message
      : `It failed unexpectedly: ${error instanceof Error ? error.message : String(error)}`;
  if (json)
    screen.line(
      JSON.stringify({ error: { code: refused?.code ?? 'INTERNAL_ERROR', message, details: refused?.details ?? {} } }),
    );
  else screen.note(inShellWords(message));
  const { results, errors } = refused?.details ?? {};
  if (json) return CANNOT_TELL;
  if (Array.isArray(results))
    printInspections(
      screen,
      (results as Inspection[]).filter(({ ok }) => !ok),
    );
  else if (Array.isArray(errors))
    for (const { message: fault } of errors as FieldFault[]) screen.note(`  ${inShellWords(fault)}`);
  return CANNOT_TELL;
}

interface AnalysisFlags extends CommonFlags {
  readonly top?: number;
  readonly thresholds?: unknown;
}

function programOf(run: Run, screen: Screen, { env, cwd, serve, signal }: ShellOptions): Command {
  const program = new Command('mcp-perf-server')
    // Before any command is added, so that each inherits it.
    .configureOutput({ writeOut: (text) => screen.raw(text), writeErr: (text) => screen.note(text.trimEnd()) })
    .description(
      'Why is it slow? Reads profiles, database logs, access logs and HTTP timings, and prints ranked findings.\nWithout a command: serves MCP and JSON-RPC on stdio.',
    )
    .version(VERSION)
    .exitOverride()
    .addHelpText(
      'after',
      '\nExample:\n  $ mcp-perf-server ingest /tmp/spx/*.json /tmp/spx/*.txt.gz slow.log timings.json\n  $ mcp-perf-server analyze\n  $ mcp-perf-server report --format html\n\nExit codes: 0 done, 1 failed (validate: invalid files; compare, check and trend: worse), 2 could not be done or judged.',
    )
    .action(serve);
  const add: Add = (name, description, example) =>
    program
      .command(name)
      .description(description)
      .option('--json', "print the method's result as JSON")
      .addHelpText('after', `\nExample:\n  $ mcp-perf-server ${example}`)
      .exitOverride();

  add('validate <files...>', 'show what each file is and whether it can be read', 'validate slow.log profile.txt.gz')
    .option('--prefix <text>', 'log_line_prefix of PostgreSQL logs, if it is not one of the usual ones')
    .action((files: string[], flags: CommonFlags & { prefix?: string }) =>
      run(flags.json, async ({ call, screen }) => {
        const result = await call<{ results: Inspection[]; counts: { failed: number } }>('artifacts.validate', {
          artifacts: artifactsOf(files, cwd),
          ...prefixOf(flags),
        });
        return {
          result,
          code: result.counts.failed > 0 ? FAILED : OK,
          print: () => printInspections(screen, result.results),
        };
      }),
    );

  add(
    'ingest <files...>',
    'read files, or one bundle (its folder, or the name collect gave it), into a snapshot',
    "ingest spx/*.json spx/*.txt.gz slow.log.gz timings.json\n  $ mcp-perf-server ingest postgresql.log --prefix '%t [%p] %u@%d '",
  )
    .option('--prefix <text>', 'log_line_prefix of PostgreSQL logs, if it is not one of the usual ones')
    .option('--hint <key=value>', 'a hint about the environment; may be repeated', addPair, {})
    .option(
      '--dsn <url>',
      'a MySQL, MariaDB or PostgreSQL server to query for plans and indexes only, e.g. mysql://reader@db.example/shop; the password comes from MYSQL_PWD or PGPASSWORD, or the whole address from MCP_PERF_DSN',
    )
    .option(
      '--scratch <url>',
      'a copy of that database, with some of its rows, on which indexes are tested: created, timed and dropped; or set the whole address in MCP_PERF_SCRATCH',
    )
    .action(
      (
        files: string[],
        flags: CommonFlags & { hint: Record<string, string>; prefix?: string; dsn?: string; scratch?: string },
      ) =>
        run(
          flags.json,
          async ({ app, call, screen }) => {
            const bundle = files.length === 1 ? await bundleOf(app, files[0]!, cwd) : null;
            const params =
              bundle === null ? { artifacts: artifactsOf(files, cwd), ...prefixOf(flags) } : { bundle_dir: bundle };
            const result = await call<{
              normalized_snapshot_id: string;
              counts: Record<string, number>;
              sources: unknown[];
            }>(bundle === null ? 'artifacts.ingest' : 'ingest.bundle', { ...params, environment_hints: flags.hint });
            const from = `${result.sources.length} ${plural(result.sources.length, 'file')}`;
            return {
              result,
              print: () => screen.line(snapshotLines(result.normalized_snapshot_id, result.counts, from)),
            };
          },
          { dsn: flags.dsn, scratch: flags.scratch },
        ),
    );

  const addGateOptions = (command: Command) =>
    command
      .option('--top <n>', 'rows per ranking, 1 to 20', wholeNumber)
      .option('--thresholds <json>', 'bounds in ms, e.g. {"endpoint_wall_ms":{"P0":2000,"P1":1000,"P2":400}}', jsonOf);

  addGateOptions(
    add('analyze [id]', 'rank what is slow in a snapshot, the last ingested unless named', 'analyze --top 10'),
  ).action((id: string | undefined, flags: AnalysisFlags) =>
    run(flags.json, async ({ app, call, screen }) => {
      const result = await call<Analysis>('analysis.run', {
        ...(await analysisParams(app, env, id, flags, cwd)),
        details: true,
      });
      return { result, print: () => printAnalysis(screen, result) };
    }),
  );

  addGateOptions(
    add('report [id]', 'write a report of a snapshot, the last ingested unless named', 'report --format html'),
  )
    .addOption(new Option('--format <format>', 'which file to show').choices(REPORT_FORMATS).default('markdown'))
    .action((id: string | undefined, flags: AnalysisFlags & { format: ReportFormat }) =>
      run(flags.json, async ({ app, call, screen }) => {
        const result = await call<Record<string, unknown>>('report.export', {
          ...(await analysisParams(app, env, id, flags, cwd)),
          format: flags.format,
        });
        const path = String(result[`${flags.format}_path`]);
        return {
          result,
          // On a terminal the path; in a pipe the report itself.
          print: async () => (screen.interactive ? screen.line(path) : screen.raw(await readFile(path, 'utf8'))),
        };
      }),
    );

  const commands = { add, run, cwd };
  addCompare(commands);
  addCheck(commands, env);
  addTrend(commands);
  addAsk(commands);
  addMerge(commands);
  addPin(commands);
  addFleet(commands, env, signal);
  addTail(commands, env, signal);

  add('runs [id]', 'list the snapshots, or show one', 'runs').action((id: string | undefined, flags: CommonFlags) =>
    run(flags.json, async ({ app, call, screen }) => {
      if (id !== undefined) {
        const result = await call<Record<string, unknown>>('runs.get', { snapshot_id: await fullId(app, id, cwd) });
        return { result, print: () => screen.line(JSON.stringify(result, null, 2)) };
      }
      const result = await call<{
        runs: { snapshot_id: string; ingested_at: string; counts: Record<string, number> }[];
      }>('runs.list', {});
      return {
        result,
        print: () => {
          if (result.runs.length === 0) screen.line('No snapshots yet. Start with: mcp-perf-server ingest FILES…');
          for (const one of result.runs)
            screen.line(
              `${one.snapshot_id.slice(0, 16)}  ${one.ingested_at.slice(0, 19).replace('T', ' ')}  ${one.counts.endpoints} ${plural(one.counts.endpoints, 'endpoint')}, ${one.counts.queries} ${plural(one.counts.queries, 'query', 'queries')}, ${one.counts.spans} ${plural(one.counts.spans, 'function')}`,
            );
        },
      };
    }),
  );

  add('health', 'check whether the server can work', 'health').action((flags: CommonFlags) =>
    run(flags.json, async ({ call, screen }) => {
      const result = await call<{
        status: string;
        home: string;
        version: string;
        problems: string[];
        snapshot_count: number;
      }>('health.check', {});
      return {
        result,
        code: result.status === 'ok' ? OK : FAILED,
        print: () => {
          screen.line(
            `${result.status}: version ${result.version}, state in ${result.home}, ${result.snapshot_count} ${plural(result.snapshot_count, 'snapshot')}`,
          );
          for (const problem of result.problems) screen.line(`  ${problem}`);
        },
      };
    }),
  );

  addCollect(commands);
  return program;
}

async function analysisParams(
  app: PerfApp,
  env: Environment,
  id: string | undefined,
  flags: AnalysisFlags,
  cwd: string,
): Promise<Record<string, unknown>> {
  return {
    normalized_snapshot_id: await chosenSnapshot(app, id ?? (env.SNAPSHOT_ID || undefined), cwd),
    ...(flags.top === undefined ? {} : { top_n: flags.top }),
    ...(flags.thresholds === undefined ? {} : { thresholds: flags.thresholds }),
  };
}

function prefixOf({ prefix }: { readonly prefix?: string }): { log_line_prefix?: string } {
  return prefix === undefined ? {} : { log_line_prefix: prefix };
}

function artifactsOf(files: readonly string[], cwd: string): { path: string }[] {
  return files.map((file) => ({ path: resolve(cwd, file) }));
}

/** The folder of a bundle, given as a path or by the name from `collect --output-dir`. Null where it is not a bundle. */
async function bundleOf(app: PerfApp, name: string, cwd: string): Promise<string | null> {
  const path = resolve(cwd, name);
  if (await isFolder(path)) return path;
  const isName = basename(name) === name && (await stat(path).catch(() => null)) === null;
  const collected = join(app.config.home, 'bundles', name);
  return isName && (await isFolder(collected)) ? collected : null;
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new InvalidArgumentError('must be JSON');
  }
}
