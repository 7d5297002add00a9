import * as z from 'zod';
import { resultAnswer, resultAnswerSchema } from '../result.ts';
import { plain, READ, requestId, tool } from './define.ts';

export const backtestResult = tool({
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
