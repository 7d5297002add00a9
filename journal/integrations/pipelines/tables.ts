import type { Generated } from 'kysely';

interface PolicyRow {
  id: string;
  name: string;
  schema_version: number;
  policy_json: string;
  content_hash: string;
  enabled: number;
  approved: number;
  approved_at: string | null;
  approved_hash: string | null;
  /** What the last approval was given to, also after it was lost. */
  approved_text: string | null;
  created_by: string;
  created_at: string;
  updated_at: string | null;
  /** The last firing that was handled, so that a restart neither repeats nor forgets one. */
  last_fired_at: string | null;
}

interface RunRow {
  id: string;
  policy_id: string;
  status: string;
  trigger_type: string;
  started_at: string | null;
  completed_at: string | null;
  duration_ms: number | null;
  error: string | null;
  dry_run: number;
  created_by: string;
  content_hash: string;
  /** The firing this run answers; one run at most per policy and firing. */
  fired_for: string | null;
  preview_html: string | null;
  created_at: string;
}

interface StepRow {
  id: Generated<number>;
  run_id: string;
  step_id: string;
  step_type: string;
  status: string;
  started_at: string | null;
  completed_at: string | null;
  duration_ms: number | null;
  output_json: string | null;
  error: string | null;
  attempt: number;
}

interface StateRow {
  policy_id: string;
  provider_id: string;
  data_type: string;
  entity_key: string;
  last_cursor: string | null;
  updated_at: string;
}

interface PipelineReportRow {
  id: string;
  name: string;
  version: number;
  spec_json: string;
  snapshot_json: string;
  snapshot_hash: string;
  created_by: string;
  created_at: string;
}

interface DeliveryRow {
  dedup_key: string;
  report_id: string | null;
  channel: string;
  recipient: string;
  status: string;
  sent_at: string | null;
  error: string | null;
  created_at: string;
}

interface TemplateRow {
  name: string;
  description: string;
  subject_template: string | null;
  body_html: string;
  body_format: string;
  required_variables: string;
  sample_data: string;
  is_default: number;
  created_at: string;
  updated_at: string | null;
}

export interface PipelineTables {
  policies: PolicyRow;
  pipeline_runs: RunRow;
  pipeline_steps: StepRow;
  pipeline_state: StateRow;
  pipeline_reports: PipelineReportRow;
  report_deliveries: DeliveryRow;
  email_templates: TemplateRow;
}

declare module '@zorivest/store' {
  interface Database extends PipelineTables {}
}
