import * as z from 'zod';
import { isFinished } from '../requests.ts';
import { resultAnswer } from '../result.ts';
import { readStatusLines } from '../status-files.ts';
import { iso, plain, READ, requestId, sourceOf, tool } from './define.ts';

export const backtestStatus = tool({
  ...plain,
  name: 'backtest_status',
  methods: ['backtest.status'],
  title: 'Status of a backtest',
  toolsets: ['backtest'],
  description: {
    minimal: "Where one backtest stands by request_id, or the engine's latest counters without one.",
    rich: "With a request_id: queued, sent, running (with progress), done, failed (with the reason), lost or cancelled. Without one: the engine's own latest summary, marked `mode: latest`, which may be about anybody's backtest. When it says done, read the figures with {tool:backtest_result}; for all of yours use {tool:backtest_list}.",
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
    if (!isFinished(requests.get(request_id).status)) await requests.refresh([request_id]);
    const { result: _result, ...answer } = resultAnswer(requests.get(request_id), requests.progress(request_id), now());
    return { ...answer, mode: 'request' as const, stage: requests.progress(request_id)?.stage ?? null };
  },
});
