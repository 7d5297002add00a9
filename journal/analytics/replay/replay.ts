// A trade as it was while it went on: up to a moment and nothing later. A bar is known when it is over; a level from when it was
// stated; a fill from its time.
import { type ClientOutput, contract } from '@zorivest/contract';
import {
  DAY_MS,
  exitsOf,
  firstFrom,
  legsOf,
  openPartAt,
  resultAt,
  riskAtEntries,
  type StatedStop,
} from '@zorivest/domain';
import { plansByTrip, entriesByTrip, tradesNamed } from '@zorivest/records';
import type { MarketService } from '@zorivest/market';
import { type Call, invalidField, shownTime } from '@zorivest/store';
import { findTrade } from '../performance/round-trips.ts';
import { recordedRisks } from '../performance/risks.ts';
import { roundedAnswer } from '../performance/rounding.ts';
import type { Trade } from '../performance/incremental.ts';
import { executionsOf } from '../performance/scope.ts';
import { markTrips } from '../bars/marked-trips.ts';
import type { StoredInterval, TradeBars } from '../bars/trade-bars.ts';
import { sessionEnd } from './session.ts';

type Answer = ClientOutput<typeof contract.roundTrips.replay>;

/** Days before the entry: enough to see what it was traded in. */
const BEFORE: Readonly<Record<StoredInterval, number>> = { '1m': 0, '5m': 1, '15m': 3, '1d': 45 };

const CONVENTION =
  'Bars that are over at until, fills and levels from their times on; running is net of the fees paid so far, what is left at its own cost and at the close of the ' +
  'last bar or the price of a later fill, and r is in the trade’s own currency, in units of what its entries so far put at risk. ends_at is the end of the session, whenever the trade was closed.';

export async function replay(
  call: Call,
  market: MarketService,
  id: string,
  {
    interval,
    until,
    since,
  }: { interval?: StoredInterval | undefined; until?: string | undefined; since?: string | undefined },
): Promise<Answer> {
  const { scope, trade } = await findTrade(call, id, undefined);
  const now = call.now().getTime();
  const asked = until === undefined ? now : readUntil(until);
  const opened = Date.parse(trade.opened_at);
  const lastExit = exitsOf(trade).at(-1);
  const last = trade.closed_at === null ? now : Date.parse(lastExit?.time ?? trade.closed_at);
  const ends = Math.min(sessionEnd(last, trade.asset_class), Math.max(now, last));
  const to = Math.min(asked, ends);
  const isLegs = legsOf(trade).length > 1;
  const size = interval ?? (last - opened > 5 * DAY_MS ? '1d' : undefined);
  const [marked] = isLegs
    ? [undefined]
    : await markTrips(call, market, scope, [trade], {
        span: () => ({ from: opened - (BEFORE[size ?? '1m'] ?? 0) * DAY_MS, to: ends }),
        ...(size !== undefined && { interval: size }),
      });
  const bars: TradeBars = marked?.bars ?? {
    columns: null,
    reason: 'the legs of a structure share no price: replay one leg',
  };
  const columns = bars.columns;
  const known = since === undefined ? null : readUntil(since, 'since');
  const { fills, levels, running } = await knownBy(call, {
    trade,
    native: scope.nativeOf(trade),
    trip: marked?.trip ?? null,
    to,
    last: columns === null ? null : lastBar(columns, to, trade.asset_class),
  });
  return roundedAnswer(
    contract.roundTrips.replay.response,
    {
      trip_id: trade.id,
      instrument: trade.instrument,
      interval: bars.columns === null ? (size ?? '1m') : bars.interval,
      until: shownTime(new Date(to).toISOString()),
      currency: scope.currency,
      bars: columns === null ? [] : rowsBetween(columns, known, to, trade.asset_class),
      fills,
      levels,
      running,
      ends_at: ends / 1000,
      ...(bars.columns === null && { missing: bars.reason }),
      convention: CONVENTION,
    },
    scope.currency,
  );
}

/** What of a trade was known by then, besides the bars: its fills, its levels as they were stated, its running result. */
export async function knownBy(
  call: Call,
  {
    trade,
    native,
    trip,
    to,
    last,
  }: { trade: Trade; native: Trade; trip: MarkedTrip | null; to: number; last: LastBar | null },
): Promise<Pick<Answer, 'fills' | 'levels' | 'running'>> {
  const fills = (await tradesNamed(call.db, executionsOf(trade).slice(0, 1000)))
    .filter(({ time }) => Date.parse(time) <= to)
    .map(({ exec_id, time, action, quantity, price: paid, commission }) => ({
      exec_id,
      time: Date.parse(time) / 1000,
      action,
      quantity: Number(quantity),
      price: Number(paid),
      commission: Number(commission),
    }))
    .toSorted((a, b) => a.time - b.time);
  const planOf = await plansByTrip(call);
  const stops = legsOf(trade).length > 1 ? [] : (planOf(trade)?.stops ?? []).filter(({ at }) => Date.parse(at) <= to);
  return {
    fills,
    levels: stops.map(({ at, stop, target }) => ({
      from: Math.round(Date.parse(at) / 1000),
      stop: Number(stop),
      target: Number(target),
    })),
    running: await runningAt(call, trip, trade, {
      native,
      to,
      stops,
      last,
      filled: new Set(fills.map(({ exec_id }) => exec_id)),
    }),
  };
}

export function readUntil(text: string, field = 'until'): number {
  // Seconds since 1970, as bars have them, or ISO-8601.
  const at = /^\d{9,11}(\.\d+)?$/.test(text)
    ? Number(text) * 1000
    : Date.parse(/[Zz]|[+-]\d\d:?\d\d$/.test(text) || text.length <= 10 ? text : `${text}Z`);
  if (Number.isNaN(at)) throw invalidField(field, 'must be a time such as 2026-01-15T14:30:00Z, or seconds since 1970');
  return at;
}

type Columns = NonNullable<TradeBars['columns']>;
type AssetClass = Trade['asset_class'];

/** The bars that were over by then, without those that were over at an earlier moment. */
export function rowsBetween(columns: Columns, known: number | null, to: number, assetClass: AssetClass): number[][] {
  const { at, open, high, low, close, volume } = columns;
  const rows: number[][] = [];
  const over = overBy(columns, to, assetClass);
  for (let i = known === null ? 0 : overBy(columns, known, assetClass); i < over; i += 1)
    rows.push([(at[i] ?? 0) / 1000, open[i] ?? 0, high[i] ?? 0, low[i] ?? 0, close[i] ?? 0, volume[i] ?? 0]);
  return rows;
}

/** How many. */
function overBy(columns: Columns, moment: number, assetClass: AssetClass): number {
  const { at, seconds } = columns;
  let count = firstFrom(at, moment - seconds * 1000 + 1);
  while (count < at.length && overAt(columns, count, assetClass) <= moment) count += 1;
  return count;
}

/** A bar of a day begins with its session, or at midnight, and is over when the session of that day is. */
function overAt({ at, seconds }: Columns, place: number, assetClass: AssetClass): number {
  const begins = at[place] ?? 0;
  const ends = begins + seconds * 1000;
  if (seconds * 1000 < DAY_MS) return ends;
  return Math.min(ends, sessionEnd(Math.floor(begins / DAY_MS) * DAY_MS + DAY_MS / 2, assetClass));
}

/** The last price that was known from bars, and since when. */
interface LastBar {
  readonly price: number;
  readonly over: number;
}

export function lastBar(columns: Columns, to: number, assetClass: AssetClass): LastBar | null {
  const last = overBy(columns, to, assetClass) - 1;
  const price = columns.close[last];
  return price === undefined ? null : { price, over: overAt(columns, last, assetClass) };
}

export type MarkedTrip = Awaited<ReturnType<typeof markTrips>>[number]['trip'];

/** What it had brought by then, open part included; null before it was opened. */
async function runningAt(
  call: Call,
  trip: MarkedTrip | null,
  trade: Parameters<Awaited<ReturnType<typeof entriesByTrip>>>[0],
  {
    to,
    stops,
    last,
    filled,
    native,
  }: { native: Trade; to: number; stops: readonly StatedStop[]; last: LastBar | null; filled: ReadonlySet<string> },
): Promise<Answer['running']> {
  if (trip === null || !trip.entries.some(({ at }) => at <= to)) return null;
  const held = openPartAt(trip, to);
  // What was paid for it when the last bar was over, or later, says more than that bar.
  const mark = held === null ? 0 : last !== null && last.over > held.at ? last.price : held.part.mark;
  const open = held === null ? 0 : resultAt(held.part, mark, true);
  const pnl = trip.exits.reduce((sum, one) => (one.at <= to ? sum + one.pnl : sum), open);
  const entriesOf = await entriesByTrip(call);
  const known = entriesOf(trade).filter(({ time }) => Date.parse(time) <= to);
  // As everywhere: what was recorded with the entries, else what the stops say that had been stated by then.
  const recorded = await recordedRisks(call);
  const stated = trade.entry_exec_ids.flatMap((id) => (filled.has(id) ? (recorded.get(id) ?? []) : []));
  const risk =
    stated.length > 0
      ? stated.reduce((sum, amount) => sum + amount, 0)
      : (riskAtEntries(known, stops, trip.multiplier)?.amount ?? null);
  // In the trade's own currency, as R is everywhere: what money itself gained is not of the trade.
  const own = exitsOf(native).filter(({ time }) => Date.parse(time) <= to);
  const ownPnl = own.reduce((sum, one) => sum + one.pnl, 0) + open / trip.rate;
  return { pnl, r: risk === null || risk <= 0 ? null : ownPnl / risk, open_quantity: held?.part.quantity ?? 0 };
}
