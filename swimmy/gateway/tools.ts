// The nine methods, said once: served as MCP tools by name and as direct JSON-RPC methods with a dot.
import { KernelError, toolsFor, type AnyTool, type CallContext, type Toolset } from '@zorivest/kernel';
import * as z from 'zod';
import { requestSchema } from '../request/schema.ts';
import { isFinished, swimmyCodes, type Requests } from './requests.ts';
import { resultAnswer, resultAnswerSchema } from './result.ts';
import { readMetrics, readStatusLines, type SourceFile, type SourceReading } from './status-files.ts';
import { STATUSES, type Store } from './store.ts';

export interface Gateway {
  readonly requests: Requests;
  readonly store: Store;
  readonly files: { readonly status: SourceFile; readonly backtestStatus: SourceFile; readonly metrics: SourceFile };
  readonly now: () => number;
}

export const TOOLSETS: readonly Toolset[] = [
  {
    name: 'backtest',
    description: 'Submit backtests and follow them to their results',
    gist: 'backtests',
    byDefault: true,
  },
  {
    name: 'system',
    description: 'Health, status and metrics of the strategy engine',
    gist: 'engine health',
    byDefault: true,
  },
];

const tool = toolsFor<Gateway>();
const READ = { readOnly: true, destructive: false, idempotent: true, openWorld: false } as const;
const plain = { guard: 'unguarded', confirmation: 'none' } as const;
const jsonObject = z.record(z.string(), z.unknown());
const requestId = z.string().min(1).max(200);
const iso = (ms: number) => new Date(ms).toISOString();

const sourceSchema = z.object({
  source_schema_version: z.number().nullable(),
  mtime: z.string().nullable(),
  stale: z.boolean().describe('Older than five minutes, or absent'),
});
const sourceOf = ({ source_schema_version, mtime, stale }: SourceReading) => ({ source_schema_version, mtime, stale });

const healthPing = tool({
  ...plain,
  name: 'health_ping',
  methods: ['health.ping'],
  title: 'Ping the gateway',
  toolsets: ['system'],
  description: {
    minimal: 'Check that the backtest gateway itself answers; says nothing about the engine.',
    rich: 'Answers {"status":"ok"} when the gateway process is up and your key was accepted. It does not look at the strategy engine: use {system_status} for that. Cheap; call it first when other calls fail, to tell a dead gateway from a refused request.',
  },
  synonyms: ['alive', 'heartbeat', 'health check'],
  hints: READ,
  cost: 'local',
  input: z.object({}),
  output: z.object({ status: z.literal('ok') }),
  handler: () => ({ status: 'ok' as const }),
});

const systemStatus = tool({
  ...plain,
  name: 'system_status',
  methods: ['system.status'],
  title: 'Engine status',
  toolsets: ['system'],
  description: {
    minimal: "Read the engine's status files: ticks, equity, connection, latest backtest count.",
    rich: "Key-value summary from the engine's own status files, with the time each was written and whether it is stale. `swimmy` is the live engine, `backtest` its latest backtest counters. A missing file is an empty object, a damaged one a warning. For one request of yours use {backtest_status}.",
  },
  synonyms: ['equity', 'ticks', 'online', 'mt5'],
  hints: READ,
  cost: 'local',
  input: z.object({}),
  output: z.object({
    schema_version: z.literal(1),
    swimmy: jsonObject,
    backtest: jsonObject,
    sources: z.object({ swimmy: sourceSchema, backtest: sourceSchema }),
    warnings: z.array(z.string()),
    read_at: z.string(),
  }),
  handler: async (_input, { app: { files, now } }) => {
    const [swimmy, backtest] = await Promise.all([
      readStatusLines(files.status, now()),
      readStatusLines(files.backtestStatus, now()),
    ]);
    return {
      schema_version: 1 as const,
      swimmy: swimmy.values,
      backtest: backtest.values,
      sources: { swimmy: sourceOf(swimmy), backtest: sourceOf(backtest) },
      warnings: [...swimmy.warnings, ...backtest.warnings],
      read_at: iso(now()),
    };
  },
});

const systemMetrics = tool({
  ...plain,
  name: 'system_metrics',
  methods: ['system.metrics'],
  title: 'Engine metrics',
  toolsets: ['system'],
  description: {
    minimal: "Read the engine's metrics: heap, uptime, number of strategies, and how fresh they are.",
    rich: "Raw metrics of the strategy engine (heap, uptime, strategy count) with the file's own schema version, its age and whether it is stale. Times are ISO, whatever the engine counts in. An unknown major version is refused by name instead of being guessed. For status lines use {system_status}.",
  },
  synonyms: ['memory', 'heap', 'uptime', 'strategy count'],
  hints: READ,
  cost: 'local',
  input: z.object({}),
  output: sourceSchema.extend({
    schema_version: z.literal(1),
    metrics: jsonObject,
    warnings: z.array(z.string()),
    read_at: z.string(),
  }),
  handler: async (_input, { app: { files, now } }) => {
    const reading = await readMetrics(files.metrics, now());
    return {
      schema_version: 1 as const,
      ...sourceOf(reading),
      metrics: reading.values,
      warnings: [...reading.warnings],
      read_at: iso(now()),
    };
  },
});

const backtestSubmit = tool({
  ...plain,
  name: 'backtest_submit',
  methods: ['backtest.submit'],
  title: 'Submit a backtest',
  toolsets: ['backtest'],
  description: {
    minimal: 'Send one backtest (or a sweep of many) to the engine and get its request_id.',
    rich: 'Sends a strategy and its candles to the backtest engine; accepted only once the engine has it. Follow it with {backtest_status} and {backtest_result} by the returned request_id. Give `mode` for realistic fills, costs, sweeps, walk-forward, bootstrap or a report; without it the engine runs its own plain rules. It can never trade.',
  },
  synonyms: ['run strategy', 'simulate', 'sweep', 'optimise', 'walk-forward'],
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  cost: 'network',
  input: requestSchema,
  output: z.object({ schema_version: z.literal(1), status: z.literal(202), request_id: z.string() }),
  handler: async (request, { app: { requests } }) => ({
    schema_version: 1 as const,
    status: 202 as const,
    request_id: await requests.submit(request),
  }),
});

const backtestStatus = tool({
  ...plain,
  name: 'backtest_status',
  methods: ['backtest.status'],
  title: 'Status of a backtest',
  toolsets: ['backtest'],
  description: {
    minimal: "Where one backtest stands by request_id, or the engine's latest counters without one.",
    rich: "With a request_id: queued, sent, running (with progress), done, failed (with the reason), lost or cancelled. Without one: the engine's own latest summary, marked `mode: latest`, which may be about anybody's backtest. When it says done, read the figures with {backtest_result}; for all of yours use {backtest_list}.",
  },
  synonyms: ['progress', 'running', 'finished', 'pending'],
  hints: READ,
  cost: 'local',
  input: z.object({ request_id: requestId.optional().describe('As given or returned by backtest_submit') }),
  output: z.looseObject({
    schema_version: z.literal(1),
    mode: z.enum(['latest', 'request']),
    read_at: z.string(),
    stale: z.boolean(),
  }),
  handler: async ({ request_id }, { app: { requests, files, now } }) => {
    if (request_id === undefined) {
      const reading = await readStatusLines(files.backtestStatus, now());
      return {
        ...reading.values,
        schema_version: 1 as const,
        mode: 'latest' as const,
        ...sourceOf(reading),
        warnings: [...reading.warnings],
        read_at: iso(now()),
      };
    }
    const { result: _result, ...answer } = resultAnswer(
      requests.get(request_id),
      requests.progress(request_id)?.share,
      now(),
    );
    return { ...answer, mode: 'request' as const, stage: requests.progress(request_id)?.stage ?? null };
  },
});

const backtestResult = tool({
  ...plain,
  name: 'backtest_result',
  methods: ['backtest.result'],
  title: 'Result of a backtest',
  toolsets: ['backtest'],
  description: {
    minimal: 'Get the figures of a backtest by request_id; can wait for it and report progress.',
    rich: 'Figures of a finished backtest: trades, wins, pnl, Sharpe, Sortino, drawdown, win rate (0..100), profit factor, and with include_trades its last 500 trades; realistic runs add details. Unfinished: the status and a null result. With wait_seconds it waits and reports progress. To stop one use {backtest_cancel}.',
  },
  synonyms: ['sharpe', 'drawdown', 'profit', 'trades', 'figures'],
  hints: READ,
  cost: 'slow',
  input: z.object({
    request_id: requestId,
    wait_seconds: z.number().min(0).max(1500).default(0).describe('Wait this long for it to finish'),
  }),
  output: resultAnswerSchema,
  handler: async ({ request_id, wait_seconds }, { app: { requests, now }, signal, progress }) => {
    let told = -1;
    const request = await requests.wait(request_id, wait_seconds * 1000, signal, ({ share, stage }) => {
      if (share <= told) return; // progress of MCP must grow
      told = share;
      progress({ done: share, total: 1, message: stage });
    });
    return resultAnswer(request, requests.progress(request_id)?.share, now());
  },
});

const backtestCancel = tool({
  ...plain,
  name: 'backtest_cancel',
  methods: ['backtest.cancel'],
  title: 'Cancel a backtest',
  toolsets: ['backtest'],
  description: {
    minimal: 'Stop a backtest that is waiting or running, by its request_id; finished ones stay.',
    rich: 'Stops a backtest that waits or runs in swimmy-worker and answers with the status it ended in. One that has already finished keeps its status and result. An engine other than swimmy-worker cannot be told to stop: the call then says so and the backtest goes on. Look up ids with {backtest_list}.',
  },
  synonyms: ['stop', 'abort', 'kill'],
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  cost: 'local',
  input: z.object({ request_id: requestId }),
  output: z.object({
    schema_version: z.literal(1),
    request_id: z.string(),
    status: z.enum(STATUSES),
    reason: z.string().nullable(),
  }),
  handler: async ({ request_id }, { app: { requests } }) => {
    const { status, reason } = await requests.cancel(request_id);
    return { schema_version: 1 as const, request_id, status, reason };
  },
});

const backtestList = tool({
  ...plain,
  name: 'backtest_list',
  methods: ['backtest.list'],
  title: 'List backtests',
  toolsets: ['backtest'],
  description: {
    minimal: 'List submitted backtests, newest first, with their status, and how many are in each.',
    rich: 'Every backtest submitted through this gateway (and others that share its home), newest first, also from before a restart: request_id, strategy name, symbol, status and times, plus how many are in each status. Filter by status, page with offset. Figures come from {backtest_result}.',
  },
  synonyms: ['history', 'jobs', 'queue', 'all backtests'],
  hints: READ,
  cost: 'local',
  input: z.object({
    status: z.enum(STATUSES).optional(),
    limit: z.int().min(1).max(1000).default(50),
    offset: z.int().min(0).default(0),
  }),
  output: z.object({
    schema_version: z.literal(1),
    requests: z.array(
      z.object({
        request_id: z.string(),
        strategy_name: z.string(),
        symbol: z.string().nullable(),
        status: z.enum(STATUSES),
        progress: z.number().nullable(),
        reason: z.string().nullable(),
        submitted_at: z.string(),
        updated_at: z.string(),
      }),
    ),
    counts: z.partialRecord(z.enum(STATUSES), z.number()),
    read_at: z.string(),
  }),
  handler: ({ status, limit, offset }, { app: { store, requests, now } }) => ({
    schema_version: 1 as const,
    requests: store.list({ status, limit, offset }).map((row) => ({
      request_id: row.request_id,
      strategy_name: row.name,
      symbol: row.symbol,
      status: row.status,
      progress: isFinished(row.status) ? null : (requests.progress(row.request_id)?.share ?? null),
      reason: row.reason,
      submitted_at: iso(row.submitted_at),
      updated_at: iso(row.updated_at),
    })),
    counts: store.counts(),
    read_at: iso(now()),
  }),
});

export const tradeRefusal = () => new KernelError(swimmyCodes.tradeDisabled, 'trade-capable disabled');

const tradeSubmit = tool({
  ...plain,
  name: 'trade_submit',
  methods: ['trade.submit'],
  title: 'Trade (always refused)',
  toolsets: ['system'],
  description: {
    minimal: 'Always refused: this gateway cannot place or close trades. Kept so that callers are told.',
    rich: 'Always answers with an error: the gateway has no way to place, change or close a trade, whatever it is sent, and no setting changes that. It exists so that a program that expects the method is told so plainly. To test an idea on past prices use {backtest_submit}.',
  },
  synonyms: ['order', 'buy', 'sell', 'close position'],
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  cost: 'local',
  input: z.object({}),
  output: z.object({}),
  handler: () => {
    throw tradeRefusal();
  },
});

const TOOLS = [
  healthPing,
  systemStatus,
  systemMetrics,
  backtestSubmit,
  backtestStatus,
  backtestResult,
  backtestCancel,
  backtestList,
  tradeSubmit,
];

/** The tools, each call reported when it ends. Direct calls are reported by their dialect, which knows more of them. */
export function gatewayTools(
  report: (call: { name: string; id: string; ms: number; error: unknown }) => void,
): AnyTool[] {
  return TOOLS.map((each: AnyTool) => ({
    ...each,
    handler: async (input: unknown, context: CallContext<Gateway>): Promise<unknown> => {
      if (context.session.principal.id === DIRECT) return each.handler(input, context) as unknown;
      const started = performance.now();
      const end = (error: unknown) =>
        report({ name: each.name, id: context.correlationId, ms: performance.now() - started, error });
      try {
        const answer: unknown = await each.handler(input, context);
        end(undefined);
        return answer;
      } catch (error) {
        end(error);
        throw error;
      }
    },
  }));
}

/** Who calls a method directly, with the key in its parameters. */
export const DIRECT = 'direct';
