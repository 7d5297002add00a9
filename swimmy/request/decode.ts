// The way back: a BACKTEST message, ours or another program's, to a checked request.
import {
  isRealistic,
  modeSchema,
  requestKeys,
  requestSchema,
  strategyKeys,
  withoutNulls,
  type BacktestRequest,
} from '@zorivest/engine';
import { readSexp, type Sexp } from '../sexp/read.ts';
import { fieldsOf, toJson, type Json } from '../sexp/to-json.ts';
import { PORTFOLIO_KEY } from './message.ts';

/** Why a message cannot be run, with the request id and name when readable. */
export class MessageError extends Error {
  readonly requestId: string | undefined;
  readonly strategyName: string;
  constructor(message: string, requestId?: string, strategyName = '') {
    super(message);
    this.name = 'MessageError';
    this.requestId = requestId;
    this.strategyName = strategyName;
  }
}

// As the real engine does, keys that mean nothing here are ignored in a message (a client's call is stricter).
const REQUEST_KEYS = new Set(requestKeys);
const STRATEGY_KEYS = new Set(strategyKeys);
const OPTIONS = new Set(['data_id', 'timeframe', 'candles_file', 'start_time', 'end_time', 'aux_candles_files']);
const EXPRESSIONS = new Set(['entry_long_ast', 'entry_short_ast', 'exit_long_ast', 'exit_short_ast']);

export function decodeMessage(message: string): BacktestRequest {
  let fields: Map<string, Sexp> | undefined;
  try {
    fields = fieldsOf(readSexp(message));
  } catch (error) {
    throw new MessageError(`not an S-expression: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (fields === undefined) throw new MessageError('not an association list');
  const action = fields.get('action');
  if (action === undefined || toJson(action) !== 'BACKTEST') throw new MessageError('the action is not BACKTEST');
  fields.delete('action');
  const raw = Object.fromEntries(
    [...fields].filter(([key]) => REQUEST_KEYS.has(key)).map(([key, value]) => [key, fieldToJson(key, value)]),
  );
  Object.assign(raw, portfolioIn(fields));
  const requestId = typeof raw.request_id === 'string' ? raw.request_id : undefined;
  const strategyName = nameIn(raw.strategy);
  const parsed = requestSchema.safeParse(withoutNulls(raw));
  if (!parsed.success) {
    const reasons = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'message'}: ${issue.message}`);
    throw new MessageError(reasons.join('; '), requestId, strategyName);
  }
  const request = parsed.data;
  // Expressions are read by the realistic rules only, so they imply them.
  return isRealistic(request) ? { ...request, mode: request.mode ?? modeSchema.parse({}) } : request;
}

/** The fields of a portfolio travel as JSON in one string: names of symbols are no keys of a message. */
function portfolioIn(fields: ReadonlyMap<string, Sexp>): Readonly<Record<string, Json>> {
  const field = fields.get(PORTFOLIO_KEY);
  const text = field === undefined ? undefined : toJson(field);
  if (typeof text !== 'string') return {};
  try {
    const data: unknown = JSON.parse(text);
    if (typeof data !== 'object' || data === null) throw new SyntaxError('not an object');
    return Object.fromEntries(Object.entries(data).filter(([key]) => REQUEST_KEYS.has(key)));
  } catch {
    throw new MessageError(`${PORTFOLIO_KEY}: not the JSON of a portfolio`);
  }
}

function nameIn(strategy: Json | undefined): string {
  const name = typeof strategy === 'object' && strategy !== null && 'name' in strategy ? strategy.name : '';
  return typeof name === 'string' ? name : '';
}

function fieldToJson(key: string, value: Sexp): Json {
  if (OPTIONS.has(key)) return unwrap(toJson(value));
  if (key !== 'strategy') return toJson(value);
  const fields = fieldsOf(value);
  if (fields === undefined) return toJson(value);
  return Object.fromEntries(
    [...fields]
      .filter(([name]) => STRATEGY_KEYS.has(name))
      .map(([name, field]) => [name, EXPRESSIONS.has(name) ? expressionToJson(field) : toJson(field)]),
  );
}

const unwrap = (value: Json): Json => (Array.isArray(value) ? ((value as readonly Json[])[0] ?? null) : value);

/** `(Not . x)` joins its tail, and an Option adds a level: both are undone before the schema looks. */
function expressionToJson(value: Sexp): Json {
  if (typeof value !== 'object' || value.kind !== 'list') return toJson(value);
  const [head, ...rest] = value.items;
  if (head === undefined) return null;
  if (typeof head === 'object' && head.kind === 'list' && rest.length === 0) return expressionToJson(head);
  if (typeof head === 'object' && head.kind === 'symbol' && (head.name === 'Sma' || head.name === 'Rsi')) {
    const period = fieldsOf({ kind: 'list', items: rest })?.get('period');
    return [head.name, period === undefined ? null : toJson(period)];
  }
  if (typeof head === 'object' && head.kind === 'symbol' && head.name === 'Not' && rest.length > 1) {
    return ['Not', expressionToJson({ kind: 'list', items: rest })];
  }
  return [...value.items, ...(value.tail === undefined ? [] : [value.tail])].map(expressionToJson);
}
