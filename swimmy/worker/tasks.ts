// What a thread of the pool can be asked to do. Series travel by reference: their columns are shared memory.
import {
  calendarBars,
  choose,
  combinations,
  outcomeOf,
  parseRows,
  realisticInput,
  resample,
  runTrials,
  sweepDetails,
  trialsOf,
  type BacktestRequest,
  type Choice,
  type Layout,
  type Mode,
  type Outcome,
  type ParsedRows,
  type Search,
  type Series,
  type Strategy,
  type SweepDetails,
  type Trial,
  type TriedRow,
  type Window,
} from '@zorivest/engine';
import { closeSync, openSync, readSync } from 'node:fs';
import { tearSheetHtml, type Report } from '../report/tear-sheet.ts';
import { tradesCsv } from '../report/trades-csv.ts';

interface Work {
  readonly request: BacktestRequest;
  readonly series: Series;
}
export interface Tasks {
  readonly parse: {
    readonly task: { readonly file: string; readonly from: number; readonly to: number; readonly layout: Layout };
    readonly result: ParsedRows;
  };
  readonly resample: {
    /** By the calendar of a time zone, or as downstream where there is none. */
    readonly task: { readonly series: Series; readonly minutes: number; readonly timeZone?: string | undefined };
    readonly result: Series;
  };
  readonly plan: {
    readonly task: { readonly strategy: Strategy; readonly mode: Mode };
    readonly result: Trial[];
  };
  readonly sweep: {
    readonly task: Work & { readonly mode: Mode; readonly trials: readonly Trial[] };
    readonly result: TriedRow[];
  };
  readonly judge: {
    readonly task: { readonly mode: Mode; readonly rows: readonly TriedRow[] };
    readonly result: { readonly details: SweepDetails; readonly grid: string };
  };
  readonly windows: {
    readonly task: Work & { readonly mode: Mode; readonly windows: readonly Window[] };
    readonly result: Choice[];
  };
  readonly report: {
    readonly task: Report;
    readonly result: { readonly html: string; readonly csv: string };
  };
  readonly run: {
    readonly task: Work & { readonly search: Search; readonly movingBlocks: boolean };
    readonly result: Outcome;
  };
}
export type TaskName = keyof Tasks;
export type TaskOf<N extends TaskName> = Tasks[N]['task'];
export type ResultOf<N extends TaskName> = Tasks[N]['result'];

type Handlers = { readonly [N in TaskName]: (task: TaskOf<N>, step: () => void) => ResultOf<N> };

/** `step` is called once per finished unit of work, so that progress can be shown. */
export const handlers: Handlers = {
  parse: parsePart,
  resample: ({ series, minutes, timeZone }) =>
    timeZone === undefined ? resample(series, minutes) : calendarBars(series, minutes, timeZone).bars,
  plan: ({ strategy, mode }) => trialsOf(combinations(strategy, mode), mode),
  sweep: ({ request, series, mode, trials }, step) => runTrials(realisticInput(request, mode, series), trials, step),
  judge: ({ mode, rows }) => sweepDetails(rows, mode.rank_by),
  windows: ({ request, series, mode, windows }, step) =>
    windows.map((window) => {
      step();
      return choose(realisticInput(request, mode, series), window);
    }),
  report: (report) => ({ html: tearSheetHtml(report), csv: tradesCsv(report.sheet.trades) }),
  run: ({ request, series, search, movingBlocks }) => outcomeOf(request, series, search, movingBlocks),
};

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
