// Policies in the book: stored, changed, approved. What they do when they run is elsewhere.
import { z } from 'zod';
import {
  type Call,
  conflict,
  type Db,
  Fault,
  notFound,
  shownTime,
  shownTimeOrNull,
  type WriteScope,
} from '@zorivest/store';
import { approvalSubject, approvalText, hostsOf, templateNames } from './approval.ts';
import { templatesNamed } from './template-rows.ts';
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

/** Where policies download from, and whose they are. */
export async function listAddresses({ db }: Call) {
  const rows = await db.selectFrom('policies').selectAll().orderBy('name').execute();
  const items = rows.flatMap((row) =>
    hostsOf(storedPolicy(row)).map((host) => ({
      host,
      policy_id: row.id,
      policy_name: row.name,
      approved: mayRun(row),
      key_id: /^key:(.+)$/.exec(row.created_by)?.[1] ?? null,
    })),
  );
  return { items };
}

async function checkPolicy({ signal }: Call, sql: SqlEngine, document: unknown) {
  const { policy, faults } = await validatePolicy(document, sql, signal);
  if (!policy || hasErrors(faults)) throw new Fault(422, { validation_errors: [...faults] });
  return { policy, warnings: faults };
}

export async function createPolicy(call: Call, { sql }: Scheduler, document: unknown) {
  const { policy, warnings } = await checkPolicy(call, sql, document);
  const now = call.now();
  const since = new Date(now.getTime() - DAY_MS).toISOString();
  const blank: PolicyRow = {
    id: call.newId(),
    name: policy.name,
    schema_version: policy.schema_version,
    policy_json: JSON.stringify(policy),
    content_hash: '',
    enabled: policy.trigger.enabled ? 1 : 0,
    approved: 0,
    approved_at: null,
    approved_hash: null,
    approved_text: null,
    created_by: call.actor.name,
    created_at: now.toISOString(),
    updated_at: null,
    last_fired_at: null,
  };
  const row = await call.write(async ({ db, audit }) => {
    const { today } = await db
      .selectFrom('policies')
      .select((eb) => eb.fn.countAll<number>().as('today'))
      .where('created_at', '>', since)
      .executeTakeFirstOrThrow();
    if (today >= CREATED_PER_DAY) throw new Fault(429, `at most ${CREATED_PER_DAY} policies a day`);
    await refuseTakenName(db, policy.name, blank.id);
    const stored = { ...blank, content_hash: await hashNow(db, policy) };
    await db.insertInto('policies').values(stored).execute();
    audit({ resource: 'policy', id: blank.id, after: policy });
    return stored;
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
  const { policy, warnings } = await checkPolicy(call, scheduler.sql, document);
  const now = call.now();
  const row = await call.write(async ({ db, audit }) => {
    const before = await policyRow(db, id);
    await refuseTakenName(db, policy.name, id);
    const hash = await hashNow(db, policy);
    const isApproved = hash === before.approved_hash && before.approved === 1;
    const change = {
      name: policy.name,
      schema_version: policy.schema_version,
      policy_json: JSON.stringify(policy),
      content_hash: hash,
      enabled: policy.trigger.enabled ? 1 : 0,
      approved: isApproved ? 1 : 0,
      approved_at: isApproved ? before.approved_at : null,
      approved_hash: isApproved ? before.approved_hash : null,
      updated_at: now.toISOString(),
      // A new time table starts now: what the old one missed is gone.
      last_fired_at: now.toISOString(),
    };
    await db.updateTable('policies').set(change).where('id', '=', id).execute();
    audit({ resource: 'policy', id, before: storedPolicy(before), after: policy });
    return { ...before, ...change };
  });
  call.afterCommit(() => scheduler.reschedule());
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

/** `contentHash` is that of what the person has looked at; whatever has changed since is not approved unseen. */
export async function approvePolicy(call: Call, scheduler: Scheduler, id: string, contentHash: string) {
  const now = call.now();
  const row = await call.write(async ({ db, audit }) => {
    const before = await policyRow(db, id);
    const policy = storedPolicy(before);
    const templates = await templatesNamed(db, templateNames(policy));
    const hash = policyHash(policy, templates);
    if (hash !== contentHash) {
      throw conflict(
        'this is not what the policy says now: it or a template it names was changed; look at it again, in the app or with `zorivest policy approve`, and approve that',
      );
    }
    const change = {
      content_hash: hash,
      approved: 1,
      approved_at: now.toISOString(),
      approved_hash: hash,
      // Outlives the approval: what is asked for next is shown against it.
      approved_text: approvalText(policy, templates),
      last_fired_at: now.toISOString(),
    };
    await db.updateTable('policies').set(change).where('id', '=', id).execute();
    audit({ resource: 'policy', id, after: { approved_hash: hash } });
    return { ...before, ...change };
  });
  call.afterCommit(() => scheduler.reschedule());
  return presentPolicy(row, now);
}

const hashNow = async (db: Db, policy: Policy): Promise<string> =>
  policyHash(policy, await templatesNamed(db, templateNames(policy)));

/** A policy that names a changed template is no longer what was approved. */
export async function templateChanged(db: Db, audit: WriteScope['audit'], name: string): Promise<void> {
  for (const row of await db.selectFrom('policies').selectAll().execute()) {
    if (!templateNames(storedPolicy(row)).includes(name)) continue;
    const hash = await hashNow(db, storedPolicy(row));
    if (hash === row.content_hash) continue;
    const lost = { approved: 0, approved_at: null, approved_hash: null };
    await db
      .updateTable('policies')
      .set({ content_hash: hash, ...lost })
      .where('id', '=', row.id)
      .execute();
    if (row.approved === 1) {
      audit({
        resource: 'policy',
        id: row.id,
        before: { approved_hash: row.approved_hash },
        after: { approved_hash: null },
      });
    }
  }
}

/** Built-in templates come with the program: another version of it may have others than were approved. */
export async function refreshHashes(db: Db): Promise<void> {
  for (const row of await db.selectFrom('policies').selectAll().execute()) {
    const content_hash = await hashNow(db, storedPolicy(row));
    if (content_hash !== row.content_hash) {
      await db.updateTable('policies').set({ content_hash }).where('id', '=', row.id).execute();
    }
  }
}

/** What the person is asked to approve, and whether it is. */
export async function approvalOf({ db, now }: Call, id: string) {
  const row = await policyRow(db, id);
  const policy = storedPolicy(row);
  const templates = await templatesNamed(db, templateNames(policy));
  const { cron_expression, timezone, enabled } = policy.trigger;
  return {
    policy_id: row.id,
    name: row.name,
    approved: mayRun(row),
    content_hash: policyHash(policy, templates),
    text: approvalText(policy, templates),
    approved_text: row.approved_text,
    schedule: {
      cron_expression,
      timezone,
      enabled,
      next_run: nextFiring(cron_expression, timezone, now())?.toISOString() ?? null,
    },
    ...approvalSubject(policy),
    templates: [...templates].map(([name, template]) => ({
      name,
      exists: template !== null,
      subject_template: template?.subject ?? null,
      body_html: template?.body ?? null,
      body_format: template?.format ?? null,
    })),
  };
}

export async function removePolicy(call: Call, scheduler: Scheduler, id: string): Promise<void> {
  if (scheduler.isRunning(id)) throw conflict('this policy is running; cancel the run first');
  await call.write(async ({ db, audit }) => {
    const before = await policyRow(db, id);
    await db.deleteFrom('policies').where('id', '=', id).execute();
    audit({ resource: 'policy', id, before: storedPolicy(before) });
  });
  call.afterCommit(() => scheduler.reschedule());
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
