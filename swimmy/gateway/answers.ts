// What engines send back, in any of the three shapes they have (contract section 5).
import { readSexp } from '../sexp/read.ts';
import { toJson, type Json } from '../sexp/to-json.ts';

export const RESULT_SCHEMAS = [1];

export interface EngineAnswer {
  readonly requestId: string | undefined;
  readonly strategyName: string;
  /** Set when the engine says that the backtest failed. */
  readonly error: string | undefined;
  readonly fields: Readonly<Record<string, Json>>;
}

export class AnswerError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'AnswerError';
  }
}

type Fields = Readonly<Record<string, Json>>;
const isFields = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** An Option adds a level of list. */
const unwrap = (value: Json | undefined): Json | undefined =>
  Array.isArray(value) && value.length === 1 ? ((value as readonly Json[])[0] ?? null) : value;

export function readAnswer(text: string): EngineAnswer {
  const message = toJson(readSexp(text));
  if (!isFields(message)) throw new AnswerError('not an association list');
  const kind = (asText(message.type) ?? '').toLowerCase().replaceAll('-', '_');
  if (kind !== 'backtest_result' && kind !== 'error') throw new AnswerError('not a backtest result');
  const inner = unwrap(message.result);
  const fields: Fields = isFields(inner) ? inner : {};
  const error = unwrap(fields.error ?? message.error);
  return {
    requestId: asText(fields.request_id ?? message.request_id),
    strategyName: asText(fields.strategy_name) ?? '',
    error: error === undefined || error === null ? undefined : (asText(error) ?? 'the engine gave no reason'),
    fields,
  };
}

const asText = (value: Json | undefined) =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;

/** Every id that a name may carry: what follows each `~`, longest first. */
export function idsInName(name: string): string[] {
  return [...name.matchAll(/~/g)].map(({ index }) => name.slice(index + 1)).filter((id) => id !== '');
}
