// How far the price went for and against a trade: computed from bars while a provider still has them, then kept.
import { type Bar, barSizeFor, type Excursion, excursion, type RoundTrip } from '@zorivest/domain';
import { type Call, conflict, decimalTextOrNull, decimalValueOrNull, Fault, shownTime, today } from '@zorivest/store';
import { type MarketService, NoProvider, providerTickers } from '@zorivest/market';
import { tripOf } from '@zorivest/book';
import { basisOfFills, spanOf } from './basis-of-fills.ts';

export async function computeExcursion(call: Call, market: MarketService, execId: string) {
  const trip = await tripOf(call, execId);
  const closed = trip.closed_at ?? call.now().toISOString();
  const interval = barSizeFor((Date.parse(closed) - Date.parse(trip.opened_at)) / 1000);
  const { bars, source } = await barsFor(call.signal, market, trip, closed, interval);
  const found = excursion({ ...trip, closed_at: closed }, bars);
  if (!found.available)
    throw new Fault(503, `no ${interval} bars of ${trip.instrument} while the trade was open; nothing was stored`);
  const row = {
    ...storedFigures(found),
    data_source: `${source} ${interval}`,
    computed_at: call.now().toISOString(),
  };
  await call.write(async ({ db, audit }) => {
    await db
      .insertInto('excursion_metrics')
      .values({ trade_exec_id: execId, ...row })
      .onConflict((known) => known.column('trade_exec_id').doUpdateSet(row))
      .execute();
    audit({ resource: 'excursion', id: execId, after: row });
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

/** What was computed before, by execution. */
export async function keptExcursion(call: Call, trip: RoundTrip): Promise<Excursion | null> {
  const row = await call.db
    .selectFrom('excursion_metrics')
    .selectAll()
    .where('trade_exec_id', 'in', [...trip.entry_exec_ids, ...trip.exit_exec_ids].slice(0, 500))
    .orderBy('computed_at', 'desc')
    .executeTakeFirst();
  if (row === undefined) return null;
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
