import { Answer, KernelError } from '@zorivest/kernel';
import { z } from 'zod';
import { ANONYMOUS } from '../../session/clients.ts';
import { WAYS_OUT } from '../../session/guard.ts';
import { journalTool, WRITES_ONCE } from '../../tool.ts';

export const emergencyStop = journalTool({
  name: 'zorivest_emergency_stop',
  title: 'Emergency stop',
  toolsets: ['core'],
  description: {
    minimal: 'Panic button: lock every guarded tool immediately until someone unlocks the guard.',
    rich: 'Panic button. Immediately locks every guarded tool for all assistants, e.g. when calls run in a loop or something looks wrong. Works even while the service is down, then for this server alone. Nothing is deleted. Lift it with {tool:zorivest_emergency_unlock} or in the app; {tool:zorivest_diagnose} shows whether it is locked.',
  },
  input: () =>
    z.object({
      reason: z.string().trim().min(1).max(100).default('agent_self_lock').describe('Why, in a word or two.'),
    }),
  output: () => z.object({ locked: z.literal(true), scope: z.literal('service'), reason: z.string() }),
  hints: { ...WRITES_ONCE, destructive: true },
  guard: 'unguarded',
  confirmation: 'required',
  effect: ({ reason }) => `Lock all tools of this journal (${reason})?`,
  handler: async ({ reason }, { app, options, context }) => {
    // A stop is not cancelled, and one that is handed over later belongs to no call any more.
    const { signal: _, ...others } = options;
    const lock = () => app.first.guard.lock({ body: { reason } }, others);
    // A caller without a key must not be able to stop those who have one.
    if (context.session.principal.id === ANONYMOUS.id) await lock();
    else {
      try {
        await app.latch.stop(reason, lock);
      } catch (error) {
        throw new KernelError(
          'locked_here_only',
          `The service could not be locked (${(error as Error).message}). Only this server is locked; the service will be as soon as it answers. ${WAYS_OUT}`,
          { reason },
          error,
        );
      }
    }
    return new Answer(
      { locked: true as const, scope: 'service' as const, reason },
      [],
      `All guarded tools are locked. Reason: ${reason}. ${WAYS_OUT}`,
    );
  },
});
