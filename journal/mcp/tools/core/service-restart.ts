import { KernelError } from '@zorivest/kernel';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { journalTool, WRITES, type ToolCall } from '../../tool.ts';

const POLL_MS = 2000;
const RESTART_MS = 30_000;
/** Uptimes come rounded to a tenth of a second, and requests take a moment. */
const SLACK_MS = 500;

export const serviceRestart = journalTool({
  name: 'zorivest_service_restart',
  title: 'Restart the service',
  toolsets: ['core'],
  description: {
    minimal: 'Restart the backend gracefully and wait until it answers again; confirm "RESTART".',
    rich: 'Restart the backend service: it finishes what is running, closes the database, ends, and its supervisor starts it again; this tool waits up to 30 seconds for it. Needs an admin key and confirm as the literal word RESTART. Use it only when {tool:zorivest_service_status} or {tool:zorivest_diagnose} shows a service that is stuck.',
  },
  input: () => z.object({ confirm: z.literal('RESTART').describe('The word RESTART.') }),
  output: () => z.object({ status: z.literal('restarted'), version: z.string(), uptime_seconds: z.number() }),
  hints: { ...WRITES, destructive: true },
  confirmation: 'required',
  cost: 'slow',
  effect: () => 'Restart the Zorivest service? Work in progress is finished first.',
  writes: () => ['system.shutdown'],
  handler: async (_, call) => {
    const { api, options, app, context } = call;
    const before = await api.system.health({}, options);
    await api.system.shutdown({}, options);
    const asked = app.host.now();
    // A process that went on running is this much older at every look; a new one is younger, however fast it came.
    const isOld = (uptime: number, waited: number) => uptime * 1000 >= before.uptime_seconds * 1000 + waited - SLACK_MS;
    for (let wasDown = false; app.host.now() - asked < RESTART_MS;) {
      await pause(POLL_MS, undefined, { signal: context.signal });
      const waited = app.host.now() - asked;
      context.progress({ done: Math.min(waited, RESTART_MS), total: RESTART_MS, message: 'Waiting for the service' });
      const health = await healthOf(call);
      if (!health) wasDown = true;
      // The first answer may still come from the process that is ending.
      else if (wasDown || !isOld(health.uptime_seconds, waited)) {
        return { status: 'restarted' as const, version: health.version, uptime_seconds: health.uptime_seconds };
      }
    }
    throw new KernelError(
      'timeout',
      'The service stopped but did not come back within 30 seconds. Start it with `zorivest up`.',
    );
  },
});

function healthOf({ api, options }: ToolCall) {
  return api.system.health({}, { ...options, timeoutMs: POLL_MS }).catch(() => undefined);
}
