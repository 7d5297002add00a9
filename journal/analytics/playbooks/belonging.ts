// Which playbook a trade belongs to: the one a person chose, else the one that one of its tags names, else its plan's strategy.
import { legsOf } from '@zorivest/domain';
import { allPlaybooks, type Playbook, playbooksByFill, plansByTrip } from '@zorivest/records';
import type { Call } from '@zorivest/store';
import type { Trade } from '../performance/incremental.ts';
import type { Scope } from '../performance/scope.ts';

/** What identifies a trade when something is recorded of it: the fill that opened it. */
export function keyOf(trade: Trade): string {
  return legsOf(trade)[0]?.entry_exec_ids[0] ?? trade.id;
}

export async function playbookOf(
  call: Call,
  { tagsOf }: Pick<Scope, 'tagsOf'>,
): Promise<(trade: Trade) => Playbook | null> {
  const all = await allPlaybooks(call.db);
  if (all.length === 0) return () => null;
  const byId = new Map(all.map((one) => [one.id, one]));
  const byName = new Map(all.map((one) => [one.name.toLowerCase(), one]));
  const byFill = await playbooksByFill(call.db);
  const planOf = await plansByTrip(call);
  return (trade) => {
    const chosen = byFill.get(keyOf(trade));
    if (chosen !== undefined) return byId.get(chosen) ?? null;
    for (const tag of tagsOf(trade)) {
      const named = byName.get(tag.toLowerCase());
      if (named !== undefined) return named;
    }
    return byName.get(planOf(trade)?.strategy_name.toLowerCase() ?? '') ?? null;
  };
}
