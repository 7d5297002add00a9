import { requestSchema } from '@zorivest/engine';
import * as z from 'zod';
import { MAY_ARRIVE } from '../requests.ts';
import { plain, tool } from './define.ts';

export const backtestSubmit = tool({
  ...plain,
  name: 'backtest_submit',
  methods: ['backtest.submit'],
  title: 'Submit a backtest',
  toolsets: ['backtest'],
  description: {
    minimal: 'Send one backtest (or a sweep of many) to the engine and get its request_id.',
    rich: 'Sends a strategy and its candles to the backtest engine; accepted only once the engine has it. Follow it with {tool:backtest_status} and {tool:backtest_result} by the returned request_id. Write entries, exits and stops as expressions (`entry_long`), and give `mode` for realistic fills, costs, sweeps, walk-forward, bootstrap or a report; without either the engine runs its own plain rules. It can never trade.',
  },
  synonyms: ['run strategy', 'simulate', 'sweep', 'optimise', 'walk-forward', 'expression', 'indicator'],
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  cost: 'network',
  input: requestSchema,
  output: z.object({
    schema_version: z.literal(1),
    status: z.literal(202),
    request_id: z.string(),
    delivery: z
      .enum(['confirmed', 'unconfirmed'])
      .describe('unconfirmed: no proof of arrival yet; it may still arrive'),
    warnings: z.array(z.string()),
  }),
  handler: async (request, { app: { requests } }) => {
    const { request_id, delivery } = await requests.submit(request);
    return {
      schema_version: 1 as const,
      status: 202 as const,
      request_id,
      delivery,
      warnings: delivery === 'unconfirmed' ? [MAY_ARRIVE] : [],
    };
  },
});
