export interface TaskRow {
  id: string;
  key_id: string;
  version: number;
  is_over: number;
  created_at: number;
  expires_at: number;
  /** What the server that works on it wrote, as JSON. */
  /** Of the record, which is not read for it. */
  size: number;
  record: string;
}

/** A request that was sent for a task: asking for it again joins it, or gets its answer. */
export interface TaskRequestRow {
  id: string;
  key_id: string;
  task_id: string;
  operation: string;
  began_at: number;
  /** Status, type and text, or the fault, as JSON; null while it is running. */
  answer: string | null;
}

export interface TaskTables {
  tasks: TaskRow;
  task_requests: TaskRequestRow;
}

declare module '../control/tables.ts' {
  interface ControlDatabase extends TaskTables {}
}
