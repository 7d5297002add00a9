import { Answer, KernelError } from '@zorivest/kernel';
import { z } from 'zod';
import { journalTool, WRITES_ONCE } from '../../tool.ts';

export const emergencyUnlock = journalTool({
  name: 'zorivest_emergency_unlock',
  title: 'Lift the emergency stop',
  toolsets: ['core'],
  description: {
    minimal: 'Unlock the guard after an emergency stop; needs confirm set to "UNLOCK".',
    rich: 'Lift the lock that {tool:zorivest_emergency_stop} or a crossed rate limit put on the tools. Give confirm as the literal word UNLOCK, and only when the person asked for it and the cause is resolved. Answers whether the guard is open again; {tool:zorivest_diagnose} shows why it was locked. Changes nothing else.',
  },
  input: () => z.object({ confirm: z.literal('UNLOCK').describe('The word UNLOCK.') }),
  output: () => z.object({ locked: z.literal(false) }),
  hints: WRITES_ONCE,
  guard: 'unguarded',
  handler: async (_, { api, app, options }) => {
    const { is_locked, lock_reason } = await api.guard.unlock({}, options);
    if (is_locked) {
      throw new KernelError('still_locked', `The guard is still locked: ${lock_reason ?? 'no reason given'}.`);
    }
    app.latch.clear();
    return new Answer({ locked: false as const }, [], 'The guard is unlocked; tools work again.');
  },
});
