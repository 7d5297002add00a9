// Whether an assistant's plan fits what is left: refused where the person asked for that, and nowhere else.
import { instrumentDefaults, type PlannedRisk, riskAccountsOf } from '@zorivest/records';
import type { MarketService } from '@zorivest/market';
import { type Call, conflict } from '@zorivest/store';
import { riskStatus } from './status.ts';

/** Throws where a risk account that refuses plans has less room than the plan would risk. The person may plan anything. */
export async function refuseRiskyPlan(call: Call, market: MarketService, plan: PlannedRisk): Promise<void> {
  if (call.actor.role === 'person') return;
  const accounts = (await riskAccountsOf(call.db)).filter(
    ({ refuse_plans, account_ids }) =>
      refuse_plans && (plan.account_id === null || account_ids.includes(plan.account_id)),
  );
  for (const account of accounts) {
    if (plan.shares === null)
      throw conflict(
        `the risk account ${account.name} refuses plans whose risk is not known: say shares_planned, so that entry, stop and size give it`,
      );
    const { headroom, currency, state } = await riskStatus(call, market, account);
    if (state === 'failed' || state === 'paused')
      throw conflict(
        `the risk account ${account.name} is ${state}: it takes no plans of assistants until you change that`,
      );
    const risk = Math.abs(plan.entry - plan.stop) * plan.shares * instrumentDefaults(plan.ticker).multiplier;
    if (headroom !== null && risk > headroom)
      throw conflict(
        `the plan would risk ${risk.toFixed(2)}, and the risk account ${account.name} has ${headroom.toFixed(2)} ${currency} left: plan fewer than ${plan.shares}, or a nearer stop`,
      );
  }
}
