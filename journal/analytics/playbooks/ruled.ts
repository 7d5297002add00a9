// A trade as the rules of a playbook read it: its hour, its place in the day, its levels, the bars before it.
import { compileExpression, type Series } from '@zorivest/engine';
import {
  type BarColumns,
  clockTimeIn,
  DAY_MS,
  exitsOf,
  firstFrom,
  legsOf,
  type PlaybookRule,
  type RuledTrade,
} from '@zorivest/domain';
import { type Playbook, plansByTrip, riskAccountsOf, ticksOf } from '@zorivest/records';
import type { MarketService } from '@zorivest/market';
import type { Call } from '@zorivest/store';
import type { Trade } from '../performance/incremental.ts';
import { risks } from '../performance/risks.ts';
import type { Scope } from '../performance/scope.ts';
import { barsOfTrades } from '../bars/trade-bars.ts';
import { judgeAccount, medianOf } from '../risk/status.ts';
import { keyOf } from './belonging.ts';
import { DAYS_BEFORE } from './rule-bars.ts';

/**
 * `mine` are those that are asked about, `peers` the trades of the playbook whose median size is the usual one, `all` those of the
 * book: what came before a trade may be another setup's.
 */
export async function ruledTrades(
  call: Call,
  market: MarketService,
  playbook: Playbook,
  { scope, mine, peers, all }: { scope: Scope; mine: readonly Trade[]; peers: readonly Trade[]; all: readonly Trade[] },
): Promise<ReadonlyMap<string, RuledTrade>> {
  const clockAt = clockTimeIn(scope.time_zone) ?? ((at: number) => new Date(at).toISOString());
  const planOf = await plansByTrip(call);
  const riskOf = await risks(call, scope);
  const amountOf = (trade: Trade): number | null => {
    const risk = riskOf(trade);
    return risk === null ? null : risk.amount * trade.rate;
  };
  const usual = medianOf(peers.flatMap((trade) => amountOf(trade) ?? []));
  const placeOf = placesOfDay(all, scope);
  const losses = all.flatMap((trade) => lossOf(trade) ?? []).toSorted((a, b) => a.at - b.at);
  const ticked = await ticksOf(call.db, playbook.id);
  const brokeLimit = playbook.rules.some(({ kind }) => kind === 'risk_rules')
    ? await limitsBroken(call, market)
    : () => null;
  const says = await expressionsOf(call, market, playbook.rules, mine, scope.time_zone);
  const now = call.now().getTime();
  return new Map(
    mine.map((trade) => {
      const opened = Date.parse(trade.opened_at);
      const before = losses.findLast(({ at, id }) => at <= opened && id !== trade.id);
      const risk = amountOf(trade);
      return [
        trade.id,
        {
          side: trade.direction === 'long' ? 1 : -1,
          opened,
          clock: trade.opened_time_known ? clockAt(opened).slice(11, 19) : null,
          closed: trade.closed_at === null ? null : Date.parse(trade.closed_at),
          now,
          entry: scope.nativeOf(trade).entry_avg_price,
          ofDay: placeOf(trade),
          riskR: risk === null || usual === null || usual === 0 ? null : risk / usual,
          levels:
            legsOf(trade).length > 1
              ? []
              : (planOf(trade)?.stops ?? []).map(({ at, stop, target }) => ({
                  at: Date.parse(at),
                  stop: Number(stop),
                  target: Number(target),
                })),
          sinceLoss: before === undefined ? null : opened - before.at,
          brokeLimit: brokeLimit(trade),
          expression: (rule) => says(trade, rule),
          ticked: (ruleId) => ticked(keyOf(trade), ruleId),
        },
      ];
    }),
  );
}

/** When a trade was closed with a loss; null where it was not. */
function lossOf(trade: Trade): { readonly at: number; readonly id: string } | null {
  const last = exitsOf(trade).at(-1);
  return trade.status === 'closed' && trade.realized_pnl < 0 && last !== undefined
    ? { at: Date.parse(last.time), id: trade.id }
    : null;
}

/** Its place among the trades of its account that were opened on the same day. */
function placesOfDay(all: readonly Trade[], { dayOf }: Scope): (trade: Trade) => number {
  const places = new Map<string, number>();
  const counts = new Map<string, number>();
  for (const trade of all.toSorted((a, b) => (a.opened_at < b.opened_at ? -1 : a.opened_at > b.opened_at ? 1 : 0))) {
    const key = `${trade.account_id} ${dayOf(trade.opened_at, trade.opened_time_known) ?? 0}`;
    const place = (counts.get(key) ?? 0) + 1;
    counts.set(key, place);
    places.set(trade.id, place);
  }
  return ({ id }) => places.get(id) ?? 1;
}

/** It broke a limit, or was opened after the loss limit of the day, or after the account was over. */
async function limitsBroken(call: Call, market: MarketService): Promise<(trade: Trade) => boolean | null> {
  const judged = await Promise.all(
    (await riskAccountsOf(call.db)).map((account) => judgeAccount(call, market, account)),
  );
  return (trade) => {
    const legs = new Set(legsOf(trade).map(({ id }) => id));
    const opened = Date.parse(trade.opened_at);
    const held = judged.filter(
      ({ account, dayAt }) =>
        account.account_ids.includes(trade.account_id) && dayAt(opened) >= Date.parse(account.from) / DAY_MS,
    );
    if (held.length === 0) return null;
    return held.some(({ breaches, dayAt }) =>
      breaches.some(
        ({ rule, round_trip_id, at, day, ends }) =>
          (round_trip_id !== null && legs.has(round_trip_id)) ||
          (at < opened && (ends || (rule === 'daily_loss' && day === dayAt(opened)))),
      ),
    );
  };
}

type Expression = Extract<PlaybookRule, { kind: 'expression' }>;

/** What each expression says of the last bar that was over before the entry. */
async function expressionsOf(
  call: Call,
  market: MarketService,
  rules: readonly PlaybookRule[],
  trades: readonly Trade[],
  time_zone: string,
): Promise<(trade: Trade, rule: Pick<Expression, 'expression' | 'interval'>) => boolean | null> {
  const asked = rules.filter((rule): rule is Expression => rule.kind === 'expression');
  const known = new Map<string, boolean | null>();
  for (const rule of asked) {
    const { evaluate } = compileExpression(rule.expression);
    for (const interval of rule.interval === undefined ? (['1m', '5m', '1d'] as const) : [rule.interval]) {
      const left = trades.filter((trade) => !known.has(keyOfSaying(trade, rule)));
      const bars = await barsOfTrades(call, market, left, {
        interval,
        span: ({ opened_at }) => {
          const opened = Date.parse(opened_at);
          return { from: opened - DAYS_BEFORE[interval] * DAY_MS, to: opened };
        },
      });
      for (const trade of left) {
        const columns = bars.get(trade.id)?.columns ?? null;
        const series = columns === null ? null : seriesBefore(columns, Date.parse(trade.opened_at));
        if (series === null || series.length === 0) continue;
        const outcome = evaluate(series, { time_zone })[series.length - 1];
        known.set(keyOfSaying(trade, rule), typeof outcome === 'boolean' ? outcome : null);
      }
    }
  }
  return (trade, rule) => known.get(keyOfSaying(trade, rule)) ?? null;
}

/** The same words of minutes and of days are two rules. */
function keyOfSaying({ id }: Trade, { expression, interval }: Pick<Expression, 'expression' | 'interval'>): string {
  return `${interval ?? 'finest'} ${expression} ${id}`;
}

function seriesBefore({ at, open, high, low, close, volume, seconds }: BarColumns, before: number): Series {
  // Over by then: a bar that the entry falls into was not.
  const length = firstFrom(at, before - seconds * 1000 + 1);
  const column = (values: ArrayLike<number>) => Float64Array.from({ length }, (_, i) => values[i] ?? 0);
  return {
    length,
    t: Float64Array.from({ length }, (_, i) => (at[i] ?? 0) / 1000),
    o: column(open),
    h: column(high),
    l: column(low),
    c: column(close),
    v: column(volume),
  };
}
