import * as z from 'zod';
import { resultAnswer, resultPage, resultSummarySchema } from '../result.ts';
import { summarizeResult, selectFields, selectColumns } from '../summary.ts';
import { views } from '../../views.ts';
import { DIRECT, plain, READ, requestId, tool } from './define.ts';

export const backtestResult = tool({
  ...plain,
  name: 'backtest_result',
  methods: ['backtest.result'],
  title: 'Result of a backtest',
  toolsets: ['backtest'],
  view: views.backtest,
  description: {
    minimal: 'Get the figures of a backtest by request_id; can wait for it and report progress.',
    rich: 'Figures of a finished backtest, trials ever made on its candles, and of a sweep the best runs. Fields omitted to stay short are named in left_out; request them with fields (trades, equity_curve, …). With page: only that page of the runs of a sweep, best first, or of all trades, under runs. Unfinished: status, pieces, eta. wait_seconds waits, with progress. To stop one use {tool:backtest_cancel}.',
  },
  synonyms: ['sharpe', 'drawdown', 'profit', 'trades', 'figures', 'sweep runs', 'grid'],
  hints: READ,
  cost: 'slow',
  task: 'optional',
  onRestart: 'run_again',
  input: z.object({
    request_id: requestId,
    page: z
      .int()
      .min(1)
      .optional()
      .describe('Page of the runs of a sweep, best first, or of the trades of a run, from 1'),
    page_size: z.int().min(1).max(1000).default(20).describe('Rows of a page'),
    fields: z
      .array(z.string().min(1).max(64))
      .min(1)
      .max(50)
      .optional()
      .describe(
        'Only these fields of the result or its details, e.g. ["sharpe", "trades"], or columns of a page; "all"',
      ),
    wait_seconds: z.number().min(0).max(1500).default(0).describe('Longest wait for the result, in seconds'),
  }),
  output: resultSummarySchema,
  handler: async (input, { app: { requests, tables, now }, session, signal, progress }) => {
    const { request_id, wait_seconds, page, page_size, fields } = input;
    const isProgram = session.principal.id === DIRECT;
    let reported = -1;
    const request = await requests.wait(request_id, wait_seconds * 1000, signal, ({ share, stage }) => {
      if (share <= reported) return; // progress of MCP must grow
      reported = share;
      progress({ done: share, total: 1, message: stage });
    });
    if (page !== undefined) {
      const answer = await resultPage(request, requests.progress(request_id), now(), tables, { page, size: page_size });
      if (answer.runs === undefined || (isProgram && fields === undefined)) return answer;
      return { ...answer, runs: selectColumns(answer.runs, fields) };
    }
    const answer = resultAnswer(request, requests.progress(request_id), now());
    if (fields !== undefined) return selectFields(answer, fields);
    return isProgram ? answer : summarizeResult(answer);
  },
});
