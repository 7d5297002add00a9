// Answers as the downstream's own service sends them (contract section 5, shape 3), plus our own fields.
import {
  fillOf,
  roundFigures,
  strategyShape,
  type BacktestRequest,
  type BadRow,
  type CompatibleOutcome,
  type Outcome,
  type RankedRuns,
  type RealisticOutcome,
} from '@zorivest/engine';
import { list, number, record, string, symbol, type SexpText } from '../sexp/write.ts';
import type { TrialFacts } from '../request/trial.ts';
import type { SweepProgress } from '../sweep/progress.ts';

export const ANSWER_SCHEMA = 1;
const REPORTED_BAD_ROWS = 20;

/** How a sweep was run, once it is over. */
export interface SweepFacts {
  readonly pieces: { readonly total: number; readonly done: number; readonly failed: number };
  readonly workers: readonly WorkerShare[];
  /** The ledger of its pieces, as a table of its own. */
  readonly ledger: { readonly file: string; readonly object: string };
}
/** What one worker did of a sweep. */
export interface WorkerShare {
  readonly worker: string;
  readonly pieces: number;
  readonly runs: number;
  readonly wall_ms: number;
  readonly cpu_ms: number;
}

interface Extras {
  readonly inputs: Inputs;
  readonly runMs: number;
  readonly report_file: string | undefined;
  /** The file with every run of a sweep, or every trade of a run. */
  readonly table: { readonly file: string; readonly object: string | undefined } | undefined;
  readonly swept: { readonly runs: RankedRuns; readonly facts?: SweepFacts } | undefined;
}

interface Inputs {
  readonly badRows: readonly BadRow[];
  readonly badCount: number;
  readonly dataset: string;
  readonly loadMs: number;
}

/** Infinities are printed bare, as downstream; what is not defined is left out. */
function figure(value: number): SexpText | undefined {
  if (Number.isNaN(value)) return undefined;
  return Number.isFinite(value) ? number(value) : value > 0 ? symbol('inf') : NEGATIVE_INFINITY;
}
const NEGATIVE_INFINITY = '-inf' as SexpText; // not a plain symbol, so the writer has no word for it

/** Nested data is ours alone and has no Lisp reader: JSON in one string keeps every list what it is. */
const json = (data: unknown) => string(JSON.stringify(data));

const optional = <T>(value: T | undefined, write: (value: T) => SexpText) =>
  value === undefined ? undefined : write(value);

export function resultAnswer(request: BacktestRequest, outcome: Outcome, extras: Extras): string {
  const { badRows, badCount, dataset, loadMs } = extras.inputs;
  const { swept } = extras;
  const shape = swept?.runs.best?.shape ?? outcome.shape;
  return answer({
    strategy_name: string(outcome.result.strategy_name),
    request_id: request.request_id === undefined ? undefined : string(request.request_id),
    schema_version: number(ANSWER_SCHEMA),
    ...('details' in outcome ? realisticFields(request, outcome) : compatibleFields(outcome)),
    load_ms: number(roundMs(loadMs)),
    run_ms: number(roundMs(extras.runMs)),
    bad_rows: badCount === 0 ? undefined : number(badCount),
    bad_row_lines: badCount === 0 ? undefined : json(badRows.slice(0, REPORTED_BAD_ROWS)),
    table_file: optional(extras.table?.file, string),
    table_object: optional(extras.table?.object, string),
    sweep: optional(swept?.facts, json),
    trial: json({
      dataset,
      strategy: strategyShape(request.strategy),
      tried: swept?.runs.tried ?? { count: 1, mean: shape.sharpe, variance: 0 },
      best: shape,
      opened: request.data?.open_holdout === true,
    } satisfies TrialFacts),
    report_file: optional(extras.report_file, string),
  });
}

type Fields = Readonly<Record<string, SexpText | undefined>>;

function compatibleFields({ result }: CompatibleOutcome): Fields {
  const { strategy_name: _name, trade_list, ...figures } = result;
  return {
    ...writeFigures(figures),
    trade_list: trade_list && list(trade_list.map(({ timestamp, pnl }) => list([number(timestamp), number(pnl)]))),
  };
}

/** The mode comes back with the result, so that the caller knows by which rules it was run. */
function realisticFields({ mode, orders, portfolio }: BacktestRequest, { result, details }: RealisticOutcome): Fields {
  const { strategy_name: _name, outcome, benchmark, closed, ...figures } = result;
  return {
    outcome: string(outcome),
    ...writeFigures(roundFigures(figures)),
    benchmark: json(roundFigures(benchmark)),
    closed: json(roundFigures(closed)),
    infinite: json(Object.keys(figures).filter((name) => isInfinite(figures, name))),
    // Orders fill as their own type says.
    mode: json({ ...mode, ...(orders === undefined ? { fill: fillOf(mode, portfolio) } : {}) }),
    details: json(roundFigures(details)),
  };
}

/** JSON has no infinity: a figure without a value, such as a profit factor without a loss, is named. */
const isInfinite = (figures: Readonly<Record<string, number>>, name: string) =>
  Math.abs(figures[name] ?? 0) === Infinity;

const writeFigures = (figures: Readonly<Record<string, number>>): Fields =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, figure(value)]));

export function errorAnswer(
  reason: string,
  requestId: string | undefined,
  strategyName: string,
  sweep?: SweepProgress,
): string {
  return answer({
    strategy_name: string(strategyName),
    error: string(reason),
    sharpe: number(0),
    request_id: optional(requestId, string),
    schema_version: number(ANSWER_SCHEMA),
    sweep: optional(sweep, json),
  });
}

function answer(fields: Readonly<Record<string, SexpText | undefined>>): string {
  return record({ type: string('BACKTEST_RESULT'), result: record(fields) });
}

const roundMs = (ms: number) => Math.round(ms * 1000) / 1000;
