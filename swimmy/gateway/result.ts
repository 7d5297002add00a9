// The stored answer -> the answer of `backtest.result`.
import { badRowText } from '@zorivest/engine';
import * as z from 'zod';
import { pageOf, type Table } from '../table/table.ts';
import type { Progress } from './following.ts';
import { STATUSES, type StoredRequest } from './store.ts';
import type { Tables, TableSource } from './tables.ts';

const figure = z.number().nullable().describe('null = infinite or unknown');

/** Figures from valuing the account at every bar. */
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
  outcome: z.enum(['lived', 'ruined']).optional().describe('Only in realistic mode, like all fields below'),
  cagr: figure.optional().describe('A fraction, not percent, like all fields below; null under a year of data'),
  ruined_at: figure.optional().describe('The bar at whose close equity was 0 or below, Unix seconds'),
  peak_leverage: figure.optional().describe('Largest position value as a multiple of equity'),
  exposure: figure.optional().describe('Share of bars in a position'),
  benchmark: z.unknown().optional().describe('Buy and hold: {return, max_drawdown}'),
  infinite: z
    .array(z.string())
    .optional()
    .describe('Figures that are infinite, such as a profit factor without a loss; they are null in JSON'),
  closed: z.unknown().optional().describe('The eleven figures of closed trades only'),
  mode: z.unknown().optional().describe('The options it was run with'),
  details: z
    .unknown()
    .optional()
    .describe('Conventions, trades, curve, bootstrap, look-ahead test, sweep, walk-forward'),
  report_file: z.string().optional(),
  trials: z
    .number()
    .nullable()
    .optional()
    .describe('All runs ever made on these candles in this home, including these'),
  deflated_sharpe: figure
    .optional()
    .describe(
      'Probability that its Sharpe is above what the best of all those trials would show by luck; near 1 is good',
    ),
});

const failedPiece = z.object({ piece: z.number(), error: z.string(), begun: z.number() });

/** The state of a sweep shared by workers, or its final state. */
const sweepShape = {
  pieces: z
    .object({ total: z.number(), done: z.number(), failed: z.number() })
    .optional()
    .describe('Only for a sweep shared by workers of a queue'),
  failed_pieces: z
    .array(failedPiece)
    .optional()
    .describe('Failed pieces with their errors; swimmy-mcp retry runs them again'),
  sweep: z
    .object({
      runs: z.object({ total: z.number(), done: z.number() }),
      rate: z.number().nullable().describe('Runs a second'),
      workers: z.number(),
      eta_seconds: z.number().nullable(),
    })
    .optional()
    .describe('Only while it runs'),
  workers: z
    .array(
      z.object({
        worker: z.string(),
        pieces: z.number(),
        runs: z.number(),
        wall_ms: z.number(),
        cpu_ms: z.number(),
      }),
    )
    .optional()
    .describe('The workers that ran it, with their CPU time'),
};

const cell = z.union([z.number(), z.string(), z.null()]);
const pageSchema = z.object({
  page: z.number(),
  pages: z.number(),
  total: z.number().describe('Runs of the sweep, or trades of the run'),
  rows: z.array(z.object({ parameters: z.record(z.string(), cell), figures: z.record(z.string(), cell) })),
});

const answerSchema = z.object({
  schema_version: z.literal(1),
  source_schema_version: z.number().nullable(),
  request_id: z.string(),
  status: z.enum(STATUSES),
  reason: z.string().nullable(),
  progress: z.number().nullable(),
  ...sweepShape,
  runs: pageSchema
    .optional()
    .describe('One page of the runs of a sweep, best first, or of the trades of a run; asked for with page'),
  result: resultSchema.nullable(),
  run_ms: z.number().nullable(),
  load_ms: z.number().nullable(),
  warnings: z.array(z.string()),
  read_at: z.string(),
  updated_at: z.string(),
  stale: z.boolean().describe('Unfinished, and no update for five minutes'),
});
/** The full answer. */
export type ResultAnswer = z.infer<typeof answerSchema>;

/** A summary of the answer, or only the fields that were asked for. */
export const resultSummarySchema = answerSchema.extend({
  result: resultSchema.partial().extend({ strategy_name: resultSchema.shape.strategy_name }).nullable(),
  left_out: z
    .array(z.string())
    .optional()
    .describe('Fields omitted to keep the answer short; request them by name with fields, or all of them with "all"'),
});
export type ResultSummary = z.infer<typeof resultSummarySchema>;

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

export function resultAnswer(request: StoredRequest, progress: Progress | undefined, now: number): ResultAnswer {
  const fields = request.answer === null ? undefined : (JSON.parse(request.answer) as Record<string, unknown>); // written by us
  const unfinished = ['queued', 'sent', 'running'].includes(request.status);
  return {
    schema_version: 1,
    source_schema_version: numberOf(fields?.schema_version),
    request_id: request.request_id,
    status: request.status,
    reason: request.reason,
    progress: request.status === 'done' ? 1 : (progress?.share ?? null),
    ...sweepOf(request, progress),
    result: fields && request.status === 'done' ? { ...resultOf(fields), ...standingOf(request) } : null,
    run_ms: numberOf(fields?.run_ms),
    load_ms: numberOf(fields?.load_ms),
    warnings: fields ? warningsOf(fields, request.request_id) : [],
    read_at: new Date(now).toISOString(),
    updated_at: new Date(request.updated_at).toISOString(),
    stale: unfinished && now - request.updated_at > QUIET_MS,
  };
}

/** The state of its pieces: from its worker while it runs, from the store afterwards. */
function sweepOf({ status, sweep }: StoredRequest, progress: Progress | undefined): Partial<ResultAnswer> {
  const stored = sweep === null ? undefined : (JSON.parse(sweep) as Partial<ResultAnswer>); // written by us
  if (['done', 'failed', 'cancelled'].includes(status)) {
    const { pieces, failed_pieces, workers } = stored ?? {};
    return {
      ...(pieces ? { pieces } : {}),
      ...(failed_pieces?.length ? { failed_pieces } : {}),
      ...(Array.isArray(workers) ? { workers } : {}),
    };
  }
  if (progress?.sweep === undefined) return {};
  const { pieces, failed_pieces, runs, rate, workers, eta_seconds } = progress.sweep;
  return {
    pieces,
    ...(failed_pieces.length > 0 ? { failed_pieces: [...failed_pieces] } : {}),
    sweep: { runs, rate, workers, eta_seconds },
  };
}

const standingOf = ({ trials, deflated_sharpe }: StoredRequest) => (trials === null ? {} : { trials, deflated_sharpe });

/** Where the rows of a request are, from its answer; undefined when none were stored. */
export async function tableOf(request: StoredRequest, tables: Tables): Promise<Table | undefined> {
  const fields = request.answer === null ? {} : (JSON.parse(request.answer) as Record<string, unknown>); // written by us
  const source = sourceIn({ file: fields.table_file, object: fields.table_object });
  return source && tables.open(request.request_id, source);
}

/** The ledger of the pieces of a sweep, when workers shared it. */
export async function piecesOf(request: StoredRequest, tables: Tables): Promise<Table | undefined> {
  const { ledger = {} } = (request.sweep === null ? {} : JSON.parse(request.sweep)) as { ledger?: object }; // written by us
  const source = sourceIn(ledger);
  return source && tables.openPieces(request.request_id, source);
}

function sourceIn(value: { readonly file?: unknown; readonly object?: unknown }): TableSource | undefined {
  const text = (each: unknown) => (typeof each === 'string' ? each : undefined);
  const source = { file: text(value.file), object: text(value.object) };
  return source.file === undefined && source.object === undefined ? undefined : source;
}

/** One page of the rows, without the result they belong to, which the caller already has. */
export async function resultPage(
  request: StoredRequest,
  progress: Progress | undefined,
  now: number,
  tables: Tables,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<ResultAnswer> {
  const answer = { ...resultAnswer(request, progress, now), result: null };
  const table = request.status === 'done' ? await tableOf(request, tables) : undefined;
  if (table === undefined) return answer;
  try {
    const { rows, total } = pageOf(table, (page - 1) * size, size);
    return { ...answer, runs: { page, pages: Math.max(1, Math.ceil(total / size)), total, rows: [...rows] } };
  } finally {
    table.close();
  }
}

const numberOf = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null);

function resultOf(fields: Readonly<Record<string, unknown>>): NonNullable<ResultAnswer['result']> {
  const figures = Object.fromEntries(NUMBERS.map((name) => [name, numberOf(fields[name])]));
  const realistic = typeof fields.mode === 'string';
  return {
    strategy_name: typeof fields.strategy_name === 'string' ? fields.strategy_name : '',
    ...(figures as Record<(typeof NUMBERS)[number], number | null>),
    trades: numberOf(fields.trades) ?? 0,
    wins: numberOf(fields.wins) ?? 0,
    losses: numberOf(fields.losses) ?? 0,
    trade_list: tradesOf(fields.trade_list),
    ...(realistic ? Object.fromEntries(MARKED.map((name) => [name, numberOf(fields[name])])) : {}),
    ...(fields.outcome === 'lived' || fields.outcome === 'ruined' ? { outcome: fields.outcome } : {}),
    ...readNested(fields),
    ...(typeof fields.report_file === 'string' ? { report_file: fields.report_file } : {}),
  };
}

const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;

/** What our worker sends as JSON inside a string. */
function readNested(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    ['benchmark', 'closed', 'infinite', 'mode', 'details'].flatMap((name) => {
      const text = fields[name];
      const value = typeof text === 'string' ? parseJson(text) : undefined;
      return value === undefined || (name === 'infinite' && isEmpty(value)) ? [] : [[name, value]];
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

function warningsOf(fields: Readonly<Record<string, unknown>>, requestId: string): string[] {
  const reported = (readNested(fields).details as { readonly warnings?: unknown } | undefined)?.warnings;
  const ofRun = Array.isArray(reported) ? reported.filter((text) => typeof text === 'string') : [];
  return [...badRowWarnings(fields), ...ofRun, ...leftOutWarnings(fields, requestId)];
}

function badRowWarnings(fields: Readonly<Record<string, unknown>>): string[] {
  if (typeof fields.bad_rows !== 'number') return [];
  const lines =
    typeof fields.bad_row_lines === 'string'
      ? (parseJson(fields.bad_row_lines) as { line: number; message: string }[])
      : [];
  const shown = lines.map(({ line, message }) => `candle file, ${badRowText({ line, message })}`);
  return [`${fields.bad_rows} rows of the candle file are bad and were excluded`, ...shown];
}

/** Only the last trades are listed in an answer; a warning says when there are more. */
function leftOutWarnings(fields: Readonly<Record<string, unknown>>, requestId: string): string[] {
  const details = typeof fields.details === 'string' ? (parseJson(fields.details) as { trades?: unknown }) : {};
  const listed = Array.isArray(details.trades) ? details.trades.length : tradesOf(fields.trade_list).length;
  const all = numberOf(fields.trades) ?? 0;
  if (listed === 0 || listed >= all) return [];
  return [`the last ${listed} of ${all} trades are listed; for all of them run swimmy-mcp result ${requestId} --csv`];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
