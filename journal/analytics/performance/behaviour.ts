import type { Filter } from '@zorivest/contract';
import {
  DAY_MS,
  dayText,
  exitsOf,
  firstSuspects,
  type Mistake,
  mistakeSummary,
  type Num,
  realisedIn,
  type RoundTrip,
  SUSPECT_CONVENTION,
} from '@zorivest/domain';
import type { Call, Page } from '@zorivest/store';
import {
  answeredSuspicions,
  type MistakeRow,
  mistakesOnTrades,
  plansByTrip,
  presentMistake,
  presentTrip,
} from '@zorivest/records';
import type { MarketService } from '@zorivest/market';
import { currentExcursions } from './excursion.ts';
import type { Trade } from './incremental.ts';
import { multiplesOf } from './multiples-of.ts';
import { statedRisks } from './risks.ts';
import { tradeName } from './round-trips.ts';
import { basisOf, executionsOf, isWithin, type Scope, scopeOf } from './scope.ts';

interface TaggedTrade {
  readonly row: MistakeRow;
  /** Null where the execution belongs to no trade of the question's currency. */
  readonly trade: Trade | null;
  /** Of the trade's last exit in the period, else of the execution itself. */
  readonly day: number | null;
}

/** The mistakes on the trades a question is about, by the day of the trade. */
async function taggedTrades(scope: Scope, call: Call): Promise<TaggedTrade[]> {
  const found = await mistakesOnTrades(call.db);
  if (found.length === 0) return [];
  const mistaken = new Set(found.map((row) => row.trade_id));
  const tradeOf = new Map<string, Trade>();
  for (const trade of scope.trades) for (const id of executionsOf(trade)) if (mistaken.has(id)) tradeOf.set(id, trade);
  return found.flatMap(({ time, time_known, ...row }) => {
    const trade = tradeOf.get(row.trade_id) ?? null;
    if (trade === null) return [];
    const last = realisedIn(trade, scope.within)?.last;
    // One without any exit yet is of the day on which the mistake was made.
    if (last === undefined && exitsOf(trade).length > 0) return [];
    const day = last === undefined ? scope.dayOf(time, time_known === 1) : scope.dayOf(last.time, last.time_known);
    return isWithin(scope.span, day) ? [{ row, trade, day }] : [];
  });
}

/** Mistakes are tagged on executions; what they cost is known of the trade. */
export async function mistakesOf(scope: Scope, call: Call) {
  const tagged = await taggedTrades(scope, call);
  const mistakes = tagged.map(({ row, trade, day }): Mistake => ({
    id: String(row.id),
    trade_id: trade?.id ?? row.trade_id,
    category: row.category as Mistake['category'], // checked by the contract on the way in
    estimated_cost: costIn(scope, row.estimated_cost, trade, day),
    day: day === null ? '' : dayText(day * DAY_MS),
  }));
  const { problems, convention, ...summary } = mistakeSummary(mistakes, resultsById(scope.results));
  return { ...basisOf(scope, { convention, problems }), ...summary };
}

function* resultsById(results: readonly Trade[]): Generator<readonly [string, Num]> {
  for (const { id, realized_pnl } of results) yield [id, realized_pnl];
}

/** An estimate is in the currency of its trade. */
function costIn(scope: Scope, cost: string | null, trade: Trade | null, day: number | null): Num | null {
  const own = trade === null ? null : scope.nativeOf(trade).currency;
  if (cost === null || own === null || own === scope.currency || day === null) return cost;
  const known = scope.positions.rates.on(day, own, scope.currency);
  return known === null ? cost : known.rate.times(cost).toNumber();
}

/** Newest first, of the trades that match; all of them where nothing is asked for. */
export async function listMistakes(
  call: Call,
  query: Filter & {
    readonly limit: number;
    readonly offset: number;
    readonly trade_exec_id?: string | undefined;
    readonly category?: string | undefined;
  },
): Promise<Page<ReturnType<typeof presentMistake>>> {
  const { limit, offset, trade_exec_id, category, ...asked } = query;
  const rows = await askedFor(call, asked);
  const found = rows.filter(
    (row) =>
      (trade_exec_id === undefined || row.trade_id === trade_exec_id) &&
      (category === undefined || row.category === category),
  );
  const newest = found.toReversed().slice(offset, offset + limit);
  return { items: newest.map(presentMistake), total: found.length, limit, offset };
}

async function askedFor(
  call: Call,
  { open_positions: _open, follow_rolls: _rolls, ...asked }: Filter,
): Promise<MistakeRow[]> {
  if (Object.values(asked).every((value) => value === undefined)) {
    const rows = await mistakesOnTrades(call.db);
    return rows.map(({ time: _time, time_known: _known, ...row }) => row);
  }
  const tagged = await taggedTrades(await scopeOf(call, asked), call);
  return tagged.map(({ row }) => row);
}

/** Looked for over the whole record, because what is usual is known from it; shown for the period. */
export async function suspectsOf(scope: Scope, whole: Scope, call: Call, market: MarketService) {
  const excursionOf = await currentExcursions(call, market);
  const bestOf = (trip: RoundTrip): Num | null => excursionOf(trip)?.mfe_dollars ?? null;
  const context = {
    planOf: await plansByTrip(call),
    riskOf: await statedRisks(call, whole),
    bestOf,
    currency: whole.currency,
    time_zone: whole.time_zone,
  };
  const { isShown, count } = shownIn(scope, whole);
  const answered = await answeredSuspicions(call.db);
  const suspects = firstSuspects(await whole.sized(), context, {
    most: MOST_SUSPECTS,
    isShown: (trip, category) =>
      isShown(trip) && (answered.size === 0 || !executionsOf(trip).some((id) => answered.get(id)?.has(category))),
  });
  const suspected = new Set(suspects.map(({ trip_id }) => trip_id));
  const tradeOf = new Map(whole.trades.flatMap((trade) => (suspected.has(trade.id) ? [[trade.id, trade]] : [])));
  const units = await multiplesOf(call, scope);
  return {
    ...basisOf(scope, { convention: SUSPECT_CONVENTION }),
    trade_count: count,
    recorded: false as const,
    suspects: suspects.flatMap((suspect) => {
      const trade = tradeOf.get(suspect.trip_id);
      if (trade === undefined) return [];
      const { opened_at, closed_at } = presentTrip(trade);
      return [
        {
          ...suspect,
          name: tradeName(trade),
          opened_at,
          closed_at,
          pnl: realisedIn(trade, scope.within)?.pnl ?? 0,
          r: units.inPeriod(trade),
          exec_ids: suspect.exec_ids.slice(0, 100),
          figures: { ...suspect.figures },
        },
      ];
    }),
  };
}

/** The trades that realised something in the period, and those that are open. */
function shownIn(
  scope: Scope,
  whole: Scope,
): { readonly isShown: (trip: RoundTrip) => boolean; readonly count: number } {
  const open = new Set<string>();
  for (const { id, closed_at } of scope.trades) if (closed_at === null) open.add(id);
  let realisedAndOpen = 0;
  for (const { id } of scope.results) if (open.has(id)) realisedAndOpen += 1;
  // With all that was ever realised in question a trade says it of itself: a set of every id would cost more than the search.
  const isAll = scope.isWhole && scope.trades === whole.trades;
  const realised = isAll ? null : new Set(scope.results.map(({ id }) => id));
  return {
    isShown: (trip) => open.has(trip.id) || (realised?.has(trip.id) ?? exitsOf(trip).length > 0),
    count: scope.results.length + open.size - realisedAndOpen,
  };
}

const MOST_SUSPECTS = 1000;
