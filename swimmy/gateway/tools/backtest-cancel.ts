import * as z from 'zod';
import { STATUSES } from '../store.ts';
import { plain, requestId, tool } from './define.ts';

export const backtestCancel = tool({
  ...plain,
  name: 'backtest_cancel',
  methods: ['backtest.cancel'],
  title: 'Cancel a backtest',
  toolsets: ['backtest'],
  description: {
    minimal: 'Stop a backtest that is waiting or running, by its request_id; finished ones stay.',
    rich: 'Stops a backtest that waits or runs in swimmy-worker and answers with the status it ended in. One that has already finished keeps its status and result. An engine other than swimmy-worker cannot stop a backtest: the call then says so and the backtest continues. Look up ids with {tool:backtest_list}.',
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
