// The setup a plan is of, by the name of its strategy, with the rules that its trade will be held to.
import type { Db } from '@zorivest/store';
import { allPlaybooks } from '../playbooks/repository.ts';
import type { Plan } from './service.ts';

export async function withPlaybooks(db: Db, plans: readonly Plan[]): Promise<Plan[]> {
  if (plans.length === 0) return [];
  const byName = new Map((await allPlaybooks(db)).map((one) => [one.name.toLowerCase(), one]));
  return plans.map((plan) => {
    const found = byName.get(plan.strategy_name.toLowerCase());
    if (found === undefined) return { ...plan, playbook: null };
    const { id, name, rules } = found;
    return {
      ...plan,
      playbook: { id, name, rules: rules.map(({ id: rule, kind, text }) => ({ id: rule, kind, text })) },
    };
  });
}
