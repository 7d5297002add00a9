import * as z from 'zod';
import { resultAnswer, resultAnswerSchema, resultPage } from '../result.ts';
import { views } from '../../views.ts';
import { plain, READ, requestId, tool } from './define.ts';

export const backtestResult = tool({
  ...plain,
  name: 'backtest_result',
  methods: ['backtest.result'],
  title: 'Result of a backtest',
  toolsets: ['backtest'],
  view: views.backtest,
  description: {
    minimal: 'Get the figures of a backtest by request_id; can wait for it and report progress.',
    rich: 'Figures of a finished backtest: trades, pnl, Sharpe, drawdown, win rate (0..100), its last 500 trades with include_trades, details of realistic runs, trials ever made on its candles. With page: only that page of the runs of a sweep, best first, or of all trades, under runs. Unfinished: status, pieces, rate and eta. wait_seconds waits and reports progress. To stop one use {backtest_cancel}.',
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
    wait_seconds: z.number().min(0).max(1500).default(0).describe('Wait this long for it to finish'),
  }),
  output: resultAnswerSchema,
  handler: async (input, { app: { requests, tables, now }, signal, progress }) => {
    const { request_id, wait_seconds, page, page_size } = input;
    let reported = -1;
    const request = await requests.wait(request_id, wait_seconds * 1000, signal, ({ share, stage }) => {
      if (share <= reported) return; // progress of MCP must grow
      reported = share;
      progress({ done: share, total: 1, message: stage });
    });
    if (page === undefined) return resultAnswer(request, requests.progress(request_id), now());
    return resultPage(request, requests.progress(request_id), now(), tables, { page, size: page_size });
  },
});
