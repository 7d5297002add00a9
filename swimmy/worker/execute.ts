// One backtest from its message to its answer. Whatever goes wrong becomes an answer, too.
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  badRowText,
  barFault,
  between,
  EVERY_SYMBOL,
  faultsAcrossFields,
  seriesOf,
  sweepDetails,
  windows,
  type BacktestRequest,
  type Candle,
  type Mode,
  type RankedRuns,
  type RealisticOutcome,
  type Search,
  type Series,
  type SymbolBars,
  withHoldout,
  type TearSheet,
} from '@zorivest/engine';
import { ownName } from '../request/message.ts';
import { decodeMessage, MessageError } from '../request/decode.ts';
import { unpackRuns } from '../sweep/packed.ts';
import { pieceAt, piecesOf } from '../sweep/plan.ts';
import { openSpool, type Spool } from '../sweep/spool.ts';
import { errorAnswer, resultAnswer, type SweepFacts } from './answer.ts';
import type { CandleCache, LoadedCandles } from './candle-cache.ts';
import { createCandleCheck } from './candle-check.ts';
import { dataFilesIn, datasetFile, HISTORICAL } from './data-files.ts';
import { allowedPath, type AllowedPaths } from './paths.ts';
import { CancelledError, type Pool } from './pool.ts';
import { fileNameOf } from '../file-name.ts';

export interface JobAnswer {
  readonly status: 'done' | 'failed' | 'cancelled';
  /** The S-expression that goes back. */
  readonly text: string;
}

export interface ExecuteOptions {
  readonly signal: AbortSignal;
  /** 0..1, and what is being done. */
  readonly onProgress: (share: number, stage: string) => void;
}

export interface ExecutorSettings {
  readonly pool: Pool;
  readonly candles: CandleCache;
  readonly reportsDir: string;
  /** Where tables of runs and of trades are stored. */
  readonly tablesDir: string;
  readonly movingBlocks: boolean;
  /** Read instead of whatever a message names. */
  readonly csvOverride: string | undefined;
  readonly paths: AllowedPaths;
}

/** What a request is run on. */
export interface Inputs extends LoadedCandles {
  /** Of a portfolio, each with its bars. */
  readonly symbols?: readonly SymbolBars[] | undefined;
  /** A hash of the candles' contents. */
  readonly dataset: string;
  readonly benchmark: Series | undefined;
  readonly loadMs: number;
}

/** A request whose candles are known. The request itself carries none: threads and workers get them by reference. */
export interface Job {
  readonly request: BacktestRequest;
  readonly inputs: Inputs;
}

/** The result of a sweep, before its best run is run once more for the full answer. */
export interface SweepResult {
  readonly runs: RankedRuns;
  /** How it was shared, and who ran which piece. */
  readonly facts?: SweepFacts;
}

/** Uploads a table for other workers and returns its name. */
export type ShareTable = (file: string) => Promise<string>;

export type Execute = (message: string, options: ExecuteOptions) => Promise<JobAnswer>;

export interface Executor {
  /** From message to answer, in this process alone. */
  readonly execute: Execute;
  /** Reads a message and what it runs on; throws what is wrong with either. */
  load(message: string): Promise<Job>;
  /** Hashes the contents of candles. */
  hashOf(series: Series): Promise<string>;
  /** Runs a job, and its sweep or windows, in this process. */
  run(job: Job, options: ExecuteOptions, share?: ShareTable): Promise<JobAnswer>;
  /** The runs of a sweep that are all in, ranked and written to the job's table. */
  reduce(job: Job, spool: Spool): Promise<RankedRuns>;
  /** The full answer for the best run of a sweep. */
  finish(job: Job, swept: SweepResult, started: number, share: ShareTable): Promise<JobAnswer>;
  /** The answer of a failed job. */
  fail(
    error: unknown,
    job: { readonly request_id?: string | undefined; readonly name: string },
    aborted: boolean,
  ): JobAnswer;
  spoolFor(job: Job, plan: Parameters<typeof openSpool>[1]): Promise<Spool>;
  tableOf(job: Job): string;
}

export function createExecutor(settings: ExecutorSettings): Executor {
  const { pool } = settings;
  /** Candles that came with a data_id can be asked for by it alone, as downstream. */
  const byDataId = new Map<string, LoadedCandles>();
  const checkCandles = createCandleCheck();
  const hashes = new WeakMap<Series, Promise<string>>();

  const hashOf = (series: Series): Promise<string> => {
    const known = hashes.get(series) ?? pool.run('hash', { series });
    hashes.set(series, known);
    return known;
  };
  /** A hash that came with candles is not computed again. */
  const rememberHash = (loaded: LoadedCandles): LoadedCandles => {
    if (loaded.hash !== undefined) hashes.set(loaded.series, Promise.resolve(loaded.hash));
    return loaded;
  };
  const loadFile = async (file: string): Promise<LoadedCandles> =>
    rememberHash(await settings.candles.load(await allowedPath(file, settings.paths)));
  const candlesFor = async (request: BacktestRequest): Promise<LoadedCandles> => {
    const { candles, data_id, symbol } = request;
    if (candles?.length)
      return { series: seriesOf(inOrder(request.mode ? bars(candles) : candles)), badRows: [], badCount: 0 };
    if (settings.csvOverride !== undefined) return settings.candles.load(resolve(settings.csvOverride));
    const file =
      request.candles_file ?? (data_id === undefined && symbol ? `${HISTORICAL}/${symbol}_M1.csv` : undefined);
    if (file === undefined) {
      const known = byDataId.get(data_id ?? '');
      if (known) return known;
      throw new MessageError(`data_id ${data_id} has no cached candles; give candles_file`);
    }
    const loaded = await loadFile(file);
    if (data_id !== undefined) byDataId.set(data_id, loaded);
    return loaded;
  };
  /** The bars of each symbol of a portfolio, and what was bad in all of them. */
  const portfolioFor = async (
    request: BacktestRequest,
  ): Promise<LoadedCandles & { readonly symbols: SymbolBars[] }> => {
    const all = await Promise.all(
      (request.symbols ?? []).map(async ({ symbol, candles, dataset = '' }) => {
        try {
          const loaded = checkCandles(
            request,
            candles === undefined
              ? await loadFile(datasetFile(dataset))
              : { series: seriesOf(inOrder(bars(candles))), badRows: [], badCount: 0 },
          );
          return { symbol, ...loaded, series: between(loaded.series, request.start_time, request.end_time) };
        } catch (error) {
          throw new MessageError(`${symbol}: ${error instanceof Error ? error.message : String(error)}`);
        }
      }),
    );
    const [first] = all;
    if (first === undefined) throw new MessageError('symbols: none');
    return {
      series: first.series,
      symbols: all.map(({ symbol, series }) => ({ symbol, series })),
      badRows: all.flatMap(({ symbol, badRows }) =>
        badRows.map((row) => ({ line: 0, message: `${symbol}, ${badRowText(row)}` })),
      ),
      badCount: all.reduce((sum, { badCount }) => sum + badCount, 0),
    };
  };
  /** A folder in place of a symbol is every candle file in it. */
  const withFolders = async (request: BacktestRequest): Promise<BacktestRequest> => {
    if (!request.symbols?.some(({ symbol }) => symbol === EVERY_SYMBOL)) return request;
    const symbols = await Promise.all(
      request.symbols.map(async (each) => {
        if (each.symbol !== EVERY_SYMBOL) return [each];
        const { dataset = HISTORICAL, ...rest } = each;
        const files = await dataFilesIn(dataset, settings.paths);
        if (files.length === 0) throw new MessageError(`${dataset}: it contains no candle files (.csv or .parquet)`);
        return files.map((file) => ({ ...rest, symbol: file.symbol, dataset: file.path }));
      }),
    );
    const expanded = { ...request, symbols: symbols.flat() };
    const [fault] = faultsAcrossFields(expanded);
    if (fault !== undefined) throw new MessageError(`${fault.path.join('.')}: ${fault.message}`);
    return expanded;
  };
  const benchmarkFor = async ({ mode }: BacktestRequest): Promise<Series | undefined> => {
    if (mode?.benchmark === undefined) return undefined;
    return (await loadFile(mode.benchmark.candles_file)).series;
  };
  const load = async (message: string): Promise<Job> => {
    const decoded = decodeMessage(message);
    const started = performance.now();
    let whole = decoded;
    try {
      whole = await withFolders(decoded);
      if (whole.symbols !== undefined) {
        const { symbols, ...loaded } = await portfolioFor(whole);
        const parts = await Promise.all(symbols.map(({ series }) => hashOf(series)));
        const request = {
          ...whole,
          symbols: whole.symbols.map(({ candles: _inline, ...symbol }) => symbol),
        };
        return {
          request,
          inputs: {
            ...loaded,
            symbols,
            // One name for all of them, in their order.
            dataset: createHash('sha256').update(parts.join()).digest('hex'),
            benchmark: undefined,
            loadMs: performance.now() - started,
          },
        };
      }
      const loaded = await candlesFor(whole);
      const benchmark = await benchmarkFor(whole);
      const { series, badRows, badCount } = checkCandles(whole, loaded);
      const { candles: _inline, ...request } = withHoldout(whole, series);
      return {
        request,
        inputs: {
          series,
          badRows,
          badCount,
          dataset: await hashOf(loaded.series),
          benchmark,
          loadMs: performance.now() - started,
        },
      };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new MessageError(reason, decoded.request_id, decoded.strategy.name);
    }
  };

  const barsOf = async ({ request, inputs }: Job, signal?: AbortSignal): Promise<Series> => {
    const ranged = between(inputs.series, request.start_time, request.end_time);
    const minutes = request.timeframe ?? 1;
    const timeZone = request.mode?.time_zone;
    return minutes > 1 ? pool.run('resample', { series: ranged, minutes, timeZone }, { signal }) : ranged;
  };
  const tableOf = ({ request }: Job) =>
    join(settings.tablesDir, fileNameOf(request.request_id ?? request.strategy.name, '.rows'));
  const spoolFor: Executor['spoolFor'] = async (job, plan) => {
    await mkdir(settings.tablesDir, { recursive: true });
    return openSpool(`${tableOf(job)}.${process.pid}.spool`, plan);
  };
  const reduce: Executor['reduce'] = async (job, spool) => {
    const { strategy, mode } = job.request;
    spool.close();
    return pool.run('reduce', {
      strategy,
      mode: modeOf(mode),
      file: spool.file,
      columns: spool.columns,
      rows: spool.rows,
      blocks: spool.blocks(),
      table: tableOf(job),
    });
  };
  const tell = async (
    job: Job,
    series: Series,
    search: Search,
    {
      swept,
      ranFrom,
      share,
      signal,
    }: {
      readonly swept?: SweepResult;
      readonly ranFrom: number;
      readonly share?: ShareTable | undefined;
      readonly signal?: AbortSignal;
    },
  ): Promise<JobAnswer> => {
    const { request, inputs } = job;
    const table = tableOf(job);
    await mkdir(settings.tablesDir, { recursive: true });
    const { outcome, table: written } = await pool.run(
      'run',
      {
        request,
        series,
        search: { ...search, benchmark: inputs.benchmark },
        symbols: inputs.symbols,
        movingBlocks: settings.movingBlocks,
        table,
      },
      { signal },
    );
    const runMs = performance.now() - ranFrom;
    const report_file =
      'sheet' in outcome && outcome.sheet ? await writeReport(settings, request, outcome, outcome.sheet) : undefined;
    const hasTable = written || swept !== undefined;
    const object = hasTable && share ? await share(table) : undefined;
    return {
      status: 'done',
      text: resultAnswer(request, outcome, {
        inputs,
        runMs,
        report_file,
        table: hasTable ? { file: table, object } : undefined,
        swept,
      }),
    };
  };

  const sweep = async (job: Job, series: Series, mode: Mode, options: ExecuteOptions): Promise<RankedRuns> => {
    const { signal, onProgress } = options;
    const { request } = job;
    const work = { sweep: `${request.request_id} ${performance.now()}`, request, mode, series };
    const plan = await pool.run('plan', work, { signal });
    const spool = await spoolFor(job, plan);
    try {
      let steps = 0;
      await Promise.all(
        Array.from({ length: piecesOf(plan) }, async (_, n) => {
          const packed = await pool.run(
            'piece',
            { ...work, piece: pieceAt(plan, n) },
            {
              signal,
              onSteps: (more) => {
                steps += more;
                onProgress((0.97 * Math.max(steps, spool.rows)) / plan.runs, 'sweeping');
              },
            },
          );
          spool.add(n, unpackRuns(packed));
        }),
      );
      onProgress(0.98, 'judging the best');
      return await reduce(job, spool);
    } finally {
      spool.remove();
    }
  };

  const run: Executor['run'] = async (job, options, share) => {
    const { signal, onProgress } = options;
    const { request } = job;
    const { mode } = request;
    const ranFrom = performance.now();
    const series = await barsOf(job, signal);
    if (mode?.walk_forward) {
      const choices = await walk(pool, job.request, mode, series, options);
      onProgress(0.99, 'running');
      return tell(job, series, { choices }, { ranFrom, share, signal });
    }
    if (mode?.sweep) {
      const runs = await sweep(job, series, mode, options);
      onProgress(0.99, 'running');
      return tell(
        job,
        series,
        { sweep: sweepDetails(runs, mode.rank_by) },
        { swept: { runs }, ranFrom, share, signal },
      );
    }
    onProgress(0.1, 'running');
    return tell(job, series, {}, { ranFrom, share, signal });
  };

  const fail: Executor['fail'] = (error, { request_id, name }, aborted) => {
    const cancelled = error instanceof CancelledError || aborted;
    const reason = cancelled ? 'cancelled' : error instanceof Error ? error.message : String(error);
    const whose = error instanceof MessageError ? error : undefined;
    const text = errorAnswer(reason, request_id ?? whose?.requestId, name || (whose?.strategyName ?? ''));
    return { status: cancelled ? 'cancelled' : 'failed', text };
  };

  return {
    execute: async (message, options) => {
      let job: Job | undefined;
      try {
        options.onProgress(0, 'loading candles');
        job = await load(message);
        return await run(job, options);
      } catch (error) {
        const { request_id, strategy } = job?.request ?? {};
        return fail(error, { request_id, name: strategy?.name ?? '' }, options.signal.aborted);
      }
    },
    load,
    hashOf,
    run,
    reduce,
    finish: async (job, swept, ranFrom, share) => {
      const mode = modeOf(job.request.mode);
      return tell(job, await barsOf(job), { sweep: sweepDetails(swept.runs, mode.rank_by) }, { swept, ranFrom, share });
    },
    fail,
    spoolFor,
    tableOf,
  };
}

/** A sweep stands in a mode, so a request that has one has the other. */
function modeOf(mode: Mode | undefined): Mode {
  if (mode === undefined) throw new Error('a sweep needs a mode');
  return mode;
}

/** Inline candles come as a client sent them; time must go forward for anything to be true. */
function inOrder(candles: readonly Candle[]): readonly Candle[] {
  const late = candles.findIndex(({ t }, i) => t <= (candles[i - 1]?.t ?? -Infinity));
  if (late >= 0) throw new MessageError(`candles.${late}.t: time is not after the candle before`);
  return candles;
}

/** The realistic mode looks inside bars. A candle of nothing but a close is a bar without range. */
function bars(candles: readonly Candle[]): readonly Candle[] {
  return candles.map((candle, i) => {
    const { o, h, l, c } = candle;
    if (o === 0 && h === 0 && l === 0 && c > 0) return { ...candle, o: c, h: c, l: c };
    const fault = barFault(o, h, l, c);
    if (fault !== undefined) throw new MessageError(`candles.${i}: ${fault}`);
    return candle;
  });
}

/** Chooses in every window, some windows on each thread, so that all finish together. */
async function walk(
  pool: Pool,
  request: BacktestRequest,
  mode: Mode,
  series: Series,
  { signal, onProgress }: ExecuteOptions,
): Promise<NonNullable<Search['choices']>> {
  const plan = mode.walk_forward === undefined ? [] : windows(series.length, mode.walk_forward);
  if (plan.length === 0)
    throw new MessageError(`mode.walk_forward: ${series.length} bars, fewer than one training window`);
  const size = Math.max(1, Math.ceil(plan.length / (pool.size * 4)));
  const parts = Array.from({ length: Math.ceil(plan.length / size) }, (_, i) => plan.slice(i * size, (i + 1) * size));
  let done = 0;
  const found = await Promise.all(
    parts.map((part) =>
      pool.run(
        'windows',
        { request, series, mode, windows: part },
        {
          signal,
          onSteps: (steps) => {
            done += steps;
            onProgress((0.98 * done) / plan.length, 'walking forward');
          },
        },
      ),
    ),
  );
  return found.flat();
}

/** The page, and its trades in a file next to it. */
async function writeReport(
  { pool, reportsDir }: ExecutorSettings,
  request: BacktestRequest,
  { result, details, shape }: RealisticOutcome,
  sheet: TearSheet,
): Promise<string> {
  const file = join(reportsDir, fileNameOf(request.request_id ?? request.strategy.name, '.html'));
  const outcome = {
    details,
    shape,
    result: { ...result, strategy_name: ownName(result.strategy_name, request.request_id) },
  };
  const { html, csv } = await pool.run('report', { request, outcome, sheet, writtenAt: new Date() });
  await mkdir(reportsDir, { recursive: true });
  await writeFile(file, html);
  await writeFile(file.replace(/\.html$/, '.trades.csv'), csv);
  return file;
}
