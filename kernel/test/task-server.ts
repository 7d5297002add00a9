/**
 * A server whose long work the tests can end: it runs until a file appears. Where it lives differs from tool to tool,
 * and so does what a restart does to it.
 *
 *   node task-server.ts <folder> stdio | http
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { createServer, fileTasks, run, toolsFor, type CallContext } from '../index.ts';

const [folder = '.', wire = 'stdio'] = process.argv.slice(2);

const define = toolsFor();
const about = (text: string) => ({ minimal: text, rich: text });
const base = {
  title: 'Work',
  toolsets: ['work'],
  synonyms: [],
  input: z.object({ job: z.string() }),
  output: z.object({ job: z.string(), result: z.string() }),
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  guard: 'guarded',
  confirmation: 'none',
  cost: 'slow',
  task: 'optional',
} as const;

/** Stands for a worker elsewhere: it is done when somebody has written its result. */
async function finish(job: string, { progress, signal }: CallContext): Promise<{ job: string; result: string }> {
  const file = join(folder, `${job}.done`);
  for (let done = 1; !existsSync(file); done++) {
    progress({ done, message: `waiting for ${job}` });
    await sleep(50, undefined, { signal });
  }
  return { job, result: readFileSync(file, 'utf8') };
}

/** How often a job was begun. */
const note = (job: string) => appendFileSync(join(folder, `${job}.begun`), 'x');

const tools = [
  define({
    ...base,
    name: 'work_elsewhere',
    description: about('Work that lives in a worker and is taken up again.'),
    onRestart: (handle, context) => finish((handle as { readonly job: string }).job, context),
    handler: async ({ job }, context) => {
      note(job);
      await context.task?.keep({ job });
      return finish(job, context);
    },
  }),
  define({
    ...base,
    name: 'work_again',
    description: about('Work that may be run again from its beginning.'),
    onRestart: 'run_again',
    handler: ({ job }, context) => {
      note(job);
      return finish(job, context);
    },
  }),
  define({
    ...base,
    name: 'work_here',
    description: about('Work that dies with the process.'),
    handler: ({ job }, context) => {
      note(job);
      return finish(job, context);
    },
  }),
  define({
    ...base,
    name: 'work_and_ask',
    description: about('Work that asks the person before it continues.'),
    onRestart: 'run_again',
    handler: async ({ job }, context) => {
      note(job);
      const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
      const reply = await context.person.ask({ id: 'name', message: `Whose job is ${job}?`, schema });
      const name = reply.action === 'accept' ? String(reply.content.name) : reply.action;
      return { ...(await finish(job, context)), result: name };
    },
  }),
];

const server = createServer({
  name: 'task-server',
  version: '1.0.0',
  tools,
  toolsets: [{ name: 'work', description: 'Work that takes long.', always: true }],
  tasks: fileTasks(join(folder, 'tasks.db')),
});
await run(server, wire === 'http' ? { http: { port: 0 } } : 'stdio');
