// How far the price went for and against a trade: computed from bars while a provider still has them, then kept.
import { type Bar, barSizeFor, type Excursion, excursion, type RoundTrip } from '@zorivest/domain';
import { type Call, conflict, decimalTextOrNull, decimalValueOrNull, Fault, shownTime, today } from '@zorivest/store';
import { type MarketService, NoProvider, providerTickers } from '@zorivest/market';
import { tradesNamed, tripOf } from '@zorivest/book';
import { basisOfFills, spanOf } from './basis-of-fills.ts';
import type { ExcursionRow } from './tables.ts';

export async function computeExcursion(call: Call, market: MarketService, execId: string) {
  const trip = await tripOf(call, execId);
  const closed = trip.closed_at ?? call.now().toISOString();
  const interval = barSizeFor((Date.parse(closed) - Date.parse(trip.opened_at)) / 1000);
  const { bars, source } = await barsFor(call.signal, market, trip, closed, interval);
  const found = excursion({ ...trip, closed_at: closed }, bars, {
    bar_seconds: BAR_SECONDS[interval],
    prices: await pricesOf(call, trip),
  });
  if (!found.available)
    throw new Fault(503, `no ${interval} bars of ${trip.instrument} while the trade was open; nothing was stored`);
  const row = {
    ...storedFigures(found),
    trip: stateOf(trip),
    data_source: `${source} ${interval}`,
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
  const { available: _, problems, ...figures } = found;
  return {
    trade_exec_id: execId,
    round_trip_id: trip.id,
    ...figures,
    ...(await basisOfFills(call, { unit: 'leg', ...spanOf(trip, call.now()) })),
    mfe: found.mfe_dollars,
    mae: found.mae_dollars,
    bso: found.bso_pct,
    data_source: row.data_source,
    computed_at: shownTime(row.computed_at),
    problems: problems.map(({ code, message }) => ({ code, message })),
  };
}

const BAR_SECONDS: Readonly<Record<ReturnType<typeof barSizeFor>, number>> = {
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '30m': 1800,
  '1h': 3600,
  '1d': 86_400,
  '1w': 604_800,
  '1M': 2_678_400,
};

/** It belongs to the trip that this fill opened: one that also closed another is not the other's. */
function keyOf({ entry_exec_ids, id }: RoundTrip): string {
  return entry_exec_ids[0] ?? id;
}

/** What it was computed of. A trip that has changed since has another, and its figures have to be computed anew. */
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

/** An option's bars are its contract's own, asked for in the spelling the exchanges use. */
async function barsFor(
  signal: AbortSignal,
  market: MarketService,
  trip: RoundTrip,
  closed: string,
  interval: ReturnType<typeof barSizeFor>,
): Promise<{ bars: Bar[]; source: string }> {
  if (trip.instrument.startsWith('/'))
    throw conflict('there are no bars for futures; excursions need a stock or an option');
  const query = {
    ticker: providerTickers(trip.instrument, new Date(closed).getUTCFullYear())[0] ?? trip.instrument,
    start: trip.opened_at.slice(0, 10),
    end: today(new Date(closed)),
    interval,
  };
  try {
    const rows = await market.bars(query, { signal });
    return {
      bars: rows.map(({ timestamp, high, low }) => ({ time: timestamp, high, low })),
      source: rows[0]?.provider ?? 'none',
    };
  } catch (error) {
    if (error instanceof NoProvider) throw new Fault(503, error.message);
    throw error;
  }
}

type Kept = Pick<ExcursionRow, 'trade_exec_id' | 'trip'>;

/** What was computed of a trip, as long as it is what it was then. */
export function excursionsByTrip<T extends Kept>(rows: readonly T[]): (trip: RoundTrip) => T | null {
  const byFill = new Map(rows.map((row) => [row.trade_exec_id, row]));
  return (trip) => {
    const row = byFill.get(keyOf(trip));
    return row?.trip === stateOf(trip) ? row : null;
  };
}

/** What was computed before, where the trip has not changed since. */
export async function keptExcursion(call: Call, trip: RoundTrip): Promise<Excursion | null> {
  const rows = await call.db
    .selectFrom('excursion_metrics')
    .selectAll()
    .where('trade_exec_id', '=', keyOf(trip))
    .execute();
  const row = excursionsByTrip(rows)(trip);
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
