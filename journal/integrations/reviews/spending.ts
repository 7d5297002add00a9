// What assistants may spend in a day, and what was spent. The audit counts: a row before a model call states what it may cost,
// one afterwards what it did cost. A failed call counts in full, since what was charged is unknown.
import type { Settings } from '@zorivest/records';
import { type Actor, type Call, type Db, Fault } from '@zorivest/store';

const CAP = 'providers.daily_cap_cents';

const RESERVED = 'review.reserve';
const PAID = 'review.paid';

export interface Spending {
  readonly key_id: string | null;
  readonly cents: number;
}

const startOfDay = (now: Date): string => `${now.toISOString().slice(0, 10)}T00:00:00.000Z`;

/** Since midnight, UTC, by who asked. */
export async function spentToday(db: Db, now: Date): Promise<Spending[]> {
  const rows = await db
    .selectFrom('audit_log')
    .select(['key_id', 'action', 'resource_id', 'after'])
    .where('at', '>=', startOfDay(now))
    .where('action', 'in', [RESERVED, PAID])
    .orderBy('id')
    .execute();
  // Of one review the later row says what it really was.
  const byReview = new Map(rows.map((row) => [row.resource_id, row]));
  return [...Map.groupBy(byReview.values(), ({ key_id }) => key_id)].map(([key_id, own]) => ({
    key_id,
    cents: own.reduce((sum, { after }) => sum + centsOf(after), 0),
  }));
}

function centsOf(after: string | null): number {
  const { cents } = JSON.parse(after ?? '{}') as { cents?: unknown };
  return typeof cents === 'number' ? cents : 0;
}

export interface SpendingParts {
  readonly settings: Pick<Settings, 'text'>;
}

export const dailyCap = ({ settings }: SpendingParts): number => Number(settings.text(CAP));

/** Why this caller's review is not paid for; null when it may be, as far as its rights go. */
export function mayNotSpend(actor: Actor): string | null {
  return actor.role === 'read-only' ? 'a key that may only read cannot spend' : null;
}

/**
 * Sets money aside before it is spent; refuses what the day has no room for, and what the person wants to be asked about. Their
 * own requests, and what they have agreed to, are only counted.
 */
export function reserve(call: Call, parts: SpendingParts, reviewId: string, cents: number): Promise<void> {
  return call.write(async ({ db, audit }) => {
    if (call.actor.keyId !== null && !call.isApproved) {
      if (call.actor.asks === true || dailyCap(parts) === 0) throw askFirst(cents);
      const before = (await spentToday(db, call.now()))
        .filter(({ key_id }) => key_id !== null)
        .reduce((sum, each) => sum + each.cents, 0);
      const cap = dailyCap(parts);
      if (before + cents > cap) throw overCap(cents, before, cap);
    }
    audit({ action: RESERVED, resource: 'review', id: reviewId, after: { cents } });
  });
}

const formatCents = (amount: number): string => amount.toFixed(2);

function askFirst(cents: number): Fault {
  return new Fault(
    403,
    `this could cost up to ${formatCents(cents)} cents, and the person is asked each time: ask for it with POST /approvals as ` +
      `reviews.request; they can allow an amount a day with \`zorivest settings set ${CAP} ${Math.ceil(cents)}\``,
    { code: 'approval_required' },
  );
}

function overCap(cents: number, before: number, cap: number): Fault {
  return new Fault(
    403,
    `this could cost up to ${formatCents(cents)} cents, and ${formatCents(before)} of ${cap} cents of today are spent: ask the person to ` +
      `request it, or to allow more with \`zorivest settings set ${CAP} ${Math.ceil(before + cents)}\``,
    { code: 'spending_not_allowed' },
  );
}

export function settle(call: Call, reviewId: string, cents: number): Promise<void> {
  return call.write(({ audit }) => {
    audit({ action: PAID, resource: 'review', id: reviewId, after: { cents } });
    return Promise.resolve();
  });
}
