// A week on one page. Every figure is that of its own endpoint, asked for the days of the week: nothing is computed twice.
import { contract, type HandlerOutput } from '@zorivest/contract';
import { addDollars, DAY_MS, dayText, weekQuestions } from '@zorivest/domain';
import { daysOfIsoWeek, isoWeekOf, nameTrade } from '@zorivest/vocabulary';
import {
  allPlaybooks,
  imagesOfTrades,
  plansByTrip,
  presentTrip,
  riskAccountsOf,
  shownPlanOf,
  shownReportOnAny,
} from '@zorivest/records';
import type { MarketService } from '@zorivest/market';
import { type Call, invalidField, shownTime } from '@zorivest/store';
import { mistakesOf } from '../performance/behaviour.ts';
import type { Trade } from '../performance/incremental.ts';
import { type MultiplesOf, multiplesOf } from '../performance/multiples-of.ts';
import { openPositions } from '../performance/open-positions.ts';
import { equity, expectancy, multiples } from '../performance/results.ts';
import { roundedAnswer } from '../performance/rounding.ts';
import { basisOf, executionsOf, type Scope, scopeOf } from '../performance/scope.ts';
import { adherence } from '../playbooks/adherence.ts';
import { riskStatus } from '../risk/status.ts';

type Week = Omit<HandlerOutput<typeof contract.week.get>, 'reconciled_to' | 'differences'>;

const CONVENTION =
  'Monday to Sunday in the time zone of the book. Every amount is what exits of the week realised, net of costs, as in the other figures; ' +
  'r is the sum over the trades whose risk is known. Open risk and headroom are as of now, whichever week this is.';

/** The number of days after Monday when a week of trading is over: from Saturday on `last` is the one that is about to end. */
const UNTIL_SATURDAY = 5;
const MOST_PLANS = 50;

interface Days {
  readonly week: string;
  readonly from: string;
  readonly to: string;
  readonly first: number;
  readonly last: number;
}

function daysOf(week: string): Days {
  const days = daysOfIsoWeek(week);
  if (days === null)
    throw invalidField('iso', `there is no week ${week}: a year has 52 or 53, from W01 on; say it as 2026-W46`);
  return {
    week,
    first: days.from,
    last: days.to,
    from: dayText(days.from * DAY_MS),
    to: dayText(days.to * DAY_MS),
  };
}

function weekNamed(name: string, today: number): string {
  if (name === 'this') return isoWeekOf(today);
  return name === 'last' ? isoWeekOf(today - UNTIL_SATURDAY) : name;
}

export async function weekReport(call: Call, market: MarketService, name: string): Promise<Week> {
  const { dayOf } = await scopeOf(call, {});
  const today = dayOf(call.now().toISOString()) ?? 0;
  const days = daysOf(weekNamed(name, today));
  const before = daysOf(isoWeekOf(days.first - 1));
  const scope = await scopeOf(call, { from: days.from, to: days.to });
  const results = await sumsOf(call, scope);
  const sumsBefore = await sumsOf(call, await scopeOf(call, { from: before.from, to: before.to }));
  const curve = await equity(scope, call, { max_points: 10, with_r: true });
  const { best, worst } = await extremes(call, scope);
  const rules = await rulesOf(call, market, days);
  const { count, total_cost, by_category } = await mistakesOf(scope, call);
  const plans = await plansOf(call, scope);
  const { open_risk, without_risk } = await openPositions(call, market, { prices: 'known' });
  const headroom = await headroomOf(call, market, days);
  return roundedAnswer(
    contract.week.get.response,
    {
      ...basisOf(scope, { convention: CONVENTION }),
      period: days.week,
      week: days.week,
      from: days.from,
      to: days.to,
      previous: before.week,
      next: isoWeekOf(days.last + 1),
      is_over: today > days.last,
      ...results,
      before: {
        week: before.week,
        net_pnl: sumsBefore.net_pnl,
        trade_count: sumsBefore.trade_count,
        r: sumsBefore.r,
        win_rate: sumsBefore.win_rate,
      },
      days: curve.days.map(({ day, pnl, trade_count, r }) => ({ day, pnl, trade_count, r: r ?? null })),
      best,
      worst,
      adherence: rules,
      mistakes: { count, total_cost, by_category: [...by_category] },
      plans,
      open_risk,
      without_risk,
      headroom,
      as_of: shownTime(call.now().toISOString()),
      questions: weekQuestions({
        trades: results.trade_count,
        tradesBefore: sumsBefore.trade_count,
        best: best && { name: nameTrade(best), pnl: best.pnl, r: best.r },
        worst: worst && { name: nameTrade(worst), pnl: worst.pnl, r: worst.r },
        brokenRules: rules.playbooks.flatMap(({ name: playbook, broken_rules }) =>
          broken_rules.map(({ text, id, broken, known }) => ({
            playbook,
            rule: text === '' ? id : text,
            broken,
            known,
          })),
        ),
        mistakes: by_category,
        limits: headroom.flatMap(({ name: account, breaches }) =>
          breaches.map(({ rule, day }) => ({ account, rule: rule.replaceAll('_', ' '), day })),
        ),
        unplanned: plans.unplanned,
      }),
    } satisfies Week,
    scope.currency,
  );
}

async function sumsOf(call: Call, scope: Scope) {
  const { total_pnl, trade_count, win_rate, profit_factor } = await expectancy(scope);
  const { mean_r, trade_count: rated } = await multiples(scope, call);
  return {
    net_pnl: total_pnl,
    trade_count,
    win_rate,
    profit_factor,
    r: mean_r === null ? null : mean_r * rated,
    rated,
  };
}

/** By what their exits of the week brought. */
async function extremes(call: Call, scope: Scope) {
  const inOrder = scope.results.toSorted((a, b) => b.realized_pnl - a.realized_pnl || (a.id < b.id ? -1 : 1));
  const [best, worst] = [inOrder[0], inOrder.at(-1)];
  if (best === undefined || worst === undefined) return { best: null, worst: null };
  const wholes = new Map(scope.trades.map((trade) => [trade.id, trade]));
  const units = await multiplesOf(call, scope);
  const one = (result: Trade) => describeTrade(call, result, wholes.get(result.id) ?? result, units);
  return { best: await one(best), worst: await one(worst) };
}

async function describeTrade(call: Call, result: Trade, whole: Trade, units: MultiplesOf) {
  const { instrument, direction, opened_at, closed_at } = presentTrip(whole);
  const images = await imagesOfTrades(call.db, executionsOf(whole).slice(0, 1000));
  return {
    trip_id: whole.id,
    instrument,
    direction,
    opened_at,
    closed_at,
    pnl: result.realized_pnl,
    r: units.inPeriod(whole),
    images: images.map(({ id, caption }) => ({ id, caption })),
  };
}

/** Each playbook's own adherence, of those that had a trade in the week. */
async function rulesOf(call: Call, market: MarketService, { from, to }: Days): Promise<Week['adherence']> {
  const asked = { from, to, open_positions: 'realised', follow_rolls: false, seed: 1 } as const;
  const playbooks: Week['adherence']['playbooks'] = [];
  for (const playbook of await allPlaybooks(call.db)) {
    const found = await adherence(call, market, playbook, asked);
    if (found.trades.length === 0) continue;
    playbooks.push({
      id: found.id,
      name: found.name,
      trade_count: found.trades.length,
      adherence: found.adherence,
      followed: sum(found.rules, ({ followed }) => followed),
      broken: sum(found.rules, ({ broken }) => broken),
      unknown: sum(found.rules, ({ unknown }) => unknown),
      broken_rules: found.rules
        .filter(({ broken }) => broken > 0)
        .map(({ id, text, broken, followed }) => ({ id, text, broken, known: broken + followed })),
    });
  }
  const followed = sum(playbooks, (one) => one.followed);
  const broken = sum(playbooks, (one) => one.broken);
  return {
    share: followed + broken === 0 ? null : followed / (followed + broken),
    followed,
    broken,
    unknown: sum(playbooks, (one) => one.unknown),
    playbooks,
  };
}

function sum<T>(some: readonly T[], of: (one: T) => number): number {
  return some.reduce((total, one) => total + of(one), 0);
}

async function plansOf(call: Call, scope: Scope): Promise<Week['plans']> {
  const planOf = await plansByTrip(call);
  const units = await multiplesOf(call, scope);
  const wholes = new Map(scope.trades.map((trade) => [trade.id, trade]));
  const wholeOf = (result: Trade): Trade => wholes.get(result.id) ?? result;
  const isPlanned = (result: Trade): boolean => planOf(wholeOf(result)) !== null;
  const planned = scope.results.filter(isPlanned);
  const items: Week['plans']['items'] = [];
  for (const result of planned.slice(0, MOST_PLANS)) {
    const whole = wholeOf(result);
    const ids = executionsOf(whole).slice(0, 1000);
    const plan = await shownPlanOf(call, ids);
    if (plan === null) continue;
    items.push({
      plan_id: plan.id,
      strategy_name: plan.strategy_name,
      trip_id: whole.id,
      instrument: whole.instrument,
      planned_r: plan.risk_reward_ratio,
      r: units.inPeriod(whole),
      pnl: result.realized_pnl,
      followed_plan: (await shownReportOnAny(call.db, ids))?.followed_plan ?? null,
    });
  }
  // Together they are the week: costs that have a day of their own belong to one of the two.
  const everything = [...scope.results, ...scope.costsOnly];
  const brought = (some: readonly Trade[]): number => addDollars(some.map(({ realized_pnl }) => realized_pnl));
  return {
    planned: planned.length,
    unplanned: scope.results.length - planned.length,
    planned_pnl: brought(everything.filter(isPlanned)),
    unplanned_pnl: brought(everything.filter((result) => !isPlanned(result))),
    items,
  };
}

async function headroomOf(call: Call, market: MarketService, { from, to }: Days): Promise<Week['headroom']> {
  const all: Week['headroom'] = [];
  for (const account of await riskAccountsOf(call.db)) {
    const { id, name, state, headroom, headroom_by, headroom_r, breaches } = await riskStatus(call, market, account);
    all.push({
      id,
      name,
      state,
      headroom,
      headroom_by,
      headroom_r,
      breaches: breaches
        .filter(({ day }) => day >= from && day <= to)
        .map(({ rule, day, round_trip_id }) => ({ rule, day, round_trip_id })),
    });
  }
  return all;
}
