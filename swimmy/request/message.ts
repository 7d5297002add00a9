// Request -> the text that travels on the wire. Every key is named here or by a strict schema: nothing a caller
// invents can reach the message, the action is fixed, and the key `type` (the broker's route) is never written.
import {
  EXPRESSIONS,
  type BacktestRequest,
  type Expression,
  type Strategy,
  type ValueExpression,
} from '@zorivest/engine';
import { boolean, list, number, pair, record, string, symbol, variant, type SexpText } from '../sexp/write.ts';

const optional = <T>(value: T | undefined, write: (value: T) => SexpText) =>
  value === undefined ? undefined : write(value);
/** An Option downstream: a one-element list is Some. */
const some = <T>(value: T | undefined, write: (value: T) => SexpText) =>
  optional(value, (present) => list([write(present)]));

/** The id travels in the name, because a result of the real engine carries nothing else of ours. */
const nameOnWire = (name: string, requestId: string) => `${name}~${requestId}`;

/** The name as it was given, from the name as it travelled. */
export function ownName(name: string, requestId: string | undefined): string {
  const suffix = `~${requestId}`;
  return requestId !== undefined && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
}

export function backtestMessage(request: BacktestRequest & { readonly request_id: string }): string {
  // The engine reads a file only together with a cache key.
  const file = request.candles_file ?? defaultFile(request);
  return record({
    action: string('BACKTEST'),
    strategy: strategyRecord(request.strategy, request.request_id),
    request_id: string(request.request_id),
    schema_version: optional(request.schema_version, number),
    data_id: some(request.data_id ?? file, string),
    candles_file: some(file, string),
    symbol: optional(request.symbol, string),
    timeframe: some(request.timeframe, number),
    start_time: some(request.start_time, number),
    end_time: some(request.end_time, number),
    include_trades: optional(request.include_trades, boolean),
    phase: optional(request.phase, string),
    range_id: optional(request.range_id, string),
    swap_history: optional(request.swap_history, (rows) =>
      list(rows.map(({ t, sl, ss }) => record({ t: number(t), sl: number(sl), ss: number(ss) }))),
    ),
    aux_candles_files: some(request.aux_candles_files, (files) =>
      list(Object.entries(files).map(([name, path]) => pair(string(name), string(path)))),
    ),
    aux_candles: optional(request.aux_candles, (series) =>
      list(Object.entries(series).map(([name, candles]) => pair(string(name), candleList(candles)))),
    ),
    candles: optional(request.candles, candleList),
    [PORTFOLIO_KEY]: optional(portfolioText(request), string),
    data: optional(request.data, plainValue),
    mode: optional(request.mode, plainValue),
  });
}

/** Where the fields of a portfolio travel. */
export const PORTFOLIO_KEY = 'portfolio_json';

function portfolioText({
  symbols,
  weights,
  signals,
  orders,
  costs,
  optimistic,
  portfolio,
}: BacktestRequest): string | undefined {
  if (symbols === undefined) return undefined;
  return JSON.stringify({ symbols, weights, signals, orders, costs, optimistic, portfolio });
}

function defaultFile({ symbol, candles, data_id }: BacktestRequest): string | undefined {
  return symbol !== undefined && !candles?.length && data_id === undefined
    ? `data/historical/${symbol}_M1.csv`
    : undefined;
}

function strategyRecord(strategy: Strategy, requestId: string): SexpText {
  return record({
    name: string(nameOnWire(strategy.name, requestId)),
    sma_short: optional(strategy.sma_short, number),
    sma_long: optional(strategy.sma_long, number),
    sl: optional(strategy.sl ?? undefined, number),
    tp: optional(strategy.tp ?? undefined, number),
    volume: number(strategy.volume),
    indicator_type: optional(strategy.indicator_type, symbol),
    filter_enabled: optional(strategy.filter_enabled, boolean),
    filter_tf: optional(strategy.filter_tf, string),
    filter_period: optional(strategy.filter_period, number),
    filter_logic: optional(strategy.filter_logic, string),
    ...Object.fromEntries(EXPRESSIONS.map((name) => [name, optional(strategy[name], string)])),
    params: optional(strategy.params, plainValue),
    entry_long_ast: some(strategy.entry_long_ast, expression),
    entry_short_ast: some(strategy.entry_short_ast, expression),
    exit_long_ast: some(strategy.exit_long_ast, expression),
    exit_short_ast: some(strategy.exit_short_ast, expression),
    band_mult: optional(strategy.band_mult, number),
    atr_period: optional(strategy.atr_period, number),
    atr_barrier_sl: optional(strategy.atr_barrier_sl, number),
    atr_barrier_tp: optional(strategy.atr_barrier_tp, number),
  });
}

function candleList(candles: NonNullable<BacktestRequest['candles']>): SexpText {
  return list(
    candles.map(({ t, o, h, l, c, v }) =>
      record({ t: number(t), o: number(o), h: number(h), l: number(l), c: number(c), v: number(v) }),
    ),
  );
}

function expression(node: Expression): SexpText {
  switch (node[0]) {
    case 'Not':
      return pair(variant('Not'), expression(node[1]));
    case 'And':
    case 'Or':
      return list([variant(node[0]), expression(node[1]), expression(node[2])]);
    default:
      return list([variant(node[0]), valueExpression(node[1]), valueExpression(node[2])]);
  }
}

function valueExpression(node: ValueExpression): SexpText {
  if (typeof node === 'string') return variant(node);
  const [name, argument] = node;
  return pair(variant(name), name === 'Constant' ? number(argument) : record({ period: number(argument) }));
}

/** Options of our own, already held to a strict schema. Empty lists and records read back as absent, so they are left out. */
function plainValue(value: unknown): SexpText {
  if (typeof value === 'number') return number(value);
  if (typeof value === 'boolean') return boolean(value);
  if (typeof value === 'string') return string(value);
  if (Array.isArray(value)) return list(value.map(plainValue));
  const fields: Record<string, SexpText> = {};
  for (const [key, entry] of Object.entries(value as object)) {
    if (key === 'type') throw new RangeError('the key "type" is never sent');
    if (entry === undefined || (typeof entry === 'object' && Object.keys(entry as object).length === 0)) continue;
    fields[key] = plainValue(entry);
  }
  return record(fields);
}
