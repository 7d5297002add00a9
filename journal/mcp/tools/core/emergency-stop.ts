import { Answer, KernelError } from '@zorivest/kernel';
import { z } from 'zod';
import { ANONYMOUS } from '../../session/clients.ts';
import { journalTool, WRITES_ONCE } from '../../tool.ts';

const WAYS_OUT = 'Unlock in the app (Settings, MCP Guard) or with zorivest_emergency_unlock.';

export const emergencyStop = journalTool({
  name: 'zorivest_emergency_stop',
  title: 'Emergency stop',
  toolsets: ['core'],
  description: {
    minimal: 'Panic button: lock every guarded tool at once until somebody unlocks the guard.',
    rich: 'Panic button. Locks every guarded tool for all assistants at once, e.g. when calls run in a loop or something looks wrong. Works even while the service is down, then for this server alone. Nothing is deleted. Lift it with {zorivest_emergency_unlock} or in the app; {zorivest_diagnose} shows whether it is locked.',
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
  handler: async ({ reason }, { api, app, options, context }) => {
    // Whoever has no key must not be able to stop those who have.
    if (context.session.principal.id !== ANONYMOUS.id) app.latch.set(reason);
    try {
      const { is_locked } = await api.guard.lock({ body: { reason } }, options);
      if (!is_locked) throw new Error('the service answered, but is not locked');
    } catch (error) {
      if (app.latch.reason === null) throw error;
      throw new KernelError(
        'locked_here_only',
        `The service could not be locked (${(error as Error).message}). Only this server is locked, until it is unlocked or restarted. ${WAYS_OUT}`,
        { reason },
        error,
      );
    }
    return new Answer(
      { locked: true as const, scope: 'service' as const, reason },
      [],
      `All guarded tools are locked. Reason: ${reason}. ${WAYS_OUT}`,
    );
  },
});
