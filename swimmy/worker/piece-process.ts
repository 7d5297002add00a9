// Entry of a process that runs pieces of sweeps, one at a time. It shares nothing with the worker that started it: what
// a piece does to its memory, or to itself, it does here.
import { readFileSync } from 'node:fs';
import { between, type BacktestRequest, type Piece, type Series } from '@zorivest/engine';
import { unpackSeries } from './packed-series.ts';
import { createHandlers } from './tasks.ts';

export interface SweepTask {
  /** Names the sweep: what its pieces have in common is cached between them. */
  readonly sweep: string;
  readonly request: BacktestRequest;
  /** Packed candles. */
  readonly candles: string;
}
export type ProcessTask = SweepTask & ({ readonly kind: 'plan' } | { readonly kind: 'piece'; readonly piece: Piece });

export type ProcessAnswer =
  | { readonly kind: 'step'; readonly steps: number }
  | { readonly kind: 'done'; readonly result: unknown; readonly cpu_ms: number; readonly wall_ms: number }
  | { readonly kind: 'failed'; readonly reason: string };

const handlers = createHandlers();
let cached: { readonly sweep: string; readonly series: Series } | undefined;

function seriesFor({ sweep, candles, request }: SweepTask): Series {
  if (cached?.sweep === sweep) return cached.series;
  const ranged = between(unpackSeries(readFileSync(candles)), request.start_time, request.end_time);
  const minutes = request.timeframe ?? 1;
  const timeZone = request.mode?.time_zone;
  const series = minutes > 1 ? handlers.resample({ series: ranged, minutes, timeZone }, () => undefined) : ranged;
  cached = { sweep, series };
  return cached.series;
}

function work(task: ProcessTask): unknown {
  const { sweep, request } = task;
  const { mode } = request;
  if (mode === undefined) throw new Error('a sweep needs a mode');
  const common = { sweep, request, mode, series: seriesFor(task) };
  return task.kind === 'plan'
    ? handlers.plan(common, () => undefined)
    : handlers.piece({ ...common, piece: task.piece }, () => undefined);
}

process.on('message', (task: ProcessTask) => {
  const started = performance.now();
  const before = process.cpuUsage();
  let answer: ProcessAnswer;
  try {
    const result = work(task);
    const { user, system } = process.cpuUsage(before);
    answer = { kind: 'done', result, cpu_ms: (user + system) / 1000, wall_ms: performance.now() - started };
  } catch (error) {
    answer = { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
  process.send?.(answer);
});
// The worker is gone, and with it the receiver of the answer.
process.on('disconnect', () => process.exit(0));
// A terminal's interrupt reaches every process of the group; the worker decides when this one ends.
process.on('SIGINT', () => undefined);
