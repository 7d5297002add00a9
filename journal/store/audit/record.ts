// Who changed what. Rows are written in the transaction of the change itself, and cannot be edited afterwards.
import { redact } from '@zorivest/kernel/log';
import type { Transaction } from 'kysely';
import type { WriteOrigin } from '../base/actor.ts';
import type { Database } from '../database/schema.ts';

export interface Change {
  /** Another label than the endpoint's own. */
  readonly action?: string;
  readonly resource: string;
  readonly id: string | number;
  readonly before?: unknown;
  readonly after?: unknown;
}

function toStored(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(redact(value));
}

/** A change as it is stored, in the book's audit or in control.db's. */
export function auditRow(origin: WriteOrigin, { action, resource, id, before, after }: Change, now: Date) {
  return {
    at: now.toISOString(),
    actor: origin.actor.name,
    key_id: origin.actor.keyId,
    tool: origin.actor.tool,
    action: action ?? origin.label,
    resource_type: resource,
    resource_id: String(id),
    before: toStored(before),
    after: toStored(after),
    request_id: origin.requestId,
  };
}

export async function recordAudit(
  tx: Transaction<Database>,
  origin: WriteOrigin,
  changes: readonly Change[],
  now: Date,
): Promise<void> {
  if (changes.length === 0) return;
  await tx
    .insertInto('audit_log')
    .values(changes.map((change) => auditRow(origin, change, now)))
    .execute();
}
