// Scheduled pipelines: policies, their approval, their runs, and the templates they fill.
import { z } from 'zod';
import { empty, resource } from '../core/endpoint.ts';
import { idText, queryFlag, queryInt, text, timestamp, nonBlankText } from '../core/fields.ts';
import { once } from '../core/once.ts';

const document = once(() => z.record(z.string(), z.unknown()));
const policyBody = once(() => z.strictObject({ policy_json: document() }));
const policyParams = once(() => z.object({ policy_id: idText }));
const runParams = once(() => z.object({ run_id: idText }));

export const policy = once(() =>
  z.object({
    id: z.string(),
    name: z.string(),
    schema_version: z.number(),
    enabled: z.boolean(),
    approved: z.boolean(),
    approved_at: timestamp.nullable(),
    content_hash: z.string(),
    policy_json: document(),
    created_at: timestamp,
    updated_at: timestamp.nullable(),
    next_run: timestamp.nullable(),
    warnings: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  }),
);

/** A text of a step, or where it comes from when it is only known as the step runs. */
const stepText = once(() => z.object({ step_id: z.string(), field: z.string(), text: z.string() }));

const approval = once(() =>
  z.object({
    policy_id: z.string(),
    name: z.string(),
    approved: z.boolean(),
    content_hash: z.string().describe('Of all of this; goes into the approval'),
    text: z.string().describe('All that the approval covers, a value a line'),
    approved_text: z.string().nullable().describe('The same of what was approved last; null: nothing yet'),
    schedule: z.object({
      cron_expression: z.string(),
      timezone: z.string(),
      enabled: z.boolean(),
      next_run: timestamp.nullable(),
    }),
    sql: z.array(stepText()),
    addresses: z.array(stepText()).describe('What it downloads'),
    recipients: z.array(stepText()).describe('Who gets mail'),
    texts: z.array(stepText()).describe('What it writes and sends in its own words'),
    templates: z.array(
      z.object({
        name: z.string(),
        exists: z.boolean(),
        subject_template: z.string().nullable(),
        body_html: z.string().nullable(),
        body_format: z.enum(['html', 'markdown']).nullable(),
      }),
    ),
  }),
);

const runStatuses = [
  'pending',
  'running',
  'cancelling',
  'success',
  'warning',
  'failed',
  'cancelled',
  'skipped_locked',
] as const;

const run = once(() =>
  z.object({
    run_id: z.string(),
    policy_id: z.string(),
    status: z.enum(runStatuses),
    trigger_type: z.enum(['scheduled', 'manual', 'mcp']),
    started_at: timestamp.nullable(),
    completed_at: timestamp.nullable(),
    duration_ms: z.number().nullable(),
    error: z.string().nullable(),
    dry_run: z.boolean(),
    preview_html: z.string().nullable().optional(),
  }),
);

const step = once(() =>
  z.object({
    step_id: z.string(),
    step_type: z.string(),
    status: z.string(),
    started_at: timestamp.nullable(),
    completed_at: timestamp.nullable(),
    duration_ms: z.number().nullable(),
    error: z.string().nullable(),
    attempt: z.number(),
    output: z.unknown().optional(),
  }),
);

const template = once(() =>
  z.object({
    name: z.string(),
    description: z.string(),
    subject_template: z.string().nullable(),
    body_html: z.string(),
    body_format: z.enum(['html', 'markdown']),
    required_variables: z.array(z.string()),
    sample_data: document(),
    is_default: z.boolean(),
    created_at: timestamp,
    updated_at: timestamp.nullable(),
  }),
);
const templateName = z
  .string()
  .max(128)
  .regex(/^[a-z0-9][a-z0-9_-]*$/, 'must be lower-case letters, digits, - and _');
const templateFields = once(() => ({
  description: text(500).default(''),
  subject_template: text(256).nullable().default(null),
  body_html: nonBlankText(65_536),
  body_format: z.enum(['html', 'markdown']).default('html'),
  required_variables: z.array(nonBlankText(64)).max(50).default([]),
  sample_data: document().default({}),
}));
const templateParams = once(() => z.object({ name: templateName }));

const emulatorPhases = ['PARSE', 'VALIDATE', 'SIMULATE', 'RENDER'] as const;

export const scheduling = resource('leaves-trades', {
  createPolicy: () => ({
    method: 'POST',
    path: '/scheduling/policies',
    summary: 'Store a policy; it runs only after the person has approved it',
    body: policyBody(),
    response: policy(),
    status: 201,
    errors: [409, 429],
    role: 'read-write',
    audit: 'policy.create',
    write: 'book',
  }),
  listPolicies: () => ({
    method: 'GET',
    path: '/scheduling/policies',
    summary: 'Policies with schedule, approval and next run',
    query: z.object({ enabled_only: queryFlag(false) }),
    response: z.object({ policies: z.array(policy()), total: z.int() }),
    role: 'read-only',
  }),
  addresses: () => ({
    method: 'GET',
    path: '/scheduling/addresses',
    summary: 'The hosts that policies download from, and who wrote them',
    response: z.object({
      items: z.array(
        z.object({
          host: z.string(),
          policy_id: z.string(),
          policy_name: z.string(),
          approved: z.boolean().describe('Only then anything is fetched'),
          key_id: z.string().nullable().describe('The key that stored the policy; null for the person'),
        }),
      ),
    }),
    role: 'read-only',
  }),
  policySchema: () => ({
    method: 'GET',
    path: '/scheduling/policies/schema',
    summary: 'JSON Schema of a policy document',
    response: document(),
    role: 'read-only',
  }),
  getPolicy: () => ({
    method: 'GET',
    path: '/scheduling/policies/{policy_id}',
    summary: 'One policy',
    params: policyParams(),
    response: policy(),
    errors: [404],
    role: 'read-only',
  }),
  updatePolicy: () => ({
    method: 'PUT',
    path: '/scheduling/policies/{policy_id}',
    summary: 'Replace a policy; anything but switching it on or off takes its approval away',
    params: policyParams(),
    body: policyBody(),
    response: policy(),
    errors: [404, 409],
    role: 'read-write',
    audit: 'policy.update',
    write: 'book',
  }),
  removePolicy: () => ({
    method: 'DELETE',
    path: '/scheduling/policies/{policy_id}',
    summary: 'Delete a policy and its history',
    params: policyParams(),
    response: empty,
    errors: [404, 409],
    role: 'read-write',
    audit: 'policy.delete',
    write: 'book',
  }),
  policyApproval: () => ({
    method: 'GET',
    path: '/scheduling/policies/{policy_id}/approval',
    summary: 'What an approval is asked for: schedule, SQL, addresses, recipients, texts and templates of a policy',
    params: policyParams(),
    response: approval(),
    errors: [404],
    role: 'read-only',
  }),
  approvePolicy: () => ({
    method: 'POST',
    path: '/scheduling/policies/{policy_id}/approve',
    summary: 'Let a policy run as it was looked at, with the templates it names',
    description:
      'Only for the person who gave the passphrase: no API key, and so no assistant, can approve. 409 when the policy or a template it names is no longer what content_hash stands for.',
    params: policyParams(),
    body: z.strictObject({ content_hash: nonBlankText(128) }),
    response: policy(),
    errors: [404, 409],
    role: 'person',
    audit: 'policy.approve',
    write: 'book',
    wantsPassphrase: true,
  }),
  runPolicy: () => ({
    method: 'POST',
    path: '/scheduling/policies/{policy_id}/run',
    summary: 'Run an approved policy now; a dry run needs no approval, changes nothing and sends nothing',
    params: policyParams(),
    body: z.strictObject({ dry_run: z.boolean().default(false) }),
    bodyOptional: true,
    response: run(),
    errors: [404, 409, 429],
    role: 'read-write',
    audit: 'pipeline.run',
    write: 'outside',
  }),
  schedulePolicy: () => ({
    method: 'PATCH',
    path: '/scheduling/policies/{policy_id}/schedule',
    summary: 'Change when a policy runs, or switch it on or off',
    params: policyParams(),
    query: z.object({
      cron_expression: nonBlankText(200).optional(),
      enabled: z.enum(['true', 'false']).optional(),
      timezone: nonBlankText(64).optional(),
    }),
    response: policy(),
    errors: [404],
    role: 'read-write',
    audit: 'policy.update',
    write: 'book',
  }),
  policyRuns: () => ({
    method: 'GET',
    path: '/scheduling/policies/{policy_id}/runs',
    summary: 'Recent runs of a policy, newest first',
    params: policyParams(),
    query: z.object({ limit: queryInt({ min: 1, max: 100, default: 20 }) }),
    response: z.array(run()),
    errors: [404],
    role: 'read-only',
  }),
  listRuns: () => ({
    method: 'GET',
    path: '/scheduling/runs',
    summary: 'Recent runs of all policies, newest first',
    query: z.object({ limit: queryInt({ min: 1, max: 100, default: 20 }) }),
    response: z.array(run()),
    role: 'read-only',
  }),
  getRun: () => ({
    method: 'GET',
    path: '/scheduling/runs/{run_id}',
    summary: 'One run with its steps',
    params: runParams(),
    response: run().extend({ steps: z.array(step()) }),
    errors: [404],
    role: 'read-only',
  }),
  runSteps: () => ({
    method: 'GET',
    path: '/scheduling/runs/{run_id}/steps',
    summary: 'The steps of a run with their outputs, every attempt',
    params: runParams(),
    response: z.array(step()),
    errors: [404],
    role: 'read-only',
  }),
  cancelRun: () => ({
    method: 'POST',
    path: '/scheduling/runs/{run_id}/cancel',
    summary: 'Stop a run between two steps; harmless when it has ended',
    params: runParams(),
    response: run(),
    errors: [404],
    role: 'read-write',
    audit: 'pipeline.cancel',
    write: 'service',
  }),
  schedulerStatus: () => ({
    method: 'GET',
    path: '/scheduling/scheduler/status',
    summary: 'Whether the scheduler runs and what it will run next',
    response: z.object({
      running: z.boolean(),
      job_count: z.int(),
      jobs: z.array(z.object({ id: z.string(), name: z.string(), next_run: timestamp.nullable() })),
    }),
    role: 'read-only',
  }),
  powerEvent: () => ({
    method: 'POST',
    path: '/scheduling/scheduler/power-event',
    summary: 'The machine goes to sleep or wakes up; missed firings are handled immediately',
    body: z.strictObject({ event_type: z.enum(['suspend', 'resume']), timestamp: z.iso.datetime({ offset: true }) }),
    response: z.object({ status: z.string() }),
    role: 'read-write',
    audit: 'scheduler.power',
    write: 'service',
  }),
  stepTypes: () => ({
    method: 'GET',
    path: '/scheduling/step-types',
    summary: 'The kinds of steps and their parameters',
    response: z.array(
      z.object({ type: z.string(), summary: z.string(), side_effects: z.boolean(), params_schema: document() }),
    ),
    role: 'read-only',
  }),
  emulate: () => ({
    method: 'POST',
    path: '/scheduling/emulator/run',
    summary: 'Try a policy text without storing it: what is wrong with it and what it would show',
    body: z.strictObject({ policy_json: document(), phases: z.array(z.enum(emulatorPhases)).min(1).optional() }),
    response: z.object({
      valid: z.boolean(),
      phase: z.enum(emulatorPhases),
      errors: z.array(document()),
      warnings: z.array(document()),
      outputs: document(),
      template_preview_hash: z.string().nullable(),
    }),
    errors: [429],
    role: 'read-write',
  }),
  mockData: () => ({
    method: 'GET',
    path: '/scheduling/emulator/mock-data',
    summary: 'One invented record of each kind of data a fetch step can get, and the rows it becomes',
    response: z.array(
      z.object({
        data_type: z.string(),
        record: document().describe('As it stands in the content of a fetch step'),
        table: z.string().nullable().describe('Where transform and market_data_store keep it; null for nowhere'),
        rows: z.array(document()).describe('What they would write there'),
      }),
    ),
    role: 'read-only',
  }),
  validateSql: () => ({
    method: 'POST',
    path: '/scheduling/validate-sql',
    summary: 'Whether a statement may be used in a pipeline',
    body: z.strictObject({ sql: nonBlankText(10_000) }),
    response: z.object({ valid: z.boolean(), errors: z.array(z.string()) }),
    role: 'read-only',
  }),
  dbSchema: () => ({
    method: 'GET',
    path: '/scheduling/db-schema',
    summary: 'The tables a pipeline may read',
    response: z.array(
      z.object({
        name: z.string(),
        columns: z.array(z.object({ name: z.string(), type: z.string(), nullable: z.boolean() })),
      }),
    ),
    role: 'read-only',
  }),
  dbSamples: () => ({
    method: 'GET',
    path: '/scheduling/db-schema/samples/{table}',
    summary: 'A few rows of a table a pipeline may read',
    params: z.object({ table: nonBlankText(64) }),
    query: z.object({ limit: queryInt({ min: 1, max: 20, default: 5 }) }),
    response: z.array(document()),
    errors: [404],
    role: 'read-only',
  }),
  createTemplate: () => ({
    method: 'POST',
    path: '/scheduling/templates',
    summary: 'Store a template for reports and mails (Liquid)',
    body: z.strictObject({ name: templateName, ...templateFields() }),
    response: template(),
    status: 201,
    errors: [409],
    role: 'read-write',
    audit: 'template.create',
    write: 'book',
  }),
  listTemplates: () => ({
    method: 'GET',
    path: '/scheduling/templates',
    summary: 'Templates',
    response: z.array(template()),
    role: 'read-only',
  }),
  getTemplate: () => ({
    method: 'GET',
    path: '/scheduling/templates/{name}',
    summary: 'One template',
    params: templateParams(),
    response: template(),
    errors: [404],
    role: 'read-only',
  }),
  updateTemplate: () => ({
    method: 'PATCH',
    path: '/scheduling/templates/{name}',
    summary: 'Change a template; only what is sent changes',
    params: templateParams(),
    body: z
      .strictObject({
        description: text(500),
        subject_template: text(256).nullable(),
        body_html: nonBlankText(65_536),
        body_format: z.enum(['html', 'markdown']),
        required_variables: z.array(nonBlankText(64)).max(50),
        sample_data: document(),
      })
      .partial(),
    response: template(),
    errors: [404],
    role: 'read-write',
    audit: 'template.update',
    write: 'book',
  }),
  removeTemplate: () => ({
    method: 'DELETE',
    path: '/scheduling/templates/{name}',
    summary: 'Delete a template; the built-in ones stay',
    params: templateParams(),
    response: empty,
    errors: [404],
    role: 'read-write',
    audit: 'template.delete',
    write: 'book',
  }),
  previewTemplate: () => ({
    method: 'POST',
    path: '/scheduling/templates/{name}/preview',
    summary: 'What a template looks like with given or sample data',
    params: templateParams(),
    body: z.strictObject({ data: document().optional() }),
    bodyOptional: true,
    response: z.object({ name: z.string(), subject_rendered: z.string().nullable(), body_rendered: z.string() }),
    errors: [404],
    role: 'read-only',
  }),
});
