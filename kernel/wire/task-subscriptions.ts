/**
 * `subscriptions/listen` for tasks. The SDK serves the subscription and knows nothing of `taskIds`: its acknowledgement
 * is completed here, and the notifications of the tasks are put next to its own.
 */
import { SUBSCRIPTION_ID_META_KEY } from '@modelcontextprotocol/server';
import type { Session } from '../call/context.ts';
import { ownerOf } from '../session/session.ts';
import { isOver } from '../tasks/record.ts';
import type { Tasks } from '../tasks/tasks.ts';
import type { RequestId } from './envelope.ts';
import { CAPABILITIES_KEY } from './incoming.ts';
import type { McpCore } from './mcp-core.ts';
import { declaresTasks, missingTasks, shapeFor } from './mcp-tasks.ts';
import { detailedTask } from './task-forms.ts';

type Fields = Readonly<Record<string, unknown>>;

/** No client could follow more tasks than this in one subscription. */
const MOST_TASKS = 256;

/** The tasks that a request to listen names. */
export interface TaskFilter {
  readonly id: RequestId;
  readonly taskIds: readonly string[];
  readonly capabilities: Fields;
}

/** The tasks that a request wants to listen to; nothing when it asks for none. */
export function taskFilterOf(message: unknown): TaskFilter | undefined {
  const { method, id, params } = fieldsOf(message);
  if (method !== 'subscriptions/listen' || (typeof id !== 'string' && typeof id !== 'number')) return undefined;
  const { notifications, _meta: meta } = fieldsOf(params);
  const { taskIds } = fieldsOf(notifications);
  if (!Array.isArray(taskIds) || taskIds.length === 0) return undefined;
  const texts = (taskIds as unknown[]).filter((one) => typeof one === 'string').slice(0, MOST_TASKS);
  return { id, taskIds: [...new Set(texts)], capabilities: fieldsOf(fieldsOf(meta)[CAPABILITIES_KEY]) };
}

/** The refusal of a request to listen to tasks from a client that does not declare them. */
export function refuseToListen({ id, capabilities }: TaskFilter): object | undefined {
  if (declaresTasks(capabilities)) return undefined;
  const { code, message, data } = missingTasks();
  return { jsonrpc: '2.0', id, error: { code, message, data } };
}

/** The acknowledgement of a subscription, with the tasks that are listened to. */
export function acknowledge(message: Fields, taskIds: readonly string[]): Fields {
  const params = fieldsOf(message.params);
  return { ...message, params: { ...params, notifications: { ...fieldsOf(params.notifications), taskIds } } };
}

/** The subscription that a message of the SDK acknowledges. */
export function acknowledgedId(message: unknown): unknown {
  const { method, params } = fieldsOf(message);
  if (method !== 'notifications/subscriptions/acknowledged') return undefined;
  return fieldsOf(fieldsOf(params)._meta)[SUBSCRIPTION_ID_META_KEY];
}

export interface TaskListening {
  /** Those of the wanted tasks that exist. */
  readonly taskIds: readonly string[];
  /** Reports the status of each, and each change, until all are over. */
  readonly begin: () => Promise<void>;
}

/** Listens to tasks of a session. */
export async function listenToTasks(
  core: McpCore,
  tasks: Tasks,
  session: Session,
  { id, taskIds }: TaskFilter,
  { signal, send }: { readonly signal: AbortSignal; readonly send: (notification: Fields) => void },
): Promise<TaskListening> {
  const owner = ownerOf(session.principal);
  const shape = shapeFor(core, tasks, session, signal);
  const known = await Promise.all(taskIds.map((taskId) => tasks.get(taskId, owner)));

  async function tell(taskId: string): Promise<void> {
    let reportedVersion = 0;
    for (;;) {
      const task = await tasks.until(taskId, owner, ({ version }) => version > reportedVersion, { signal });
      if (!task || signal.aborted) return;
      if (task.version > reportedVersion) {
        const _meta = { [SUBSCRIPTION_ID_META_KEY]: id };
        send({
          jsonrpc: '2.0',
          method: 'notifications/tasks',
          params: { ...(await detailedTask(task, shape)), _meta },
        });
      }
      if (isOver(task)) return;
      reportedVersion = task.version;
    }
  }

  const found = known.flatMap((task) => (task ? [task.id] : []));
  return {
    taskIds: found,
    begin: async () => {
      await Promise.all(found.map((taskId) => tell(taskId)));
    },
  };
}

const KEEP_ALIVE_MS = 15_000;

/** The SDK's stream of a subscription over HTTP, with the tasks' notifications in it. */
export function joinStreams(
  { status, headers, body }: Response,
  listen: (send: (notification: Fields) => void, signal: AbortSignal) => Promise<TaskListening>,
  signal: AbortSignal,
): Response {
  if (status !== 200 || !body || !(headers.get('content-type') ?? '').startsWith('text/event-stream')) {
    return new Response(body, { status, headers });
  }
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const encoder = new TextEncoder();
  const joined = new ReadableStream<Uint8Array>({
    start: async (controller) => {
      const write = (text: string): void => {
        if (!either.aborted) controller.enqueue(encoder.encode(text));
      };
      const send = (message: Fields): void => write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
      const alive = setInterval(() => write(': keepalive\n\n'), KEEP_ALIVE_MS).unref();
      try {
        const listening = await listen(send, either);
        let listened = Promise.resolve();
        let last: Fields | undefined;
        for await (const message of messagesOf(body)) {
          if (acknowledgedId(message) !== undefined) {
            send(acknowledge(message, listening.taskIds));
            listened = listening.begin();
          } else if ('result' in message) last = message;
          else send(message);
        }
        // The SDK's part ends immediately where nothing but tasks is listened to.
        await listened;
        if (last) send(last);
      } catch {
        // The client has gone, or the server is closing.
      } finally {
        clearInterval(alive);
        if (!over.signal.aborted) controller.close();
      }
    },
    cancel: () => over.abort(),
  });
  return new Response(joined, { status, headers });
}

/** The messages of an event stream. */
async function* messagesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Fields> {
  let text = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const data = text
        .slice(0, end)
        .split('\n')
        .find((line) => line.startsWith('data: '));
      text = text.slice(end + 2);
      // The SDK wrote it.
      if (data !== undefined) yield JSON.parse(data.slice(6)) as Fields;
    }
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
