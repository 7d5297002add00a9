import * as z from 'zod';
import { resultAnswer, resultAnswerSchema, withSweepPage } from '../result.ts';
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
    rich: 'Figures of a finished backtest: trades, wins, pnl, Sharpe, Sortino, drawdown, win rate (0..100), profit factor, and with include_trades its last 500 trades; realistic runs add details, and a sweep its runs by the page (sweep_offset, sweep_limit). Unfinished: the status and a null result. With wait_seconds it waits and reports progress. To stop one use {backtest_cancel}.',
  },
  synonyms: ['sharpe', 'drawdown', 'profit', 'trades', 'figures', 'sweep runs', 'grid'],
  hints: READ,
  cost: 'slow',
  input: z.object({
    request_id: requestId,
    sweep_offset: z.int().min(0).optional().describe('First run of the sweep to return, best first'),
    sweep_limit: z.int().min(1).max(10_000).optional().describe('How many runs of the sweep to return; default 50'),
    wait_seconds: z.number().min(0).max(1500).default(0).describe('Wait this long for it to finish'),
  }),
  output: resultAnswerSchema,
  handler: async (input, { app: { requests, store, now }, signal, progress }) => {
    const { request_id, wait_seconds, sweep_offset, sweep_limit } = input;
    let reported = -1;
    const request = await requests.wait(request_id, wait_seconds * 1000, signal, ({ share, stage }) => {
      if (share <= reported) return; // progress of MCP must grow
      reported = share;
      progress({ done: share, total: 1, message: stage });
    });
    const answer = resultAnswer(request, requests.progress(request_id)?.share, now());
    if (sweep_offset === undefined && sweep_limit === undefined) return answer;
    return withSweepPage(answer, store.sweepRows(request_id), { offset: sweep_offset ?? 0, limit: sweep_limit ?? 50 });
  },
});
