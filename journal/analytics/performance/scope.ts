// What a question of the analytics is about, and what every answer to it carries.
import type { Filter } from '@zorivest/contract';
import {
  calendarIn,
  type ClosedTrips,
  closedTrips,
  DAY_MS,
  type DayOf,
  addDollars,
  evenBand,
  legsOf,
  type Problem,
  rateOn,
  type RealisedTrade,
  realisedIn,
  selectRealised,
  splitClosed,
  type RoundTrip,
  type SizedTrips,
  structureName,
  type DayResults,
  dayResultsIn,
  type TimeSlices,
  timeSlicesIn,
  tradeIn,
  underlyingOf,
  verdictOf,
  type Within,
} from '@zorivest/domain';
import type { ReversalSide, TradeUnit } from '@zorivest/vocabulary';
import {
  type BookExecution,
  mustHaveAccount,
  plansByTrip,
  positionsOf,
  settingOf,
  tagsByTrade,
  tagsOfReversals,
} from '@zorivest/records';
import { type Call, invalidField } from '@zorivest/store';
import { type ConvertedPositions, convertedPositions } from './converted-positions.ts';
import { countedOf, sizedOf, sizedTrips, dayResultsOf, timeSlicesOf } from './counted.ts';
import { countedBy, type Trade } from './incremental.ts';
import { overlap, type Span, spanOf } from './period.ts';
import { placesOf, roundedTo } from './rounding.ts';

/** The filter that every route of figures takes. */
export type FigureFilter = Partial<Filter>;

interface LeftOut {
  readonly reason: string;
  readonly count: number;
  readonly amount: number | null;
  /** The first hundred of them. */
  readonly ids: string[];
}

/** How many are named of what was left out. */
const MOST_NAMED = 100;

/** Trades that are not in a sum, by name; with what they realised where that is known. */
export function leaveOut(
  reason: string,
  trades: readonly Pick<Trade, 'id' | 'realized_pnl'>[],
  isKnown = true,
): LeftOut[] {
  if (trades.length === 0) return [];
  return [
    {
      reason,
      count: trades.length,
      amount: isKnown ? addDollars(trades.map(({ realized_pnl }) => realized_pnl)) : null,
      ids: trades.slice(0, MOST_NAMED).map(({ id }) => id),
    },
  ];
}

/** What one question is about. */
export interface Scope {
  /** Null: all of them, or several. */
  readonly account_id: string | null;
  /** Null: all of them. */
  readonly accounts: ReadonlySet<string> | null;
  readonly period: string;
  readonly span: Span;
  /** Whose days they are. */
  readonly time_zone: string;
  /** What counts as one trade. */
  readonly unit: TradeUnit;
  /** What every amount is in. */
  readonly currency: string;
  /** All that match, whatever the period. */
  readonly trades: readonly Trade[];
  /** Each that realised something in the period, once, with what it realised there; in the order of the last exits. */
  readonly results: readonly Trade[];
  /** Those that realised nothing in the period but costs with a day of their own: in every sum, and in no count. */
  readonly costsOnly: readonly Trade[];
  /** The same, as breakdowns read them. */
  readonly closed: ClosedTrips;
  /** What the trades brought in the period, day by day. */
  readonly dayResults: () => Promise<DayResults>;
  /** The results as the time breakdown slices them in a zone. */
  readonly timeSlices: (zone: string) => Promise<TimeSlices>;
  /** What looking for suspects reads of the trades. */
  readonly sized: () => Promise<SizedTrips>;
  readonly executions: readonly BookExecution[];
  /** The question is about some of the trades only, by more than account and period. */
  readonly narrowed: boolean;
  /** Those with an exit in the period that `closed_only` leaves out, as far as the period goes. */
  readonly others: readonly Trade[];
  /** What else is in no sum. */
  readonly apart: readonly LeftOut[];
  /** Those that match, and that no rate converts into the currency. */
  readonly unconverted: readonly Trade[];
  readonly problems: readonly Problem[];
  readonly dayOf: DayOf;
  /** The results are all that the trades have ever realised. */
  readonly isWhole: boolean;
  /** The period has a first or a last day. */
  readonly isBounded: boolean;
  /** Whether a day is in the period. */
  readonly within: Within;
  /** Results up to this size are shown as nothing in the currency, and so are neither won nor lost. */
  readonly band: number;
  readonly tagsOf: (trade: Trade) => readonly string[];
  readonly positions: ConvertedPositions;
  /** The trade in the currency it was traded in. */
  readonly nativeOf: (trade: Trade) => Trade;
  /** What it realised in the period in its own currency, at the rate of the day of its last exit there. */
  readonly priceOf: (trade: Trade) => number;
  /** The same of all that it ever realised. */
  readonly wholePriceOf: (trade: Trade) => number;
}

export async function scopeOf(call: Call, asked: FigureFilter, byDefault = 'all'): Promise<Scope> {
  const accounts = await accountsOf(call, asked);
  const zone = await settingOf(call, 'display.time_zone');
  const dayOf = dayIn(zone);
  const { period, span } = spanAskedFor(asked, byDefault, dayOf(call.now().toISOString()) ?? 0);
  const unit = asked.unit ?? ((await settingOf(call, 'analytics.unit')) as TradeUnit); // one of the two by its registry
  const currency = asked.currency ?? (await settingOf(call, 'book.base_currency'));
  const positions = await convertedPositions(call, currency, zone, dayOf);
  const isOfAccount = ({ account_id }: { account_id: string }): boolean => accounts?.has(account_id) ?? true;
  const follow = asked.follow_rolls ?? false;
  const countedAs = { unit, follow, currency, zone };
  const counted = await countedOf(call, positions, countedAs);
  const tagsOf = await tagsByTrip(call);
  const isWanted = await tradeFilter(call, asked, tagsOf);
  // Most questions are about everything, and looking at each trade of a large book is most of what they would cost.
  const checks = [...(accounts === null ? [] : [isOfAccount]), ...(isWanted === null ? [] : [isWanted])];
  const matching = thoseThat(counted.trades, checks);
  const known = positions.missing.size === 0 ? [] : [(trade: Trade) => !holdsAny(trade, positions.missing)];
  const convertible = thoseThat(matching, known);
  const unconverted = convertible === matching ? [] : without(matching, convertible);
  // Money changed for other money is no trade, unless it is asked for by name.
  const named = asked.instrument !== undefined || asked.underlying !== undefined;
  const apart = named || !counted.hasMoney ? [] : [({ asset_class }: Trade) => asset_class !== 'FOREX'];
  const band = evenBand(placesOf(currency));
  const isBounded = span.from !== -Infinity || span.to !== Infinity;
  const within: Scope['within'] = isBounded
    ? ({ time, time_known }) => isWithin(span, dayOf(time, time_known))
    : () => true;
  const isWhole = !isBounded && asked.open_positions !== 'closed_only';
  const unjudged = thoseThat(convertible, apart);
  const judged = [...known, ...apart, ...(asked.result === undefined ? [] : [isJudged(asked.result, band)])];
  // Over a period, or of closed trades only, each result is worked out; else they are cached.
  const inPeriod = isWhole ? null : realisedOf(unjudged, within, asked, band);
  const realised = inPeriod?.results ?? thoseThat(counted.results, [...checks, ...judged]);
  // A cost with a day of its own is money of the period and makes no trade count.
  const costsOnly = counted.hasCosts ? realised.filter(({ costs_only }) => costs_only === true) : NONE_OF_THEM;
  const results = costsOnly.length === 0 ? realised : realised.filter(({ costs_only }) => costs_only !== true);
  // Who asks for winners asks about what was realised: a trade without an exit in the period is none.
  const trades = asked.result === undefined ? unjudged : among(unjudged, inPeriod?.all ?? results);
  const ofTrades = byTrades(asked) ? new Set(trades.flatMap(executionsOf)) : null;
  const byInstrument = instrumentFilter(asked);
  let executions: readonly BookExecution[] | undefined;
  const executionsInScope = () =>
    positions.executions.filter(
      (execution) =>
        !positions.missing.has(execution.exec_id) &&
        (named || execution.asset_class !== 'FOREX') &&
        isOfAccount(execution) &&
        (!named || byInstrument(execution.instrument, underlyingOf(execution.instrument, execution.asset_class))) &&
        (ofTrades?.has(execution.exec_id) ?? true) &&
        (!isBounded || within({ time: execution.time, time_known: execution.time_known === 1 })),
    );
  const native = nativeIn(positions, unit, follow);
  const priced = { currency, positions, dayOf };
  return {
    account_id: asked.account_id ?? null,
    accounts,
    period,
    span,
    time_zone: zone,
    unit,
    currency,
    trades,
    results,
    costsOnly,
    get closed() {
      return results === counted.results ? counted.closed() : closedTrips(realised);
    },
    dayResults: async () =>
      results === counted.results
        ? dayResultsOf(call, positions, countedAs)
        : // Each is closed with its exits in the period, so all of them count.
          dayResultsIn(realised, { time_zone: zone }),
    timeSlices: async (by) =>
      results === counted.results
        ? timeSlicesOf(call, positions, { ...countedAs, zone: by })
        : timeSlicesIn(closedTrips(realised).closed, by, band),
    sized: async () => (trades === counted.trades ? sizedOf(call, positions, countedAs) : sizedTrips(trades)),
    // Most figures are about trades, and looking through every fill is a good part of what one costs.
    get executions() {
      return (executions ??= executionsInScope());
    },
    narrowed: ofTrades !== null || asked.instrument !== undefined || asked.underlying !== undefined,
    others: inPeriod?.others ?? [],
    unconverted,
    apart: [
      ...leaveOut(`no rate into ${currency}`, unconverted, false),
      ...currencyPositions(apart.length === 0 ? [] : convertible, within),
    ],
    problems: positions.problems,
    dayOf,
    isWhole,
    isBounded,
    within,
    band,
    tagsOf,
    positions,
    nativeOf: native,
    priceOf: (trade) => priceIn(trade, native(trade), { ...priced, within }),
    wholePriceOf: (trade) => priceIn(trade, native(trade), { ...priced, within: () => true }),
  };
}

const NONE_OF_THEM: readonly Trade[] = [];

function thoseThat(trades: readonly Trade[], checks: readonly ((trade: Trade) => boolean)[]): readonly Trade[] {
  return checks.length === 0 ? trades : trades.filter((trade) => checks.every((check) => check(trade)));
}

function holdsAny(trade: Trade, ids: ReadonlySet<string>): boolean {
  return executionsOf(trade).some((id) => ids.has(id));
}

/** Each trade with an exit in the period as far as the period goes, those of `closed_only` apart from the others. */
function realisedOf(
  trades: readonly Trade[],
  within: Within,
  { open_positions, result }: FigureFilter,
  band: number,
): { readonly all: readonly Trade[]; readonly results: readonly Trade[]; readonly others: readonly Trade[] } {
  const isWanted = ({ pnl, is_counted }: RealisedTrade<Trade>): boolean =>
    result === undefined || (is_counted && verdictOf(pnl, band) === result);
  const realised = selectRealised(trades, within).filter(isWanted);
  const all = realised.map(tradeIn);
  if (open_positions !== 'closed_only') return { all, results: all, others: [] };
  const { closed, others } = splitClosed(realised);
  return { all, results: closed.map(tradeIn), others: others.map(tradeIn) };
}

function isJudged(result: NonNullable<FigureFilter['result']>, band: number): (trade: Trade) => boolean {
  return ({ realized_pnl, costs_only }) => costs_only !== true && verdictOf(realized_pnl, band) === result;
}

/** Those that are named in the other list, too. */
function among(trades: readonly Trade[], others: readonly Trade[]): readonly Trade[] {
  const ids = new Set(others.map(({ id }) => id));
  return trades.filter(({ id }) => ids.has(id));
}

function without(trades: readonly Trade[], others: readonly Trade[]): readonly Trade[] {
  const excluded = new Set(others);
  return trades.filter((trade) => !excluded.has(trade));
}

/** Conversions at a broker look like positions; what they brought is reported apart. */
function currencyPositions(trades: readonly Trade[], within: Scope['within']): LeftOut[] {
  const realised = selectRealised(
    trades.filter(({ asset_class }) => asset_class === 'FOREX'),
    within,
  );
  return leaveOut('currency positions, reported apart', realised.map(tradeIn));
}

/** The trades as they were, by the names they have in any currency. */
function nativeIn(positions: ConvertedPositions, unit: TradeUnit, follow: boolean): (trade: Trade) => Trade {
  if (positions.rateOf.size === 0) return (trade) => trade;
  let byId: ReadonlyMap<string, Trade> | undefined;
  return (trade) => {
    byId ??= new Map(
      [...positions.native.trips, ...countedBy(positions.native, { unit, follow }, positions.native)].map(
        (one) => [one.id, one] as const,
      ),
    );
    return byId.get(trade.id) ?? trade;
  };
}

function priceIn(
  trade: Trade,
  native: Trade,
  { currency, positions, dayOf, within }: Pick<Scope, 'currency' | 'dayOf' | 'within' | 'positions'>,
): number {
  const own = native.currency ?? currency;
  const realised = realisedIn(native, within);
  if (realised === null) return 0;
  if (own === currency) return realised.pnl;
  const { pnl, last } = realised;
  // The closing fill has been converted already, maybe at its statement's rate; an event has not.
  const rate =
    positions.rateOf.get(last.exec_id) ??
    rateOn({ currency: own }, dayOf(last.time, last.time_known) ?? 0, currency, positions.rates);
  return rate === null ? (realisedIn(trade, within)?.pnl ?? 0) : roundedTo(pnl * rate, 8);
}

function dayIn(zone: string): DayOf {
  const day = calendarIn(zone) ?? calendarIn('UTC');
  if (day === null) throw new Error('UTC is not a time zone here');
  return day;
}

async function accountsOf(
  { db }: Call,
  { account_id, account_ids }: FigureFilter,
): Promise<ReadonlySet<string> | null> {
  if (account_id === undefined && account_ids === undefined) return null;
  const several = account_ids === undefined ? null : namesIn(account_ids);
  const ids = new Set(several ?? (account_id === undefined ? [] : [account_id]));
  for (const id of account_id === undefined ? ids : new Set([...ids, account_id])) await mustHaveAccount(db, id);
  // Both given: an account that is not among the several is none of them.
  return account_id === undefined || several === null ? ids : new Set([...ids].filter((id) => id === account_id));
}

/** Days asked for by name, by their first and last, or both: then what both allow. */
function spanAskedFor(asked: FigureFilter, byDefault: string, today: number): { period: string; span: Span } {
  const { from, to } = asked;
  if (from === undefined && to === undefined) {
    const period = asked.period ?? byDefault;
    return { period, span: spanOf(period, today) };
  }
  if (from !== undefined && to !== undefined && from > to)
    throw invalidField('to', `must not be before from (${from})`);
  const days = {
    from: from === undefined ? -Infinity : Date.parse(from) / DAY_MS,
    to: to === undefined ? Infinity : Date.parse(to) / DAY_MS,
  };
  const named = asked.period === undefined ? '' : `${asked.period}, `;
  return {
    period: `${named}${from ?? ''}..${to ?? ''}`,
    span: asked.period === undefined ? days : overlap(spanOf(asked.period, today), days),
  };
}

export function isWithin({ from, to }: Span, day: number | null): boolean {
  return day !== null && day >= from && day <= to;
}

/** Several by comma. */
export function namesIn(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** The question names a quality that only a whole trade has. */
function byTrades({ tags, strategy, direction, result }: FigureFilter): boolean {
  return tags !== undefined || strategy !== undefined || direction !== undefined || result !== undefined;
}

/** Names are compared without regard to case. */
function oneOf(list: string): (name: string) => boolean {
  const wanted = new Set(namesIn(list).map((name) => name.toUpperCase()));
  return (name) => wanted.has(name.toUpperCase());
}

function instrumentFilter({ instrument, underlying }: FigureFilter): (name: string, on: string) => boolean {
  const isWanted = instrument === undefined ? null : oneOf(instrument);
  const isOn = underlying === undefined ? null : oneOf(underlying);
  return (name, on) => (isWanted?.(name) ?? true) && (isOn?.(on) ?? true);
}

/** Null where every trade is meant. */
async function tradeFilter(
  call: Call,
  asked: FigureFilter,
  tagsOf: Scope['tagsOf'],
): Promise<((trade: Trade) => boolean) | null> {
  const { tags, strategy, direction, instrument, underlying } = asked;
  const checks: ((trade: Trade) => boolean)[] = [];
  if (instrument !== undefined || underlying !== undefined) {
    const isWanted = instrumentFilter(asked);
    checks.push((trade) => legsOf(trade).some((leg) => isWanted(leg.instrument, leg.underlying)));
  }
  if (direction !== undefined) checks.push((trade) => trade.direction === direction);
  if (tags !== undefined) {
    const isWanted = oneOf(tags);
    checks.push((trade) => tagsOf(trade).some(isWanted));
  }
  if (strategy !== undefined) {
    const isWanted = oneOf(strategy);
    const planOf = await plansByTrip(call);
    checks.push((trade) =>
      [...tagsOf(trade), planOf(trade)?.strategy_name, structureName(trade)].some(
        (name) => typeof name === 'string' && isWanted(name),
      ),
    );
  }
  return checks.length === 0 ? null : (trade) => checks.every((check) => check(trade));
}

export function executionsOf({ entry_exec_ids, exit_exec_ids }: RoundTrip): string[] {
  return [...entry_exec_ids, ...exit_exec_ids];
}

/** The tags of any of a trade's executions and of the reports on them, each once. */
async function tagsByTrip(call: Call): Promise<Scope['tagsOf']> {
  const { tags, reversals } = await taggedFills(call);
  if (tags.size === 0) return () => [];
  const isOf = (side: ReversalSide) => (id: string) => {
    const tagsOf = reversals.get(id);
    return tagsOf === undefined || (tagsOf.tags_of ?? 'opened') === side;
  };
  const [opened, closed] = [isOf('opened'), isOf('closed')];
  return ({ entry_exec_ids, exit_exec_ids }) => [
    ...new Set([...entry_exec_ids.filter(opened), ...exit_exec_ids.filter(closed)].flatMap((id) => tags.get(id) ?? [])),
  ];
}

/** A fill that closed one trade and opened the opposite one. */
export interface Reversal {
  readonly exec_id: string;
  readonly tags: readonly string[];
  /** Whose the tags are, as the person chose; null where they did not: then they are those of the trade it opened. */
  readonly tags_of: ReversalSide | null;
  readonly closed_trip_id: string;
  readonly opened_trip_id: string;
}

/** The tags by execution, and which of these belong to two trades. */
export function taggedFills(call: Call): Promise<{
  readonly tags: ReadonlyMap<string, readonly string[]>;
  readonly reversals: ReadonlyMap<string, Reversal>;
}> {
  return call.results.of('tags by execution', async () => {
    const tags = await tagsByTrade(call.db);
    return { tags, reversals: await reversalsAmong(call, tags) };
  });
}

async function reversalsAmong(
  call: Call,
  tagged: ReadonlyMap<string, readonly string[]>,
): Promise<ReadonlyMap<string, Reversal>> {
  if (tagged.size === 0) return new Map();
  const { families, familyOf, index } = await positionsOf(call);
  const [opened, closed] = [new Map<string, string>(), new Map<string, string>()];
  const names = new Set(
    index()
      .rows.named(tagged.keys())
      .map(({ instrument }) => familyOf(instrument)),
  );
  for (const name of names)
    for (const { id: trip, entry_exec_ids, exit_exec_ids } of families.get(name)?.trips ?? []) {
      for (const id of entry_exec_ids) if (tagged.has(id)) opened.set(id, trip);
      for (const id of exit_exec_ids) if (tagged.has(id)) closed.set(id, trip);
    }
  const both = [...opened.keys()].filter((id) => closed.has(id));
  const sides = await tagsOfReversals(call.db, both);
  return new Map(
    both.map((exec_id) => [
      exec_id,
      {
        exec_id,
        tags: tagged.get(exec_id) ?? [],
        tags_of: sides.get(exec_id) ?? null,
        closed_trip_id: closed.get(exec_id) ?? '',
        opened_trip_id: opened.get(exec_id) ?? '',
      },
    ]),
  );
}

/** What is in no sum of an answer: what `closed_only` leaves out of the trades it is of, and what stands apart. */
export function leftOutOf({ apart }: Scope, others: readonly Trade[]) {
  return [...leaveOut('not closed in the period', others), ...apart];
}

/** What every answer carries. */
export function basisOf(scope: Scope, more: { convention: string; problems?: readonly Problem[] }) {
  return {
    account_id: scope.account_id,
    period: scope.period,
    time_zone: scope.time_zone,
    unit: scope.unit,
    currency: scope.currency,
    trade_count: scope.results.length,
    left_out: leftOutOf(scope, scope.others),
    convention: more.convention,
    problems: [...scope.problems, ...(more.problems ?? [])].map(({ ids, ...problem }) => ({
      ...problem,
      ...(ids !== undefined && { ids: ids.slice(0, 100) }),
    })),
  };
}
