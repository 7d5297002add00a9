/**
 * Tasks on the wire. 2026-07-28 (the extension): the server decides, for a request that declares it; the result is inline.
 * 2025-11-25: the client decides, with `params.task`; the result is fetched, and questions come while it is.
 */
import {
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ClientCapabilities,
  type ServerCapabilities,
} from '@modelcontextprotocol/server';
import type { Session } from '../call/context.ts';
import type { AnyTool } from '../tool/definition.ts';
import { KernelError } from '../tool/errors.ts';
import { ownerOf } from '../session/session.ts';
import { shapeResult } from '../surface/result.ts';
import { isOver, type TaskRecord } from '../tasks/record.ts';
import type { TaskDemand, Tasks } from '../tasks/tasks.ts';
import { incomingOf, type Incoming } from './incoming.ts';
import type { McpCore, Peer } from './mcp-core.ts';
import { ANYTHING, type CallParams, type McpServer } from './mcp-server.ts';
import { putQuestion } from './ports.ts';
import { detailedTask, errorOf, legacyTask, RELATED_TASK, TASKS_EXTENSION, type ShapeTask } from './task-forms.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The revision that has tasks in its core. */
const TASKS_REVISION = '2025-11-25';

/** The capabilities of a server with tasks. */
export function taskCapabilities({ era }: Pick<Peer, 'era'>): ServerCapabilities {
  return era === 'modern'
    ? { extensions: { [TASKS_EXTENSION]: {} } }
    : { tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } };
}

export function declaresTasks({ extensions }: Fields): boolean {
  return typeof extensions === 'object' && extensions !== null && Object.hasOwn(extensions, TASKS_EXTENSION);
}

export function missingTasks(): MissingRequiredClientCapabilityError {
  // The SDK's own type does not know every extension.
  const requiredCapabilities = { extensions: { [TASKS_EXTENSION]: {} } } as ClientCapabilities;
  return new MissingRequiredClientCapabilityError({ requiredCapabilities });
}

/** How a call of this tool may become a task; nothing where it cannot. Refuses what the revision forbids. */
export function demandOf(
  server: McpServer,
  { era }: Pick<Peer, 'era'>,
  tool: AnyTool,
  { task }: CallParams,
  { capabilities }: Incoming,
): TaskDemand | undefined {
  if (era === 'modern') {
    if (tool.task === undefined) return undefined;
    if (declaresTasks(capabilities)) return { as: 'task', afterMs: tool.taskAfterMs ?? 0 };
    if (tool.task === 'required') throw missingTasks();
    return { as: 'call' };
  }
  const knowsTasks = (server.getNegotiatedProtocolVersion() ?? '') >= TASKS_REVISION;
  const wanted = knowsTasks && typeof task === 'object' && task !== null;
  if (wanted && tool.task === undefined) {
    throw new ProtocolError(ProtocolErrorCode.MethodNotFound, `${tool.name} does not run as a task; call it without.`);
  }
  if (tool.task === undefined) return undefined;
  if (wanted) {
    const { ttl } = task as { readonly ttl?: unknown };
    return { as: 'task', ...(typeof ttl === 'number' ? { ttlMs: ttl } : {}) };
  }
  if (tool.task === 'required' && knowsTasks) {
    throw new ProtocolError(ProtocolErrorCode.MethodNotFound, `${tool.name} runs only as a task: give params.task.`);
  }
  return { as: 'call' };
}

/** Shapes the outcome of a task for the client that asks after it, as long as its tool may run. */
export function shapeFor(core: McpCore, tasks: Tasks, session: Session, signal: AbortSignal): ShapeTask {
  return async (task) => {
    const entry = core.catalogue.get(task.tool);
    const outcome = await tasks.handOver(task, { session, signal }).catch((error: unknown) => {
      // The result is stored: a client that asks again when it is unlocked gets it.
      throw new ProtocolError(
        ProtocolErrorCode.InternalError,
        error instanceof KernelError ? error.message : 'Internal',
      );
    });
    const shape = { surface: session.surface(), store: core.results, owner: session.id, via: task.via };
    return shapeResult(outcome, { ...shape, ...(entry && { entry }) });
  };
}

/** Notifies a client of the handshake era of the status of its task, as long as it is connected. */
export async function tellStatus(server: McpServer, tasks: Tasks, { id, owner, status }: TaskRecord): Promise<void> {
  const { signal } = new AbortController();
  let reportedStatus = status;
  const isNews = (task: TaskRecord) => task.status !== reportedStatus || server.transport === undefined;
  for (;;) {
    const task = await tasks.until(id, owner, isNews, { signal });
    if (!task || server.transport === undefined) return;
    // The SDK's own type of it is a mutable record of anything.
    const params = legacyTask(task) as Record<string, unknown>;
    await server.notification({ method: 'notifications/tasks/status', params });
    if (isOver(task)) return;
    reportedStatus = task.status;
  }
}

const PAGE = 50;

export function serveTasks(
  server: McpServer,
  core: McpCore,
  tasks: Tasks,
  peer: Peer,
  sessionOf: (incoming: Incoming) => Session,
): void {
  const handle = (method: string, answer: (params: Fields, incoming: Incoming) => Promise<unknown>): void => {
    server.setRequestHandler(method, { params: ANYTHING }, (params, context) => {
      const incoming = incomingOf(context);
      if (peer.era === 'modern' && !declaresTasks(incoming.capabilities)) throw missingTasks();
      // The SDK's own type is a mutable record of anything.
      return answer((params ?? {}) as Fields, incoming) as Promise<Record<string, unknown>>;
    });
  };
  const requireTask = async (
    params: Fields,
    incoming: Incoming,
    find: (id: string, owner: string) => Promise<TaskRecord | undefined>,
  ): Promise<TaskRecord> => {
    const { taskId } = params;
    const owner = ownerOf(sessionOf(incoming).principal);
    const task = typeof taskId === 'string' ? await find(taskId, owner) : undefined;
    if (!task) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such task, or it has expired.');
    return task;
  };
  const get = (id: string, owner: string) => tasks.get(id, owner);
  const cancel = (id: string, owner: string) => tasks.cancel(id, owner);

  if (peer.era === 'modern') {
    handle('tasks/get', async (params, incoming) =>
      detailedTask(
        await requireTask(params, incoming, get),
        shapeFor(core, tasks, sessionOf(incoming), incoming.signal),
      ),
    );
    handle('tasks/update', async (params, incoming) => {
      await requireTask(params, incoming, (id, owner) => tasks.answer(id, owner, incoming.inputResponses));
      return {};
    });
    handle('tasks/cancel', async (params, incoming) => {
      await requireTask(params, incoming, cancel);
      return {};
    });
    return;
  }

  const { session } = peer;
  handle('tasks/get', async (params, incoming) => legacyTask(await requireTask(params, incoming, get)));
  handle('tasks/cancel', async (params, incoming) => {
    const before = await requireTask(params, incoming, get);
    if (isOver(before)) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The task is over: ${before.status}.`);
    return legacyTask(await requireTask(params, incoming, cancel));
  });
  handle('tasks/list', async ({ cursor }, incoming) => {
    const owner = ownerOf(sessionOf(incoming).principal);
    if (cursor !== undefined && (typeof cursor !== 'string' || !(await tasks.get(cursor, owner)))) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such cursor.');
    }
    const page = { limit: PAGE + 1, ...(cursor === undefined ? {} : { after: cursor }) };
    const found = await tasks.list(owner, page);
    const shown = found.slice(0, PAGE);
    const next = found.length > PAGE ? shown.at(-1)?.id : undefined;
    return { tasks: shown.map(legacyTask), ...(next === undefined ? {} : { nextCursor: next }) };
  });
  handle('tasks/result', async (params, incoming) => {
    const task = await requireTask(params, incoming, (id, owner) => follow(id, owner, incoming));
    const { status, outcome } = task;
    if (status === 'completed' && outcome) {
      const related = { [RELATED_TASK]: { taskId: task.id } };
      return { ...(await shapeFor(core, tasks, session, incoming.signal)(task)), _meta: related };
    }
    if (status === 'failed') {
      const { code, message, data } = errorOf(task);
      throw new ProtocolError(code, message, data);
    }
    throw new ProtocolError(ProtocolErrorCode.InvalidRequest, 'The task was cancelled.');
  });

  /** Waits for the end of a task, and asks the client on this very request what the task asks meanwhile. */
  async function follow(id: string, owner: string, incoming: Incoming): Promise<TaskRecord | undefined> {
    const related = { [RELATED_TASK]: { taskId: id } };
    const asked = new Set<string>();
    for (;;) {
      const open = (task: TaskRecord) => Object.keys(task.questions).some((key) => !asked.has(key));
      const task = await tasks.until(id, owner, open, { signal: incoming.signal });
      if (!task || isOver(task) || incoming.signal.aborted) return task;
      for (const [key, request] of Object.entries(task.questions)) {
        if (asked.has(key)) continue;
        asked.add(key);
        putQuestion(server, incoming, request, related)
          .then((answer) => tasks.answer(id, owner, { [key]: answer }))
          .catch((error: unknown) => core.log.debug('a question of a task was not answered', { error }));
      }
    }
  }
}
