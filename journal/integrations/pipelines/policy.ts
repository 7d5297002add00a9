import { z } from 'zod';

/** A pipeline as a person or an assistant writes it down. Read at the boundary once; the rest trusts the type. */

const retry = z
  .strictObject({
    max_attempts: z.int().min(1).max(10).default(3),
    backoff_factor: z.number().min(1).max(10).optional(),
    /** What the first tool schema called it; taken as the factor. */
    backoff_seconds: z.number().min(1).max(10).optional(),
    jitter: z.boolean().default(true),
  })
  .transform(({ backoff_seconds, backoff_factor, ...rest }) => ({
    ...rest,
    backoff_factor: backoff_factor ?? backoff_seconds ?? 2,
  }));

export const comparisons = ['eq', 'ne', 'gt', 'lt', 'ge', 'le'] as const;
export type Comparison = (typeof comparisons)[number];

const skipIf = z.strictObject({
  field: z.string().regex(/^ctx\.\w+(\.\w+)*$/, 'must look like ctx.step.path'),
  operator: z.enum([...comparisons, 'is_null', 'is_empty']),
  value: z.unknown().optional(),
});

const policyStep = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be lower-case letters, digits and _, starting with a letter'),
  type: z.string().min(1),
  params: z.record(z.string(), z.unknown()).default({}),
  timeout: z.int().min(10).max(3600).default(300),
  retry: retry.prefault({}),
  on_error: z.enum(['fail_pipeline', 'log_and_continue', 'retry_then_fail']).default('fail_pipeline'),
  skip_if: skipIf.optional(),
  required: z.boolean().default(true),
});

export const policyDocument = z.strictObject({
  schema_version: z.union([z.literal(1), z.literal(2)]).default(1),
  name: z.string().trim().min(1).max(128),
  metadata: z
    .strictObject({
      author: z.string().max(128).optional(),
      created_at: z.string().optional(),
      updated_at: z.string().optional(),
      description: z.string().max(500).optional(),
    })
    .optional(),
  trigger: z.strictObject({
    cron_expression: z.string().max(200),
    timezone: z.string().max(64).default('UTC'),
    enabled: z.boolean().default(true),
    misfire_grace_time: z.int().min(60).max(86_400).default(3600),
    coalesce: z.boolean().default(true),
    max_instances: z.int().min(1).max(3).default(1),
  }),
  steps: z.array(policyStep).min(1).max(20),
  variables: z.record(z.string().regex(/^[a-z]\w{0,63}$/i), z.unknown()).optional(),
});

export type Policy = z.output<typeof policyDocument>;
export type PolicyStep = Policy['steps'][number];
