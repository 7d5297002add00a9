/** A task in the words of each revision. They differ in more than names: what counts as failed, and where the result is. */
import { codes } from '../tool/errors.ts';
import type { TaskRecord } from '../tasks/record.ts';
import type { ShapedResult } from '../surface/result.ts';
import { wireInputRequest } from './questions.ts';

export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';
export const RELATED_TASK = 'io.modelcontextprotocol/related-task';
const IMMEDIATE_RESPONSE = 'io.modelcontextprotocol/model-immediate-response';

type Fields = Readonly<Record<string, unknown>>;

/** The outcome of a task as its client is answered. */
export type ShapeTask = (task: TaskRecord) => Promise<ShapedResult>;

/** A JSON-RPC error as a task carries it. */
export interface TaskError {
  readonly code: number;
  readonly message: string;
  readonly data: unknown;
}

/** Work of minutes need not be polled every second. */
function pollMs({ createdAt, updatedAt }: TaskRecord): number {
  return updatedAt - createdAt < 60_000 ? 1000 : 5000;
}

function common({ id, message, createdAt, updatedAt }: TaskRecord) {
  return {
    taskId: id,
    ...(message === undefined ? {} : { statusMessage: message }),
    createdAt: new Date(createdAt).toISOString(),
    lastUpdatedAt: new Date(updatedAt).toISOString(),
  };
}

/** 2026-07-28: the task itself. */
export function modernTask(task: TaskRecord) {
  return { ...common(task), status: task.status, ttlMs: task.ttlMs, pollIntervalMs: pollMs(task) };
}

/** 2026-07-28: the task with what its state brings along, as `tasks/get` and notifications show it. */
export async function detailedTask(task: TaskRecord, shape: ShapeTask): Promise<Fields> {
  const base = modernTask(task);
  const { status, questions } = task;
  if (status === 'input_required') {
    const requests = Object.entries(questions).map(([key, request]) => [key, wireInputRequest(request)] as const);
    return { ...base, inputRequests: Object.fromEntries(requests) };
  }
  if (status === 'failed') return { ...base, error: errorOf(task) };
  if (status === 'completed') return { ...base, result: { resultType: 'complete', ...(await shape(task)) } };
  return base;
}

/** 2025-11-25: a tool that answered with an error has failed there. */
export function legacyTask(task: TaskRecord) {
  const failed = task.status === 'completed' && task.outcome?.ok === false;
  return { ...common(task), status: failed ? 'failed' : task.status, ttl: task.ttlMs, pollInterval: pollMs(task) };
}

/** 2025-11-25: the answer to a call that has become a task. */
export function createdTask(task: TaskRecord): Fields {
  const immediate = `${task.tool} continues as the task ${task.id}; its result follows.`;
  return { task: legacyTask(task), _meta: { [IMMEDIATE_RESPONSE]: immediate } };
}

/** Why a task failed as a call, as a JSON-RPC error. */
export function errorOf({ outcome }: TaskRecord): TaskError {
  const error = outcome?.ok === false ? outcome.error : { code: codes.internal, message: 'The task failed.' };
  if (error.code === codes.capabilityMissing) {
    return { code: -32021, message: error.message, data: { requiredCapabilities: error.details?.required ?? {} } };
  }
  return { code: -32603, message: error.message, data: { code: error.code } };
}
