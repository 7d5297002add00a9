// Answers as the downstream's own service sends them (contract section 5, shape 3), with what is ours beside.
import {
  roundFigures,
  type BacktestRequest,
  type CompatibleOutcome,
  type Outcome,
  type RealisticOutcome,
} from '@zorivest/engine';
import { list, number, record, string, symbol, type SexpText } from '../sexp/write.ts';
import type { Loaded } from './candle-cache.ts';

export const ANSWER_SCHEMA = 1;
const REPORTED_BAD_ROWS = 20;

interface Extras {
  readonly loadMs: number;
  readonly runMs: number;
  readonly loaded: Loaded;
  readonly report_file: string | undefined;
  /** Every run of a sweep, packed. */
  readonly grid: string | undefined;
}

/** Infinities are printed bare, as downstream; what is not defined is left out. */
function figure(value: number): SexpText | undefined {
  if (Number.isNaN(value)) return undefined;
  return Number.isFinite(value) ? number(value) : value > 0 ? symbol('inf') : NEGATIVE_INFINITY;
}
const NEGATIVE_INFINITY = '-inf' as SexpText; // not a plain symbol, so the writer has no word for it

/** Nested data is ours alone and has no Lisp reader: JSON in one string keeps every list what it is. */
const json = (data: unknown) => string(JSON.stringify(data));

export function resultAnswer(request: BacktestRequest, outcome: Outcome, extras: Extras): string {
  const { badRows, badCount } = extras.loaded;
  return answer({
    strategy_name: string(outcome.result.strategy_name),
    request_id: request.request_id === undefined ? undefined : string(request.request_id),
    schema_version: number(ANSWER_SCHEMA),
    ...('details' in outcome ? realisticFields(request, outcome) : compatibleFields(outcome)),
    load_ms: number(round(extras.loadMs)),
    run_ms: number(round(extras.runMs)),
    bad_rows: badCount === 0 ? undefined : number(badCount),
    bad_row_lines: badCount === 0 ? undefined : json(badRows.slice(0, REPORTED_BAD_ROWS)),
    sweep_rows: extras.grid === undefined ? undefined : string(extras.grid),
    report_file: extras.report_file === undefined ? undefined : string(extras.report_file),
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

/** The mode comes back with the result: whoever asked knows by whose rules it was run. */
function realisticFields({ mode }: BacktestRequest, { result, details }: RealisticOutcome): Fields {
  const { strategy_name: _name, outcome, benchmark, closed, ...figures } = result;
  return {
    outcome: string(outcome),
    ...writeFigures(roundFigures(figures)),
    benchmark: json(roundFigures(benchmark)),
    closed: json(roundFigures(closed)),
    mode: json(mode),
    details: json(roundFigures(details)),
  };
}

const writeFigures = (figures: Readonly<Record<string, number>>): Fields =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, figure(value)]));

export function errorAnswer(reason: string, requestId: string | undefined, strategyName: string): string {
  return answer({
    strategy_name: string(strategyName),
    error: string(reason),
    sharpe: number(0),
    request_id: requestId === undefined ? undefined : string(requestId),
    schema_version: number(ANSWER_SCHEMA),
  });
}

function answer(fields: Readonly<Record<string, SexpText | undefined>>): string {
  return record({ type: string('BACKTEST_RESULT'), result: record(fields) });
}

const round = (ms: number) => Math.round(ms * 1000) / 1000;
