import { resolve } from 'node:path';
import { plural } from '../text/format.ts';
import { type Commands, type CommonFlags, appendTo, addPair, wholeNumber } from './shell.ts';

interface Flags extends CommonFlags {
  readonly baseUrl: string;
  readonly spxDir: string[];
  readonly spxKey?: string;
  readonly slowLog?: string;
  readonly slowLogTable?: boolean;
  readonly statements?: boolean;
  readonly dsn?: string;
  readonly pgLog?: string;
  readonly accessLog?: string;
  readonly xdebug?: string;
  readonly path: string[];
  readonly header: Record<string, string>;
  readonly samples?: number;
  readonly warmups?: number;
  readonly concurrency?: number;
  readonly timeout?: number;
  readonly outputDir?: string;
  readonly keepLast?: number;
}

export function addCollect({ add, run, cwd }: Commands): void {
  add(
    'collect',
    'time requests, and collect their profiles and log records in a bundle',
    'collect --base-url https://staging.example --path / --path /shop --slow-log slow.log --spx-dir /tmp/spx --spx-key dev',
  )
    .requiredOption('--base-url <url>', 'a host that is not production')
    .requiredOption('--path <path>', 'a path to request; may be repeated', appendTo, [])
    .option('--spx-dir <folder>', 'a folder where SPX reports appear; may be repeated', appendTo, [])
    .option('--spx-key <key>', 'spx.http_key: requests each path once more with the profiler on')
    .option('--slow-log <file>', 'the slow log of MySQL or MariaDB')
    .option('--slow-log-table', 'mysql.slow_log of --dsn in place of a file: its times have microseconds')
    .option('--statements', 'the counters of the server of --dsn (pg_stat_statements, performance_schema): sums only')
    .option(
      '--dsn <url>',
      'that database, e.g. mysql://reader@localhost or postgres://reader@localhost/shop; its password is in MYSQL_PWD or PGPASSWORD',
    )
    .option('--pg-log <file>', 'the log of PostgreSQL')
    .option('--access-log <file>', 'the access log of the web server')
    .option('--xdebug <folder>', 'xdebug.output_dir: requests each path once more with the trigger of Xdebug set')
    .option('--header <name=value>', 'a header to send; it is put on the allowlist', addPair, {})
    .option('--samples <n>', 'measured requests per path', wholeNumber)
    .option('--warmups <n>', 'unmeasured requests per path', wholeNumber)
    .option('--concurrency <n>', 'simultaneous requests', wholeNumber)
    .option('--timeout <ms>', 'per request', wholeNumber)
    .option('--output-dir <name>', 'name of the bundle: a new folder in the folder of bundles')
    .option('--keep-last <n>', 'bundles to keep', wholeNumber)
    .action((flags: Flags) =>
      run(
        flags.json,
        async ({ call, screen }) => {
          const result = await call<{ bundle_dir: string; artifact_counts: Record<string, number> }>(
            'collect.run',
            collectParams(flags, cwd),
          );
          const { spx_files: files, timing_samples: samples } = result.artifact_counts;
          return {
            result,
            print: () =>
              screen.line(
                `${result.bundle_dir}\n${files} SPX ${plural(files, 'file')}, ${samples} ${plural(samples, 'sample')}. Next: mcp-perf-server ingest ${result.bundle_dir}`,
              ),
          };
        },
        { dsn: flags.dsn },
      ),
    );
}

function collectParams(flags: Flags, cwd: string): Record<string, unknown> {
  const input = {
    spx_dirs: flags.spxDir.length === 0 ? undefined : flags.spxDir.map((dir) => resolve(cwd, dir)),
    spx_key: flags.spxKey,
    slow_log_table: flags.slowLogTable,
    statement_counters: flags.statements,
    slow_log_path: flags.slowLog === undefined ? undefined : resolve(cwd, flags.slowLog),
    postgres_log_path: flags.pgLog === undefined ? undefined : resolve(cwd, flags.pgLog),
    access_log_path: flags.accessLog === undefined ? undefined : resolve(cwd, flags.accessLog),
    xdebug_dir: flags.xdebug === undefined ? undefined : resolve(cwd, flags.xdebug),
    base_url: flags.baseUrl,
    url_paths: flags.path,
    headers: flags.header,
    headers_allowlist: Object.keys(flags.header),
    sample_count: flags.samples,
    warmup_count: flags.warmups,
    concurrency: flags.concurrency,
    timeout_ms: flags.timeout,
    output_dir: flags.outputDir,
    retention: flags.keepLast === undefined ? undefined : { keep_last_n: flags.keepLast },
  };
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}
