import * as z from 'zod';
import { validationSchema, validateRequest } from '../validate.ts';
import { plain, READ, tool } from './define.ts';

export const backtestValidate = tool({
  ...plain,
  name: 'backtest_validate',
  methods: ['backtest.validate'],
  title: 'Check a backtest without running it',
  toolsets: ['backtest'],
  description: {
    minimal: 'Check an expression, or a whole request with its candles, without running anything.',
    rich: 'Give the arguments of {tool:backtest_submit}, or just an expression: every fault is reported with its field and column. For a whole request the worker also reads the candles: bars, span, step, gaps and bad rows of each symbol, and how many runs a sweep would make. Nothing is run, sent or counted as a trial. Names come from {tool:backtest_catalogue}, data from {tool:data_list}.',
  },
  synonyms: ['check', 'lint', 'dry run', 'syntax', 'test expression'],
  hints: READ,
  cost: 'slow',
  input: z.looseObject({
    expression: z.string().max(20_000).optional().describe('One expression, in place of a request'),
    params: z.record(z.string(), z.number()).optional().describe('Numbers that the expression names'),
    strategy: z.record(z.string(), z.unknown()).optional().describe('With the other fields of backtest_submit'),
  }),
  output: validationSchema,
  handler: (input, { app: { requests } }) => validateRequest(input, requests),
});
