// Round trips as they are shown: one by one with all that was recorded on them, or many with their sums.
import { type ClientOutput, contract } from '@zorivest/contract';
import {
  addDollars,
  exitsOf,
  isExit,
  legsOf,
  parseOptionSymbol,
  realisedIn,
  structureName,
  subtractDollars,
  verdictOf,
  type Within,
} from '@zorivest/domain';
import { type Call, notFound } from '@zorivest/store';
import { nameTrade } from '@zorivest/vocabulary';
import {
  imagesOfTrades,
  mistakesOnAny,
  presentMistake,
  presentTrade,
  presentTrip,
  shownPlanOf,
  shownReportOnAny,
  tradesNamed,
} from '@zorivest/records';
import type { Trade } from './incremental.ts';
import { type MultiplesOf, multiplesOf } from './multiples-of.ts';
import { inSlice } from './slices.ts';
import { roundedAnswer } from './rounding.ts';
import {
  type FigureFilter,
  basisOf,
  executionsOf,
  leaveOut,
  leftOutOf,
  type Scope,
  scopeOf,
  taggedFills,
} from './scope.ts';

type RoundTripItem = ClientOutput<typeof contract.roundTrips.list>['items'][number];

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
  'net of all costs, each converted on its own day; pnl_in_period is what its exits in the period brought of it, and what ' +
  'the sums and the counts are of. price_pnl is the result in the trade’s currency at the rate of its last exit’s day, ' +
  'fx_pnl the rest.';

/** The first of its options to end. */
function expiryOf(legs: readonly { readonly instrument: string }[]): string | null {
  const days = legs.flatMap(({ instrument }) => parseOptionSymbol(instrument)?.expiry ?? []);
  return days.toSorted()[0] ?? null;
}

/** What a person calls it. */
export function tradeName(trade: Trade): string {
  const legs = legsOf(trade);
  const { instrument, underlying } = presentTrip(trade);
  return nameTrade({ instrument, underlying, strategy: structureName(trade), legs, expires_on: expiryOf(legs) });
}

function present(trade: Trade, scope: Scope, multiples: MultiplesOf): RoundTripItem {
  const legs = legsOf(trade);
  const native = scope.nativeOf(trade);
  const price = scope.wholePriceOf(trade);
  const inPeriod = realisedIn(trade, scope.within);
  const exits = exitsOf(trade).filter(isExit).length;
  const risk = multiples.riskOf(trade);
  return {
    ...presentTrip(trade),
    strategy: structureName(trade),
    total_commission: trade.commission,
    open_commission: trade.open_commission,
    pnl: trade.realized_pnl,
    pnl_in_period: inPeriod?.pnl ?? 0,
    costs_in_period: inPeriod?.costs ?? 0,
    exits_outside_period: inPeriod?.outside ?? exits,
    price_pnl: price,
    fx_pnl: subtractDollars(trade.realized_pnl, price),
    initial_risk: risk?.amount ?? null,
    initial_stop: risk?.initial_stop ?? null,
    stated_later: risk?.stated_later ?? false,
    r: multiples.whole(trade),
    r_in_period: multiples.inPeriod(trade),
    currency: scope.currency,
    trade_currency: native.currency ?? scope.currency,
    tags: [...scope.tagsOf(trade)],
    legs: legs.length > 1 ? legs.map(({ id }) => id) : [],
    expires_on: expiryOf(legs),
  };
}

/** A month of a breakdown holds what was realised in it, so the list behind it is one of that month. */
async function inMonth(call: Call, scope: Scope, query: Listing): Promise<Scope> {
  const month = /(?:^|;)month:(\d{4})-(\d\d)(?:;|$)/.exec(query.slice ?? '');
  if (month === null) return scope;
  const [year, number] = [Number(month[1]), Number(month[2])];
  const [from, to] = [new Date(Date.UTC(year, number - 1, 1)), new Date(Date.UTC(year, number, 0))].map((day) =>
    day.toISOString().slice(0, 10),
  ) as [string, string]; // one for each
  // The filter comes along with what the list is sorted and searched by.
  const asked: FigureFilter = query as FigureFilter;
  return scopeOf(call, {
    ...asked,
    from: asked.from !== undefined && asked.from > from ? asked.from : from,
    to: asked.to !== undefined && asked.to < to ? asked.to : to,
  });
}

/** How prices went while trades were open, by their ids: known above, where bars are. */
export type PathsOf = (call: Call, trades: readonly Trade[]) => Promise<ReadonlyMap<string, number[]>>;

/** Those that match, sorted and searched; the sums are over all of them. */
export async function listRoundTrips(
  call: Call,
  whole: Scope,
  { limit, offset, ...query }: ListQuery,
  pathsOf: PathsOf | null = null,
) {
  const scope = await inMonth(call, whole, query);
  // Who scrolls asks for page after page of one list: it is filtered, sorted and summed up once.
  const key = `${JSON.stringify(query)} ${scope.span.from}..${scope.span.to}`;
  const { trades, counted, left_out, sums } = await call.results.ofFew('round trips', key, () =>
    selectTrades(call, scope, query),
  );
  const shown = trades.slice(offset, offset + limit);
  const multiples = await multiplesOf(call, scope);
  const paths = await pathsOf?.(call, shown);
  return {
    ...basisOf(scope, { convention: CONVENTION }),
    trade_count: counted,
    left_out: [...left_out],
    items: shown.map((trade) => {
      const path = paths?.get(trade.id);
      return { ...present(trade, scope, multiples), ...(path !== undefined && { path }) };
    }),
    total: trades.length,
    limit,
    offset,
    sums,
  };
}

/** All of them in one list, as they are shown. */
export async function everyRoundTrip(call: Call, whole: Scope, listing: Listing): Promise<RoundTripItem[]> {
  const scope = await inMonth(call, whole, listing);
  const { trades } = await selectTrades(call, scope, listing);
  const multiples = await multiplesOf(call, scope);
  return trades.map((trade) => roundShown(present(trade, scope, multiples), scope));
}

/** The whole list, in its order. */
export async function selectTrades(call: Call, scope: Scope, { status, ticker, search, slice, sort }: Listing) {
  // With all that was ever realised in question a trade says of itself whether it counts.
  const realised = scope.isWhole ? null : new Set(scope.results.map(({ id }) => id));
  const isCounted = (trade: Trade): boolean => realised?.has(trade.id) ?? exitsOf(trade).some(isExit);
  const costsOnly = new Set(scope.costsOnly.map(({ id }) => id));
  const isShown = (trade: Trade): boolean => {
    if (status === 'open') return trade.closed_at === null;
    if (status === 'closed' && trade.closed_at === null) return false;
    // Over a period a trade is in the list with its exits there; one without any is there only where all are meant.
    return scope.isWhole || isCounted(trade) || costsOnly.has(trade.id);
  };
  const isFound = searchFor(search, scope);
  const isInSlice = await inSlice(call, scope, slice);
  const isAskedFor = (trade: Trade): boolean =>
    (ticker === undefined || legsOf(trade).some(({ instrument }) => instrument === ticker)) &&
    isFound(trade) &&
    isInSlice(trade);
  const found = scope.trades.filter((trade) => isShown(trade) && isAskedFor(trade));
  const counted = found.filter(isCounted);
  return {
    trades: sortTrades(found, sort, scope.within),
    counted: counted.length,
    left_out: [
      ...(status === 'closed' ? leaveOut('still open', stillOpen(scope).filter(isAskedFor)) : []),
      ...leftOutOf(scope, scope.others.filter(isAskedFor)),
    ],
    sums: sumsOf(counted, costsOnly.size === 0 ? [] : found.filter(({ id }) => costsOnly.has(id)), scope),
  };
}

/** What was realised in the period by positions that are not closed. */
function stillOpen({ trades, results }: Scope): readonly Trade[] {
  const open = new Set(trades.flatMap(({ id, closed_at }) => (closed_at === null ? [id] : [])));
  return open.size === 0 ? [] : results.filter(({ id }) => open.has(id));
}

/** Of what was realised in the period. */
function sumsOf(
  trades: readonly Trade[],
  costsOnly: readonly Trade[],
  {
    priceOf,
    within,
    isBounded,
    band,
    positions,
  }: Pick<Scope, 'priceOf' | 'within' | 'isBounded' | 'band' | 'positions'>,
) {
  const [pnls, costs]: [number[], number[]] = [[], []];
  let [wins, losses] = [0, 0];
  for (const trade of trades) {
    // Nearly every trade has one exit, and most questions are about all there was: then it says it of itself.
    const one = !isBounded && trade.exits === null ? null : realisedIn(trade, within);
    const pnl = one?.pnl ?? trade.realized_pnl;
    pnls.push(pnl);
    costs.push(one?.costs ?? trade.commission);
    const verdict = verdictOf(pnl, band);
    if (verdict === 'win') wins += 1;
    else if (verdict === 'loss') losses += 1;
  }
  for (const trade of costsOnly) {
    const one = realisedIn(trade, within);
    pnls.push(one?.pnl ?? 0);
    costs.push(one?.costs ?? 0);
  }
  const pnl = addDollars(pnls);
  const total_commission = addDollars(costs);
  // Where nothing was converted, all of it is price.
  const price_pnl = positions.rateOf.size === 0 ? pnl : addDollars([...trades, ...costsOnly].map(priceOf));
  return {
    pnl,
    price_pnl,
    fx_pnl: subtractDollars(pnl, price_pnl),
    gross_pnl: addDollars([pnl, total_commission]),
    total_commission,
    wins,
    losses,
  };
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

const KEYS: Readonly<Record<string, (trade: Trade, within: Within) => string | number>> = {
  closed_at: (trade) => trade.closed_at ?? '~', // what is open comes after what is closed
  opened_at: (trade) => trade.opened_at,
  // As it is shown in the list: what the period brought.
  pnl: (trade, within) => realisedIn(trade, within)?.pnl ?? 0,
  instrument: (trade) => trade.instrument,
  total_commission: (trade) => trade.commission,
  holding_period_seconds: (trade) => trade.holding_period_seconds ?? Infinity,
};

function sortTrades(trades: readonly Trade[], sort: string, within: Within): Trade[] {
  const descending = sort.startsWith('-');
  const keyOf = KEYS[descending ? sort.slice(1) : sort] ?? (({ id }) => id);
  const sign = descending ? -1 : 1;
  return trades.toSorted((a, b) => {
    const x = keyOf(a, within);
    const y = keyOf(b, within);
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

export async function findTrade(
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
  const multiples = await multiplesOf(call, scope);
  const presentItem = (one: Trade): RoundTripItem => roundShown(present(one, scope, multiples), scope);
  return {
    ...presentItem(trade),
    time_zone,
    unit,
    period,
    convention,
    executions: executions.map(presentTrade),
    leg_trips: legs.length > 1 ? legs.map(presentItem) : [],
    report: await shownReportOnAny(call.db, ids),
    mistakes: mistakes.map(presentMistake),
    images: await imagesOfTrades(call.db, ids),
    plan: await shownPlanOf(call, ids),
    reversals: await reversalsOf(call, ids),
    problems: problems.filter((problem) => problem.ids?.some((one) => mine.has(one))),
  };
}

/** Its fills with two sides and with tags. */
async function reversalsOf(call: Call, ids: readonly string[]) {
  const { reversals } = await taggedFills(call);
  return ids.flatMap((id) => {
    const one = reversals.get(id);
    return one === undefined ? [] : [{ ...one, tags: [...one.tags] }];
  });
}

function roundShown(shown: RoundTripItem, { currency }: Pick<Scope, 'currency'>): RoundTripItem {
  return roundedAnswer(contract.roundTrips.get.response, shown, currency);
}

/** A trip of more fills than this is read by its first. */
const MOST_EXECUTIONS = 1000;
