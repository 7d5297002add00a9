// What the closed trades earned, and what they may earn: thin over the domain's functions.
import {
  cents,
  drawdown,
  drawdownMonteCarlo,
  equityCurve,
  type Problem,
  parseFixed,
  rMultiples,
  type RoundTrip,
  sqn,
  strategyBreakdown,
  timeBreakdown,
  tradeMetrics,
} from '@zorivest/domain';
import type { Call } from '../core/call.ts';
import { plansByTrip } from '../plans/by-trip.ts';
import { balanceOf } from '../positions/balances.ts';
import { tagsByTrade } from '../reports/repository.ts';
import { risks } from './risks.ts';
import { basisOf, type Scope } from './scope.ts';

function pnls(closed: readonly RoundTrip[]): number[] {
  return closed.map((trip) => trip.realized_pnl);
}

export function expectancy(scope: Scope) {
  const { convention, problems, trade_count: _, ...metrics } = tradeMetrics(pnls(scope.closed));
  const fees = scope.closed.reduce((sum, trip) => sum + (parseFixed(trip.commission) ?? 0n), 0n);
  const { kelly_fraction } = metrics;
  return {
    ...basisOf(scope, { convention, problems }),
    ...metrics,
    edge: metrics.expectancy,
    avg_commission: scope.closed.length === 0 ? 0 : cents(fees / BigInt(scope.closed.length)),
    kelly_pct: kelly_fraction === null ? null : kelly_fraction * 100,
  };
}

export async function drawdowns(scope: Scope, call: Call, asked: { simulations: number; seed: number; block: number }) {
  const results = pnls(scope.closed);
  const first = await balanceOf(call.db, scope, 'first');
  const now = await balanceOf(call.db, scope, 'last');
  const past = drawdown(results, first === null ? {} : { start: first });
  const ahead = drawdownMonteCarlo(results, { ...asked, ...(now !== null && Number(now) > 0 && { start: now }) });
  const { convention, problems, trade_count: _, ...simulated } = ahead;
  return {
    ...basisOf(scope, { convention: `${past.convention} ${convention}`, problems: [...past.problems, ...problems] }),
    ...simulated,
    max_drawdown: past.max_absolute,
    max_drawdown_pct: past.max_relative === null ? null : past.max_relative * 100,
    current_drawdown: past.current,
    longest_under_water: past.longest_under_water,
    starting_equity: first === null ? null : Number(first),
  };
}

async function inRisk(scope: Scope, call: Call) {
  const riskOf = await risks(call);
  return rMultiples(scope.closed.map((trip) => ({ id: trip.id, pnl: trip.realized_pnl, risk: riskOf(trip) })));
}

/** In R when every trade has a risk: a mix of R and dollars would be neither. */
export async function systemQuality(scope: Scope, call: Call) {
  const multiples = await inRisk(scope, call);
  const complete = multiples.trade_count === scope.closed.length && multiples.trade_count > 0;
  const quality = complete ? multiples.sqn : sqn(pnls(scope.closed));
  const missing: Problem[] = complete
    ? []
    : [
        {
          code: 'missing_risk',
          message: `${scope.closed.length - multiples.trade_count} of ${scope.closed.length} trades have no recorded risk or stop, so the SQN is in dollars.`,
        },
      ];
  return {
    ...basisOf(scope, { convention: quality.convention, problems: [...quality.problems, ...missing] }),
    sqn: quality.sqn,
    grade: quality.grade,
    mean_r: quality.mean,
    std_r: quality.sd,
    unit: complete ? ('R' as const) : ('dollars' as const),
  };
}

export async function multiples(scope: Scope, call: Call) {
  const { trades, mean_r, std_r, best_r, worst_r, distribution, left_out, convention, problems } = await inRisk(
    scope,
    call,
  );
  return {
    ...basisOf(scope, { convention, problems }),
    left_out: [...scope.left_out, ...left_out],
    trade_count: trades.length,
    mean_r,
    std_r,
    best_r,
    worst_r,
    distribution,
    trades: trades.slice(-1000),
  };
}

export async function strategies(scope: Scope, call: Call) {
  const context = { tagsOf: await tags(call), planOf: await plansByTrip(call) };
  // The open ones tell which option structures are not finished.
  const {
    convention,
    left_out,
    trade_count: _,
    ...slices
  } = strategyBreakdown([...scope.closed, ...scope.open], context);
  const structures = left_out.filter(({ reason }) => !scope.left_out.some((known) => known.reason === reason));
  const basis = basisOf(scope, { convention });
  return { ...basis, left_out: [...basis.left_out, ...structures], ...slices };
}

/** The tags of the reports on any of a trip's executions. */
function tags({ results, db }: Call): Promise<(trip: RoundTrip) => readonly string[]> {
  return results.of('tags by execution', async () => {
    const byExecution = await tagsByTrade(db);
    return (trip) => [...trip.entry_exec_ids, ...trip.exit_exec_ids].flatMap((id) => byExecution.get(id) ?? []);
  });
}

export function times(scope: Scope, timeZone: string) {
  const {
    trade_count: _,
    left_out: _open,
    convention,
    problems,
    ...breakdown
  } = timeBreakdown(scope.closed, { time_zone: timeZone });
  return { ...basisOf(scope, { convention, problems }), ...breakdown };
}

export async function equity(scope: Scope, call: Call, mostPoints: number) {
  const start = await balanceOf(call.db, scope, 'first');
  const curve = equityCurve(scope.closed, { start: start ?? 0 });
  const { convention, problems } = curve;
  const missing: Problem[] =
    start === null
      ? [{ code: 'no_starting_equity', message: 'No balance is recorded; the curve starts at zero.' }]
      : [];
  return {
    ...basisOf(scope, { convention, problems: [...problems, ...missing] }),
    starting_equity: curve.start,
    final_equity: curve.final_equity,
    points: thinned(curve.points, mostPoints),
    days: curve.days,
    best_day: curve.best_day,
    worst_day: curve.worst_day,
  };
}

/** Evenly chosen, the last always among them. */
function thinned<T>(points: readonly T[], most: number): T[] {
  if (points.length <= most) return [...points];
  const step = points.length / most;
  return Array.from({ length: most }, (_, i) => points[Math.ceil((i + 1) * step) - 1]).filter(
    (point) => point !== undefined,
  );
}
