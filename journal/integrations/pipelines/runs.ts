// Runs and their steps in the book.
import { type Connection, type Db, notFound, type RowChange, shownTimeOrNull, type StoredRow } from '@zorivest/store';
import type { StepRecord } from './runner.ts';
import type { PipelineTables } from './tables.ts';

export type RunRow = PipelineTables['pipeline_runs'];
type StepRow = PipelineTables['pipeline_steps'];

const activeStatuses = ['pending', 'running', 'cancelling'] as const;

type RunStatus = (typeof activeStatuses)[number] | 'success' | 'warning' | 'failed' | 'cancelled' | 'skipped_locked';

export function presentRun(row: RunRow) {
  return {
    run_id: row.id,
    policy_id: row.policy_id,
    // Both columns are written from these very unions and nowhere else.
    status: row.status as RunStatus,
    trigger_type: row.trigger_type as 'scheduled' | 'manual' | 'mcp',
    started_at: shownTimeOrNull(row.started_at),
    completed_at: shownTimeOrNull(row.completed_at),
    duration_ms: row.duration_ms,
    error: row.error,
    dry_run: row.dry_run === 1,
    ...(row.preview_html === null ? {} : { preview_html: row.preview_html }),
  };
}

/** A step's output is shown as it was stored, cut where it would be too long for an answer. */
const SHOWN_OUTPUT = 20_000;

function presentStep(row: Omit<StepRow, 'id'>, withOutput: boolean) {
  return {
    step_id: row.step_id,
    step_type: row.step_type,
    status: row.status,
    started_at: shownTimeOrNull(row.started_at),
    completed_at: shownTimeOrNull(row.completed_at),
    duration_ms: row.duration_ms,
    error: row.error,
    attempt: row.attempt,
    ...(withOutput ? { output: outputOf(row.output_json) } : {}),
  };
}

function outputOf(json: string | null): unknown {
  if (json === null) return null;
  return json.length <= SHOWN_OUTPUT
    ? (JSON.parse(json) as unknown)
    : { truncated: true, start: json.slice(0, SHOWN_OUTPUT) };
}

export async function runRow(db: Db, id: string): Promise<RunRow> {
  const row = await db.selectFrom('pipeline_runs').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('run', id);
  return row;
}

export async function recentRuns(db: Db, limit: number, policyId?: string) {
  let query = db.selectFrom('pipeline_runs').selectAll().orderBy('created_at', 'desc').orderBy('id').limit(limit);
  if (policyId !== undefined) query = query.where('policy_id', '=', policyId);
  return (await query.execute()).map((row) => presentRun({ ...row, preview_html: null }));
}

export async function runSteps(db: Db, runId: string, withOutput: boolean) {
  const rows = await db.selectFrom('pipeline_steps').selectAll().where('run_id', '=', runId).orderBy('id').execute();
  return rows.map((row) => presentStep(row, withOutput));
}

/** What a run has left in the book by now, as it is stored: itself, its steps with what they did, and the reports they stored. */
export function rowsOfRun(connection: Connection, runId: string): RowChange[] {
  const rows = (table: string, column: string, value: string) =>
    (connection.prepare(`select * from ${table} where ${column} = ?`).all(value) as StoredRow[]).map((after) => ({
      table,
      before: null,
      after,
    }));
  const steps = rows('pipeline_steps', 'run_id', runId);
  const reports = steps.flatMap(({ after: { output_json } }) => {
    const { report_id } = JSON.parse(typeof output_json === 'string' ? output_json : '{}') as { report_id?: unknown };
    return typeof report_id === 'string' ? [report_id] : [];
  });
  return [
    ...rows('pipeline_runs', 'id', runId),
    ...steps,
    ...reports.flatMap((id) => rows('pipeline_reports', 'id', id)),
  ];
}

export async function recordStep(db: Db, runId: string, record: StepRecord): Promise<void> {
  await db
    .insertInto('pipeline_steps')
    .values({
      run_id: runId,
      step_id: record.stepId,
      step_type: record.stepType,
      status: record.status,
      started_at: record.startedAt.toISOString(),
      completed_at: record.completedAt.toISOString(),
      duration_ms: record.completedAt.getTime() - record.startedAt.getTime(),
      output_json: record.output === null ? null : JSON.stringify(record.output),
      error: record.error,
      attempt: record.attempt,
    })
    .execute();
}

export async function finishRun(
  db: Db,
  id: string,
  end: {
    readonly status: string;
    readonly error: string | null;
    readonly previewHtml: string | null;
    readonly at: Date;
  },
): Promise<void> {
  const { started_at } = await runRow(db, id);
  await db
    .updateTable('pipeline_runs')
    .set({
      status: end.status,
      error: end.error,
      preview_html: end.previewHtml,
      completed_at: end.at.toISOString(),
      duration_ms: started_at === null ? null : end.at.getTime() - Date.parse(started_at),
    })
    .where('id', '=', id)
    .execute();
}

/** What the last process left behind: how far it came is unknown, so it is not run again. */
export async function markInterrupted(db: Db, at: Date): Promise<void> {
  await db
    .updateTable('pipeline_runs')
    .set({ status: 'failed', error: 'interrupted: the service stopped while it ran', completed_at: at.toISOString() })
    .where('status', 'in', [...activeStatuses])
    .execute();
}
