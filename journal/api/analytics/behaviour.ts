import { type Mistake, mistakeSummary, mistakeSuspects, type Num, type RoundTrip } from '@zorivest/domain';
import type { Call } from '../core/call.ts';
import { mistakesOnTrades } from '../mistakes/repository.ts';
import { plansByTrip } from '../plans/by-trip.ts';
import { shownTime } from '../store/index.ts';
import { spanOf } from './period.ts';
import type { Scope } from './scope.ts';

/** Mistakes are tagged on executions; what they cost is known of the round trip. */
export async function mistakesOf(scope: Scope, call: Call) {
  const { from, to } = spanOf(scope.period, call.now());
  const found = await mistakesOnTrades(call.db, scope.account_id);
  const mistaken = new Set(found.map((row) => row.trade_id));
  const tripOf = new Map<string, RoundTrip>();
  for (const trip of scope.closed)
    for (const ids of [trip.entry_exec_ids, trip.exit_exec_ids])
      for (const id of ids) if (mistaken.has(id)) tripOf.set(id, trip);
  const mistakes = found
    .filter((row) => Date.parse(row.created_at) >= from && Date.parse(row.created_at) < to)
    .map((row): Mistake => ({
      id: String(row.id),
      trade_id: tripOf.get(row.trade_id)?.id ?? row.trade_id,
      category: row.category as Mistake['category'], // checked by the contract on the way in
      estimated_cost: row.estimated_cost,
      created_at: shownTime(row.created_at),
    }));
  const results = new Map<string, Num>(scope.closed.map((trip) => [trip.id, trip.realized_pnl]));
  const { problems, ...summary } = mistakeSummary(mistakes, results);
  return {
    account_id: scope.account_id,
    period: scope.period,
    ...summary,
    problems: problems.map(({ code, message, ids }) => ({ code, message, ids: [...(ids ?? [])].slice(0, 100) })),
  };
}

/** Looked for over the whole record, because what is usual is known from it; shown for the period. */
export async function suspectsOf(scope: Scope, whole: Scope, call: Call) {
  const { suspects, recorded, convention } = await call.results.of(`suspects ${whole.account_id}`, async () => {
    const best = await excursionsByExecution(call);
    const bestOf = (trip: RoundTrip): Num | null => {
      for (const id of trip.entry_exec_ids) {
        const known = best.get(id);
        if (known !== undefined) return known;
      }
      return null;
    };
    return mistakeSuspects([...whole.closed, ...whole.open], { planOf: await plansByTrip(call), bestOf });
  });
  const shown = new Set([...scope.closed, ...scope.open].map((trip) => trip.id));
  return {
    account_id: scope.account_id,
    period: scope.period,
    trade_count: shown.size,
    recorded,
    convention,
    suspects: suspects
      .filter(({ trip_id }) => shown.has(trip_id))
      .slice(0, 1000)
      .map((suspect) => ({
        ...suspect,
        exec_ids: [...suspect.exec_ids].slice(0, 100),
        figures: { ...suspect.figures },
      })),
  };
}

async function excursionsByExecution({ db }: Call): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('excursion_metrics')
    .select(['trade_exec_id', 'mfe_dollars'])
    .where('mfe_dollars', 'is not', null)
    .execute();
  return new Map(rows.map((row) => [row.trade_exec_id, row.mfe_dollars ?? '0']));
}
