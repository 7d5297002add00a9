// A whole day as it was while it went on: all of its trades on one clock. What had not been opened by then is not there, not even
// by its name.
import { type ClientOutput, contract } from '@zorivest/contract';
import { addDollars, exitsOf } from '@zorivest/domain';
import { presentTrip } from '@zorivest/records';
import type { MarketService } from '@zorivest/market';
import { type Call, shownTime } from '@zorivest/store';
import type { Trade } from '../performance/incremental.ts';
import { roundedAnswer } from '../performance/rounding.ts';
import { executionsOf, type Scope, scopeOf } from '../performance/scope.ts';
import { markTrips, type TradeMark as MarkedTrade } from '../bars/marked-trips.ts';
import type { StoredInterval } from '../bars/trade-bars.ts';
import { knownBy, lastBar, readUntil, rowsBetween } from './replay.ts';
import { opening, sessionEnd } from './session.ts';

type Answer = ClientOutput<typeof contract.replays.day>;

const CONVENTION =
  'The trades with a fill on the day, each from its first fill on, one clock for all. realised is what exits of the day brought by then, net ' +
  'of costs; open is what trades that were open then stood at, at the close of the last bar or a later fill, what they had won or lost on days before included. ' +
  'Only bars that are over are there.';

const HOUR_MS = 3_600_000;
/** What a day is replayed by, the finest first: a bar of a whole day is over when the day is. */
const SIZES: readonly StoredInterval[] = ['1m', '5m', '15m'];

interface DayQuery {
  readonly interval?: StoredInterval | undefined;
  readonly until?: string | undefined;
  readonly since?: string | undefined;
  readonly account_id?: string | undefined;
}

interface OneTrade {
  readonly trade: Trade;
  /** Of its fills on the day. */
  readonly times: readonly number[];
}

export async function replayDay(call: Call, market: MarketService, day: string, asked: DayQuery): Promise<Answer> {
  const { account_id } = asked;
  const scope = await scopeOf(call, {
    unit: 'leg',
    from: day,
    to: day,
    ...(account_id !== undefined && { account_id }),
  });
  const all = tradesOf(scope);
  const times = all.flatMap((one) => one.times);
  const opens = opening(day);
  const begins = times.reduce((least, at) => Math.min(least, Math.floor(at / HOUR_MS) * HOUR_MS), opens);
  const now = call.now().getTime();
  const ends = Math.min(
    all.reduce(
      (most, { trade, times: own }) => Math.max(most, ...own.map((at) => sessionEnd(at, trade.asset_class))),
      0,
    ) || sessionEnd(opens, 'EQUITY'),
    Math.max(now, begins),
  );
  const to = Math.min(asked.until === undefined ? now : readUntil(asked.until), ends);
  const since = asked.since === undefined ? null : readUntil(asked.since, 'since');
  const begun = all.map(({ trade }) => trade).filter(({ opened_at }) => Date.parse(opened_at) <= to);
  const marked = await markDay(call, market, scope, begun, { from: begins, to: ends, interval: asked.interval });
  const charts = new Map<string, Answer['charts'][number]>();
  const trades: Answer['trades'] = [];
  let [realised, open] = [0, 0];
  for (const trade of begun) {
    const found = marked.get(trade.id);
    const bars = found?.bars;
    const columns = bars?.columns ?? null;
    // The first trade of an instrument: was its chart there at the earlier moment?
    if (!charts.has(trade.instrument))
      charts.set(trade.instrument, {
        instrument: trade.instrument,
        interval: bars === undefined || bars.columns === null ? (asked.interval ?? '1m') : bars.interval,
        bars:
          columns === null
            ? []
            : rowsBetween(
                columns,
                since === null || Date.parse(trade.opened_at) > since ? null : since,
                to,
                trade.asset_class,
              ),
        ...(bars?.columns === null && { missing: bars.reason }),
      });
    const known = await knownBy(call, {
      trade,
      native: scope.nativeOf(trade),
      trip: found?.trip ?? null,
      to,
      last: columns === null ? null : lastBar(columns, to, trade.asset_class),
    });
    const { id, instrument, direction } = presentTrip(trade);
    const past = exitsOf(trade).filter(({ time }) => Date.parse(time) <= to);
    realised += brought(past.filter(scope.within));
    if (known.running !== null && known.running.open_quantity > 0) open += known.running.pnl - brought(past);
    trades.push({ trip_id: id, instrument, direction, ...known });
  }
  return roundedAnswer(
    contract.replays.day.response,
    {
      day,
      time_zone: scope.time_zone,
      currency: scope.currency,
      until: shownTime(new Date(to).toISOString()),
      begins_at: begins / 1000,
      ends_at: ends / 1000,
      realised,
      open,
      trades,
      charts: [...charts.values()],
      convention: CONVENTION,
    },
    scope.currency,
  );
}

const brought = (exits: readonly { readonly pnl: number }[]): number => addDollars(exits.map(({ pnl }) => pnl));

/** Those with a fill or another end on the day, in the order they were opened. */
function tradesOf(scope: Scope): OneTrade[] {
  const filled = new Map(scope.executions.map(({ exec_id, time }) => [exec_id, Date.parse(time)]));
  return scope.trades
    .flatMap((trade) => {
      const ended = exitsOf(trade).flatMap((exit) => (scope.within(exit) ? [Date.parse(exit.time)] : []));
      const times = [...executionsOf(trade).flatMap((id) => filled.get(id) ?? []), ...ended];
      return times.length === 0 ? [] : [{ trade, times }];
    })
    .toSorted((a, b) => (a.trade.opened_at < b.trade.opened_at ? -1 : a.trade.opened_at > b.trade.opened_at ? 1 : 0));
}

/** Each by the finest bars that are stored of the day. */
async function markDay(
  call: Call,
  market: MarketService,
  scope: Scope,
  trades: readonly Trade[],
  { from, to, interval }: { from: number; to: number; interval: StoredInterval | undefined },
): Promise<ReadonlyMap<string, MarkedTrade>> {
  const found = new Map<string, MarkedTrade>();
  for (const size of interval === undefined ? SIZES : [interval]) {
    const left = trades.filter(({ id }) => (found.get(id)?.bars.columns ?? null) === null);
    if (left.length === 0) break;
    for (const one of await markTrips(call, market, scope, left, { span: () => ({ from, to }), interval: size }))
      found.set(one.trip.id, one);
  }
  return found;
}
