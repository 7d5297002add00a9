import * as z from 'zod';
import { plain, READ, tool } from './define.ts';

export const healthPing = tool({
  ...plain,
  name: 'health_ping',
  methods: ['health.ping'],
  title: 'Ping the gateway',
  toolsets: ['system'],
  description: {
    minimal: 'Check that the backtest gateway itself answers; not the engine.',
    rich: 'Answers {"status":"ok"} when the gateway process is up and your key was accepted. It does not look at the strategy engine: use {tool:system_status} for that. Cheap; call it first when other calls fail, to distinguish a dead gateway from a refused request.',
  },
  synonyms: ['alive', 'heartbeat', 'health check'],
  hints: READ,
  cost: 'local',
  input: z.object({}),
  output: z.object({ status: z.literal('ok') }),
  handler: () => ({ status: 'ok' as const }),
});
