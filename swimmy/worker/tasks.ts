// What a thread of the pool, or the process of a piece, can be asked to do. Between threads series travel by reference:
// their columns are shared memory.
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';
import {
  calendarBars,
  choose,
  COLUMNS,
  createPieceRunner,
  outcomeOf,
  portfolioOutcome,
  parseRows,
  realisticInput,
  resample,
  sweepSpace,
  type BacktestRequest,
  type Choice,
  type Layout,
  type Mode,
  type Outcome,
  type ParsedRows,
  type Piece,
  type RankedRuns,
  type Search,
  type Series,
  type SymbolBars,
  type Window,
} from '@zorivest/engine';
import { tearSheetHtml, type Report } from '../report/tear-sheet.ts';
import { tradesCsv } from '../report/trades-csv.ts';
import { measureAndPlan } from '../sweep/measure.ts';
import { packRuns } from '../sweep/packed.ts';
import type { SweepPlan } from '../sweep/plan.ts';
import { reduceRuns, type SpooledRuns } from '../sweep/reduce.ts';
import { createTable } from '../table/table.ts';
import { CLOSED_TRADE, TRADE, tradeRows } from '../table/trades.ts';
import { hashOfPacked, packSeries } from './packed-series.ts';
import { readParquetCandles } from './parquet-candles.ts';

interface Work {
  readonly request: BacktestRequest;
  readonly series: Series;
}
interface SweepWork extends Work {
  /** Names the sweep: a thread keeps what its pieces have in common. */
  readonly sweep: string;
  readonly mode: Mode;
}
export interface Tasks {
  readonly parse: {
    readonly task: { readonly file: string; readonly from: number; readonly to: number; readonly layout: Layout };
    readonly result: ParsedRows;
  };
  readonly parquet: { readonly task: { readonly file: string }; readonly result: ParsedRows };
  /** Writes candles as columns, and names them. */
  readonly pack: { readonly task: { readonly series: Series; readonly file: string }; readonly result: string };
  readonly resample: {
    /** By the calendar of a time zone, or as downstream where there is none. */
    readonly task: { readonly series: Series; readonly minutes: number; readonly timeZone?: string | undefined };
    readonly result: Series;
  };
  readonly hash: { readonly task: { readonly series: Series }; readonly result: string };
  readonly plan: { readonly task: SweepWork; readonly result: SweepPlan };
  readonly piece: {
    readonly task: SweepWork & { readonly piece: Piece };
    /** Packed: columns travel and wait better than objects. */
    readonly result: Uint8Array;
  };
  readonly reduce: { readonly task: SpooledRuns; readonly result: RankedRuns };
  readonly windows: {
    readonly task: Work & { readonly mode: Mode; readonly windows: readonly Window[] };
    readonly result: Choice[];
  };
  readonly report: {
    readonly task: Report;
    readonly result: { readonly html: string; readonly csv: string };
  };
  readonly run: {
    readonly task: Work & {
      readonly search: Search;
      /** Of a portfolio. */
      readonly symbols?: readonly SymbolBars[] | undefined;
      readonly movingBlocks: boolean;
      /** Where every trade goes, when there are any to keep. */
      readonly table: string;
    };
    readonly result: { readonly outcome: Outcome; readonly table: boolean };
  };
}
export type TaskName = keyof Tasks;
export type TaskOf<N extends TaskName> = Tasks[N]['task'];
export type ResultOf<N extends TaskName> = Tasks[N]['result'];

/** Only reading a Parquet file is asynchronous. */
type TaskResult<N extends TaskName> = N extends 'parquet' ? Promise<ResultOf<N>> : ResultOf<N>;

export type Handlers = { readonly [N in TaskName]: (task: TaskOf<N>, step: () => void) => TaskResult<N> };

/** `step` is called once per finished unit of work, so that progress can be shown. */
export function createHandlers(): Handlers {
  /** Of the sweep that ran here last. */
  let cached: { readonly sweep: string; readonly run: ReturnType<typeof createPieceRunner> } | undefined;
  const runnerFor = ({ sweep, request, mode, series }: SweepWork) => {
    if (cached?.sweep !== sweep) cached = { sweep, run: createPieceRunner(realisticInput(request, mode, series)) };
    return cached.run;
  };
  return {
    parse: parsePart,
    parquet: ({ file }) => readParquetCandles(file),
    pack: ({ series, file }) => {
      const bytes = packSeries(series);
      writeFileSync(file, bytes);
      return hashOfPacked(bytes);
    },
    resample: ({ series, minutes, timeZone }) =>
      timeZone === undefined ? resample(series, minutes) : calendarBars(series, minutes, timeZone).bars,
    hash: ({ series }) => hashOf(series),
    plan: (work) => measureAndPlan(sweepSpace(work.request.strategy, work.mode), runnerFor(work), threadMs),
    piece: (work, step) => packRuns(runnerFor(work)(work.piece, step)),
    reduce: reduceRuns,
    windows: ({ request, series, mode, windows }, step) =>
      windows.map((window) => {
        step();
        return choose(realisticInput(request, mode, series), window);
      }),
    report: (report) => ({ html: tearSheetHtml(report), csv: tradesCsv(report.sheet.trades) }),
    run: runOne,
  };
}

function runOne({ request, series, search, symbols, movingBlocks, table }: TaskOf<'run'>): ResultOf<'run'> {
  const { trades, ...outcome } =
    symbols === undefined || request.mode === undefined
      ? outcomeOf(request, series, search, movingBlocks)
      : portfolioOutcome(request, request.mode, symbols, movingBlocks);
  // The table of a sweep is its runs, which are there already.
  if (trades === undefined || search.sweep !== undefined) return { outcome, table: false };
  const rows = tradeRows(trades, request.mode === undefined ? CLOSED_TRADE : TRADE);
  const writer = createTable(table, rows);
  writer.write(rows.read(0, rows.rows));
  writer.finish();
  return { outcome, table: true };
}

/** What this thread has worked, in milliseconds: a machine that is busy with other things makes no run longer. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The same for the same candles, whatever file they came from. */
function hashOf(series: Series): string {
  const hash = createHash('sha256');
  // Copied, because the columns lie in memory that threads share.
  for (const name of COLUMNS) hash.update(new Uint8Array(series[name].slice().buffer));
  return hash.digest('hex');
}

const NEWLINE = 10;
/** How far a part reads on to finish its last line. */
const LONGEST_LINE = 65_536;

/** The lines that begin in bytes [from, to) of a file. */
function parsePart({ file, from, to, layout }: TaskOf<'parse'>): ParsedRows {
  // One byte before `from` tells whether a line begins exactly there.
  const start = Math.max(0, from - 1);
  const bytes = Buffer.allocUnsafe(to - start + LONGEST_LINE);
  const handle = openSync(file, 'r');
  let length = 0;
  try {
    for (;;) {
      const got = readSync(handle, bytes, length, bytes.length - length, start + length);
      length += got;
      if (got === 0 || length === bytes.length) break;
    }
  } finally {
    closeSync(handle);
  }
  const first = from === 0 ? 0 : bytes.indexOf(NEWLINE, 0) + 1;
  const lastStart = to - start - 1;
  const lastEnd = bytes.indexOf(NEWLINE, lastStart);
  const end = lastEnd < 0 || lastEnd >= length ? length : lastEnd + 1;
  return parseRows(bytes, Math.min(first, end), end, layout);
}
