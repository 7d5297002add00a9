/** A toolset without any state: the smallest tool there is, and a slow one that reports how far it is. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { defineTool } from '../index.ts';

export const talkTools = [
  defineTool({
    name: 'echo',
    title: 'Echo',
    toolsets: ['talk'],
    description: {
      minimal: 'Echo a message unchanged, to see that the connection works.',
      rich: 'Echo a message exactly as it was given. Use it to see that the connection works and that text survives the way there and back, including line breaks and characters of any script. It changes nothing and needs no confirmation, so it is safe to call at any time.',
    },
    synonyms: ['ping', 'repeat', 'say'],
    input: z.object({ message: z.string().describe('The message to echo.') }),
    output: z.object({ message: z.string() }),
    hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    guard: 'guarded',
    confirmation: 'none',
    cost: 'local',
    handler: ({ message }) => ({ message }),
  }),
  defineTool({
    name: 'count_slowly',
    title: 'Count slowly',
    toolsets: ['talk'],
    description: {
      minimal: 'Count to a number with a pause after each step, reporting progress.',
      rich: 'Count from one to a number, report progress at every step, and pause after it. Use it to see how a long call behaves in a client: whether progress is shown, and whether it can be cancelled half-way. It changes nothing; a cancelled count simply stops.',
    },
    synonyms: ['wait', 'slow', 'progress'],
    input: z.object({
      to: z.number().int().min(1).max(1000).describe('Where to stop.'),
      pause_ms: z.number().int().min(0).max(10_000).default(100).describe('Milliseconds after each step.'),
    }),
    output: z.object({ counted: z.number().int() }),
    hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    guard: 'guarded',
    confirmation: 'none',
    cost: 'slow',
    // It changes nothing, so after a restart it simply counts from the start.
    task: 'optional',
    onRestart: 'run_again',
    handler: async ({ to, pause_ms: pause }, { progress, signal }) => {
      for (let done = 1; done <= to; done++) {
        progress({ done, total: to, message: `${done} of ${to}` });
        await sleep(pause, undefined, { signal });
      }
      return { counted: to };
    },
  }),
];
