import * as z from 'zod';
import { isFinished } from '../requests.ts';
import { STATUSES } from '../store.ts';
import { iso, plain, READ, tool } from './define.ts';

export const backtestList = tool({
  ...plain,
  name: 'backtest_list',
  methods: ['backtest.list'],
  title: 'List backtests',
  toolsets: ['backtest'],
  description: {
    minimal: 'List submitted backtests, newest first, with their status, and the count of each status.',
    rich: 'Every backtest submitted through this gateway (and others that share its home), newest first, also from before a restart: request_id, strategy name, symbol, status and times, plus how many have each status. Filter by status, page with offset. Figures come from {tool:backtest_result}.',
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
        strategy_name: z.string().meta({ foreign: 'name' }),
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
  handler: async ({ status, limit, offset }, { app: { store, requests, now } }) => {
    await requests.refresh();
    return {
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
    };
  },
});
