// Who changed what. Rows are written in the transaction of the change itself, and cannot be edited afterwards.
import { redact } from '@zorivest/kernel/log';
import type { WriteOrigin } from '../base/actor.ts';
import type { Chain, Head } from '../database/chain.ts';

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

/** The rows that were added, in their order; the last is where the audit ends. `noted` is where the record of calls does. */
export function recordAudit(
  chain: Chain,
  origin: WriteOrigin,
  changes: readonly Change[],
  { now, noted }: { readonly now: Date; readonly noted: string | null },
): Head[] {
  const { approvalId } = origin;
  // What was approved is found by its approval, whatever it did: the first row carries it, and there is only one.
  const audited: readonly Change[] =
    approvalId !== undefined && changes.length === 0 ? [{ resource: 'approval', id: approvalId }] : changes;
  return audited.map((change, at) =>
    chain.append({ ...auditRow(origin, change, now), noted, approval_id: at === 0 ? (approvalId ?? null) : null }),
  );
}
