// One backtest from its message to its answer. Whatever goes wrong becomes an answer, too.
import {
  barFault,
  between,
  seriesOf,
  windows,
  type BacktestRequest,
  type Candle,
  type Outcome,
  type RealisticOutcome,
  type Search,
  type Series,
  type TearSheet,
} from '@zorivest/engine';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ownName } from '../request/message.ts';
import { decodeMessage, MessageError } from '../request/decode.ts';
import { errorAnswer, resultAnswer } from './answer.ts';
import type { CandleCache, Loaded } from './candle-cache.ts';
import { createCandleCheck } from './candle-check.ts';
import { allowedPath, type AllowedPaths } from './paths.ts';
import { Cancelled, type Pool } from './pool.ts';
import { reportName } from './report-name.ts';

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
  readonly movingBlocks: boolean;
  /** Read instead of whatever a message names. */
  readonly csvOverride: string | undefined;
  readonly paths: AllowedPaths;
}

export type Execute = (message: string, options: ExecuteOptions) => Promise<JobAnswer>;

export function createExecutor(settings: ExecutorSettings): Execute {
  /** Candles that came with a data_id can be asked for by it alone, as downstream. */
  const byDataId = new Map<string, Loaded>();

  const checkCandles = createCandleCheck();
  const candlesFor = async (request: BacktestRequest): Promise<Loaded> => {
    const { candles, data_id, symbol } = request;
    if (candles?.length)
      return { series: seriesOf(inOrder(request.mode ? bars(candles) : candles)), badRows: [], badCount: 0 };
    if (settings.csvOverride !== undefined) return settings.candles.load(resolve(settings.csvOverride));
    const file =
      request.candles_file ?? (data_id === undefined && symbol ? `data/historical/${symbol}_M1.csv` : undefined);
    if (file === undefined) {
      const known = byDataId.get(data_id ?? '');
      if (known) return known;
      throw new MessageError(`no candles are known for data_id ${data_id}; give candles_file`);
    }
    const loaded = await settings.candles.load(await allowedPath(file, settings.paths));
    if (data_id !== undefined) byDataId.set(data_id, loaded);
    return loaded;
  };

  const benchmarkFor = async ({ mode }: BacktestRequest): Promise<Series | undefined> => {
    if (mode?.benchmark === undefined) return undefined;
    return (await settings.candles.load(await allowedPath(mode.benchmark.candles_file, settings.paths))).series;
  };

  return async (message, options) => {
    let request: BacktestRequest | undefined;
    try {
      request = decodeMessage(message);
      const started = performance.now();
      options.onProgress(0, 'loading candles');
      const loaded = checkCandles(request, await candlesFor(request));
      const benchmark = await benchmarkFor(request);
      const loadMs = performance.now() - started;
      const ranFrom = performance.now();
      const { outcome, grid } = await runRequest(settings, request, loaded.series, benchmark, options);
      const runMs = performance.now() - ranFrom;
      const report_file =
        'sheet' in outcome && outcome.sheet ? await writeReport(settings, request, outcome, outcome.sheet) : undefined;
      return { status: 'done', text: resultAnswer(request, outcome, { loadMs, runMs, loaded, report_file, grid }) };
    } catch (error) {
      const cancelled = error instanceof Cancelled || options.signal.aborted;
      const reason = cancelled ? 'cancelled' : error instanceof Error ? error.message : String(error);
      const whose = error instanceof MessageError && request === undefined ? error : undefined;
      const text = errorAnswer(
        reason,
        request?.request_id ?? whose?.requestId,
        request?.strategy.name ?? whose?.strategyName ?? '',
      );
      return { status: cancelled ? 'cancelled' : 'failed', text };
    }
  };
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

async function runRequest(
  { pool, movingBlocks }: ExecutorSettings,
  whole: BacktestRequest,
  candles: Series,
  benchmark: Series | undefined,
  { signal, onProgress }: ExecuteOptions,
): Promise<{ readonly outcome: Outcome; readonly grid: string | undefined }> {
  // The threads get the bars by reference; a copy of inline candles in the request would only cost time.
  const { candles: _inline, ...request } = whole;
  const ranged = between(candles, request.start_time, request.end_time);
  const minutes = request.timeframe ?? 1;
  const series =
    minutes > 1
      ? await pool.run('resample', { series: ranged, minutes, timeZone: request.mode?.time_zone }, { signal })
      : ranged;
  const { mode } = request;
  let search: Search = {};
  let grid: string | undefined;
  if (mode?.walk_forward) {
    const plan = windows(series.length, mode.walk_forward);
    if (plan.length === 0)
      throw new MessageError(`mode.walk_forward: ${series.length} bars are fewer than one training window`);
    const found = await spread(
      pool,
      plan,
      (part, onSteps) => pool.run('windows', { request, series, mode, windows: part }, { signal, onSteps }),
      (share) => onProgress(share * 0.98, 'walking forward'),
    );
    search = { choices: found };
  } else if (mode?.sweep) {
    const rows = await spread(
      pool,
      await pool.run('plan', { strategy: request.strategy, mode }, { signal }),
      (part, onSteps) => pool.run('sweep', { request, series, mode, trials: part }, { signal, onSteps }),
      (share) => onProgress(share * 0.97, 'sweeping'),
    );
    onProgress(0.98, 'judging the best');
    const judged = await pool.run('judge', { mode, rows }, { signal });
    search = { sweep: judged.details };
    grid = judged.grid;
  }
  onProgress(mode?.walk_forward || mode?.sweep ? 0.99 : 0.1, 'running');
  return {
    outcome: await pool.run('run', { request, series, search: { ...search, benchmark }, movingBlocks }, { signal }),
    grid,
  };
}

/** Cuts work into a few pieces a thread, so that all finish together, and joins the results in order. */
async function spread<T, R>(
  pool: Pool,
  work: readonly T[],
  run: (part: readonly T[], onSteps: (steps: number) => void) => Promise<readonly R[]>,
  onShare: (share: number) => void,
): Promise<R[]> {
  const size = Math.max(1, Math.ceil(work.length / (pool.size * 4)));
  const parts = Array.from({ length: Math.ceil(work.length / size) }, (_, i) => work.slice(i * size, (i + 1) * size));
  let done = 0;
  const results = await Promise.all(
    parts.map(async (part) => {
      let stepped = 0;
      const result = await run(part, (steps) => {
        stepped += steps;
        done += steps;
        onShare(done / work.length);
      });
      done += part.length - stepped;
      onShare(done / work.length);
      return result;
    }),
  );
  return results.flat();
}

/** The page, and its trades beside it. */
async function writeReport(
  { pool, reportsDir }: ExecutorSettings,
  { candles: _inline, ...request }: BacktestRequest,
  { result, details }: RealisticOutcome,
  sheet: TearSheet,
): Promise<string> {
  const file = join(reportsDir, reportName(request.request_id ?? request.strategy.name));
  const outcome = { details, result: { ...result, strategy_name: ownName(result.strategy_name, request.request_id) } };
  const { html, csv } = await pool.run('report', { request, outcome, sheet, writtenAt: new Date() });
  await mkdir(reportsDir, { recursive: true });
  await writeFile(file, html);
  await writeFile(file.replace(/\.html$/, '.trades.csv'), csv);
  return file;
}
