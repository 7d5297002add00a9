/** How clients without task support fetch long work: the model asks for it by its id. */
import { z } from 'zod';
import type { CallContext, InputRequest } from '../call/context.ts';
import { defineTool } from '../call/define.ts';
import { ownerOf } from '../session/session.ts';
import { Answer } from '../tool/answer.ts';
import type { AnyTool } from '../tool/definition.ts';
import { codes, KernelError } from '../tool/errors.ts';
import type { Outcome } from '../tool/outcome.ts';
import { GET_TASK } from '../tool/ways.ts';
import { isOver, type TaskRecord } from './record.ts';
import type { Tasks } from './tasks.ts';

/** Below the time after which clients give up. */
const MOST_WAIT_S = 25;

/** The answer for a client that waited long enough. */
export function pendingOutcome({ id, tool, message }: TaskRecord): Outcome {
  const so = message === undefined ? '' : ` So far: ${message}.`;
  const text = `${tool} takes longer and is still running.${so} Fetch its result with ${GET_TASK} and this id; do not call ${tool} again.`;
  return { ok: false, error: new KernelError(codes.taskPending, text, { id, status: 'working' }) };
}

export function getTask(tasks: () => Tasks): AnyTool {
  return defineTool({
    name: GET_TASK,
    title: 'Get a task',
    toolsets: [],
    description: {
      minimal: 'Fetch the result of work named in a pending answer, or cancel it.',
      rich: 'Fetch the result of work that continues after its call was answered with an id and a code that ends in _pending. Waits a while and answers with the result of that call, or with how far it is; call it again until it is done. The id stays good when the server is restarted. With cancel the work is stopped instead.',
    },
    synonyms: ['task', 'job', 'pending', 'progress of', 'is it done', 'result of the run', 'stop the job'],
    input: z.object({
      id: z.string().max(200).describe('From that answer.'),
      wait_seconds: z.number().int().min(0).max(MOST_WAIT_S).default(20).describe('How long to wait.'),
      cancel: z.boolean().optional().describe('Stop it.'),
    }),
    output: z.unknown(),
    hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
    // Stopping works while all else is locked; a result is handed over only when its own tool may run.
    guard: 'unguarded',
    confirmation: 'none',
    cost: 'slow',
    handler: async ({ id, wait_seconds: seconds, cancel }, context) => {
      const owner = ownerOf(context.session.principal);
      const task =
        cancel === true ? await tasks().cancel(id, owner) : await follow(tasks(), id, owner, seconds * 1000, context);
      if (!task) {
        throw new KernelError(codes.notFound, 'There is no such task, or it has expired. Call its tool again.');
      }
      if (!isOver(task) || task.status === 'cancelled') return stateOf(task);
      const outcome = await tasks().handOver(task, context);
      if (!outcome.ok) throw outcome.error;
      return new Answer(outcome.data, outcome.attachments, outcome.text, task.tool);
    },
  });
}

function stateOf({ id, tool, status, message, createdAt, updatedAt }: TaskRecord) {
  const over = status === 'cancelled';
  return {
    id,
    tool,
    status,
    ...(message === undefined ? {} : { message }),
    started_at: new Date(createdAt).toISOString(),
    updated_at: new Date(updatedAt).toISOString(),
    ...(over ? {} : { next: `Still running. Call ${GET_TASK} with this id again.` }),
  };
}

/** Waits for the end, and asks the client what the task asks meanwhile. */
async function follow(
  tasks: Tasks,
  id: string,
  owner: string,
  ms: number,
  context: CallContext,
): Promise<TaskRecord | undefined> {
  const deadline = performance.now() + ms;
  const { signal } = context;
  for (;;) {
    const left = Math.max(0, deadline - performance.now());
    const task = await tasks.until(id, owner, (each) => questionFor(each, context) !== undefined, { signal, ms: left });
    const question = task && questionFor(task, context);
    if (!task || !question || isOver(task)) return task;
    const [key, request] = question;
    await tasks.answer(id, owner, { [key]: await put(request, context) });
  }
}

/** The first outstanding question that this client can be asked. */
function questionFor({ questions }: TaskRecord, { person, model, workspace }: CallContext) {
  return Object.entries(questions).find(
    ([, { kind }]) =>
      (kind === 'ask' && person.canAsk) ||
      (kind === 'open' && person.canOpen) ||
      (kind === 'sample' && model.canSample) ||
      (kind === 'roots' && workspace.canList),
  );
}

/** Asks the client of this call, and gives its answer in the form a task stores. */
async function put(request: InputRequest, { person, model, workspace }: CallContext): Promise<unknown> {
  if (request.kind === 'ask') return person.ask(request.question);
  if (request.kind === 'open') return { action: await person.open(request.page) };
  if (request.kind === 'roots') return { roots: await workspace.roots() };
  const { text, model: name } = await model.sample(request.request);
  return { content: { type: 'text', text }, model: name };
}
