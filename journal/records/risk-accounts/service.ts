// Risk accounts: who is held to what, from which day on. Changing a rule leaves those of the days before as they were.
import type { contract, HandlerInput } from '@zorivest/contract';
import { accountDays, type DayEnds, NO_RULES, type RiskRules, riskTemplates } from '@zorivest/domain';
import type { Selectable } from 'kysely';
import { type Call, conflict, type Database, type Db, Fault, invalidField, notFound } from '@zorivest/store';
import { mustHaveAccount } from '../accounts/repository.ts';
import { settingOf } from '../settings/read.ts';
import { riskAccountColumns, riskRuleColumns } from './columns.ts';

type NewAccount = HandlerInput<typeof contract.riskAccounts.create>['body'];
type AccountChange = HandlerInput<typeof contract.riskAccounts.update>['body'];

export interface RiskAccount {
  readonly id: number;
  readonly name: string;
  readonly account_ids: string[];
  readonly start: number;
  readonly from: string;
  readonly day_ends: DayEnds;
  readonly fees_count: boolean;
  readonly warn_at: number[];
  readonly warn_emails: string[];
  readonly warn_webhooks: string[];
  readonly refuse_plans: boolean;
  readonly payouts: { date: string; amount: number }[];
  readonly source: string;
  readonly seen_on: string | null;
  readonly history: { readonly valid_from: string; readonly rules: RiskRules }[];
  readonly created_at: string;
  readonly updated_at: string | null;
}

const RULES = Object.keys(NO_RULES) as (keyof RiskRules)[]; // its own keys

export async function riskAccountsOf(db: Db): Promise<RiskAccount[]> {
  const rows = await db.selectFrom('risk_accounts').selectAll().orderBy('name').execute();
  const rules = await db.selectFrom('risk_rules').selectAll().orderBy('valid_from').execute();
  const byAccount = Map.groupBy(rules, ({ risk_account_id }) => risk_account_id);
  return rows.map((row) => accountOf(row, byAccount.get(row.id) ?? []));
}

export async function findRiskAccount(db: Db, id: number): Promise<RiskAccount> {
  const row = await db.selectFrom('risk_accounts').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound('risk account', id);
  const rules = await db
    .selectFrom('risk_rules')
    .selectAll()
    .where('risk_account_id', '=', id)
    .orderBy('valid_from')
    .execute();
  return accountOf(row, rules);
}

function accountOf(
  row: Selectable<Database['risk_accounts']>,
  rules: readonly Selectable<Database['risk_rules']>[],
): RiskAccount {
  const { from_day: from, ...own } = riskAccountColumns.show(row);
  return { id: row.id, ...own, from, history: rules.map((one) => riskRuleColumns.show(one)) };
}

/** The rules of a day; before the first set that set. */
export function rulesOn({ history }: Pick<RiskAccount, 'history'>, day: string): RiskRules {
  return (history.findLast(({ valid_from }) => valid_from <= day) ?? history[0])?.rules ?? NO_RULES;
}

/** As the contract shows it: the newest rules, and all of them with their days. */
export function presentRiskAccount({ history, ...account }: RiskAccount) {
  const rules = history.at(-1)?.rules ?? NO_RULES;
  const present = (one: RiskRules) => ({ ...one, news_off: [...one.news_off] });
  return {
    ...account,
    ...present(rules),
    history: history.map(({ valid_from, rules: before }) => ({ valid_from, ...present(before) })),
  };
}

export async function createRiskAccount(call: Call, body: NewAccount): Promise<ReturnType<typeof presentRiskAccount>> {
  const zone = await settingOf(call, 'display.time_zone');
  return call.write(async ({ db, audit }) => {
    const { template, ...given } = body;
    const { rules, own } = splitRules(given);
    const day_ends = own.day_ends ?? { time: '00:00', zone };
    await mustBeSound({ db, actor: call.actor }, { ...own, day_ends }, null);
    const first = { ...NO_RULES, ...(template !== undefined && riskTemplates[template]?.rules), ...rules };
    const started = withLock(first, template, given, own.start);
    mustLimit(started);
    const row = await db
      .insertInto('risk_accounts')
      .values(
        riskAccountColumns.store({
          name: own.name,
          account_ids: [...new Set(own.account_ids)],
          start: own.start,
          from_day: own.from,
          day_ends,
          fees_count: own.fees_count ?? true,
          warn_at: sortLevels(own.warn_at ?? [50, 80]),
          warn_emails: own.warn_emails ?? [],
          warn_webhooks: own.warn_webhooks ?? [],
          refuse_plans: own.refuse_plans ?? false,
          payouts: own.payouts ?? [],
          source: own.source ?? '',
          seen_on: own.seen_on ?? null,
          created_at: call.now().toISOString(),
        }),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    await setRules(db, row.id, own.from, started);
    const after = presentRiskAccount(await findRiskAccount(db, row.id));
    audit({ resource: 'risk_account', id: row.id, after });
    return after;
  });
}

export function changeRiskAccount(call: Call, id: number, body: AccountChange) {
  return call.write(async ({ db, audit }) => {
    const before = await findRiskAccount(db, id);
    const { valid_from, ...given } = body;
    const { rules, own } = splitRules(given);
    await mustBeSound({ db, actor: call.actor }, own, id);
    const { from, account_ids, warn_at, ...plain } = own;
    await db
      .updateTable('risk_accounts')
      .set({
        ...riskAccountColumns.change({
          ...plain,
          ...(from !== undefined && { from_day: from }),
          ...(account_ids !== undefined && { account_ids: [...new Set(account_ids)] }),
          ...(warn_at !== undefined && { warn_at: sortLevels(warn_at) }),
        }),
        updated_at: call.now().toISOString(),
      })
      .where('id', '=', id)
      .execute();
    if (Object.keys(rules).length > 0) {
      const first = before.history[0]?.valid_from ?? before.from;
      const since = valid_from ?? first;
      if (since < first) throw invalidField('valid_from', `must not lie before ${first}, when the account begins`);
      const changed = { ...rulesOn(before, since), ...rules } as RiskRules; // what is given is of its type
      mustLimit(changed);
      await setRules(db, id, since, changed);
    } else if (valid_from !== undefined) throw invalidField('valid_from', 'needs a rule that changes from then on');
    const after = presentRiskAccount(await findRiskAccount(db, id));
    audit({ resource: 'risk_account', id, before: presentRiskAccount(before), after });
    return after;
  });
}

export function removeRiskAccount(call: Call, id: number): Promise<void> {
  return call.write(async ({ db, audit }) => {
    const before = presentRiskAccount(await findRiskAccount(db, id));
    await db.deleteFrom('risk_accounts').where('id', '=', id).execute();
    audit({ resource: 'risk_account', id, before });
  });
}

/** A template that locks does so at the account's own start, unless somebody says otherwise. */
function withLock(rules: RiskRules, template: string | undefined, given: object, start: number): RiskRules {
  if (template !== 'trailing_intraday' || rules.drawdown === null || 'drawdown' in given) return rules;
  return { ...rules, drawdown: { ...rules.drawdown, lock_at: start } };
}

function splitRules<T extends Partial<Record<keyof RiskRules, unknown>>>(given: T) {
  const rules: Record<string, unknown> = {};
  const own: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given))
    if (value !== undefined) ((RULES as string[]).includes(name) ? rules : own)[name] = value;
  return { rules: rules as Partial<RiskRules>, own: own as Omit<T, keyof RiskRules> }; // each where its name says
}

interface Sound {
  readonly name?: string | undefined;
  readonly account_ids?: readonly string[] | undefined;
  readonly day_ends?: DayEnds | undefined;
  readonly warn_emails?: readonly string[] | undefined;
  readonly warn_webhooks?: readonly string[] | undefined;
}

async function mustBeSound(
  { db, actor }: Pick<Call, 'db' | 'actor'>,
  { name, account_ids, day_ends, warn_emails = [], warn_webhooks = [] }: Sound,
  self: number | null,
): Promise<void> {
  for (const id of account_ids ?? []) await mustHaveAccount(db, id);
  if (day_ends !== undefined && accountDays(day_ends) === null)
    throw invalidField('day_ends.zone', 'must be a time zone such as America/New_York or UTC');
  // Warnings leave this machine: only the person decides who gets them.
  if (warn_emails.length + warn_webhooks.length > 0 && actor.role !== 'person')
    throw new Fault(403, 'only you, in the app or the shell, may say who is warned by mail or webhook');
  if (name === undefined) return;
  const twin = await db
    .selectFrom('risk_accounts')
    .select('id')
    .where('name', '=', name)
    .where('id', '!=', self ?? 0)
    .executeTakeFirst();
  if (twin) throw conflict(`a risk account named ${JSON.stringify(name)} is there already`);
}

function mustLimit({ daily_loss, drawdown, max_size, profit_target, consistency, news_off }: RiskRules): void {
  for (const { from, to } of news_off)
    if (Date.parse(from) >= Date.parse(to)) throw invalidField('news_off', 'each must end after it begins');
  if (
    daily_loss === null &&
    drawdown === null &&
    max_size === null &&
    profit_target === null &&
    consistency === null &&
    news_off.length === 0
  )
    throw invalidField('drawdown', 'or another rule is needed: name a template, a daily_loss or a drawdown');
}

async function setRules(db: Db, id: number, valid_from: string, rules: RiskRules): Promise<void> {
  const row = riskRuleColumns.store({ valid_from, rules });
  await db
    .insertInto('risk_rules')
    .values({ risk_account_id: id, ...row })
    .onConflict((known) => known.columns(['risk_account_id', 'valid_from']).doUpdateSet({ rules: row.rules }))
    .execute();
}

function sortLevels(levels: readonly number[]): number[] {
  return [...new Set(levels)].toSorted((a, b) => a - b);
}
