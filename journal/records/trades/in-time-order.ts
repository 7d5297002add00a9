import type { BookExecution } from './columns.ts';

/** Executions by their time, and those of one time by their ids. */
export function inTimeOrder(a: BookExecution, b: BookExecution): number {
  if (a.time !== b.time) return a.time < b.time ? -1 : 1;
  return a.exec_id < b.exec_id ? -1 : 1;
}
