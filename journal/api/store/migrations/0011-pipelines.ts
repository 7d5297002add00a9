import { ddl } from '../dialect.ts';
import type { Migration } from '../migrate.ts';

export const pipelines: Migration = {
  version: 11,
  name: 'pipelines',
  async up(db) {
    await db.schema
      .createTable('policies')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('name', 'text', (c) => c.notNull().unique())
      .addColumn('schema_version', 'integer', (c) => c.notNull())
      .addColumn('policy_json', ddl.json, (c) => c.notNull())
      .addColumn('content_hash', 'text', (c) => c.notNull())
      .addColumn('enabled', ddl.flag, (c) => c.notNull())
      .addColumn('approved', ddl.flag, (c) => c.notNull())
      .addColumn('approved_at', ddl.time)
      .addColumn('approved_hash', 'text')
      .addColumn('created_by', 'text', (c) => c.notNull())
      .addColumn('created_at', ddl.time, (c) => c.notNull())
      .addColumn('updated_at', ddl.time)
      .addColumn('last_fired_at', ddl.time)
      .execute();

    await db.schema
      .createTable('pipeline_runs')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('policy_id', 'text', (c) => c.notNull().references('policies.id').onDelete('cascade'))
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('trigger_type', 'text', (c) => c.notNull())
      .addColumn('started_at', ddl.time)
      .addColumn('completed_at', ddl.time)
      .addColumn('duration_ms', 'integer')
      .addColumn('error', 'text')
      .addColumn('dry_run', ddl.flag, (c) => c.notNull())
      .addColumn('created_by', 'text', (c) => c.notNull())
      .addColumn('content_hash', 'text', (c) => c.notNull())
      .addColumn('fired_for', ddl.time)
      .addColumn('preview_html', 'text')
      .addColumn('created_at', ddl.time, (c) => c.notNull())
      // The same firing can never be run twice, whatever crashes or starts again in between.
      .addUniqueConstraint('pipeline_runs_once_per_firing', ['policy_id', 'fired_for'])
      .execute();
    await db.schema
      .createIndex('pipeline_runs_newest')
      .on('pipeline_runs')
      .columns(['policy_id', 'created_at'])
      .execute();

    await db.schema
      .createTable('pipeline_steps')
      .addColumn('id', 'integer', ddl.id)
      .addColumn('run_id', 'text', (c) => c.notNull().references('pipeline_runs.id').onDelete('cascade'))
      .addColumn('step_id', 'text', (c) => c.notNull())
      .addColumn('step_type', 'text', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('started_at', ddl.time)
      .addColumn('completed_at', ddl.time)
      .addColumn('duration_ms', 'integer')
      .addColumn('output_json', ddl.json)
      .addColumn('error', 'text')
      .addColumn('attempt', 'integer', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('pipeline_steps_by_run').on('pipeline_steps').columns(['run_id', 'id']).execute();

    await db.schema
      .createTable('pipeline_state')
      .addColumn('policy_id', 'text', (c) => c.notNull().references('policies.id').onDelete('cascade'))
      .addColumn('provider_id', 'text', (c) => c.notNull())
      .addColumn('data_type', 'text', (c) => c.notNull())
      .addColumn('entity_key', 'text', (c) => c.notNull())
      .addColumn('last_cursor', 'text')
      .addColumn('updated_at', ddl.time, (c) => c.notNull())
      .addPrimaryKeyConstraint('pipeline_state_key', ['policy_id', 'provider_id', 'data_type', 'entity_key'])
      .execute();

    await db.schema
      .createTable('pipeline_reports')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('spec_json', ddl.json, (c) => c.notNull())
      .addColumn('snapshot_json', ddl.json, (c) => c.notNull())
      .addColumn('snapshot_hash', 'text', (c) => c.notNull())
      .addColumn('created_by', 'text', (c) => c.notNull())
      .addColumn('created_at', ddl.time, (c) => c.notNull())
      .addUniqueConstraint('pipeline_reports_versions', ['name', 'version'])
      .execute();

    await db.schema
      .createTable('report_deliveries')
      .addColumn('dedup_key', 'text', (c) => c.primaryKey().notNull())
      .addColumn('report_id', 'text')
      .addColumn('channel', 'text', (c) => c.notNull())
      .addColumn('recipient', 'text', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('sent_at', ddl.time)
      .addColumn('error', 'text')
      .addColumn('created_at', ddl.time, (c) => c.notNull())
      .execute();

    await db.schema
      .createTable('email_templates')
      .addColumn('name', 'text', (c) => c.primaryKey().notNull())
      .addColumn('description', 'text', (c) => c.notNull())
      .addColumn('subject_template', 'text')
      .addColumn('body_html', 'text', (c) => c.notNull())
      .addColumn('body_format', 'text', (c) => c.notNull())
      .addColumn('required_variables', ddl.json, (c) => c.notNull())
      .addColumn('sample_data', ddl.json, (c) => c.notNull())
      .addColumn('is_default', ddl.flag, (c) => c.notNull())
      .addColumn('created_at', ddl.time, (c) => c.notNull())
      .addColumn('updated_at', ddl.time)
      .execute();
  },
};
