// The trades of a filter, with another exit or not taken: what would have been realised, compared with what was.
import { type ClientOutput, contract, type HandlerInput } from '@zorivest/contract';
import {
  addDollars,
  DAY_MS,
  dayText,
  exitsOf,
  type ExitRule,
  type ExitTrade,
  ledgerShares,
  realisedIn,
  whatIfExit,
} from '@zorivest/domain';
import { plansByTrip } from '@zorivest/records';
import type { MarketService } from '@zorivest/market';
import { type Call, invalidField } from '@zorivest/store';
import type { Trade } from '../performance/incremental.ts';
import { type Risk, risks } from '../performance/risks.ts';
import { roundedAnswer } from '../performance/rounding.ts';
import { selectTrades } from '../performance/round-trips.ts';
import { type FigureFilter, leaveOut, scopeOf } from '../performance/scope.ts';
import { barsOfTrades } from '../bars/trade-bars.ts';
import { sessionEnd } from './session.ts';

type ExitsBody = HandlerInput<typeof contract.whatIf.exits>['body'];
type TradesBody = HandlerInput<typeof contract.whatIf.trades>['body'];
type Filter = ExitsBody['filter'];

const EXITS_CONVENTION =
  'Closed trades of one instrument with stored bars, left whole at the other moment at their average entry, with the costs they had. A bar ' +
  'counts that begins at the first entry or later; one that opens beyond a level is left at its open; where it reaches both sides the ' +
  'worse one comes first, and ties counts how often. target and trail end with the session of the exit, close with that of the entry; ' +
  'stop that is not reached leaves the trade as it was. mfe is hindsight: the best price was not known then.';
const TRADES_CONVENTION =
  'Every trade of the filter with what its exits in the period realised; one that is dropped realises nothing, one that is scaled its share, ' +
  'costs included. Losses are counted by the day they were closed on, among the trades that were taken.';

/** The list's own filter, with lists as lists. */
async function tradesOf(call: Call, { account_ids, tags, trip_ids, ...filter }: Filter) {
  const listing = {
    ...filter,
    ...(account_ids !== undefined && { account_ids: account_ids.join(',') }),
    ...(tags !== undefined && { tags: tags.join(',') }),
  };
  const { status, ticker, search, slice, ...asked } = listing;
  const scope = await scopeOf(call, asked as FigureFilter);
  const { trades } = await selectTrades(call, scope, {
    status: status ?? 'all',
    sort: 'opened_at',
    ...(ticker !== undefined && { ticker }),
    ...(search !== undefined && { search }),
    ...(slice !== undefined && { slice }),
  });
  const wanted = trip_ids === undefined ? null : new Set(trip_ids);
  return { scope, trades: wanted === null ? trades : trades.filter(({ id }) => wanted.has(id)) };
}

export async function whatIfExits(
  call: Call,
  market: MarketService,
  { filter, rule: asked }: ExitsBody,
): Promise<ClientOutput<typeof contract.whatIf.exits>> {
  const rule = readRule(asked);
  const { scope, trades } = await tradesOf(call, filter);
  const closed = trades.filter(({ status }) => status === 'closed');
  const span = (trade: Pick<Trade, 'opened_at' | 'closed_at' | 'asset_class'>) => ({
    from: Date.parse(trade.opened_at),
    to: sessionEnd(Date.parse(trade.closed_at ?? trade.opened_at), trade.asset_class),
  });
  const bars = await barsOfTrades(call, market, closed, { span });
  const planOf = await plansByTrip(call);
  const riskOf = await risks(call, scope);
  const rows: { id: string; pnl: number; what_if: number; exit_price: number | null; tie: boolean }[] = [];
  const without = new Map<string, Trade[]>();
  const leave = (reason: string, trade: Trade): void => {
    const some = without.get(reason);
    if (some === undefined) without.set(reason, [trade]);
    else some.push(trade);
  };
  for (const trade of closed) {
    const known = bars.get(trade.id);
    if (known === undefined || known.columns === null) {
      leave(
        known?.reason.startsWith('no bars') === true ? 'no bars are stored for its days' : (known?.reason ?? ''),
        trade,
      );
      continue;
    }
    if ((realisedIn(trade, scope.within)?.outside ?? 0) > 0) {
      leave('partly realised outside the period', trade);
      continue;
    }
    const native = scope.nativeOf(trade);
    const pnl = trade.realized_pnl;
    const left = whatIfExit(exitTrade(native, planOf(trade)?.stops[0] ?? null, riskOf(trade), known.columns), rule);
    if (left === 'as it was')
      rows.push({ id: trade.id, pnl, what_if: pnl, exit_price: native.exit_avg_price, tie: false });
    else if ('reason' in left) leave(left.reason, trade);
    else {
      const side = native.direction === 'long' ? 1 : -1;
      const gross =
        side * (left.price - native.entry_avg_price) * native.quantity * native.multiplier * rateOf(trade, native);
      rows.push({ id: trade.id, pnl, what_if: gross - trade.commission, exit_price: left.price, tie: left.isTie });
    }
  }
  const open = trades.filter(({ status }) => status !== 'closed');
  return roundedAnswer(
    contract.whatIf.exits.response,
    {
      currency: scope.currency,
      trades: rows,
      net_pnl: addDollars(rows.map(({ pnl }) => pnl)),
      what_if_net_pnl: rows.reduce((sum, { what_if }) => sum + what_if, 0),
      n: rows.length,
      ties: rows.filter(({ tie }) => tie).length,
      hindsight: rule.kind === 'mfe',
      left_out: [...leaveOut('still open', open), ...[...without].flatMap(([reason, some]) => leaveOut(reason, some))],
      convention: EXITS_CONVENTION,
    },
    scope.currency,
  );
}

function readRule({ kind, value = null }: ExitsBody['rule']): ExitRule {
  switch (kind) {
    case 'target':
    case 'stop':
      return { kind, value };
    case 'close':
      return { kind };
    default:
      if (value === null) throw invalidField('rule.value', VALUES[kind]);
      if (kind === 'bars' && !Number.isInteger(value)) throw invalidField('rule.value', VALUES.bars);
      return { kind, value };
  }
}

const VALUES = {
  mfe: 'is needed: the share of the best price, such as 0.5',
  trail: 'is needed: how many R the stop follows by, such as 1',
  bars: 'is needed: after how many bars, a whole number',
} as const;

/** What one unit of the trade's money is worth where its result was booked. */
function rateOf(trade: Trade, native: Trade): number {
  return trade === native ? 1 : trade.rate;
}

function exitTrade(
  native: Trade,
  level: { readonly stop: unknown; readonly target: string } | null,
  risk: Risk | null,
  bars: ExitTrade['bars'],
): ExitTrade {
  const [opened, closed] = [Date.parse(native.opened_at), Date.parse(native.closed_at ?? native.opened_at)];
  const units = native.quantity * native.multiplier;
  return {
    side: native.direction === 'long' ? 1 : -1,
    entry: native.entry_avg_price,
    opened,
    closed,
    stop: risk?.initial_stop ?? (level === null ? null : Number(level.stop)),
    target: level === null ? null : Number(level.target),
    r: risk === null || units <= 0 ? null : risk.amount / units,
    sessionEnds: sessionEnd(opened, native.asset_class),
    lastSessionEnds: sessionEnd(closed, native.asset_class),
    bars,
  };
}

export async function whatIfTrades(
  call: Call,
  { filter, drop, max_risk_r, stop_after_losses }: TradesBody,
): Promise<ClientOutput<typeof contract.whatIf.trades>> {
  if (drop === undefined && max_risk_r === undefined && stop_after_losses === undefined)
    throw invalidField('drop', 'or max_risk_r or stop_after_losses is needed: say what would be otherwise');
  const { scope, trades } = await tradesOf(call, filter);
  const riskOf = await risks(call, scope);
  const dropped = new Set(drop?.tags.map((tag) => tag.toLowerCase()));
  const shares = ledgerShares(trades, {
    drops: (trade) => dropped.size > 0 && scope.tagsOf(trade).some((tag) => dropped.has(tag.toLowerCase())),
    max_risk_r: max_risk_r ?? null,
    hasRisk: (trade) => riskOf(trade) !== null,
    stop_after_losses: stop_after_losses ?? null,
    time_zone: scope.time_zone,
  });
  const days = new Map<number, { was: number; would: number }>();
  let [was, would] = [0, 0];
  for (const trade of trades) {
    const share = shares.get(trade.id) ?? 1;
    for (const exit of exitsOf(trade)) {
      if (!scope.within(exit)) continue;
      const day = scope.dayOf(exit.time, exit.time_known) ?? 0;
      const known = days.get(day) ?? { was: 0, would: 0 };
      days.set(day, { was: known.was + exit.pnl, would: known.would + exit.pnl * share });
      was += exit.pnl;
      would += exit.pnl * share;
    }
  }
  const curves = curvesOf(days);
  const counted = trades.filter((trade) => realisedIn(trade, scope.within) !== null);
  return roundedAnswer(
    contract.whatIf.trades.response,
    {
      currency: scope.currency,
      net_pnl: was,
      what_if_net_pnl: would,
      difference: would - was,
      n: counted.length,
      dropped: counted.filter(({ id }) => shares.get(id) === 0).length,
      scaled: counted.filter(({ id }) => isBetween(shares.get(id) ?? 1)).length,
      unknown_risk: max_risk_r === undefined ? 0 : counted.filter((trade) => riskOf(trade) === null).length,
      ...curves,
      convention: TRADES_CONVENTION,
    },
    scope.currency,
  );
}

function isBetween(share: number): boolean {
  return share > 0 && share < 1;
}

function curvesOf(days: ReadonlyMap<number, { readonly was: number; readonly would: number }>) {
  let [was, would] = [0, 0];
  const inOrder = [...days].toSorted(([a], [b]) => a - b);
  const curve: { date: string; equity: number }[] = [];
  const what_if_curve: { date: string; equity: number }[] = [];
  for (const [day, brought] of inOrder) {
    was += brought.was;
    would += brought.would;
    const date = dayText(day * DAY_MS);
    curve.push({ date, equity: was });
    what_if_curve.push({ date, equity: would });
  }
  return { curve, what_if_curve };
}
