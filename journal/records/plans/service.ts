// Trade plans: one live plan per ticker and direction, its ratio always computed, its life stamped.
import { Decimal } from '@zorivest/domain';
import type { ClientOutput, contract, HandlerInput } from '@zorivest/contract';
import type { Selectable } from 'kysely';
import { findAccount } from '../accounts/repository.ts';
import { type Call, conflict, type Database, type Db, invalidField, missingAccount, notFound } from '@zorivest/store';
import { deleteImagesOf } from '../images/owners.ts';
import { requireTrade } from '../trades/service.ts';
import { planColumns } from './columns.ts';

export type Plan = ClientOutput<typeof contract.plans.get>;
type PlanRow = Selectable<Database['trade_plans']>;
type NewPlan = HandlerInput<typeof contract.plans.create>['body'];
type PlanChange = HandlerInput<typeof contract.plans.update>['body'];

const sides = { long: 'BOT', short: 'SLD', BOT: 'BOT', SLD: 'SLD' } as const;

/** Reward over risk, to two decimals; 0 when nothing is at risk. */
function riskReward({ entry_price, stop_loss, target_price }: PlanRow): number {
  const entry = new Decimal(entry_price);
  const risk = entry.minus(stop_loss).abs();
  return risk.isZero() ? 0 : new Decimal(target_price).minus(entry).abs().dividedBy(risk).toDecimalPlaces(2).toNumber();
}

function warnings({ direction, entry_price, stop_loss, target_price }: PlanRow): string[] {
  const long = direction === 'BOT';
  const below = (a: string, b: string) => Number(a) < Number(b);
  const found: string[] = [];
  if (long ? !below(stop_loss, entry_price) : !below(entry_price, stop_loss)) {
    found.push(`the stop is not ${long ? 'below' : 'above'} the entry of a ${long ? 'long' : 'short'} plan`);
  }
  if (long ? !below(entry_price, target_price) : !below(target_price, entry_price)) {
    found.push(`the target is not ${long ? 'above' : 'below'} the entry of a ${long ? 'long' : 'short'} plan`);
  }
  return found;
}

export function presentPlan(row: PlanRow): Plan {
  return { id: row.id, ...planColumns.show(row), risk_reward_ratio: riskReward(row), warnings: warnings(row) };
}

export async function findPlan(db: Db, id: number): Promise<PlanRow> {
  const row = await db.selectFrom('trade_plans').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('trade plan', id);
  return row;
}

async function requireAccount(db: Db, accountId: string | null): Promise<void> {
  if (accountId === null) return;
  if (!(await findAccount(db, accountId))) throw invalidField('account_id', missingAccount(accountId));
}

/** What a plan would lose at its stop, for the check whether that is too much. */
export interface PlannedRisk {
  readonly ticker: string;
  readonly account_id: string | null;
  readonly entry: number;
  readonly stop: number;
  readonly shares: number | null;
}

/** Throws where the plan may not be made. */
export type CheckPlan = (call: Call, plan: PlannedRisk) => Promise<void>;

function riskOfRow({ ticker, account_id, entry_price, stop_loss, shares_planned }: PlanRow): PlannedRisk {
  return { ticker, account_id, entry: Number(entry_price), stop: Number(stop_loss), shares: shares_planned };
}

const live: PlanRow['status'][] = ['draft', 'active'];

/** Two live plans for the same ticker and direction would be one plan written twice. */
export async function refuseTwin(
  db: Db,
  plan: Pick<PlanRow, 'ticker' | 'direction' | 'status'>,
  self: number | null,
): Promise<void> {
  if (!live.includes(plan.status)) return;
  const twin = await db
    .selectFrom('trade_plans')
    .select('id')
    .where('ticker', '=', plan.ticker)
    .where('direction', '=', plan.direction)
    .where('status', 'in', live)
    .where('id', '!=', self ?? 0)
    .executeTakeFirst();
  if (twin) {
    throw conflict(`plan ${twin.id} for ${plan.ticker} in this direction is still open; change or close that one`);
  }
}

export async function createPlan(call: Call, plan: NewPlan, check: CheckPlan): Promise<Plan> {
  await check(call, {
    ticker: plan.ticker.toUpperCase(),
    account_id: plan.account_id ?? null,
    entry: plan.entry_price ?? plan.entry ?? 0,
    stop: plan.stop_loss ?? plan.stop ?? 0,
    shares: plan.shares_planned ?? null,
  });
  return call.write(async ({ db, audit }) => {
    const ticker = plan.ticker.toUpperCase();
    const direction = sides[plan.direction];
    const accountId = plan.account_id ?? null;
    await requireAccount(db, accountId);
    await refuseTwin(db, { ticker, direction, status: 'draft' }, null);
    const row = await db
      .insertInto('trade_plans')
      .values(
        planColumns.store({
          ...plan,
          ticker,
          direction,
          strategy_description: plan.strategy_description ?? '',
          // The contract has made sure that one spelling of each level is there.
          entry_price: plan.entry_price ?? plan.entry ?? 0,
          stop_loss: plan.stop_loss ?? plan.stop ?? 0,
          target_price: plan.target_price ?? plan.target ?? 0,
          entry_conditions: plan.entry_conditions ?? plan.conditions ?? '',
          exit_conditions: plan.exit_conditions ?? '',
          status: 'draft',
          created_at: call.now().toISOString(),
        }),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordLevels(db, row, row.created_at);
    audit({ resource: 'plan', id: row.id, after: presentPlan(row) });
    return presentPlan(row);
  });
}

export async function changePlan(call: Call, id: number, change: PlanChange, check: CheckPlan): Promise<Plan> {
  const found = await findPlan(call.db, id);
  const planned: PlanRow = {
    ...found,
    ...planColumns.change({ ...change, direction: change.direction && sides[change.direction] }),
  };
  const [before, after] = [riskOfRow(found), riskOfRow(planned)];
  // Closing a plan, or changing its words, risks nothing more.
  if (live.includes(planned.status) && JSON.stringify(before) !== JSON.stringify(after)) await check(call, after);
  return call.write(async ({ db, audit }) => {
    const before = await findPlan(db, id);
    const now = call.now().toISOString();
    const after: PlanRow = {
      ...before,
      ...planColumns.change({
        ...change,
        ticker: change.ticker?.toUpperCase(),
        direction: change.direction && sides[change.direction],
      }),
      updated_at: now,
    };
    if (after.status !== before.status) {
      after.executed_at = after.status === 'executed' ? now : before.executed_at;
      after.cancelled_at = after.status === 'cancelled' ? now : before.cancelled_at;
    }
    if (change.account_id !== undefined) await requireAccount(db, after.account_id);
    if (after.linked_trade_id !== null) await requireTrade({ db }, after.linked_trade_id, 'linked_trade_id');
    await refuseTwin(db, after, id);
    await db.updateTable('trade_plans').set(after).where('id', '=', id).execute();
    if (after.stop_loss !== before.stop_loss || after.target_price !== before.target_price)
      await recordLevels(db, after, now);
    audit({ resource: 'plan', id, before: presentPlan(before), after: presentPlan(after) });
    return presentPlan(after);
  });
}

/** From now on these hold; what a trade was opened with stays known. */
async function recordLevels(
  db: Db,
  { id, stop_loss, target_price }: Pick<PlanRow, 'id' | 'stop_loss' | 'target_price'>,
  at: string,
): Promise<void> {
  const levels = { stop_loss, target_price };
  await db
    .insertInto('plan_stops')
    .values({ plan_id: id, at, ...levels })
    .onConflict((known) => known.columns(['plan_id', 'at']).doUpdateSet(levels))
    .execute();
}

/** The plan and its images. */
async function deletePlan(db: Db, id: number): Promise<void> {
  await deleteImagesOf(db, 'plan', String(id));
  await db.deleteFrom('trade_plans').where('id', '=', id).execute();
}

export function removePlan(call: Call, id: number): Promise<void> {
  return call.write(async ({ db, audit }) => {
    const before = await findPlan(db, id);
    await deletePlan(db, id);
    audit({ resource: 'plan', id, before: presentPlan(before) });
  });
}
