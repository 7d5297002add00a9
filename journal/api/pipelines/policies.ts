// Policies in the book: stored, changed, approved. What they do when they run is elsewhere.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Call } from '../core/call.ts';
import { conflict, Fault, notFound } from '../core/fault.ts';
import { shownTime, shownTimeOrNull, type Db } from '../store/index.ts';
import { policyHash } from './canonical.ts';
import { nextFiring } from './cron.ts';
import { policyDocument, type Policy } from './policy.ts';
import type { SqlEngine } from './sql.ts';
import { stepTypes } from './step-types.ts';
import type { PipelineTables } from './tables.ts';
import { hasErrors, validatePolicy, type PolicyFault } from './validate.ts';

export type PolicyRow = PipelineTables['policies'];

/** Who runs policies, as those who change them need it. */
export interface Scheduler {
  /** Judges the queries of a policy. */
  readonly sql: SqlEngine;
  isRunning(policyId: string): boolean;
  /** The policies have changed. */
  reschedule(): void;
}

const CREATED_PER_DAY = 20;
const DAY_MS = 86_400_000;

export const storedPolicy = (row: Pick<PolicyRow, 'policy_json'>): Policy => JSON.parse(row.policy_json) as Policy;

export const mayRun = (row: PolicyRow): boolean => row.approved === 1 && row.approved_hash === row.content_hash;

export function presentPolicy(row: PolicyRow, now: Date, warnings: readonly PolicyFault[] = []) {
  const policy = storedPolicy(row);
  const { cron_expression, timezone } = policy.trigger;
  const fires = row.enabled === 1 && mayRun(row);
  return {
    id: row.id,
    name: row.name,
    schema_version: row.schema_version,
    enabled: row.enabled === 1,
    approved: mayRun(row),
    approved_at: shownTimeOrNull(row.approved_at),
    content_hash: row.content_hash,
    policy_json: policy as unknown as Record<string, unknown>,
    created_at: shownTime(row.created_at),
    updated_at: shownTimeOrNull(row.updated_at),
    next_run: fires ? (nextFiring(cron_expression, timezone, now)?.toISOString() ?? null) : null,
    ...(warnings.length > 0 ? { warnings: warnings.map(({ field, message }) => ({ field, message })) } : {}),
  };
}

export async function policyRow(db: Db, id: string): Promise<PolicyRow> {
  const row = await db.selectFrom('policies').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('policy', id);
  return row;
}

export async function listPolicies({ db, now }: Call, enabledOnly: boolean) {
  let query = db.selectFrom('policies').selectAll().orderBy('name');
  if (enabledOnly) query = query.where('enabled', '=', 1);
  const policies = (await query.execute()).map((row) => presentPolicy(row, now()));
  return { policies, total: policies.length };
}

async function checked(sql: SqlEngine, document: unknown) {
  const { policy, faults } = await validatePolicy(document, sql);
  if (!policy || hasErrors(faults)) throw new Fault(422, { validation_errors: [...faults] });
  return { policy, warnings: faults };
}

export async function createPolicy(call: Call, { sql }: Scheduler, document: unknown) {
  const { policy, warnings } = await checked(sql, document);
  const now = call.now();
  const since = new Date(now.getTime() - DAY_MS).toISOString();
  const row: PolicyRow = {
    id: randomUUID(),
    name: policy.name,
    schema_version: policy.schema_version,
    policy_json: JSON.stringify(policy),
    content_hash: policyHash(policy),
    enabled: policy.trigger.enabled ? 1 : 0,
    approved: 0,
    approved_at: null,
    approved_hash: null,
    created_by: call.actor.name,
    created_at: now.toISOString(),
    updated_at: null,
    last_fired_at: null,
  };
  await call.write(async ({ db, audit }) => {
    const { today } = await db
      .selectFrom('policies')
      .select((eb) => eb.fn.countAll<number>().as('today'))
      .where('created_at', '>', since)
      .executeTakeFirstOrThrow();
    if (today >= CREATED_PER_DAY) throw new Fault(429, `at most ${CREATED_PER_DAY} policies a day`);
    await refuseTakenName(db, policy.name, row.id);
    await db.insertInto('policies').values(row).execute();
    audit({ resource: 'policy', id: row.id, after: policy });
  });
  return presentPolicy(row, now, warnings);
}

async function refuseTakenName(db: Db, name: string, id: string): Promise<void> {
  const other = await db
    .selectFrom('policies')
    .select('id')
    .where('name', '=', name)
    .where('id', '!=', id)
    .executeTakeFirst();
  if (other) throw conflict(`there is already a policy called "${name}"`);
}

/** A change of anything but the switch takes the approval away: what was approved is no longer what would run. */
export async function replacePolicy(call: Call, scheduler: Scheduler, id: string, document: unknown) {
  const { policy, warnings } = await checked(scheduler.sql, document);
  const now = call.now();
  const row = await call.write(async ({ db, audit }) => {
    const before = await policyRow(db, id);
    await refuseTakenName(db, policy.name, id);
    const hash = policyHash(policy);
    const kept = hash === before.approved_hash && before.approved === 1;
    const change = {
      name: policy.name,
      schema_version: policy.schema_version,
      policy_json: JSON.stringify(policy),
      content_hash: hash,
      enabled: policy.trigger.enabled ? 1 : 0,
      approved: kept ? 1 : 0,
      approved_at: kept ? before.approved_at : null,
      approved_hash: kept ? before.approved_hash : null,
      updated_at: now.toISOString(),
      // A new time table starts now: what the old one missed is gone.
      last_fired_at: now.toISOString(),
    };
    await db.updateTable('policies').set(change).where('id', '=', id).execute();
    audit({ resource: 'policy', id, before: storedPolicy(before), after: policy });
    return { ...before, ...change };
  });
  scheduler.reschedule();
  return presentPolicy(row, now, warnings);
}

export interface ScheduleChange {
  readonly cron_expression?: string | undefined;
  readonly timezone?: string | undefined;
  readonly enabled?: 'true' | 'false' | undefined;
}

export async function changeSchedule(call: Call, scheduler: Scheduler, id: string, change: ScheduleChange) {
  const policy = storedPolicy(await policyRow(call.db, id));
  const { cron_expression = policy.trigger.cron_expression, timezone = policy.trigger.timezone } = change;
  const enabled = change.enabled === undefined ? policy.trigger.enabled : change.enabled === 'true';
  return replacePolicy(call, scheduler, id, {
    ...policy,
    trigger: { ...policy.trigger, cron_expression, timezone, enabled },
  });
}

export async function approvePolicy(call: Call, scheduler: Scheduler, id: string) {
  const now = call.now();
  const row = await call.write(async ({ db, audit }) => {
    const before = await policyRow(db, id);
    const change = {
      approved: 1,
      approved_at: now.toISOString(),
      approved_hash: before.content_hash,
      last_fired_at: now.toISOString(),
    };
    await db.updateTable('policies').set(change).where('id', '=', id).execute();
    audit({ resource: 'policy', id, after: { approved_hash: before.content_hash } });
    return { ...before, ...change };
  });
  scheduler.reschedule();
  return presentPolicy(row, now);
}

export async function removePolicy(call: Call, scheduler: Scheduler, id: string): Promise<void> {
  if (scheduler.isRunning(id)) throw conflict('this policy is running; cancel the run first');
  await call.write(async ({ db, audit }) => {
    const before = await policyRow(db, id);
    await db.deleteFrom('policies').where('id', '=', id).execute();
    audit({ resource: 'policy', id, before: storedPolicy(before) });
  });
  scheduler.reschedule();
}

const asSchema = (schema: z.ZodType): Record<string, unknown> =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

export const policySchema = (): Record<string, unknown> => asSchema(policyDocument);

export const stepTypeList = () =>
  [...stepTypes.values()].map(({ type, summary, sideEffects, params }) => ({
    type,
    summary,
    side_effects: sideEffects,
    params_schema: asSchema(params),
  }));
