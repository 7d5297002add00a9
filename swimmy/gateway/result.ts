// The stored answer -> what `backtest.result` says.
import { badRowText, pageOfGrid } from '@zorivest/engine';
import * as z from 'zod';
import { STATUSES, type StoredRequest } from './store.ts';

const figure = z.number().nullable().describe('null = infinite or unknown');

/** What valuing every bar adds. */
const MARKED = [
  'return',
  'cagr',
  'volatility',
  'exposure',
  'calmar',
  'ulcer',
  'periods_per_year',
  'ruined_at',
  'liquidations',
  'peak_leverage',
] as const;

const resultSchema = z.looseObject({
  strategy_name: z.string().meta({ foreign: 'name' }),
  trades: z.number(),
  wins: z.number(),
  losses: z.number(),
  pnl: figure,
  sharpe: figure,
  sortino: figure,
  max_drawdown: figure,
  win_rate: figure.describe('0..100'),
  profit_factor: figure,
  adjusted_sharpe: figure,
  sharpe_ci_lower: figure,
  trade_list: z
    .array(z.object({ timestamp: z.number(), pnl: z.number() }))
    .describe('Compatible mode; the realistic mode lists whole trades in details.trades'),
  ...Object.fromEntries(MARKED.map((name) => [name, figure.optional()])),
  outcome: z.enum(['lived', 'ruined']).optional().describe('Realistic mode, like all that follow'),
  cagr: figure.optional().describe('A fraction, not percent, like all that follow; null under a year'),
  ruined_at: figure.optional().describe('The bar at whose close nothing was left, Unix seconds'),
  peak_leverage: figure.optional().describe('The most a position was worth as a multiple of equity'),
  exposure: figure.optional().describe('Share of bars in a position'),
  benchmark: z.unknown().optional().describe('Buy and hold: {return, max_drawdown}'),
  closed: z.unknown().optional().describe('The eleven figures from closed trades alone'),
  mode: z.unknown().optional().describe('The options it was run with'),
  details: z
    .unknown()
    .optional()
    .describe('Conventions, trades, curve, bootstrap, look-ahead test, sweep, walk-forward'),
  report_file: z.string().optional(),
});

export const resultAnswerSchema = z.object({
  schema_version: z.literal(1),
  source_schema_version: z.number().nullable(),
  request_id: z.string(),
  status: z.enum(STATUSES),
  reason: z.string().nullable(),
  progress: z.number().nullable(),
  result: resultSchema.nullable(),
  run_ms: z.number().nullable(),
  load_ms: z.number().nullable(),
  warnings: z.array(z.string()),
  read_at: z.string(),
  updated_at: z.string(),
  stale: z.boolean().describe('Unfinished, and nothing was heard of it for five minutes'),
});
export type ResultAnswer = z.infer<typeof resultAnswerSchema>;

const NUMBERS = [
  'trades',
  'wins',
  'losses',
  'pnl',
  'sharpe',
  'sortino',
  'max_drawdown',
  'win_rate',
  'profit_factor',
  'adjusted_sharpe',
  'sharpe_ci_lower',
] as const;
const QUIET_MS = 5 * 60_000;

export function resultAnswer(request: StoredRequest, progress: number | undefined, now: number): ResultAnswer {
  const fields = request.answer === null ? undefined : (JSON.parse(request.answer) as Record<string, unknown>); // written by us
  const unfinished = ['queued', 'sent', 'running'].includes(request.status);
  return {
    schema_version: 1,
    source_schema_version: numberOf(fields?.schema_version),
    request_id: request.request_id,
    status: request.status,
    reason: request.reason,
    progress: request.status === 'done' ? 1 : (progress ?? null),
    result: fields && request.status === 'done' ? resultOf(fields) : null,
    run_ms: numberOf(fields?.run_ms),
    load_ms: numberOf(fields?.load_ms),
    warnings: fields ? warningsOf(fields) : [],
    read_at: new Date(now).toISOString(),
    updated_at: new Date(request.updated_at).toISOString(),
    stale: unfinished && now - request.updated_at > QUIET_MS,
  };
}

/** The answer with one page of its sweep's runs, best first; as it is when it has none. */
export function withSweepPage(
  answer: ResultAnswer,
  rows: string | undefined,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): ResultAnswer {
  const details = answer.result?.details;
  if (answer.result === null || rows === undefined || typeof details !== 'object' || details === null) return answer;
  const sweep = { ...(details as { sweep?: object }).sweep, rows: pageOfGrid(rows, offset, limit).rows };
  return { ...answer, result: { ...answer.result, details: { ...details, sweep } } };
}

const numberOf = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null);

function resultOf(fields: Readonly<Record<string, unknown>>): ResultAnswer['result'] {
  const figures = Object.fromEntries(NUMBERS.map((name) => [name, numberOf(fields[name])]));
  const realistic = typeof fields.mode === 'string';
  return {
    strategy_name: typeof fields.strategy_name === 'string' ? fields.strategy_name : '',
    ...(figures as Record<(typeof NUMBERS)[number], number | null>),
    trades: numberOf(fields.trades) ?? 0,
    wins: numberOf(fields.wins) ?? 0,
    losses: numberOf(fields.losses) ?? 0,
    trade_list: tradesOf(fields.trade_list),
    ...(fields.outcome === 'lived' || fields.outcome === 'ruined' ? { outcome: fields.outcome } : {}),
    ...(realistic ? Object.fromEntries(MARKED.map((name) => [name, numberOf(fields[name])])) : {}),
    ...readNested(fields),
    ...(typeof fields.report_file === 'string' ? { report_file: fields.report_file } : {}),
  };
}

/** What our worker sends as JSON inside a string. */
function readNested(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    ['benchmark', 'closed', 'mode', 'details'].flatMap((name) => {
      const text = fields[name];
      return typeof text === 'string' ? [[name, parseJson(text)]] : [];
    }),
  );
}

/** Rows come as `(timestamp pnl)`, as `((timestamp . t) (pnl . p))`, or one level deeper from an Option. */
function tradesOf(value: unknown): { timestamp: number; pnl: number }[] {
  if (!Array.isArray(value)) return [];
  const [first] = value as unknown[];
  const wrapped = value.length === 1 && Array.isArray(first) && typeof first[0] === 'object';
  const rows: unknown[] = wrapped ? first : value;
  return rows.flatMap((row) => {
    const [timestamp, pnl] = Array.isArray(row) ? (row as unknown[]) : [pick(row, 'timestamp'), pick(row, 'pnl')];
    return typeof timestamp === 'number' && typeof pnl === 'number' ? [{ timestamp, pnl }] : [];
  });
}
const pick = (row: unknown, key: string): unknown =>
  typeof row === 'object' && row !== null ? (row as Record<string, unknown>)[key] : undefined;

function warningsOf(fields: Readonly<Record<string, unknown>>): string[] {
  const told = (readNested(fields).details as { readonly warnings?: unknown } | undefined)?.warnings;
  const ofRun = Array.isArray(told) ? told.filter((text) => typeof text === 'string') : [];
  if (typeof fields.bad_rows !== 'number') return ofRun;
  const lines =
    typeof fields.bad_row_lines === 'string'
      ? (parseJson(fields.bad_row_lines) as { line: number; message: string }[])
      : [];
  const shown = lines.map(({ line, message }) => `candle file, ${badRowText({ line, message })}`);
  return [`${fields.bad_rows} rows of the candle file are bad and were left out`, ...shown, ...ofRun];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
