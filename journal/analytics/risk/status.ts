// A risk account as it stands: equity moment by moment compared with its limits, from stored bars where there are any.
import { contract, type HandlerOutput } from '@zorivest/contract';
import {
  accountDays,
  consistencyOf,
  DAY_MS,
  daysCounted,
  dayText,
  equitySteps,
  isPassed,
  judgeEquity,
  type JudgedDay,
  legsOf,
  type MarkedTrip,
  otherBreaches,
  type RiskBreach,
  type RiskJudgement,
} from '@zorivest/domain';
import { type RiskAccount, rulesOn } from '@zorivest/records';
import type { MarketService } from '@zorivest/market';
import { type Call, shownTime } from '@zorivest/store';
import type { Trade } from '../performance/incremental.ts';
import { presentRisks, type Risk, risks } from '../performance/risks.ts';
import { roundedAnswer } from '../performance/rounding.ts';
import { type Scope, scopeOf } from '../performance/scope.ts';
import { stateOfBars } from '../bars/state.ts';
import { markTrips } from '../bars/marked-trips.ts';

const CONVENTION =
  'Equity is the start, what exits realised since, and open trades at the prices of stored bars: a bar counts for a trade that is ' +
  'open when it begins and has no fill inside. Inside a bar all open trades stand at their best together, which moves peaks, then ' +
  'at their worst, which is compared with the floors; legs of a structure stand at the closes of bars, since one wins what the ' +
  'other loses. A trade without bars is known at its own fills only. Payouts lower equity and no ' +
  'floor. Trades opened before the first day are left out. Open amounts are converted at the rate of the opening. This is a ' +
  'record, no advice; the firm’s own books decide.';

type Status = HandlerOutput<typeof contract.riskAccounts.status>;

interface JudgedAccount {
  readonly account: RiskAccount;
  readonly scope: Scope;
  readonly trades: readonly Trade[];
  readonly judged: RiskJudgement;
  readonly breaches: readonly RiskBreach[];
  readonly withoutBars: ReadonlySet<string>;
  readonly leftOut: number;
  readonly today: number;
  /** The account's own day of an instant. */
  readonly dayAt: (instant: number) => number;
}

/** The days, floors and breaches of an account; cached for as long as neither the book nor the bars have changed. */
export async function judgeAccount(call: Call, market: MarketService, account: RiskAccount): Promise<JudgedAccount> {
  const dayAt = accountDays(account.day_ends) ?? ((instant: number) => Math.floor(instant / DAY_MS));
  const today = dayAt(call.now().getTime());
  const key = `risk account ${JSON.stringify(account)} ${today} ${await stateOfBars(call)}`;
  return call.results.of(key, async () => {
    const scope = await scopeOf(call, { account_ids: account.account_ids.join(','), unit: 'leg' });
    const first = Date.parse(account.from) / DAY_MS;
    const isSince = ({ opened_at }: Trade): boolean => dayAt(Date.parse(opened_at)) >= first;
    const trades = scope.trades.filter(isSince);
    const marked = await markTrips(call, market, scope, trades);
    const legs = await legsOfStructures(call, account);
    const ruleSets = account.history.map(({ valid_from }) => Date.parse(valid_from) / DAY_MS);
    const byDay = (day: number) => {
      const at = Math.max(
        0,
        ruleSets.findLastIndex((from) => from <= day),
      );
      return account.history[at]?.rules ?? rulesOn(account, account.from);
    };
    const steps = equitySteps(
      marked.map(({ trip }) => (legs.has(trip.id) ? atCloses(trip) : trip)),
      { start: account.start, dayAt, feesCount: account.fees_count },
    );
    const payouts = new Map<number, number>();
    for (const { date, amount } of account.payouts) {
      const day = Date.parse(date) / DAY_MS;
      payouts.set(day, (payouts.get(day) ?? 0) + amount);
    }
    const judged = judgeEquity(steps.steps, { start: account.start, rulesOn: byDay, payouts, today });
    const { consistency } = byDay(today);
    const share = consistency === null ? null : consistencyOf(judged.days, consistency);
    const inconsistent =
      share === null || share.is_kept || share.percent === null || share.best_day_on === null
        ? []
        : [inconsistency(judged.days, share.best_day_on, share.percent, share.max_percent, steps.steps)];
    return {
      account,
      scope,
      trades,
      judged,
      breaches: [...judged.breaches, ...otherBreaches(steps, byDay), ...inconsistent].toSorted((a, b) => a.at - b.at),
      withoutBars: new Set(marked.flatMap(({ trip, bars }) => (bars.columns === null ? [trip.id] : []))),
      leftOut: scope.trades.length - trades.length,
      today,
      dayAt,
    };
  });
}

/** Trips that are legs of a structure of several: their extremes never come together. */
async function legsOfStructures(call: Call, account: RiskAccount): Promise<ReadonlySet<string>> {
  const { trades } = await scopeOf(call, { account_ids: account.account_ids.join(','), unit: 'structure' });
  return new Set(
    trades.flatMap((trade) => {
      const legs = legsOf(trade);
      return legs.length > 1 ? legs.map(({ id }) => id) : [];
    }),
  );
}

/** Marked at the closes of its bars alone. */
function atCloses(trip: MarkedTrip): MarkedTrip {
  if (trip.bars === null) return trip;
  const { seconds, at, open, close, volume } = trip.bars;
  return { ...trip, bars: { seconds, at, open, high: close, low: close, close, volume } };
}

/** It belongs to the best day, and to the last trade of it. */
function inconsistency(
  days: readonly JudgedDay[],
  on: number,
  value: number,
  limit: number,
  steps: readonly {
    readonly day: number;
    readonly at: number;
    readonly trip: string | null;
    readonly filled?: boolean;
  }[],
): RiskBreach {
  const last = steps.findLast((step) => step.day === on && step.filled === true);
  const day = days.find((one) => one.day === on);
  return {
    rule: 'consistency',
    at: last?.at ?? on * DAY_MS,
    day: day?.day ?? on,
    round_trip_id: last?.trip ?? null,
    value,
    limit,
    ends: false,
  };
}

export async function riskStatus(call: Call, market: MarketService, account: RiskAccount): Promise<Status> {
  const found = await judgeAccount(call, market, account);
  const { scope, trades, judged, breaches, withoutBars, leftOut, today } = found;
  const rules = rulesOn(account, dayText(today * DAY_MS));
  const { equity, balance, peak, day_anchor, day_floor, drawdown_floor } = judged;
  const riskOf = await risks(call, scope);
  const nearest = headroomOf(judged);
  const r_amount = medianOf(trades.flatMap((trade) => amountIn(trade, riskOf(trade)) ?? []));
  const openRisk = await openRiskOf(call, scope, trades);
  const profit = balance - account.start + account.payouts.reduce((sum, { amount }) => sum + amount, 0);
  const consistency = rules.consistency === null ? null : consistencyOf(judged.days, rules.consistency);
  const basisOf = (id: string | null) =>
    id !== null && withoutBars.has(id) ? ('close' as const) : ('intraday' as const);
  const byId = new Map(trades.map((trade) => [trade.id, trade]));
  const nameOf = (id: string | null) => {
    const trade = id === null ? undefined : byId.get(id);
    if (trade === undefined) return null;
    const { instrument, opened_at, realized_pnl: pnl } = trade;
    return { instrument, opened_at: shownTime(opened_at), pnl };
  };
  return roundedAnswer(
    contract.riskAccounts.status.response,
    {
      id: account.id,
      name: account.name,
      basis: withoutBars.size === 0 && trades.length > 0 ? ('intraday' as const) : ('close' as const),
      currency: scope.currency,
      state: stateOf(found, profit),
      equity,
      balance,
      peak,
      day_loss: day_anchor === null ? null : Math.max(0, day_anchor - equity),
      day_limit: judged.day_limit,
      day_floor,
      drawdown: peak === null ? null : Math.max(0, peak - equity),
      drawdown_limit: judged.drawdown_limit,
      drawdown_floor,
      headroom: nearest?.amount ?? null,
      headroom_by: nearest?.rule ?? null,
      headroom_r: nearest === null || r_amount === null ? null : nearest.amount / r_amount,
      r_amount,
      headroom_contracts: nearest === null ? [] : contractsWithin(nearest.amount, trades, riskOf),
      open_risk: openRisk,
      profit,
      profit_target: rules.profit_target,
      days_counted: rules.fewest_days === null ? null : daysCounted(judged.days, rules.fewest_days),
      fewest_days: rules.fewest_days?.days ?? null,
      consistency:
        consistency === null
          ? null
          : {
              ...consistency,
              best_day_on: consistency.best_day_on === null ? null : dayText(consistency.best_day_on * DAY_MS),
            },
      breaches: breaches.map(({ at, day, ...breach }) => ({
        ...breach,
        at: shownTime(new Date(at).toISOString()),
        day: dayText(day * DAY_MS),
        trade: nameOf(breach.round_trip_id),
        basis: basisOf(breach.round_trip_id),
      })),
      days: judged.days.map(({ day, high, low, close, pnl, day_floor: floor, drawdown_floor: under }) => ({
        day: dayText(day * DAY_MS),
        high,
        low,
        close,
        pnl,
        day_floor: floor,
        drawdown_floor: under,
      })),
      trades: trades.length,
      without_bars: { count: withoutBars.size, ids: [...withoutBars].slice(0, 100) },
      left_out: leftOut === 0 ? null : { count: leftOut, reason: `opened before ${account.from}` },
      convention: CONVENTION,
      problems:
        withoutBars.size === 0
          ? []
          : [
              {
                code: 'no_bars',
                message: `${withoutBars.size} of ${trades.length} trades have no stored bars: their open losses between fills are not seen. Import them (zorivest bars import FILE --symbol S) or set up a provider.`,
              },
            ],
    },
    scope.currency,
  );
}

/** Until the nearest floor; never below nothing. */
function headroomOf({ equity, day_floor, drawdown_floor }: RiskJudgement) {
  const rooms = [
    { rule: 'daily_loss' as const, floor: day_floor },
    { rule: 'drawdown' as const, floor: drawdown_floor },
  ].flatMap(({ rule, floor }) => (floor === null ? [] : [{ rule, amount: Math.max(0, equity - floor) }]));
  return rooms.length === 0 ? null : rooms.reduce((a, b) => (b.amount < a.amount ? b : a));
}

function stateOf({ account, judged, breaches, today }: JudgedAccount, profit: number): Status['state'] {
  if (breaches.some(({ ends }) => ends)) return 'failed';
  if (isPassed(judged.days, profit, rulesOn(account, dayText(today * DAY_MS)))) return 'passed';
  return breaches.some(({ rule, day }) => rule === 'daily_loss' && day === today) ? 'paused' : 'active';
}

function amountIn({ rate }: Trade, risk: Risk | null): number | null {
  return risk === null ? null : risk.amount * rate;
}

/** What open trades would lose at their present stops; null where none has one. */
async function openRiskOf(call: Call, scope: Scope, trades: readonly Trade[]): Promise<number | null> {
  const riskOf = await presentRisks(call, scope);
  const known = trades.flatMap((trade) => {
    const risk = trade.status === 'closed' ? null : riskOf(trade);
    return risk === null ? [] : [risk * trade.rate];
  });
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0);
}

/** Most instruments that are named. */
const MOST_NAMED = 10;

function contractsWithin(headroom: number, trades: readonly Trade[], riskOf: (trade: Trade) => Risk | null) {
  const each = new Map<string, number[]>();
  for (const trade of trades) {
    const amount = amountIn(trade, riskOf(trade));
    if (amount === null || trade.quantity <= 0) continue;
    const name = trade.asset_class === 'FUTURE' ? trade.underlying : trade.instrument;
    each.set(name, [...(each.get(name) ?? []), amount / trade.quantity]);
  }
  // The ones traded last come first.
  return [...each]
    .toReversed()
    .slice(0, MOST_NAMED)
    .flatMap(([instrument, risksEach]) => {
      const risk_each = medianOf(risksEach);
      if (risk_each === null || risk_each <= 0) return [];
      return [{ instrument, contracts: Math.floor(headroom / risk_each + 1e-9), risk_each }];
    });
}

export function medianOf(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
