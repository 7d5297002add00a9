// What each key takes of what it may, from all who count: sessions and feeds here, calls in the guard, money and addresses
// in the book.
import { contract, type HandlerOutput } from '@zorivest/contract';
import { type FrontCall, frontRoute } from '@zorivest/store';
import type { AskOther } from '../app/ask-other.ts';
import type { Guard } from '../guard/guard.ts';
import { SESSIONS_OF_KEY } from '../vault/sessions.ts';
import type { Vault } from '../vault/vault.ts';

interface BudgetParts {
  readonly vault: Vault;
  readonly guard: Guard;
  readonly feeds: { readonly ofKey: number; countOf(keyId: string): number };
  readonly askOther: AskOther;
}

type Answer<E> = HandlerOutput<E>;

async function budgetsOf({ vault, guard, feeds, askOther }: BudgetParts, call: FrontCall) {
  // Each is what its endpoint answers.
  const [spending, reached] = (await Promise.all([
    askOther(contract.reviews.spending, {}, call),
    askOther(contract.scheduling.addresses, {}, call),
  ])) as [Answer<typeof contract.reviews.spending>, Answer<typeof contract.scheduling.addresses>];
  const { is_enabled, calls_per_hour_limit } = guard.status();
  const calls = new Map(guard.calls().items.map(({ key_id, last_hour }) => [key_id, last_hour]));
  const cents = new Map(spending.items.map((spent) => [spent.key_id, spent.cents]));
  return {
    limits: {
      sessions: SESSIONS_OF_KEY,
      feeds: feeds.ofKey,
      calls_per_hour: is_enabled ? calls_per_hour_limit : null,
      cents_per_day: spending.daily_cap_cents,
    },
    items: vault.bootstrap.keys
      .filter(({ revoked_at }) => revoked_at === null)
      .map(({ key_id }) => ({
        key_id,
        sessions: vault.sessions.countOf(key_id),
        feeds: feeds.countOf(key_id),
        calls_last_hour: calls.get(key_id) ?? 0,
        cents_today: cents.get(key_id) ?? 0,
        addresses: [
          ...new Set(reached.items.filter((each) => each.approved && each.key_id === key_id).map(({ host }) => host)),
        ],
      })),
  };
}

export const budgetRoutes = (parts: BudgetParts) =>
  [frontRoute(contract.auth.budgets, (_input, call) => budgetsOf(parts, call))] as const;
