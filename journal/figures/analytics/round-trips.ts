// Round trips as they are shown: one by one with all that was recorded on them, or many with their sums.
import type { ClientOutput, contract } from '@zorivest/contract';
import { legsOf, structureName } from '@zorivest/domain';
import { type Call, notFound } from '@zorivest/store';
import {
  imagesOfTrades,
  mistakesOnAny,
  presentMistake,
  presentTrade,
  presentTrip,
  shownPlanOf,
  shownReportOnAny,
  tradesNamed,
} from '@zorivest/book';
import type { Trade } from './kept-on.ts';
import { multiplesOf } from './multiples-of.ts';
import { inSlice } from './slices.ts';
import { roundedTo, placesOf, significant } from './rounding.ts';
import { basisOf, executionsOf, resultOf, type Scope, scopeOf } from './scope.ts';

type Shown = ClientOutput<typeof contract.roundTrips.list>['items'][number];

/** Which list; the filter that it is of comes along, though only the scope reads it. */
interface Listing {
  readonly status: 'open' | 'closed' | 'all';
  readonly ticker?: string | undefined;
  readonly search?: string | undefined;
  readonly slice?: string | undefined;
  readonly sort: string;
}

interface ListQuery extends Listing {
  readonly limit: number;
  readonly offset: number;
}

const CONVENTION =
  'A round trip is a position from flat to flat, per account and instrument; as a structure its legs are one. pnl is ' +
  'net of all costs, each converted on its own day; price_pnl is the result in the trade’s currency at the rate of its ' +
  'closing day, fx_pnl the rest.';

function present(trade: Trade, scope: Scope, r: number | null): Shown {
  const legs = legsOf(trade);
  const native = scope.nativeOf(trade);
  const price = scope.priceOf(trade);
  return {
    ...presentTrip(trade),
    strategy: structureName(trade),
    // What was paid for the part that is still open was paid all the same.
    total_commission: trade.commission + trade.open_commission,
    pnl: trade.realized_pnl,
    price_pnl: price,
    fx_pnl: trade.realized_pnl - price,
    r,
    currency: scope.currency,
    trade_currency: native.currency ?? scope.currency,
    tags: [...scope.tagsOf(trade)],
    legs: legs.length > 1 ? legs.map(({ id }) => id) : [],
  };
}

/** Those that match, sorted and searched; the sums are over all of them. */
export async function listRoundTrips(call: Call, scope: Scope, { limit, offset, ...query }: ListQuery) {
  // Who scrolls asks for page after page of one list: it is filtered, sorted and summed up once.
  const key = `${JSON.stringify(query)} ${scope.span.from}..${scope.span.to}`;
  const { trades, left_out, sums } = await call.results.ofFew('round trips', key, () =>
    selectTrades(call, scope, query),
  );
  const shown = trades.slice(offset, offset + limit);
  const rOf = await multiplesOf(call, scope, shown);
  return {
    ...basisOf(scope, { convention: CONVENTION }),
    trade_count: trades.length,
    left_out: [...left_out],
    items: shown.map((trade) => present(trade, scope, rOf(trade))),
    total: trades.length,
    limit,
    offset,
    sums,
  };
}

/** All of them at once, as they are shown. */
export async function everyRoundTrip(call: Call, scope: Scope, listing: Listing): Promise<Shown[]> {
  const { trades } = await selectTrades(call, scope, listing);
  const rOf = await multiplesOf(call, scope, trades);
  return trades.map((trade) => present(trade, scope, rOf(trade)));
}

/** The whole list, in its order. */
async function selectTrades(call: Call, scope: Scope, { status, ticker, search, slice, sort }: Listing) {
  const bounded = Number.isFinite(scope.span.from) || Number.isFinite(scope.span.to);
  const isShown = (trade: Trade): boolean => {
    if (trade.closed_at === null) return status === 'open' || (status === 'all' && !bounded);
    // Over a period what closed in it is meant; what is open has no closing day yet.
    return status !== 'open' && scope.within({ time: trade.closed_at, time_known: trade.closed_time_known });
  };
  const isFound = searchFor(search, scope);
  const isInSlice = await inSlice(call, scope, slice);
  const isAskedFor = (trade: Trade): boolean =>
    (ticker === undefined || legsOf(trade).some(({ instrument }) => instrument === ticker)) &&
    isFound(trade) &&
    isInSlice(trade);
  const found = scope.trades.filter((trade) => isShown(trade) && isAskedFor(trade));
  return {
    trades: sortTrades(found, sort),
    left_out: [
      ...scope.left_out.filter(({ amount }) => amount === null),
      ...(bounded && status !== 'open' ? notClosed(scope.results.filter(isAskedFor), found) : []),
    ],
    sums: sumsOf(found, scope),
  };
}

/** Gone through once: of a large book each time takes as long as showing a page. */
function sumsOf(trades: readonly Trade[], { priceOf }: Pick<Scope, 'priceOf'>) {
  const sums = { pnl: 0, price_pnl: 0, gross_pnl: 0, total_commission: 0, wins: 0, losses: 0 };
  for (const trade of trades) {
    sums.pnl += trade.realized_pnl;
    sums.price_pnl += priceOf(trade);
    sums.gross_pnl += trade.gross_pnl;
    sums.total_commission += trade.commission + trade.open_commission;
    if (trade.status !== 'closed') continue;
    const result = resultOf(trade);
    if (result === 'win') sums.wins += 1;
    else if (result === 'loss') sums.losses += 1;
  }
  return { ...sums, fx_pnl: sums.pnl - sums.price_pnl };
}

/** What else was realised in the period: every figure of it counts this, and a list of what closed does not. */
function notClosed(results: readonly Trade[], listed: readonly Trade[]): Scope['left_out'] {
  const ids = new Set(listed.map(({ id }) => id));
  const others = results.filter(({ id }) => !ids.has(id));
  if (others.length === 0) return [];
  const amount = others.reduce((sum, { realized_pnl }) => sum + realized_pnl, 0);
  return [{ reason: 'realised by positions that did not close in the period', count: others.length, amount }];
}

function searchFor(search: string | undefined, { tagsOf }: Scope): (trade: Trade) => boolean {
  const wanted = search?.trim().toLowerCase() ?? '';
  if (wanted === '') return () => true;
  const has = (text: string | null): boolean => text?.toLowerCase().includes(wanted) ?? false;
  return (trade) =>
    has(trade.id) ||
    has(trade.account_id) ||
    has(structureName(trade)) ||
    legsOf(trade).some(({ instrument }) => has(instrument)) ||
    tagsOf(trade).some(has) ||
    executionsOf(trade).some(has);
}

const KEYS: Readonly<Record<string, (trade: Trade) => string | number>> = {
  closed_at: (trade) => trade.closed_at ?? '~', // what is open comes after what is closed
  opened_at: (trade) => trade.opened_at,
  pnl: (trade) => trade.realized_pnl,
  instrument: (trade) => trade.instrument,
  total_commission: (trade) => trade.commission + trade.open_commission,
  holding_period_seconds: (trade) => trade.holding_period_seconds ?? Infinity,
};

function sortTrades(trades: readonly Trade[], sort: string): Trade[] {
  const descending = sort.startsWith('-');
  const keyOf = KEYS[descending ? sort.slice(1) : sort] ?? (({ id }) => id);
  const sign = descending ? -1 : 1;
  return trades.toSorted((a, b) => {
    const x = keyOf(a);
    const y = keyOf(b);
    return sign * (x < y ? -1 : x > y ? 1 : a.id < b.id ? -1 : 1);
  });
}

/** One, by its id, that of the structure it is a leg of, or that of an execution in it. */
export async function roundTrip(call: Call, id: string, currency: string | undefined) {
  const { scope, trade } = await findTrade(call, id, currency);
  return describeTrade(call, scope, trade);
}

/** The same, without what was recorded on it. */
export async function tradeNamed(call: Call, id: string): Promise<Trade> {
  return (await findTrade(call, id, undefined)).trade;
}

async function findTrade(
  call: Call,
  id: string,
  currency: string | undefined,
): Promise<{ scope: Scope; trade: Trade }> {
  const scopeIn = (unit: 'structure' | 'leg') => scopeOf(call, { unit, ...(currency !== undefined && { currency }) });
  const structures = await scopeIn('structure');
  const whole = structures.trades.find((trade) => trade.id === id);
  if (whole !== undefined) return { scope: structures, trade: whole };
  const legs = await scopeIn('leg');
  const leg = legs.trades.find((trade) => trade.id === id);
  if (leg !== undefined) return { scope: legs, trade: leg };
  const holder = structures.trades.find((trade) => executionsOf(trade).includes(id));
  if (holder !== undefined) return { scope: structures, trade: holder };
  throw notFound('round trip', id);
}

async function describeTrade(call: Call, scope: Scope, trade: Trade) {
  const ids = executionsOf(trade).slice(0, MOST_EXECUTIONS);
  const executions = await tradesNamed(call.db, ids);
  const mistakes = await mistakesOnAny(call.db, ids);
  const legs = legsOf(trade);
  const { time_zone, unit, period, convention, problems } = basisOf(scope, { convention: CONVENTION });
  const mine = new Set(ids);
  const rOf = await multiplesOf(call, scope, [trade, ...legs]);
  const shown = (one: Trade): Shown => roundShown(present(one, scope, rOf(one)), scope.currency);
  return {
    ...shown(trade),
    time_zone,
    unit,
    period,
    convention,
    executions: executions.map(presentTrade),
    leg_trips: legs.length > 1 ? legs.map(shown) : [],
    report: await shownReportOnAny(call.db, ids),
    mistakes: mistakes.map(presentMistake),
    images: await imagesOfTrades(call.db, ids),
    plan: await shownPlanOf(call, ids),
    problems: problems.filter((problem) => problem.ids?.some((one) => mine.has(one))),
  };
}

/** A trip of more fills than this is read by its first. */
const MOST_EXECUTIONS = 1000;

const AMOUNTS = ['gross_pnl', 'total_commission', 'pnl', 'price_pnl', 'fx_pnl', 'realized_pnl'] as const;

function roundShown(shown: Shown, currency: string): Shown {
  const places = placesOf(currency);
  const amounts = Object.fromEntries(AMOUNTS.map((name) => [name, roundedTo(shown[name], places)]));
  return { ...shown, ...amounts, r: shown.r === null ? null : significant(shown.r) };
}
