// The figures a review may use, and the list of those that were not recorded.

import type { ReviewType } from '@zorivest/vocabulary';
import { selectRealised, tradeIn, type Within } from '../attribution/index.ts';
import type { Suspect, TripPlan } from '../behaviour/index.ts';
import type { ExecutionQuality } from '../costs/index.ts';
import type { Excursion } from '../excursion/index.ts';
import { initialRisk, tradeMetrics } from '../metrics/index.ts';
import { decimalOf, isPositive, NO_AMOUNT, type Num, parseAmount, roundDecimal } from '../money/index.ts';
import { dayOf, parseInstant } from '../time/index.ts';
import type { RoundTrip } from '../trips/index.ts';

export interface TradeReview {
  readonly setup_quality?: number | string | null;
  readonly execution_quality?: number | string | null;
  readonly followed_plan?: boolean | null;
  readonly emotional_state?: string | null;
  readonly lessons_learned?: string | null;
  readonly tags?: readonly string[];
}

export interface ReviewInput {
  readonly review_type: ReviewType;
  readonly trade: RoundTrip;
  /** All trips of the account; those closed before the trade are its history. */
  readonly trips: readonly RoundTrip[];
  readonly plan?: (TripPlan & { readonly strategy_name?: string | null; readonly conviction?: string | null }) | null;
  readonly report?: TradeReview | null;
  readonly excursion?: Excursion | null;
  readonly quality?: ExecutionQuality | null;
  readonly mistakes?: readonly { readonly category: string; readonly notes?: string | null }[];
  readonly suspects?: readonly Suspect[];
  readonly balance?: Num | null;
  /** Whether an exit is in the week of the trade; absent: in the seven days up to its close, by the clock. */
  readonly inWeek?: Within;
}

export interface FactSheet {
  readonly review_type: ReviewType;
  readonly trade: Readonly<Record<string, unknown>>;
  readonly result: Readonly<Record<string, unknown>>;
  /** How this trader usually does, from the trades closed before this one. */
  readonly history: Readonly<Record<string, unknown>>;
  readonly day: Readonly<Record<string, unknown>>;
  /** What exits realised in the seven days up to the trade's close; only for a weekly review. */
  readonly week: Readonly<Record<string, unknown>> | null;
  readonly plan: Readonly<Record<string, unknown>> | null;
  readonly execution: Readonly<Record<string, unknown>> | null;
  readonly excursion: Readonly<Record<string, unknown>> | null;
  readonly own_report: TradeReview | null;
  readonly mistakes: readonly { readonly category: string; readonly notes?: string | null }[];
  readonly suspects: readonly { readonly category: string; readonly evidence: string }[];
  /** What was not recorded: a reviewer says so instead of guessing. */
  readonly missing: string[];
}

const WEEK = 7 * 86_400_000;

export function reviewFacts(input: ReviewInput): FactSheet {
  const { trade, trips, plan = null, report = null } = input;
  const opened = parseInstant(trade.opened_at) ?? 0;
  const ended = (trade.closed_at === null ? null : parseInstant(trade.closed_at)) ?? opened;
  const others = trips.filter((trip) => trip.id !== trade.id && trip.account_id === trade.account_id);
  const before = others.filter((trip) => isClosedBetween(trip, -Infinity, opened));
  const sameDay = others.filter((trip) => dayOf(parseInstant(trip.opened_at) ?? 0) === dayOf(opened));
  const { excursion = null, quality = null } = input;
  return {
    review_type: input.review_type,
    trade: {
      id: trade.id,
      account_id: trade.account_id,
      instrument: trade.instrument,
      direction: trade.direction,
      status: trade.status,
      quantity: trade.quantity,
      entry_avg_price: trade.entry_avg_price,
      exit_avg_price: trade.exit_avg_price,
      opened_at: trade.opened_at,
      closed_at: trade.closed_at,
      holding_period_seconds: trade.holding_period_seconds,
    },
    result: resultOf(input),
    history: historyOf(before),
    day: {
      trades_opened: sameDay.length + 1,
      opened_before_this: sameDay.filter((trip) => (parseInstant(trip.opened_at) ?? 0) < opened).length,
      result_before_this: sum(sameDay.filter((trip) => isClosedBetween(trip, -Infinity, opened))),
    },
    week:
      input.review_type === 'weekly'
        ? weekOf(selectRealised(trips, input.inWeek ?? exitBetween(ended - WEEK, ended)).map(tradeIn))
        : null,
    plan: plan === null ? null : { ...plan },
    execution:
      quality?.nbbo_available === true
        ? {
            grade: quality.grade,
            score: quality.score,
            slippage_bps: quality.slippage_bps,
            slippage_estimate: quality.slippage_estimate,
          }
        : null,
    excursion:
      excursion?.available === true
        ? {
            mfe_dollars: excursion.mfe_dollars,
            mae_dollars: excursion.mae_dollars,
            captured_pct: excursion.bso_pct,
            best_exit_price: excursion.best_exit_price,
          }
        : null,
    own_report: report,
    mistakes: input.mistakes ?? [],
    suspects: (input.suspects ?? []).map(({ category, evidence }) => ({ category, evidence })),
    missing: missingIn(input),
  };
}

function resultOf({ trade, plan, balance }: ReviewInput): Record<string, unknown> {
  const risk = plannedRisk(trade, plan ?? null);
  const equity = balance === undefined || balance === null ? null : parseAmount(balance);
  const pnl = decimalOf(parseAmount(trade.realized_pnl) ?? NO_AMOUNT);
  const cost = decimalOf(parseAmount(trade.quantity * trade.entry_avg_price * trade.multiplier) ?? NO_AMOUNT);
  return {
    gross_pnl: trade.gross_pnl,
    commission: trade.commission,
    realized_pnl: trade.realized_pnl,
    return_pct: cost.isZero() ? null : roundDecimal(pnl.times(100).div(cost.abs()), 4),
    initial_risk: risk,
    r_multiple: risk === null ? null : roundDecimal(pnl.div(risk), 4),
    pct_of_account:
      equity === null || !isPositive(equity) ? null : roundDecimal(pnl.times(100).div(decimalOf(equity)), 4),
  };
}

function plannedRisk(trade: RoundTrip, plan: TripPlan | null): number | null {
  const stop = plan?.stop ?? null;
  if (stop === null) return null;
  return initialRisk({ entry: trade.entry_avg_price, stop, quantity: trade.quantity, multiplier: trade.multiplier });
}

function historyOf(before: readonly RoundTrip[]): Record<string, unknown> {
  const last = before.toSorted((a, b) => (parseInstant(b.closed_at) ?? 0) - (parseInstant(a.closed_at) ?? 0));
  return { ...keyFigures(before), last_results: last.slice(0, 5).map((trip) => trip.realized_pnl) };
}

function weekOf(week: readonly RoundTrip[]): Record<string, unknown> {
  const byResult = week.toSorted((a, b) => b.realized_pnl - a.realized_pnl);
  const describeTrip = (trip: RoundTrip | undefined): object | null =>
    trip === undefined ? null : { id: trip.id, instrument: trip.instrument, realized_pnl: trip.realized_pnl };
  return {
    ...keyFigures(week),
    best: describeTrip(byResult[0]),
    worst: describeTrip(byResult.at(-1)),
    by_instrument: [...Map.groupBy(week, (trip) => trip.instrument)].map(([instrument, trips]) => ({
      instrument,
      trades: trips.length,
      realized_pnl: sum(trips),
    })),
  };
}

function keyFigures(trips: readonly RoundTrip[]): Record<string, unknown> {
  const { trade_count, win_rate, avg_win, avg_loss, expectancy, profit_factor, total_pnl, reliable } = tradeMetrics(
    trips.map((trip) => trip.realized_pnl),
  );
  return { trade_count, win_rate, avg_win, avg_loss, expectancy, profit_factor, total_pnl, reliable };
}

function sum(trips: readonly RoundTrip[]): number {
  return tradeMetrics(trips.map((trip) => trip.realized_pnl)).total_pnl;
}

function exitBetween(after: number, until: number): Within {
  return ({ time }) => {
    const at = parseInstant(time);
    return at !== null && at > after && at <= until;
  };
}

function isClosedBetween(trip: RoundTrip, after: number, until: number): boolean {
  const closed = trip.status === 'closed' ? parseInstant(trip.closed_at) : null;
  return closed !== null && closed > after && closed <= until;
}

function missingIn({ plan, report, excursion, quality, balance, trade }: ReviewInput): string[] {
  const missing: string[] = [];
  if (plan === undefined || plan === null) missing.push('no plan is linked to this trade');
  if (plan?.on_underlying !== undefined)
    missing.push('the plan is in prices of the underlying, so its stop gives no R-multiple');
  else if (plan?.stop === undefined || plan.stop === null)
    missing.push('no stop is recorded, so the result has no R-multiple');
  if (report === undefined || report === null) missing.push('the trader wrote no report');
  if (excursion?.available !== true) missing.push('no price bars while the trade was open');
  if (quality?.nbbo_available !== true) missing.push('no quote at the moment of the fill');
  if (balance === undefined || balance === null) missing.push('no account balance');
  if (trade.status !== 'closed') missing.push('the trade is not closed yet');
  return missing;
}
