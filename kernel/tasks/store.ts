import type { TaskChange, TaskRecord } from './record.ts';

type Soon<T> = T | Promise<T>;

/**
 * Where tasks are stored, so that the handle of one is good after the process that began it has gone. A file of the
 * server's (`fileTasks`), or the server's own. Several processes may share one: each running task has a runner, the
 * process that works on it, which reports repeatedly that it lives; the tasks of a silent runner can be claimed by another.
 */
export interface TaskStore {
  /** Stores a new task, durably, as one the runner works on. */
  create(task: TaskRecord, runner: string): Soon<void>;
  /** The task, if it is this owner's and its time is not over. */
  get(id: string, owner: string): Soon<TaskRecord | undefined>;
  /** An owner's tasks, newest first, those after a given one. */
  list(owner: string, page: { readonly after?: string; readonly limit: number }): Soon<readonly TaskRecord[]>;
  /** Changes a task that is not over; returns the changed task, or nothing when it is over or gone. */
  change(id: string, change: TaskChange): Soon<TaskRecord | undefined>;
  /** Takes the client's answers to questions that are outstanding, and no others. */
  answer(id: string, answers: Readonly<Record<string, unknown>>): Soon<TaskRecord | undefined>;
  /** Renews the runner's lease; returns its tasks that are not over. */
  renew(runner: string): Soon<readonly TaskRecord[]>;
  /** Assigns the unfinished tasks of dead runners to this runner, and returns them. */
  claim(runner: string): Soon<readonly TaskRecord[]>;
  /** The runner works on these no more; another may claim them immediately. */
  release(runner: string): Soon<void>;
  close?(): Soon<void>;
}
