// How far the price went for and against a trade: computed from bars while a provider still has them, then stored.
import { barSeconds } from '@zorivest/vocabulary';
import { barSizeFor, type Excursion, excursion, type RoundTrip } from '@zorivest/domain';
import { type Call, conflict, decimalTextOrNull, decimalValueOrNull, Fault, shownTime, today } from '@zorivest/store';
import {
  type Bar as MarketBar,
  type MarketService,
  NoProvider,
  providerTickers,
  type SourcedRow,
} from '@zorivest/market';
import { registerOf, tradesNamed, tripOf, tripsByExecution } from '@zorivest/records';
import { basisOfFills, spanOf } from './basis-of-fills.ts';
import type { ExcursionRow } from './tables.ts';

export async function computeExcursion(call: Call, market: MarketService, execId: string) {
  const trip = await tripOf(call, execId);
  const wanted = await barsWanted(call, trip);
  const found = await excursionOf(call, trip, wanted, await askBars(call, market, wanted));
  if (found === null)
    throw new Fault(
      503,
      `no ${wanted.interval} bars of ${trip.instrument} while the trade was open; nothing was stored`,
    );
  const row = {
    ...storedFigures(found.excursion),
    trip: stateOf(trip),
    data_source: found.source,
    computed_at: call.now().toISOString(),
  };
  await call.write(async ({ db, audit }) => {
    await db
      .insertInto('excursion_metrics')
      .values({ trade_exec_id: keyOf(trip), ...row })
      .onConflict((known) => known.column('trade_exec_id').doUpdateSet(row))
      .execute();
    audit({ resource: 'excursion', id: keyOf(trip), after: row });
  });
  const { available: _, problems, ...figures } = found.excursion;
  return {
    trade_exec_id: execId,
    round_trip_id: trip.id,
    ...figures,
    ...(await basisOfFills(call, { unit: 'leg', ...spanOf(trip, call.now()) })),
    mfe: figures.mfe_dollars,
    mae: figures.mae_dollars,
    bso: figures.bso_pct,
    data_source: row.data_source,
    computed_at: shownTime(row.computed_at),
    problems: problems.map(({ code, message }) => ({ code, message })),
  };
}

type BarsWanted = Awaited<ReturnType<typeof barsWanted>>;

/** An option's bars are its contract's own, asked for in the spelling the exchanges use; a share's under any ticker it had. */
async function barsWanted(call: Call, trip: RoundTrip) {
  const closed = trip.closed_at ?? call.now().toISOString();
  const names = (await registerOf(call)).tickersLike(trip.instrument);
  return {
    tickers: names.map((name) => providerTickers(name, new Date(closed).getUTCFullYear())[0] ?? name),
    start: trip.opened_at.slice(0, 10),
    end: today(new Date(closed)),
    interval: barSizeFor((Date.parse(closed) - Date.parse(trip.opened_at)) / 1000),
  };
}

/** Null where no bar lies within it. */
async function excursionOf(
  call: Call,
  trip: RoundTrip,
  { interval }: BarsWanted,
  bars: readonly SourcedRow<MarketBar>[],
) {
  const found = excursion(
    { ...trip, closed_at: trip.closed_at ?? call.now().toISOString() },
    bars.map(({ timestamp, high, low }) => ({ time: timestamp, high, low })),
    { bar_seconds: barSeconds[interval], prices: await pricesOf(call, trip) },
  );
  return found.available ? { excursion: found, source: `${bars[0]?.provider ?? 'none'} ${interval}` } : null;
}

/** It belongs to the trip that this fill opened: one that also closed another is not the other's. */
function keyOf({ entry_exec_ids, id }: RoundTrip): string {
  return entry_exec_ids[0] ?? id;
}

/** What it was computed of. A trip that has changed since has another, and its figures have to be computed again. */
export function stateOf(trip: Pick<RoundTrip, StatePart>): string {
  const { opened_at, closed_at, quantity, entry_avg_price, exit_avg_price } = trip;
  const [from, to] = [opened_at, closed_at].map((time) => (time === null ? '' : new Date(time).toISOString()));
  return [from, to, quantity, entry_avg_price, exit_avg_price].join(' ');
}

type StatePart = 'opened_at' | 'closed_at' | 'quantity' | 'entry_avg_price' | 'exit_avg_price';

/** What its own fills were paid. After a split they are in other units than the bars, and the averages stand for them. */
async function pricesOf({ db }: Call, trip: RoundTrip): Promise<number[]> {
  const averages = [trip.entry_avg_price, ...(trip.exit_avg_price === null ? [] : [trip.exit_avg_price])];
  const fills = await tradesNamed(db, [...trip.entry_exec_ids, ...trip.exit_exec_ids].slice(0, 500));
  const entries = new Set(trip.entry_exec_ids);
  const bought = fills.filter(({ exec_id }) => entries.has(exec_id));
  const [paid, shares] = bought.reduce(
    ([value, quantity], one) => [value + Number(one.price) * Number(one.quantity), quantity + Number(one.quantity)],
    [0, 0],
  );
  const isRescaled = Math.abs(paid / shares - trip.entry_avg_price) > 1e-6 * trip.entry_avg_price;
  return isRescaled ? averages : [...averages, ...fills.map(({ price }) => Number(price))];
}

/** The figures as their columns keep them. */
export function storedFigures(found: Excursion) {
  return {
    mfe_dollars: decimalTextOrNull(found.mfe_dollars),
    mfe_pct: decimalTextOrNull(found.mfe_pct),
    mae_dollars: decimalTextOrNull(found.mae_dollars),
    mae_pct: decimalTextOrNull(found.mae_pct),
    bso_pct: decimalTextOrNull(found.bso_pct),
    best_exit_price: decimalTextOrNull(found.best_exit_price),
    holding_bars: found.holding_bars,
  };
}

async function askBars(
  { signal }: Call,
  market: MarketService,
  { tickers, ...days }: BarsWanted,
): Promise<SourcedRow<MarketBar>[]> {
  if (tickers[0]?.startsWith('/') === true)
    throw conflict('there are no bars for futures; excursions need a stock or an option');
  let unanswered: NoProvider | null = null;
  for (const ticker of tickers) {
    try {
      const bars = await market.bars({ ticker, ...days }, { signal });
      if (bars.length > 0) return bars;
    } catch (error) {
      if (!(error instanceof NoProvider)) throw error;
      unanswered ??= error;
    }
  }
  if (unanswered !== null) throw new Fault(503, unanswered.message);
  return [];
}

async function findStoredBars(
  market: MarketService,
  { tickers, ...days }: BarsWanted,
): Promise<SourcedRow<MarketBar>[]> {
  for (const ticker of tickers) {
    const bars = await market.storedBars({ ticker, ...days });
    if (bars.length > 0) return bars;
  }
  return [];
}

export type ExcursionFigures = Omit<ExcursionRow, 'trade_exec_id' | 'trip' | 'computed_at'>;

/** With more changed trips than this the others wait until each is asked for. */
const MAX_RECOMPUTED = 200;

/**
 * What was computed of trips. Of one that has changed since it is computed again, from the bars that are stored; where they do
 * not reach, there is no figure.
 */
export async function currentExcursions(
  call: Call,
  market: MarketService,
): Promise<(trip: Pick<RoundTrip, 'id'>) => ExcursionFigures | null> {
  const rows = await call.db.selectFrom('excursion_metrics').selectAll().execute();
  const current = new Map<string, ExcursionFigures>();
  if (rows.length === 0) return () => null;
  const trips = await tripsByExecution(call);
  const changed = new Map<string, RoundTrip>();
  for (const row of rows) {
    const trip = trips.get(row.trade_exec_id);
    if (trip === undefined) continue;
    if (row.trade_exec_id === keyOf(trip) && row.trip === stateOf(trip)) current.set(trip.id, row);
    else changed.set(trip.id, trip);
  }
  const recomputed = [...changed.values()].filter(({ id }) => !current.has(id)).slice(-MAX_RECOMPUTED);
  for (const trip of recomputed) {
    const wanted = await barsWanted(call, trip);
    const found = await excursionOf(call, trip, wanted, await findStoredBars(market, wanted));
    if (found !== null) current.set(trip.id, { ...storedFigures(found.excursion), data_source: found.source });
  }
  return ({ id }) => current.get(id) ?? null;
}

/** Of one trip, as it is now. */
export async function excursionOfTrip(call: Call, market: MarketService, trip: RoundTrip): Promise<Excursion | null> {
  const row = (await currentExcursions(call, market))(trip);
  if (row === null) return null;
  return {
    available: true,
    mfe_dollars: decimalValueOrNull(row.mfe_dollars),
    mfe_pct: decimalValueOrNull(row.mfe_pct),
    mae_dollars: decimalValueOrNull(row.mae_dollars),
    mae_pct: decimalValueOrNull(row.mae_pct),
    bso_pct: decimalValueOrNull(row.bso_pct),
    best_exit_price: decimalValueOrNull(row.best_exit_price),
    holding_bars: row.holding_bars,
    convention: row.data_source,
    problems: [],
  };
}
