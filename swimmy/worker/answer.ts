// Answers as the downstream's own service sends them (contract section 5, shape 3), with what is ours beside.
import type { Outcome } from '../engine/outcome.ts';
import type { BacktestRequest } from '../request/schema.ts';
import { list, number, record, string, symbol, type Written } from '../sexp/write.ts';
import type { Loaded } from './candle-cache.ts';

export const ANSWER_SCHEMA = 1;
const REPORTED_BAD_ROWS = 20;

interface Extras {
  readonly loadMs: number;
  readonly runMs: number;
  readonly loaded: Loaded;
  readonly report_file: string | undefined;
}

/** Infinities are printed bare, as downstream. */
const figure = (value: number): Written =>
  Number.isFinite(value) ? number(value) : value > 0 ? symbol('inf') : NEGATIVE_INFINITY;
const NEGATIVE_INFINITY = '-inf' as Written; // not a plain symbol, so the writer has no word for it

export function resultAnswer(request: BacktestRequest, { result, details }: Outcome, extras: Extras): string {
  const { badRows, badCount } = extras.loaded;
  const { strategy_name, trade_list, ...figures } = result;
  return answer({
    strategy_name: string(strategy_name),
    request_id: request.request_id === undefined ? undefined : string(request.request_id),
    schema_version: number(ANSWER_SCHEMA),
    ...Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, figure(value)])),
    trade_list: trade_list && list(trade_list.map(({ timestamp, pnl }) => list([number(timestamp), number(pnl)]))),
    load_ms: number(round(extras.loadMs)),
    run_ms: number(round(extras.runMs)),
    bad_rows: badCount === 0 ? undefined : number(badCount),
    // Nested details are ours alone and have no Lisp reader: JSON in one string keeps every list what it is.
    bad_row_lines: badCount === 0 ? undefined : string(JSON.stringify(badRows.slice(0, REPORTED_BAD_ROWS))),
    details: details && string(JSON.stringify(details)),
    report_file: extras.report_file === undefined ? undefined : string(extras.report_file),
  });
}

export function errorAnswer(reason: string, requestId: string | undefined, strategyName: string): string {
  return answer({
    strategy_name: string(strategyName),
    error: string(reason),
    sharpe: number(0),
    request_id: requestId === undefined ? undefined : string(requestId),
    schema_version: number(ANSWER_SCHEMA),
  });
}

function answer(fields: Readonly<Record<string, Written | undefined>>): string {
  return record({ type: string('BACKTEST_RESULT'), result: record(fields) });
}

const round = (ms: number) => Math.round(ms * 1000) / 1000;
