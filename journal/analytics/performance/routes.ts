import { contract, type AnyEndpoint, type HandlerInput, type HandlerOutput } from '@zorivest/contract';
import { calendarIn } from '@zorivest/domain';
import type { z } from 'zod';
import { type Call, ChildJobFailed, invalidField, route } from '@zorivest/store';
import type { MarketService } from '@zorivest/market';
import { breakdown } from './breakdown.ts';
import { listMistakes, mistakesOf, suspectsOf } from './behaviour.ts';
import { fees, fillQuality, hiddenCost, orderFlow } from './costs.ts';
import { computeExcursion } from './excursion.ts';
import { excursions } from './excursions.ts';
import { openPositions } from './open-positions.ts';
import { optionStructure } from './options.ts';
import type { KnownEquityAsked, KnownEquity } from './equity.ts';
import { drawdowns, equity, expectancy, hours, multiples, strategies, systemQuality, times } from './results.ts';
import { roundedAnswer } from './rounding.ts';
import { listRoundTrips, type PathsOf, roundTrip } from './round-trips.ts';
import { type FigureFilter, type Scope, scopeOf } from './scope.ts';
import { tripBars } from './trip-bars.ts';

/**
 * A figure over the trades a question is about: computed once for the book as it is and for the day that `ytd` depends on,
 * and rounded once, as the contract says what each number is.
 */
function figure<E extends AnyEndpoint>(
  endpoint: E,
  compute: (scope: Scope, input: HandlerInput<E>, call: Call) => Promise<HandlerOutput<E>> | HandlerOutput<E>,
  byDefault = 'all',
  options: Parameters<typeof route>[2] = {},
) {
  const answer = (input: HandlerInput<E>, call: Call) => {
    // Quarters of an hour: the day begins at one of them in every zone.
    const key = `${endpoint.path} ${JSON.stringify(input.query)} ${Math.floor(call.now().getTime() / 900_000)}`;
    // Every figure's query is the filter and more.
    const asked = input.query as unknown as FigureFilter;
    const figures = () =>
      call.results.of(key, async () => {
        const scope = await scopeOf(call, asked, byDefault);
        const answer = await compute(scope, input, call);
        return roundedAnswer(endpoint.response as z.ZodType, answer, scope.currency);
      });
    // What was being computed for a caller who has gone is started again for those still there.
    return figures().catch((error: unknown) => {
      if (!(error instanceof ChildJobFailed) || call.signal.aborted) throw error;
      return figures();
    });
  };
  return route(endpoint, answer, options);
}

function zoneOf(asked: string | undefined): string | undefined {
  if (asked !== undefined && calendarIn(asked) === null)
    throw invalidField('time_zone', 'must be a time zone such as America/New_York or UTC');
  return asked;
}

function statedQuote({ bid, ask }: { bid?: number | undefined; ask?: number | undefined }) {
  return bid === undefined || ask === undefined ? null : { bid, ask };
}

/** The list as a figure; with paths it is computed each time, since bars come in without a change of the book. */
function listRoute(pathsOf: PathsOf) {
  const { list } = contract.roundTrips;
  const withoutPaths = figure(list, (scope, { query: { with_paths: _asked, ...query } }, call) =>
    listRoundTrips(call, scope, query),
  );
  return route(
    list,
    async (input, call) => {
      const { with_paths, ...query } = input.query;
      // What a figure answers is what its endpoint does.
      if (!with_paths) return (await withoutPaths.handler(input, call)) as HandlerOutput<typeof list>;
      const scope = await scopeOf(call, query);
      return roundedAnswer(list.response, await listRoundTrips(call, scope, query, pathsOf), scope.currency);
    },
    { keep: 'prices' },
  );
}

/** What the analytics need besides the book. */
export interface AnalyticsParts {
  readonly market: MarketService;
}

/** What other analytics provide to some of these routes. */
interface FromAbove {
  readonly knownEquity: (asked: KnownEquityAsked) => Promise<KnownEquity>;
  readonly pathsOf: PathsOf;
}

export const analyticsRoutes = ({ market }: AnalyticsParts, { knownEquity, pathsOf }: FromAbove) =>
  [
    figure(contract.analytics.expectancy, (scope) => expectancy(scope)),
    figure(
      contract.analytics.drawdown,
      (scope, { query }, call) => drawdowns(scope, call, query, knownEquity),
      'all',
      // What accounts are worth now changes with prices.
      { keep: 'prices' },
    ),
    figure(contract.analytics.sqn, (scope, _, call) => systemQuality(scope, call)),
    figure(contract.analytics.rMultiples, (scope, _, call) => multiples(scope, call)),
    figure(contract.analytics.strategyBreakdown, (scope, _, call) => strategies(scope, call)),
    figure(contract.analytics.timeBreakdown, (scope, { query }) => times(scope, zoneOf(query.time_zone))),
    figure(contract.analytics.breakdown, (scope, { query }, call) => breakdown(scope, call, query)),
    figure(contract.analytics.hoursOfWeek, (scope, { query }, call) =>
      hours(scope, call, { ...query, time_zone: zoneOf(query.time_zone) }),
    ),
    figure(contract.analytics.excursions, (scope, _, call) => excursions(scope, call, market)),
    figure(contract.analytics.equityCurve, (scope, { query }, call) => equity(scope, call, query)),
    figure(contract.costs.fees, (scope, { query }, call) => fees(scope, call, query), 'ytd'),
    figure(contract.costs.pfofReport, (scope, _, call) => orderFlow(scope, call), 'ytd'),
    figure(contract.costs.costOfFree, (scope, _, call) => hiddenCost(scope, call), 'ytd'),
    route(contract.costs.executionQuality, ({ query }, call) => fillQuality(call, query.trade_id, statedQuote(query))),
    route(contract.analytics.excursion, ({ params }, call) => computeExcursion(call, market, params.exec_id)),
    route(contract.analytics.optionsStrategy, ({ body }, call) => optionStructure(call, body.leg_exec_ids)),
    figure(contract.mistakes.summary, (scope, _, call) => mistakesOf(scope, call), 'ytd'),
    figure(
      contract.mistakes.suspects,
      async (scope, { query }, call) => {
        const { account_id, account_ids, currency, unit } = query;
        return suspectsOf(scope, await scopeOf(call, { account_id, account_ids, currency, unit }), call, market);
      },
      'ytd',
    ),
    route(contract.mistakes.list, ({ query }, call) => listMistakes(call, query)),
    listRoute(pathsOf),
    route(contract.roundTrips.get, ({ params, query }, call) => roundTrip(call, params.trip_id, query.currency)),
    // A provider's word changes prices without changing the book.
    route(contract.roundTrips.open, ({ query }, call) => openPositions(call, market, query), { keep: 'prices' }),
    route(contract.roundTrips.bars, ({ params }, call) => tripBars(call, market, params.trip_id)),
  ] as const;
