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
import { drawdowns, equity, expectancy, multiples, strategies, systemQuality, times, weekHours } from './results.ts';
import { roundedAnswer } from './rounding.ts';
import { listRoundTrips, roundTrip } from './round-trips.ts';
import { type Asked, type Scope, scopeOf } from './scope.ts';
import { tripBars } from './trip-bars.ts';

/**
 * A figure over the trades a question is about: computed once for the book as it is and for the day that `ytd` depends on,
 * and rounded once, as the contract says what each number is.
 */
function figure<E extends AnyEndpoint>(
  endpoint: E,
  compute: (scope: Scope, input: HandlerInput<E>, call: Call) => Promise<HandlerOutput<E>> | HandlerOutput<E>,
  byDefault = 'all',
) {
  return route(endpoint, (input, call) => {
    // Quarters of an hour: the day begins at one of them in every zone.
    const key = `${endpoint.path} ${JSON.stringify(input.query)} ${Math.floor(call.now().getTime() / 900_000)}`;
    // Every figure's query is the filter and more.
    const asked = input.query as unknown as Asked;
    const figures = () =>
      call.results.of(key, async () => {
        const scope = await scopeOf(call, asked, byDefault);
        const answer = await compute(scope, input, call);
        return roundedAnswer(endpoint.response as z.ZodType, answer, scope.currency);
      });
    // What was being computed for someone who has gone is begun anew for who is still there.
    return figures().catch((error: unknown) => {
      if (!(error instanceof ChildJobFailed) || call.signal.aborted) throw error;
      return figures();
    });
  });
}

function zoneOf(asked: string | undefined): string | undefined {
  if (asked !== undefined && calendarIn(asked) === null)
    throw invalidField('time_zone', 'must be a time zone such as America/New_York or UTC');
  return asked;
}

function statedQuote({ bid, ask }: { bid?: number | undefined; ask?: number | undefined }) {
  return bid === undefined || ask === undefined ? null : { bid, ask };
}

/** What the analytics need besides the book. */
export interface AnalyticsParts {
  readonly market: MarketService;
}

export const analyticsRoutes = ({ market }: AnalyticsParts) =>
  [
    figure(contract.analytics.expectancy, (scope) => expectancy(scope)),
    figure(contract.analytics.drawdown, (scope, { query }, call) => drawdowns(scope, call, query)),
    figure(contract.analytics.sqn, (scope, _, call) => systemQuality(scope, call)),
    figure(contract.analytics.rMultiples, (scope, _, call) => multiples(scope, call)),
    figure(contract.analytics.strategyBreakdown, (scope, _, call) => strategies(scope, call)),
    figure(contract.analytics.timeBreakdown, (scope, { query }) => times(scope, zoneOf(query.time_zone))),
    figure(contract.analytics.breakdown, (scope, { query }, call) => breakdown(scope, call, query)),
    figure(contract.analytics.hoursOfWeek, (scope, { query }) => weekHours(scope, zoneOf(query.time_zone))),
    figure(contract.analytics.excursions, (scope, _, call) => excursions(scope, call, market)),
    figure(contract.analytics.equityCurve, (scope, { query }, call) => equity(scope, call, query)),
    figure(contract.costs.fees, (scope, _, call) => fees(scope, call), 'ytd'),
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
    figure(contract.roundTrips.list, (scope, { query }, call) => listRoundTrips(call, scope, query)),
    route(contract.roundTrips.get, ({ params, query }, call) => roundTrip(call, params.trip_id, query.currency)),
    // A provider's word changes prices without changing the book.
    route(contract.roundTrips.open, ({ query }, call) => openPositions(call, market, query), { keep: 'prices' }),
    route(contract.roundTrips.bars, ({ params }, call) => tripBars(call, market, params.trip_id)),
  ] as const;
